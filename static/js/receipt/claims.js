// What a receipt claims: version 1, its members' types, and its one spelling, so that every reader sees the same.

import { canonical, isObject, parse } from "./json.js";

export class InvalidClaims extends Error {}

const DEPTH = 8;
const text = (value) => typeof value === "string";
const count = (value) => Number.isSafeInteger(value) && value >= 0;
const flag = (value) => typeof value === "boolean";
const times = (value) => text(value) || count(value);
const range = (value) => Array.isArray(value) && value.length === 2 && value.every(count);
const only = (...values) => (value) => values.includes(value);
const like = (pattern) => (value) => text(value) && pattern.test(value);
const hash = like(/^[0-9a-f]{64}$/);
const jti = like(/^rcp_[a-z2-7]{26}$/);
const all = (rule, ...names) => Object.fromEntries(names.map((name) => [name, rule]));

// A shape is [required, optional]; a list of one shape is in `many`.
const object = (required, optional = {}) => (value, place) => check(value, required, optional, place);
const many = (shapeOf) => (value, place) => {
  if (!Array.isArray(value)) throw new InvalidClaims(`${place} is not a list`);
  value.forEach((item, at) => shapeOf(item)(item, `${place}/${at}`));
  return true;
};

const FETCHED = object(all(text, "url", "final_url", "fetched_at", "extraction"), {
  http_status: count,
  content_type: text,
  content_sha256: hash,
  extraction_sha256: hash,
  extracted_chars: count,
  reason: text,
  robots: only("allowed", "disallowed", "unavailable"),
});
const SUPPLIED = object({ kind: only("supplied"), text_sha256: hash, code_points: count, bytes: count });
const VERDICT = object(
  { index: count },
  {
    ...all(text, "status", "match", "reason", "score"),
    ...all(count, "source_index", "start", "end"),
    unit: only("utf16", "code_point"),
    occurrences: times,
    quote_sha256: hash,
  },
);
const CHARGE = all(text, "network", "asset", "amount", "pay_to", "payer", "nonce", "tx");
const IN_SANDBOX = object({ ...CHARGE, tier: only("sandbox") });
const ON_CHAIN = object({ ...CHARGE, log_index: count, block: count, finality: only("included", "safe", "finalized") });

const REQUIRED = {
  v: only(1),
  iss: like(/^https?:\/\/[!-~]{1,253}$/),
  jti,
  iat: count,
  scope: only("textual_quotation_not_truth"),
  tool: object({ name: text, version: text, contract_sha256: hash }),
  norm: object({ id: text, sha256: hash }),
  req: object(
    { sha256: hash },
    { quote_sha256: hash, match: text, case_sensitive: flag, threshold: text, slice: range },
  ),
  src: many((source) => (isObject(source) && "kind" in source ? SUPPLIED : FETCHED)),
  res: object({ sha256: hash, decisive: count, unknown: count, verdicts: many(() => VERDICT) }),
  pay: (value, place) => (isObject(value) && "tier" in value ? IN_SANDBOX : ON_CHAIN)(value, place),
};
const OPTIONAL = {
  flags: object({ sha256: hash, count, ruleset: text }),
  log: object({ origin: text, mmd: count }),
  prev: jti,
};

function check(value, required, optional, place) {
  if (!isObject(value)) throw new InvalidClaims(`${place || "the payload"} is not an object`);
  const inner = (name) => (place ? `${place}/${name}` : name);
  for (const name of Object.keys(required)) {
    if (!(name in value)) throw new InvalidClaims(`${inner(name)} is missing`);
  }
  for (const [name, rule] of Object.entries({ ...required, ...optional })) {
    if (name in value && !rule(value[name], inner(name))) {
      throw new InvalidClaims(`${inner(name)} is not what belongs there`);
    }
  }
  return true;
}

function hasFraction(value) {
  if (typeof value === "number") return !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some(hasFraction);
}

// The claims in a payload whose signature is good; InvalidClaims says where and why, and repeats nothing of it.
export function parseClaims(payload) {
  let claims, form;
  try {
    claims = parse(payload, DEPTH);
    form = canonical(claims);
  } catch {
    throw new InvalidClaims("not strict JSON");
  }
  if (form !== new TextDecoder().decode(payload)) throw new InvalidClaims("not in canonical form (RFC 8785)");
  if (hasFraction(claims)) throw new InvalidClaims("a number with a fraction");
  check(claims, REQUIRED, OPTIONAL, "");
  const { decisive, unknown, verdicts } = claims.res;
  if (decisive + unknown !== verdicts.length) {
    throw new InvalidClaims("res: decisive and unknown do not add up to the verdicts");
  }
  return claims;
}
