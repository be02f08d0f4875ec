// The stock x402 buyer in TypeScript's packages: `node pay.mjs URL KEY < body.json` posts the body, pays what is
// asked, and prints the answer's status, body and PAYMENT-RESPONSE as one JSON object.
import { readFileSync } from "node:fs";
import { ExactEvmScheme } from "@x402/evm";
import { decodePaymentResponseHeader, wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const [url, key] = process.argv.slice(2);
const client = new ExactEvmScheme(privateKeyToAccount(key));
const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: "eip155:84532", client }] });
const response = await pay(url, {
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: readFileSync(0),
});
const paid = response.headers.get("PAYMENT-RESPONSE");
const payment = paid && decodePaymentResponseHeader(paid);
console.log(JSON.stringify({ status: response.status, body: await response.json(), payment }));
