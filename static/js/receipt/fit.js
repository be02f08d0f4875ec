// Whether an answer and a request are those that a receipt attests. The hash decides, by value: white space and the
// order of members are free. Where it is another one, what the receipt says in clear narrows down what was changed.

import { sha256Hex } from "./bytes.js";
import { canonical, isObject, NoForm, parse } from "./json.js";

export class Misfit extends Error {}

const ROUTES = new Map([
  ["quoteproof", "/v1/verify/quotes"],
  ["text-quote", "/v1/verify/text-quote"],
  ["quote", "/v1/verify/quote"],
  ["document", "/v1/verify/document"],
]);

function read(bytes, what) {
  try {
    const value = parse(bytes);
    return { value, form: canonical(value) };
  } catch (error) {
    throw new Misfit(error instanceof NoForm ? `${what} has no canonical form` : `${what} is not strict JSON`);
  }
}

// The token that the answer holds, or null; Misfit if the answer is another one. One as long as the answer that was
// served must be that to the byte.
export async function checkResult(claims, bytes) {
  const { value, form } = read(bytes, "the answer");
  if (!isObject(value)) throw new Misfit("the answer is not a JSON object");
  const { receipt = null, ...sealed } = value;
  const places = disagreements(claims.res, sealed).join(", ");
  if ((await sha256Hex(canonical(sealed))) !== claims.res.sha256) {
    throw new Misfit(`the answer's SHA-256 is another one${places && `; what differs: ${places}`}`);
  }
  const served = new TextEncoder().encode(form);
  if (served.length === bytes.length && !served.every((byte, at) => byte === bytes[at])) {
    throw new Misfit("the answer is not spelled as it was served");
  }
  if (places) throw new Misfit(`the receipt's own summary says otherwise: ${places}`);
  if (receipt !== null && typeof receipt !== "string") throw new Misfit("the answer's receipt is no token");
  return receipt;
}

// Misfit if it is not the request: its body as it was posted, or an object of `body` and `route` alone.
export async function checkRequest(claims, bytes) {
  const { value } = read(bytes, "the request");
  const whole = isObject(value) && Object.keys(value).sort().join() === "body,route";
  const asked = whole ? value : { body: value, route: ROUTES.get(claims.tool.name) ?? "" };
  if ((await sha256Hex(canonical(asked))) === claims.req.sha256) return;
  const places = (await changes(claims, asked.body)).join(", ");
  throw new Misfit(`the request's SHA-256 is another one${places && `; what differs: ${places}`}`);
}

// Places in the answer that differ from the receipt's summary of it.
function disagreements(res, answer) {
  const rows = rowsOf(answer);
  const said = new Map(res.verdicts.map((verdict) => [verdict.index, verdict]));
  const found = [];
  const shared = [...rows.keys()].filter((index) => said.has(index)).sort((a, b) => a - b);
  if (shared.length !== rows.size || shared.length !== said.size) found.push("the number of verdicts");
  for (const index of shared) {
    const row = rows.get(index);
    for (const name of Object.keys(row).sort()) {
      if (row[name] !== (said.get(index)[name] ?? null)) found.push(`${name} of verdict ${index}`);
    }
  }
  if (isObject(answer.summary)) {
    for (const name of ["decisive", "unknown"]) if (answer.summary[name] !== res[name]) found.push(`summary/${name}`);
  }
  return found;
}

// What an answer of any contract says of each quote, in the receipt's words.
function rowsOf(answer) {
  if (isObject(answer.result)) return new Map([[0, one(answer.result)]]);
  const several = Array.isArray(answer.results) ? answer.results.filter(isObject) : [];
  return new Map(
    several.map((each) => {
      const index = "quote_index" in each ? each.quote_index : each.pair_index;
      return [Number.isSafeInteger(index) ? index : -1, "match" in each ? one(each) : row(each)];
    }),
  );
}

function one(result) {
  const found = ["exact", "fuzzy"].includes(result.match);
  const score = result.score ?? null;
  return {
    match: result.match ?? null,
    reason: result.reason ?? null,
    score: typeof score === "number" ? score.toFixed(3) : score,
    start: (found ? result.raw_start : null) ?? null,
    end: (found ? result.raw_end : null) ?? null,
    occurrences: result.occurrences ?? null,
  };
}

function row(result) {
  const first = Array.isArray(result.evidence) && isObject(result.evidence[0]) ? result.evidence[0] : {};
  return {
    source_index: result.source_index ?? null,
    status: result.status ?? null,
    reason: result.reason ?? null,
    start: first.start_char ?? null,
    end: first.end_char ?? null,
    occurrences: result.occurrences ?? null,
  };
}

// Members of a request that are not those whose hashes the receipt holds.
async function changes(claims, body) {
  if (!isObject(body)) return [];
  const expected = { quote: claims.req.quote_sha256, text: claims.src[0]?.text_sha256 };
  const found = [];
  for (const [name, digest] of Object.entries(expected)) {
    const held = typeof body[name] === "string" ? await sha256Hex(body[name]) : null;
    if (digest !== undefined && held !== digest) found.push(name);
  }
  return [...found, ...(await otherPairs(claims.res.verdicts, body.pairs))];
}

// The same of the quotes in a request about several.
async function otherPairs(verdicts, pairs) {
  const found = [];
  for (const { index, quote_sha256: digest } of verdicts) {
    if (digest === undefined) continue;
    const quote = (Array.isArray(pairs) ? pairs : [])[index]?.quote;
    const held = typeof quote === "string" ? await sha256Hex(quote) : null;
    if (held !== digest) found.push(`the quote of pair ${index}`);
  }
  return found;
}
