// The ten checks of a receipt, as the service and `python -m quoteproof.verify` make them, made on this machine: each
// is true, false, or null where it was not asked for or could not be reached.

import { InvalidClaims, parseClaims } from "./claims.js";
import { checkRequest, checkResult, Misfit } from "./fit.js";
import { checkInclusion, InvalidProof } from "./log.js";
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
// Seconds that a receipt may be older than its key's first use, and younger than its end.
const EARLY_S = 600;
const LATE_S = 86400;

const passed = { ok: true, detail: "" };
const failed = (detail) => ({ ok: false, detail });
const unasked = (detail) => ({ ok: null, detail });

// The report on a receipt; `result`, `request` and `proof` are bytes, or null where there are none to hold against it.
export async function verify(token, keys, { result = null, request = null, proof = null } = {}) {
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
  const found = {
    key: standing(signed.key, claims.iat, inclusion.ok === true),
    result: await answered(token, claims, keys, result),
    request: await asked(claims, request),
    inclusion,
    status: unasked("only the service knows what has become of it"),
  };
  return { claims, checks: NAMES.map((name) => ({ name, ...(found[name] ?? passed) })) };
}

// The same with what the service has on record; null: it has no such receipt.
export function withStatus(report, status) {
  const detail = status ?? "the service has no such receipt on record";
  const check = { name: "status", ok: GOOD.includes(status), detail };
  return { ...report, checks: [...report.checks.slice(0, -1), check] };
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
  if (key.nbf !== undefined && iat < key.nbf - EARLY_S) return failed("the receipt is older than its key's use");
  if (key.exp !== undefined && iat > key.exp + LATE_S) return failed("the receipt is younger than its key's use");
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
