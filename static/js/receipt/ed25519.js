// Ed25519 (RFC 8032): the browser's own where it has it, else a library of one file that is loaded only then.

const NAME = { name: "Ed25519" };
const BASE_POINT = new Uint8Array(32).fill(0x66);
BASE_POINT[0] = 0x58;

const imported = (key) => crypto.subtle.importKey("raw", key, NAME, false, ["verify"]);

async function own() {
  await imported(BASE_POINT); // rejected where the browser has no Ed25519
  return async (key, signature, message) => {
    const verifier = await imported(key).catch(() => null); // null: 32 bytes that are no key
    return verifier !== null && crypto.subtle.verify(NAME, verifier, signature, message);
  };
}

async function library() {
  const { verifyAsync } = await import("./vendor/noble-ed25519.js");
  return (key, signature, message) => verifyAsync(signature, message, key, { zip215: false });
}

let chosen = null;

// Whether `signature` is the signature over `message` by the key of 32 bytes.
export async function fits(key, signature, message) {
  if (signature.length !== 64) return false;
  chosen ??= own().catch(library);
  const verify = await chosen;
  return verify(key, signature, message);
}
