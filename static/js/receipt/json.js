// Strict JSON (RFC 8259) and its one canonical form (RFC 8785).
//
// JSON.parse lets a name stand twice and rounds large integers, so that two readers may see two different things in
// the same bytes. Here both are refused, as the service refuses them. Objects have no prototype: any name is data.

export class NotStrict extends Error {}
export class NoForm extends Error {}

const MOST_DEPTH = 32;
const NUMBER = /-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/y;
const PLAIN = /[^"\\\u0000-\u001f]*/y;
const SPACE = /[ \t\n\r]*/y;
const ESCAPES = { '"': '"', "\\": "\\", "/": "/", b: "\b", f: "\f", n: "\n", r: "\r", t: "\t" };
const WORDS = [["true", true], ["false", false], ["null", null]];

class Reader {
  constructor(text, depth) {
    this.text = text;
    this.depth = depth;
    this.at = 0;
  }

  whole() {
    const value = this.value(this.depth);
    this.space();
    if (this.at < this.text.length) throw new NotStrict("text after the end");
    return value;
  }

  space() {
    this.match(SPACE);
  }

  // A sticky pattern at this place, or null; what fits is passed over.
  match(pattern) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at = pattern.lastIndex;
    return found;
  }

  // Whether `mark` comes next, white space aside; it is passed over.
  comes(mark) {
    this.space();
    if (!this.text.startsWith(mark, this.at)) return false;
    this.at += mark.length;
    return true;
  }

  needs(mark) {
    if (!this.comes(mark)) throw new NotStrict(`no ${mark}`);
  }

  value(room) {
    if (room < 1) throw new NotStrict("nested too deep");
    if (this.comes("{")) return this.object(room - 1);
    if (this.comes("[")) return this.array(room - 1);
    if (this.comes('"')) return this.string();
    for (const [word, value] of WORDS) if (this.comes(word)) return value;
    return this.number();
  }

  object(room) {
    const members = Object.create(null);
    if (this.comes("}")) return members;
    do {
      this.needs('"');
      const name = this.string();
      if (name in members) throw new NotStrict("a name twice");
      this.needs(":");
      members[name] = this.value(room);
    } while (this.comes(","));
    this.needs("}");
    return members;
  }

  array(room) {
    const items = [];
    if (this.comes("]")) return items;
    do items.push(this.value(room));
    while (this.comes(","));
    this.needs("]");
    return items;
  }

  string() {
    let value = this.match(PLAIN)[0];
    while (this.text[this.at] === "\\") value += this.escape() + this.match(PLAIN)[0];
    if (this.text[this.at++] !== '"') throw new NotStrict("a string without an end");
    return value;
  }

  escape() {
    const kind = this.text[this.at + 1];
    this.at += 2;
    if (kind !== "u") {
      if (!Object.hasOwn(ESCAPES, kind ?? "")) throw new NotStrict("no escape");
      return ESCAPES[kind];
    }
    const digits = this.text.slice(this.at, this.at + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(digits)) throw new NotStrict("no escape");
    this.at += 4;
    return String.fromCharCode(Number.parseInt(digits, 16));
  }

  number() {
    const found = this.match(NUMBER);
    if (!found) throw new NotStrict("no value");
    const value = Number(found[0]);
    const integer = found[1] === undefined && found[2] === undefined;
    if (!(integer ? Number.isSafeInteger(value) : Number.isFinite(value))) throw new NotStrict("a number out of range");
    return value;
  }
}

// The value of UTF-8 bytes with at most `depth` values inside one another; NotStrict.
export function parse(bytes, depth = MOST_DEPTH) {
  let text;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new NotStrict("not UTF-8");
  }
  return new Reader(text, depth).whole();
}

// The canonical text of what `parse` gives; NoForm for half of a surrogate pair.
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (isObject(value)) {
    const names = Object.keys(value).sort(); // by UTF-16 code units
    return `{${names.map((name) => `${canonical(name)}:${canonical(value[name])}`).join(",")}}`;
  }
  if (typeof value === "string" && /\p{Surrogate}/u.test(value)) throw new NoForm("half of a surrogate pair");
  return JSON.stringify(value);
}

export function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
