// The whole check of a receipt. The service is asked for its public keys, and of a receipt whose signature fits for
// what no token can say: whether it is on record, what was stated of it since, and where the log holds it. Its signed
// statements and the log's proof are verified here as well.

import { canonical, parse } from "./json.js";
import { parseKeys } from "./keys.js";
import { verify, withStatus } from "./checks.js";

export class Unreachable extends Error {}

async function bytesAt(address, options) {
  const answer = await fetch(address, options);
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : answer.status;
}

async function keysAt(address) {
  const bytes = await bytesAt(address).catch(() => null);
  if (!(bytes instanceof Uint8Array)) throw new Unreachable("The public keys cannot be had at the moment. Try again.");
  return parseKeys(bytes);
}

// What the service has on record: its word on the status; null: no such receipt; undefined: it does not answer.
async function recordOf(claims, receipts) {
  const bytes = await bytesAt(receipts + claims.jti, { headers: { Accept: "application/json" } });
  if (!(bytes instanceof Uint8Array)) return bytes === 404 ? null : undefined;
  const known = parse(bytes);
  return canonical(known.payload) === canonical(claims) ? known.status : null;
}

async function partOf(claims, receipts, name) {
  const bytes = await bytesAt(`${receipts}${claims.jti}/${name}`).catch(() => null);
  return bytes instanceof Uint8Array ? bytes : null;
}

// The report on a token; `held` is what is held against it, `keys` and `receipts` are the service's addresses.
export async function checked(token, held, { keys, receipts }) {
  const known = await keysAt(keys);
  const report = await verify(token, known, held);
  if (!report.claims) return report;
  const record = await recordOf(report.claims, receipts).catch(() => undefined);
  if (record === null) return withStatus(report, null);
  const status = record && (await partOf(report.claims, receipts, "status"));
  const proof = held.proof ?? (record ? await partOf(report.claims, receipts, "proof") : null);
  const whole = withoutProof(await verify(token, known, { ...held, proof, status: status ?? null }), proof);
  const unsigned = whole.checks.at(-1).ok === null;
  return record && unsigned ? withStatus(whole, record) : whole;
}

function withoutProof(report, proof) {
  if (proof) return report;
  const detail = "the service has no proof of it yet: a new receipt is in the log within a minute";
  return { ...report, checks: report.checks.map((each) => (each.name === "inclusion" ? { ...each, detail } : each)) };
}
