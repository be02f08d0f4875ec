// Pays for one call with the stock TypeScript client: node buy.mjs URL KEY BODY; prints status, headers, body.
import { ExactEvmScheme } from "@x402/evm";
import { wrapFetchWithPaymentFromConfig } from "@x402/fetch";
import { privateKeyToAccount } from "viem/accounts";

const [url, key, body] = process.argv.slice(2);
const pays = wrapFetchWithPaymentFromConfig(fetch, {
  schemes: [{ network: "eip155:84532", client: new ExactEvmScheme(privateKeyToAccount(key)) }],
});
const response = await pays(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
const headers = Object.fromEntries(response.headers);
console.log(JSON.stringify({ status: response.status, headers, body: await response.text() }));
