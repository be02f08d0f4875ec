// A report as the page tells it. All words that depend on a code are the page's own, in its template `words`; what a
// receipt says is set as text, never as markup.

import { isValid } from "./checks.js";

const words = document.getElementById("words").content;
const TONES = new Map([
  [true, "found"],
  [false, "absent"],
  [null, "unknown"],
]);
const UNITS = { utf16: "UTF-16 code units", code_point: "code points" };

// Elements from a tag, what is in it, and its class.
function element(tag, content, className = "") {
  const made = document.createElement(tag);
  made.append(...[content].flat());
  if (className) made.className = className;
  return made;
}

const word = (kind, code) => words.querySelector(`[data-${kind}="${CSS.escape(code)}"]`);
const long = (text) => element("code", text, "long");

// What has become of a receipt that is genuine all the same, or "".
function withdrawnAs({ checks, status }) {
  const failed = checks.filter((each) => each.ok === false).map((each) => each.name);
  return failed.join() === "status" ? (word("withdrawn", status ?? "")?.textContent ?? "") : "";
}

// What came out, in one line: a genuine receipt that was withdrawn is told from a forged one.
export function titleOf(report) {
  if (isValid(report)) return "Valid";
  if (withdrawnAs(report)) return `Genuine, but withdrawn: ${withdrawnAs(report)}`;
  const failed = report.checks.filter((each) => each.ok === false).map((each) => each.name);
  return `Not valid: ${failed.join(", ")}`;
}

export function toneOf(report) {
  if (isValid(report)) return "found";
  return withdrawnAs(report) ? "unknown" : "absent";
}

function checkLine({ name, ok, detail }, withdrawn) {
  const outcome = name === "status" && withdrawn ? "withdrawn" : TONES.get(ok);
  const verdict = word("outcome", outcome).firstElementChild.cloneNode(true);
  const asks = element("span", [`${word("check", name).textContent} `, element("code", name)]);
  const line = element("li", [verdict, asks]);
  const said = (name === "status" && word("status", detail)?.textContent) || detail;
  if (said) line.append(element("span", said, "detail"));
  line.dataset.name = name;
  return line;
}

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== undefined);
  return element("dl", shown.flatMap(([name, value]) => [element("dt", name), element("dd", value)]), "facts");
}

// Unix seconds as a moment; past the calendar's end they stay a number.
function moment(seconds) {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return String(seconds);
  const time = element("time", at.toISOString().replace("T", " ").replace(".000Z", " UTC"));
  time.dateTime = at.toISOString();
  return time;
}

// Atomic units as USDC: at least two decimals, and as many more as the amount has.
function usdc(amount) {
  if (!/^[0-9]{1,30}$/.test(amount)) return amount;
  const digits = amount.padStart(7, "0");
  return `${digits.slice(0, -6).replace(/^0+(?=.)/, "")}.${digits.slice(-6).replace(/0+$/, "").padEnd(2, "0")}`;
}

function verdictLine(verdict, sources) {
  const supplied = sources[verdict.source_index]?.kind === "supplied";
  const where = supplied ? "in the supplied text" : `on page ${(verdict.source_index ?? 0) + 1}`;
  const code = verdict.status ?? verdict.match ?? "unknown"; // of an undecided pair
  const known = word("verdict", code);
  const told = known ? [...known.children].map((each) => each.cloneNode(true)) : [element("code", code)];
  const { score, start, end, unit } = verdict;
  const more = score === undefined ? [] : [`Score ${score} of 1. `];
  if (start !== undefined) more.push(`Characters ${start} to ${end} of the text (${UNITS[unit] ?? "unit not named"}).`);
  return element("li", [element("span", `Quote ${verdict.index + 1} ${where}`), ...told, element("span", more)]);
}

function source(said, at) {
  if (said.kind === "supplied") {
    const length = `${said.code_points} characters (code points), ${said.bytes} bytes of UTF-8`;
    return [facts([["Length of the supplied text", length], ["SHA-256 of the text", long(said.text_sha256)]])];
  }
  const page = facts([
    ["Final address", long(said.final_url)],
    ["Decided at", said.fetched_at],
    ["SHA-256 of the bytes", long(said.content_sha256 ?? "none")],
    ["SHA-256 of the text", long(said.extraction_sha256 ?? "none")],
  ]);
  return [element("h4", `Page ${at + 1}`), page];
}

function attested(claims) {
  const test = claims.pay.tier === "sandbox";
  const paid = `${usdc(claims.pay.amount)} ${test ? "test " : ""}USDC by `;
  const money = test ? "This is a sandbox receipt: the payment was test money. " : "";
  return [
    element("h3", "What it attests"),
    element("p", `${money}Comparing bytes with these hashes gave these verdicts.`),
    facts([
      ["Number", long(claims.jti)],
      ["Issued by", long(claims.iss)],
      ["Issued at", moment(claims.iat)],
      ["Contract", `${claims.tool.name} ${claims.tool.version}`],
      ["Paid", [paid, long(claims.pay.payer)]],
      ["Transaction", long(claims.pay.tx)],
    ]),
    element("ol", claims.res.verdicts.map((verdict) => verdictLine(verdict, claims.src)), "overview"),
    ...claims.src.flatMap(source),
  ];
}

// The receipt that took its place, by the newest statement.
function successor({ newest }) {
  if (!/^rcp_[a-z2-7]{26}$/.test(newest?.replacement ?? "")) return [];
  const link = element("a", newest.replacement, "long");
  link.href = `/receipts/${newest.replacement}`;
  return [element("p", ["The receipt that took its place: ", link])];
}

// The nodes that tell a report.
export function told(report) {
  const { checks, claims } = report;
  const withdrawn = withdrawnAs(report);
  const lines = element("ol", checks.map((each) => checkLine(each, withdrawn)), "checks");
  return [...successor(report), lines, ...(claims ? attested(claims) : [])];
}
