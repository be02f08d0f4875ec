// What the service stated of a receipt after it was issued: tokens of their own type, by a published key, about this
// very receipt, in one order, the newest first. A statement by a key that may be in other hands never has the last word.

import { sha256Hex, utf8 } from "./bytes.js";
import { canonical, isObject, parse } from "./json.js";
import { mayHaveSigned } from "./keys.js";
import { InvalidToken, verifyToken } from "./token.js";

export class InvalidStatements extends Error {}

const TYPE = "quote-receipt-status+jws";
const MOST = 262144;
const VERSION = 1;
const FINALITIES = ["included", "safe", "finalized"];
const ALL = ["finality_upgraded", "reorged", "refunded", "replacement", "key_compromise"];
const AFTER = new Map([
  ["finality_upgraded", ALL],
  ["reorged", ALL],
  ["refunded", ["replacement", "key_compromise"]],
  ["replacement", ["key_compromise"]],
  ["key_compromise", ["refunded", "replacement"]],
]);
const KNOWN = ["valid", ...ALL];
const NO_ANSWER = "not an answer about a receipt's status";

// The status and the newest statement (null: nothing was stated, and the status is signed by nobody) in the bytes that
// `/v1/receipts/{jti}/status` answered about the receipt of these claims. InvalidStatements.
export async function readStatements(bytes, claims, keys) {
  const known = answerIn(bytes);
  if (known.jti !== claims.jti) throw new InvalidStatements("the answer is about another receipt");
  const target = canonical({ jti: claims.jti, sha256: await sha256Hex(canonical(claims)) });
  const said = [];
  for (const [at, token] of known.statements.entries()) said.push(await statement(token, target, keys, at));
  for (let at = 1; at < said.length; at += 1) checkOrder(said[at - 1], said[at]);
  const newest = said[0] ?? null;
  if (newest && newest.status !== known.status) {
    throw new InvalidStatements("the answer says otherwise than its newest statement");
  }
  return { status: known.status, newest };
}

function answerIn(bytes) {
  let known = null;
  try {
    known = bytes.length > MOST ? null : parse(bytes, 8);
  } catch {
    // not JSON: no answer
  }
  const texts = (values) => values.every((value) => typeof value === "string");
  if (!isObject(known) || !Array.isArray(known.statements) || !texts(known.statements)) {
    throw new InvalidStatements(NO_ANSWER);
  }
  if (!texts([known.jti]) || !KNOWN.includes(known.status)) throw new InvalidStatements(NO_ANSWER);
  return known;
}

async function statement(token, target, keys, at) {
  let signed;
  try {
    signed = await verifyToken(token, keys, TYPE);
  } catch (error) {
    if (error instanceof InvalidToken) throw new InvalidStatements(`statement ${at}: ${error.message}`);
    throw error;
  }
  const said = parsed(signed.payload, target, at);
  if (!mayHaveSigned(signed.key, said.iat)) throw new InvalidStatements(`statement ${at}: not of its key's time`);
  if (at === 0 && signed.key.revoked_at !== undefined) {
    throw new InvalidStatements("the newest statement is by a key that may be in other hands");
  }
  return said;
}

function parsed(payload, target, at) {
  let said = null;
  try {
    said = parse(payload, 8);
    const form = utf8(canonical(said));
    if (form.length !== payload.length || !form.every((byte, place) => byte === payload[place])) said = null;
  } catch {
    said = null;
  }
  if (!isObject(said) || said.v !== VERSION || !Number.isSafeInteger(said.iat) || !factsFit(said)) {
    throw new InvalidStatements(`statement ${at}: not one of this version`);
  }
  if (!isObject(said.target) || canonical(said.target) !== target) {
    throw new InvalidStatements(`statement ${at}: about another receipt`);
  }
  return said;
}

// A replacement and a finality stand with the status that they belong to, and with no other.
function factsFit({ status, replacement = null, finality = null }) {
  if (!ALL.includes(status)) return false;
  if ((replacement !== null) !== (status === "replacement")) return false;
  return FINALITIES.includes(finality) === (status === "finality_upgraded");
}

function checkOrder(newer, older) {
  const again = ["status", "replacement", "finality"].every((name) => (newer[name] ?? null) === (older[name] ?? null));
  if (newer.iat < older.iat || !(again || AFTER.get(older.status).includes(newer.status))) {
    throw new InvalidStatements("the statements are not in their order");
  }
}
