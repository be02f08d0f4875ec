// The form as an x402 client (version 2, scheme exact): ask for the offer, let the wallet sign it, send the same
// request with its payment, go to the check.
//
// One request is signed once. Until its outcome is known the same signature is sent again, whatever happens on
// the way; only an answer which says that nothing was taken lets the next try sign anew.

const form = document.querySelector("form[data-draft]");
const status = document.getElementById("pay-status");
const WAITS_S = [2, 3, 5, 8, 13, 20];
const TYPES = {
  EIP712Domain: [
    { name: "name", type: "string" },
    { name: "version", type: "string" },
    { name: "chainId", type: "uint256" },
    { name: "verifyingContract", type: "address" },
  ],
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: "uint256" },
    { name: "validAfter", type: "uint256" },
    { name: "validBefore", type: "uint256" },
    { name: "nonce", type: "bytes32" },
  ],
};

let busy = false;
let signed = null; // { path, body, header } of a payment whose outcome is not known yet

class Told extends Error {}

function say(text, tone = "") {
  status.textContent = text;
  status.dataset.tone = tone;
}

const sleep = (seconds) => new Promise((done) => setTimeout(done, seconds * 1000));

// -- base64 of JSON, as the payment headers hold it ------------------------------------------------
const encode = (value) => btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))));
const decode = (text) => JSON.parse(new TextDecoder().decode(Uint8Array.from(atob(text), (c) => c.charCodeAt(0))));

// -- wallets in the browser (EIP-6963, EIP-1193) ---------------------------------------------------
const wallets = [];

function offerWallet(name, provider) {
  if (wallets.includes(provider)) return;
  const label = document.createElement("label");
  const radio = document.createElement("input");
  Object.assign(radio, { type: "radio", name: "wallet", value: wallets.push(provider) - 1 });
  radio.checked = wallets.length === 1;
  label.append(radio, document.createTextNode(name));
  const list = document.getElementById("wallets");
  list.append(label);
  list.hidden = false;
}

if (!form.dataset.sign) {
  window.addEventListener("eip6963:announceProvider", ({ detail }) => offerWallet(detail.info.name, detail.provider));
  window.dispatchEvent(new Event("eip6963:requestProvider"));
}

function chosenWallet() {
  if (!wallets.length && window.ethereum) offerWallet("Browser wallet", window.ethereum);
  const radio = form.querySelector("[name=wallet]:checked");
  if (!radio) throw new Told("No wallet was found in this browser.");
  return wallets[radio.value];
}

function authorization(accepted, from, now) {
  const nonce = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0"));
  return {
    from,
    to: accepted.payTo,
    value: accepted.amount,
    validAfter: "0",
    validBefore: String(now + accepted.maxTimeoutSeconds),
    nonce: `0x${nonce.join("")}`,
  };
}

// Wallets refuse to sign for a chain other than the one they are on; some know no such method and just sign.
async function onChain(wallet, chainId) {
  const params = [{ chainId: `0x${chainId.toString(16)}` }];
  try {
    await wallet.request({ method: "wallet_switchEthereumChain", params });
  } catch (error) {
    if (error?.code === 4001) throw error;
  }
}

async function signWithWallet(header, now) {
  const wallet = chosenWallet();
  const offer = decode(header);
  const accepted = offer.accepts[0];
  const chainId = Number(accepted.network.split(":")[1]);
  const [from] = await wallet.request({ method: "eth_requestAccounts" });
  await onChain(wallet, chainId);
  const message = authorization(accepted, from, now);
  const domain = { ...accepted.extra, chainId, verifyingContract: accepted.asset };
  const typed = { types: TYPES, primaryType: "TransferWithAuthorization", domain, message };
  const signature = await wallet.request({ method: "eth_signTypedData_v4", params: [from, JSON.stringify(typed)] });
  const payload = { signature, authorization: message };
  return encode({ x402Version: 2, accepted, payload, resource: offer.resource });
}

