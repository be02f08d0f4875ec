// `/receipts/verify`: the form is not sent. What stands in it is checked here, and told in the page's own words.

import { canonical, isObject, parse } from "./receipt/json.js";
import { told, titleOf, toneOf } from "./receipt/told.js";
import { checked, Unreachable } from "./receipt/service.js";
import { NoKeys } from "./receipt/keys.js";
import { utf8 } from "./receipt/bytes.js";

const MOST = 4194304; // bytes of a file
const TOKEN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]*$/;
const form = document.querySelector("form[data-verify]");
const status = document.getElementById("verify-status");
const mistake = document.getElementById("mistake");
const section = document.getElementById("report");
const field = (name) => form.elements.namedItem(name);
const given = (name) => (field(name).value.trim() ? utf8(field(name).value) : null);

class Told extends Error {}

// -- what is held against the receipt --------------------------------------------------------------
function read(text) {
  try {
    return parse(utf8(text));
  } catch {
    return null;
  }
}

function tokenIn(text) {
  const value = read(text);
  return isObject(value) && typeof value.receipt === "string" ? value.receipt.trim() : "";
}

const laidOut = (value) => (value === undefined || value === null ? "" : canonical(value));

// Puts a file's text into the field where it belongs: an evidence file fills all four.
function sort(text) {
  const value = read(text);
  if (TOKEN.test(text.trim())) return { receipt: text.trim() };
  if (text.startsWith("c2sp.org/tlog-proof")) return { proof: text };
  if (!isObject(value)) throw new Told("A file is neither a receipt nor an answer, a request or a log proof.");
  if (typeof value.format === "string" && value.format.startsWith("quoteproof-evidence/")) {
    const { receipt, result, request, proof } = value;
    return { receipt, result: laidOut(result), request: laidOut(request), proof: proof ?? "" };
  }
  if ("result" in value || "results" in value) {
    return tokenIn(text) ? { receipt: tokenIn(text), result: text } : { result: text };
  }
  return { request: text };
}

async function open(files) {
  for (const file of files) {
    if (file.size > MOST) throw new Told("A file is too large to be any of these.");
    const found = sort(await file.text());
    for (const [name, text] of Object.entries(found)) field(name).value = text;
  }
  if (["result", "request", "proof"].some(given)) form.querySelector("details").open = true;
}

// -- the whole check -------------------------------------------------------------------------------
const check = (token) => {
  const held = { result: given("result"), request: given("request"), proof: given("proof") };
  return checked(token, held, form.dataset);
};

function show(report) {
  const title = document.getElementById("report-title");
  title.textContent = titleOf(report);
  section.dataset.tone = toneOf(report);
  document.getElementById("found").replaceChildren(...told(report));
  section.hidden = false;
  title.focus();
}

function complain(text) {
  mistake.textContent = text;
  mistake.hidden = !text;
  field("receipt").toggleAttribute("aria-invalid", false);
  if (text) field("receipt").setAttribute("aria-invalid", "true");
}

async function run() {
  const token = field("receipt").value.trim() || tokenIn(field("result").value);
  section.hidden = true;
  complain(token ? "" : "Paste the receipt, or the answer that holds it.");
  if (!token) return field("receipt").focus();
  status.textContent = "Checking …";
  await guarded(async () => show(await check(token)));
}

// Whether the work was done; if not, the visitor is told why.
async function guarded(work) {
  try {
    await work();
    status.textContent = "";
    delete status.dataset.tone;
    return true;
  } catch (error) {
    status.dataset.tone = "wrong";
    status.textContent = error instanceof NoKeys ? "The service's public keys cannot be read." : error.message;
    if (![Told, NoKeys, Unreachable].some((kind) => error instanceof kind)) throw error;
    return false;
  }
}

async function take(files) {
  if (await guarded(() => open(files))) await run();
}

function fromAddress() {
  const token = new URLSearchParams(location.hash.slice(1)).get("receipt");
  if (!token) return;
  field("receipt").value = token;
  run();
}

// A page that came without TLS from another machine has no cryptography: then the form is sent.
if (globalThis.crypto?.subtle) {
  for (const part of document.querySelectorAll("[data-with-script]")) part.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  field("files").addEventListener("change", (event) => take(event.target.files));
  document.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => form.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    form.classList.remove("dropping");
    take(event.dataTransfer.files);
  });
  window.addEventListener("hashchange", fromAddress);
  fromAddress();
}
