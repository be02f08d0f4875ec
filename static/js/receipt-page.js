// `/receipts/{jti}`: the receipt and what was stated of it are verified on the visitor's own machine, and the outcome
// is told above what the service says.

import { checked } from "./receipt/service.js";
import { titleOf, toneOf } from "./receipt/told.js";

const line = document.getElementById("checked");

async function run() {
  const { token, keys, receipts } = line.dataset;
  const report = await checked(token, {}, { keys, receipts });
  line.dataset.tone = toneOf(report);
  line.querySelector("strong").textContent = titleOf(report);
  line.hidden = false;
}

// A page that came without TLS from another machine has no cryptography; where the service doesn't answer, nothing is
// known: then nothing is told.
if (globalThis.crypto?.subtle) run().catch((error) => console.info(error.message));
