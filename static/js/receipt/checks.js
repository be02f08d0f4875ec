// The ten checks of a receipt, as the service and `python -m quoteproof.verify` make them, made on this machine: each
// is true, false, or null where it was not asked for or could not be reached.

import { InvalidClaims, parseClaims } from "./claims.js";
import { checkRequest, checkResult, Misfit } from "./fit.js";
import { checkInclusion, InvalidProof } from "./log.js";
import { isEarly, isLate } from "./keys.js";
import { InvalidStatements, readStatements } from "./statements.js";
import { InvalidToken, verifyToken } from "./token.js";

export const NAMES = [
  "format",
  "algorithm",
  "type",
  "key",
  "signature",
  "claims",
  "result",
  "request",
  "inclusion",
  "status",
];
const GOOD = ["valid", "finality_upgraded"];
// One of a lost key that the log holds stands too: it was the service that issued it.
const LOST = "key_compromise";

const passed = { ok: true, detail: "" };
const failed = (detail) => ({ ok: false, detail });
const unasked = (detail) => ({ ok: null, detail });

// The report on a receipt; `result`, `request`, `proof` and `status` (what the service answers about it) are bytes, or
// null where there are none to hold against it. `status` in it: what has become of it, where that can be relied on.
export async function verify(token, keys, { result = null, request = null, proof = null, status = null } = {}) {
  let signed, claims;
  try {
    signed = await verifyToken(token, keys);
    claims = parseClaims(signed.payload);
  } catch (error) {
    if (error instanceof InvalidToken) return broken(error.check, error.message);
    if (error instanceof InvalidClaims) return broken("claims", error.message);
    throw error;
  }
  const inclusion = await included(signed.payload, claims, keys, proof);
  const stated = await became(claims, keys, status, inclusion.ok === true);
  const found = {
    key: standing(signed.key, claims.iat, inclusion.ok === true),
    result: await answered(token, claims, keys, result),
    request: await asked(claims, request),
    inclusion,
    status: stated.check,
  };
  return { claims, status: stated.known ?? null, newest: stated.newest ?? null, checks: NAMES.map((name) => ({ name, ...(found[name] ?? passed) })) };
}

// The same with what the service has on record; null: it has no such receipt.
export function withStatus(report, status) {
  const detail = status ?? "the service has no such receipt on record";
  const inLog = report.checks.some(({ name, ok }) => name === "inclusion" && ok);
  const check = { name: "status", ok: stands(status, inLog), detail };
  return { ...report, status, checks: [...report.checks.slice(0, -1), check] };
}

const stands = (status, inLog) => GOOD.includes(status) || (status === LOST && inLog);

// The check of what has become of it. That nothing was stated is signed by nobody.
async function became(claims, keys, answer, inLog) {
  if (answer === null) return { check: unasked("only the service knows what has become of it") };
  try {
    const { status, newest } = await readStatements(answer, claims, keys);
    if (!newest && status === "valid") {
      return { check: unasked("nothing was stated of it by then, says the answer, unsigned") };
    }
    return { check: { ok: stands(status, inLog), detail: status }, known: status, newest };
  } catch (error) {
    if (error instanceof InvalidStatements) return { check: failed(error.message) };
    throw error;
  }
}

export const isValid = (report) => report.checks.every((check) => check.ok !== false);

// What stands before the failed check was passed, what stands behind it can't be asked.
function broken(name, detail) {
  const at = NAMES.indexOf(name);
  const outcome = (index) => (index < at ? passed : index === at ? failed(detail) : unasked("not reached"));
  return { claims: null, checks: NAMES.map((each, index) => ({ name: each, ...outcome(index) })) };
}

// Whether the key may have signed then. One that may be in other hands proves nothing without the log.
function standing(key, iat, inLog) {
  if (key.revoked_at !== undefined) {
    const why = "the key may be in other hands";
    if (!inLog) return failed(`${why}; a log proof may help`);
    return { ok: true, detail: `${why}, but the log holds the receipt` };
  }
  if (isEarly(key, iat)) return failed("the receipt is older than its key's use");
  if (isLate(key, iat)) return failed("the receipt is younger than its key's use");
  return passed;
}

// Runs a check that throws one of `kind` where it fails.
async function made(kind, run) {
  try {
    await run();
    return passed;
  } catch (error) {
    if (error instanceof kind) return failed(error.message);
    throw error;
  }
}

async function included(payload, claims, keys, proof) {
  if (proof === null) return unasked("no proof was given");
  const trusted = new Map([...keys].filter(([, key]) => key.revoked_at === undefined));
  const origin = claims.log?.origin ?? `${claims.iss.split("://")[1].replace(/\/+$/, "")}/log`;
  return made(InvalidProof, () => checkInclusion(payload, proof, trusted, origin));
}

async function answered(token, claims, keys, result) {
  if (result === null) return unasked("no answer was given to hold against it");
  return made(Misfit, async () => {
    const held = await checkResult(claims, result);
    if (held === null || held === token || (await attestsTheSame(held, claims, keys))) return;
    throw new Misfit("the answer holds another receipt");
  });
}

// Whether the token in the answer is an earlier receipt of it: a later one leaves the answer as it was.
async function attestsTheSame(held, claims, keys) {
  let earlier;
  try {
    earlier = parseClaims((await verifyToken(held, keys)).payload);
  } catch (error) {
    if (error instanceof InvalidToken || error instanceof InvalidClaims) return false;
    throw error;
  }
  const fits = ["res", "req"].every((name) => earlier[name].sha256 === claims[name].sha256);
  return fits && earlier.iss === claims.iss && "prev" in claims;
}

async function asked(claims, request) {
  if (request === null) return unasked("no request was given to hold against it");
  return made(Misfit, () => checkRequest(claims, request));
}
