// Bytes as text, in the one spelling that each of them has, and their hash.

const latin = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

export const utf8 = (text) => new TextEncoder().encode(text);

export const base64 = (bytes) => btoa(latin(bytes));

export const base64url = (bytes) => base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

// The bytes of standard base64, or null for anything but what `base64` writes.
export function unbase64(text) {
  let bytes;
  try {
    bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  } catch {
    return null;
  }
  return base64(bytes) === text ? bytes : null;
}

// The bytes of base64url without padding, or null for anything but what `base64url` writes: a reader that passes over
// the unused bits of the last letter takes up to fifteen other spellings of one signature.
export function unbase64url(text) {
  if (!/^[A-Za-z0-9_-]*$/.test(text) || text.length % 4 === 1) return null;
  const padding = "=".repeat((4 - (text.length % 4)) % 4);
  return unbase64(text.replaceAll("-", "+").replaceAll("_", "/") + padding);
}

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const sha256Hex = async (text) => hex(await sha256(utf8(text)));

export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const same = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);
