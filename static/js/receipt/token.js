// A receipt's token: a compact JWS (RFC 7515), signed with Ed25519 by a key that is published, not by one it brings.

import { unbase64url, utf8 } from "./bytes.js";
import { fits } from "./ed25519.js";
import { isObject, parse } from "./json.js";

const TYPE = "quote-receipt+jws";
const TOKEN_MAX = 16384;
const HEADER_MAX = 512;
const ALGORITHMS = ["EdDSA", "Ed25519"];
const MEMBERS = ["alg", "kid", "typ"];

export class InvalidToken extends Error {
  constructor(check, detail) {
    super(detail);
    this.check = check;
  }
}

function bytesOf(part) {
  const bytes = unbase64url(part);
  if (!bytes) throw new InvalidToken("format", "not base64url in its one spelling");
  return bytes;
}

// Exactly `alg`, `kid` and `typ`: a key or an instruction in the token itself (jwk, jku, x5c, crit) is never followed.
function headerOf(part) {
  const bytes = bytesOf(part);
  if (bytes.length > HEADER_MAX) throw new InvalidToken("format", `a header over ${HEADER_MAX} bytes`);
  let header;
  try {
    header = parse(bytes);
  } catch {
    throw new InvalidToken("format", "the header is not JSON");
  }
  if (!isObject(header) || !Object.values(header).every((value) => typeof value === "string")) {
    throw new InvalidToken("format", "the header is not an object of strings");
  }
  if (!Object.keys(header).every((name) => MEMBERS.includes(name))) {
    throw new InvalidToken("format", "the header has members that a receipt has not");
  }
  return header;
}

// The key and the payload's bytes of a token of that type that one of `keys` signed; InvalidToken names the check that failed.
export async function verifyToken(token, keys, type = TYPE) {
  if (token.length > TOKEN_MAX) throw new InvalidToken("format", `over ${TOKEN_MAX} bytes`);
  const parts = token.split(".");
  if (parts.length !== 3) throw new InvalidToken("format", "not three parts");
  const header = headerOf(parts[0]);
  if (!ALGORITHMS.includes(header.alg)) throw new InvalidToken("algorithm", "alg is not EdDSA");
  if (header.typ !== type) throw new InvalidToken("type", `typ is not ${type}`);
  const key = keys.get(header.kid);
  if (!key) throw new InvalidToken("key", "kid names no known key");
  const [payload, signature] = [bytesOf(parts[1]), bytesOf(parts[2])];
  if (!(await fits(key.raw, signature, utf8(`${parts[0]}.${parts[1]}`)))) {
    throw new InvalidToken("signature", "the signature does not fit");
  }
  return { key, payload };
}
