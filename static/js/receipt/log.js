// Whether the transparency log holds a receipt: an inclusion proof (RFC 6962) as text (c2sp.org/tlog-proof@v1) under a
// signed checkpoint (c2sp.org/tlog-checkpoint, c2sp.org/signed-note).

import { joined, same, sha256, unbase64, utf8 } from "./bytes.js";
import { fits } from "./ed25519.js";

export class InvalidProof extends Error {}

const HEADER = "c2sp.org/tlog-proof@v1";
const NOTE_MAX = 65536;
const HEAD_MAX = 65536;
const HASHES_MAX = 63;
const SIGNATURES_MAX = 64;
const ED25519 = Uint8Array.of(1);
const SIZE_MAX = 2n ** 63n - 1n;

function decode(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new InvalidProof("not UTF-8");
  }
}

function bytesOf(text, length) {
  const raw = unbase64(text);
  if (!raw || (length && raw.length !== length)) throw new InvalidProof("not base64, or of another length");
  return raw;
}

function number(digits) {
  const value = /^(0|[1-9][0-9]{0,18})$/.test(digits ?? "") ? BigInt(digits) : -1n;
  if (value < 0n || value > SIZE_MAX) throw new InvalidProof("not a number");
  return value;
}

function parseProof(text) {
  const gap = text.indexOf("\n\n");
  if (gap < 0 || gap > HEAD_MAX || utf8(text).length > HEAD_MAX + NOTE_MAX) {
    throw new InvalidProof("not a log proof, or too long");
  }
  const lines = text.slice(0, gap).split("\n");
  if (lines.shift() !== HEADER) throw new InvalidProof(`does not begin with ${HEADER}`);
  if (lines[0]?.startsWith("extra ")) bytesOf(lines.shift().slice(6));
  const [word, digits, ...rest] = (lines.shift() ?? "").split(" ");
  if (word !== "index" || rest.length) throw new InvalidProof("no index");
  const index = number(digits);
  if (lines.length > HASHES_MAX) throw new InvalidProof("more hashes than any tree is high");
  return { index, hashes: lines.map((line) => bytesOf(line, 32)), note: text.slice(gap + 2) };
}

function parseNote(note) {
  const gap = note.lastIndexOf("\n\n");
  if (gap < 0 || !note.endsWith("\n") || note.length < gap + 3 || /[\u0000-\u0009\u000b-\u001f]/.test(note)) {
    throw new InvalidProof("not a signed note");
  }
  const text = note.slice(0, gap + 1);
  const [origin, size, root, ...extensions] = text.slice(0, -1).split("\n");
  if (!origin || root === undefined || extensions.includes("")) throw new InvalidProof("not a checkpoint");
  const lines = note.slice(gap + 2, -1).split("\n");
  if (lines.length > SIGNATURES_MAX) throw new InvalidProof("too many signatures");
  return { text, origin, size: number(size), root: bytesOf(root, 32), signatures: lines.map(signatureOf) };
}

function signatureOf(line) {
  const [, name, encoded] = /^\u2014 ([^\s+]+) (.+)$/.exec(line) ?? [];
  if (!name) throw new InvalidProof("not a signature line");
  const raw = bytesOf(encoded);
  if (raw.length <= 4) throw new InvalidProof("not a signature line");
  return { name, id: raw.slice(0, 4), signature: raw.slice(4) };
}

// One of `keys` signed the checkpoint, and none of their signatures on it is wrong.
async function checkSignatures({ text, origin, signatures }, keys) {
  let good = 0;
  for (const { raw } of keys.values()) {
    const id = (await sha256(joined(utf8(`${origin}\n`), ED25519, raw))).slice(0, 4);
    for (const each of signatures) {
      if (each.name !== origin || !same(each.id, id)) continue;
      const fit = await fits(raw, each.signature, utf8(text));
      if (!fit) throw new InvalidProof("the checkpoint's signature does not fit");
      good += 1;
    }
  }
  if (!good) throw new InvalidProof("no known key signed the checkpoint");
}

// The root that the proof leads to from the leaf (RFC 9162, 2.1.3.2).
async function rootOf(leaf, index, size, hashes) {
  if (index >= size) throw new InvalidProof("no such entry in a tree of that size");
  let [at, last, found] = [index, size - 1n, leaf];
  const node = (left, right) => sha256(joined(Uint8Array.of(1), left, right));
  for (const sibling of hashes) {
    if (last === 0n) throw new InvalidProof("the proof is too long");
    if (at & 1n || at === last) {
      found = await node(sibling, found);
      while (at && !(at & 1n)) [at, last] = [at >> 1n, last >> 1n];
    } else {
      found = await node(found, sibling);
    }
    [at, last] = [at >> 1n, last >> 1n];
  }
  if (last !== 0n) throw new InvalidProof("the proof is too short");
  return found;
}

// InvalidProof unless a log of that origin, by a checkpoint of one of `keys`, holds the receipt's payload.
export async function checkInclusion(payload, bytes, keys, origin) {
  const { index, hashes, note } = parseProof(decode(bytes));
  if (utf8(note).length > NOTE_MAX) throw new InvalidProof("the checkpoint is too long");
  const checkpoint = parseNote(note);
  if (checkpoint.origin !== origin) throw new InvalidProof("the checkpoint is another log's");
  await checkSignatures(checkpoint, keys);
  const leaf = await sha256(joined(Uint8Array.of(0), await sha256(payload)));
  if (!same(await rootOf(leaf, index, checkpoint.size, hashes), checkpoint.root)) {
    throw new InvalidProof("the proof doesn't lead to the root");
  }
}
