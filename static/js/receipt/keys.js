// The published keys: a JWK Set (RFC 7517) of Ed25519 keys (RFC 8037), each named by its thumbprint (RFC 7638).

import { base64url, sha256, unbase64url, utf8 } from "./bytes.js";
import { isObject, parse } from "./json.js";

export class NoKeys extends Error {}

// Seconds that a token may be older than its key's first use, and younger than its end.
const EARLY_S = 600;
const LATE_S = 86400;
const TIMES = ["iat", "nbf", "exp", "revoked_at"];

async function keyOf(member) {
  const raw = typeof member.x === "string" ? unbase64url(member.x) : null;
  if (raw?.length !== 32) throw new NoKeys("a key is not 32 bytes of base64url");
  const kid = base64url(await sha256(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${member.x}"}`)));
  if ((member.kid ?? kid) !== kid) throw new NoKeys("a key is not named by its thumbprint");
  const times = TIMES.filter((name) => name in member).map((name) => [name, member[name]]);
  if (!times.every(([, time]) => Number.isSafeInteger(time) && time >= 0)) throw new NoKeys("a key's time is none");
  return { kid, raw, ...Object.fromEntries(times) };
}

// The Ed25519 keys of a set by kid, with their times in unix seconds; other kinds are passed over. NoKeys.
export async function parseKeys(bytes) {
  let set;
  try {
    set = parse(bytes);
  } catch {
    throw new NoKeys("not JSON");
  }
  if (!isObject(set) || !Array.isArray(set.keys)) throw new NoKeys("not a set of keys");
  const ours = set.keys.filter((member) => isObject(member) && member.kty === "OKP" && member.crv === "Ed25519");
  const keys = await Promise.all(ours.map(keyOf));
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  if (!keys.length || byKid.size < keys.length) throw new NoKeys("no keys, or one of them twice");
  return byKid;
}

// Whether the key was in use at that moment, in unix seconds.
export const isEarly = (key, at) => key.nbf !== undefined && at < key.nbf - EARLY_S;
export const isLate = (key, at) => key.exp !== undefined && at > key.exp + LATE_S;
export const mayHaveSigned = (key, at) => !isEarly(key, at) && !isLate(key, at);