async function signInSandbox(header) {
  const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
  const response = await fetch(form.dataset.sign, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": token },
    body: JSON.stringify({ offer: header }),
  });
  if (!response.ok) throw new Told(await problemText(response));
  return (await response.json()).payment_signature;
}

async function sign(header, now) {
  if (form.dataset.sign) return signInSandbox(header);
  try {
    return await signWithWallet(header, now);
  } catch (error) {
    if (error instanceof Told) throw error;
    throw new Told(error?.code === 4001 ? "You declined in your wallet. Nothing was paid." : "The wallet did not sign. Nothing was paid.");
  }
}

// -- the service -----------------------------------------------------------------------------------
const problem = (response) => response.clone().json().catch(() => ({}));

async function problemText(response) {
  const { title, detail, reason } = await problem(response);
  const refusal = response.status === 402 && form.querySelector(`[data-refusal="${CSS.escape(reason)}"]`);
  if (refusal) return `${refusal.textContent} Nothing was paid.`;
  return title ? `${title}. ${detail}` : `The service answered with status ${response.status}.`;
}

function ask(path, body, headers = {}) {
  return fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body,
  });
}

async function pay(path, body, key) {
  if (signed?.body !== body || signed.path !== path) {
    say("Asking for the offer …");
    const offered = await ask(path, body);
    const header = offered.headers.get("PAYMENT-REQUIRED");
    if (!header) throw new Told(await problemText(offered));
    say(form.dataset.sign ? "Paying …" : "Please sign in your wallet …");
    const now = Math.floor((Date.parse(offered.headers.get("Date")) || Date.now()) / 1000);
    signed = { path, body, header: await sign(header, now) };
  }
  say("Paying …");
  return send(path, body, key);
}

async function send(path, body, key) {
  const headers = { "PAYMENT-SIGNATURE": signed.header, "Idempotency-Key": key, Prefer: "respond-async" };
  for (const wait of [...WAITS_S, null]) {
    // No answer, or one from in between, says nothing about the payment.
    const response = await ask(path, body, headers).catch(() => null);
    if (response && ((await decided(response)) || (wait === null && (await checkOf(response))))) return response;
    if (wait === null) break;
    say("No final answer yet. The same payment is asked about again; you need not sign anything.");
    await sleep(Math.max(wait, Math.min(Number(response?.headers.get("Retry-After")) || 0, 60)));
  }
  throw new Told("There is no final answer yet. Press the button again: the same payment is sent, no second one is made.");
}

async function decided(response) {
  if (response.status < 500) return response.status !== 429;
  return (await problem(response)).retry_with === "new_authorization";
}

async function checkOf(response) {
  const told = await problem(response);
  return response.headers.get("QuoteProof-Check") ?? told.check ?? told.status_url?.split("/").pop();
}

async function run(pressed) {
  const drafted = await fetch(form.dataset.draft, { method: "POST", body: new FormData(form, pressed) });
  // Mistakes are worded and placed by the server: the form is sent to it as it is.
  if (!drafted.ok) return form.submit();
  const { path, request, key } = await drafted.json();
  const response = await pay(path, JSON.stringify(request), key);
  const check = await checkOf(response);
  if (check && response.status !== 402) return location.assign(`/checks/${encodeURIComponent(check)}`);
  signed = null;
  throw new Told(await problemText(response));
}

form.addEventListener("submit", async (event) => {
  if (event.submitter?.hasAttribute("data-plain")) return; // asks for nothing that is paid
  event.preventDefault();
  if (busy) return;
  busy = true;
  const button = event.submitter ?? form.querySelector("[data-submit]");
  button.setAttribute("aria-disabled", "true");
  try {
    await run(button);
  } catch (error) {
    say(error instanceof Told ? error.message : "The connection failed. Press the button to try again.", "wrong");
  } finally {
    busy = false;
    button.removeAttribute("aria-disabled");
  }
});
