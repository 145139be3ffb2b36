// Texts in another encoding inside a text: escapes are decoded in place, base64 and tags as separate parts.
import { entityTable } from "./entity-table";
import { Rewriting, rewritten, type View } from "./view";

const ESCAPE =
  /&#\d{1,7};?|&#x[\da-f]{1,6};?|&[a-z][a-z\d]{1,21};|%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\[nrt]/gi;
/** Whether there may be any: a test that costs less. */
const MAY_ESCAPE = /&#|&[a-z][a-z\d]{1,21};|%[\da-f]{2}|\\[uxnrt]/i;

/** HTML entities of signs inside words and numbers. */
const signs =
  "amp& lt< gt> quot\" apos' hyphen- dash- ndash- mdash- minus- " +
  "horbar- period. comma, colon: semi; commat@ num# dollar$ percnt% lowbar_ plus+ equals= sol/ bsol\\ lpar( rpar) excl! quest? ast* vert| " +
  "Tab\t NewLine\n";

const charactersOf = (codes: string): string =>
  String.fromCodePoint(...codes.split("+").map((code) => Number.parseInt(code, 16)));

const entities = new Map([
  ...entityTable.split(" ").flatMap((entry) => {
    const [codes = "", names = ""] = entry.split("=");
    return names.split(",").map((name) => [name, charactersOf(codes)] as const);
  }),
  ...signs.split(" ").map((entry) => [entry.slice(0, -1), entry.slice(-1)] as const),
]);

const byCode = (code: number): string | null => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null);

function unescaped(written: string): string | null {
  if (written.startsWith("&#")) {
    const digits = written.slice(2).replace(";", "");
    return byCode(/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits));
  }
  if (written.startsWith("&"))
    return entities.get(written.slice(1, -1)) ?? entities.get(written.slice(1, -1).toLowerCase()) ?? null;
  if (written.startsWith("%")) {
    try {
      return decodeURIComponent(written);
    } catch {
      return null;
    }
  }
  if (/^\\[nrt]$/.test(written)) return "\n";
  return byCode(Number.parseInt(written.replaceAll(/[^\da-f]/gi, "").replace(/^x/i, ""), 16));
}

/** How often a text is read that was escaped more than once. */
const ROUNDS = 2;

/** HTML's entities, percent encoding, and the escapes of JSON and of programs, as the characters that they are. */
export function withoutEscapes(view: View): View {
  let current = view;
  for (let round = 0; round < ROUNDS && MAY_ESCAPE.test(current.text); round++) {
    const next = rewritten(current, ESCAPE, unescaped);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Characters of the longest escape, an entity, without its end. */
const LONGEST_ESCAPE = 23;

/** Whether a text ends in the possible beginning of an escape, and where that begins. */
export const openEscape = (text: string): number => {
  const at = text.slice(-LONGEST_ESCAPE).search(/[&%\\][^\s;&%\\]*$/);
  return at < 0 ? text.length : Math.max(0, text.length - LONGEST_ESCAPE) + at;
};

const sextets = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"].map((character, at) => [
    character.charCodeAt(0),
    at < 64 ? at : at - 2,
  ]),
);
const isText = (byte: number): boolean => (byte >= 0x20 ? byte !== 0x7f : byte === 9 || byte === 10 || byte === 13);

/** The decoded base64, if it is text; most words are ruled out at their first letters. */
export function textOfBase64(text: string, start = 0, end = text.length): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (let at = start; at < end; at++) {
    const sextet = sextets.get(text.charCodeAt(at));
    if (sextet === undefined) continue;
    bits = ((bits << 6) | sextet) & 0xffff;
    width += 6;
    if (width < 8) continue;
    width -= 8;
    const byte = (bits >> width) & 0xff;
    if (!isText(byte) || (byte >= 0x80 && byte < 0xc2 && (bytes.at(-1) ?? 0) < 0x80)) return null;
    bytes.push(byte);
  }
  try {
    // Like the beginning of a stream: the cut may be within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes), { stream: true });
  } catch {
    return null;
  }
}

const isToken = new Uint8Array(128);
for (const code of sextets.keys()) isToken[code] = 1;

/** Shorter tokens say nothing. */
const LEAST_TOKEN = 8;
/** Mail and PEM break base64 into lines of so many characters. */
const isLine = (length: number): boolean => length >= 60 && length <= 100;

interface Encoded {
  start: number;
  end: number;
  decoded: string;
}

/** Every token that is base64 of text, also over several lines. By hand: nearly every text is looked through for it. */
function base64In(text: string): Encoded[] {
  const found: Encoded[] = [];
  let start = 0;
  let line = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0;
    if (code < 128 && isToken[code] === 1) continue;
    if (at - start >= LEAST_TOKEN) {
      if (isLine(at - line) && /^\r?\n[\w+/-]/.test(text.slice(at, at + 3))) {
        at += code === CARRIAGE_RETURN ? 1 : 0;
        line = at + 1;
        continue;
      }
      const decoded = textOfBase64(text, start, at);
      const padding = decoded === null ? "" : (/^={0,2}/.exec(text.slice(at, at + 2))?.[0] ?? "");
      if (decoded !== null) found.push({ start, end: at + padding.length, decoded });
    }
    start = at + 1;
    line = start;
  }
  return found;
}
const CARRIAGE_RETURN = 13;

/** Unicode's tags are not seen, and read as ASCII by models. */
const TAGS = /[\u{e0020}-\u{e007e}]{3,}/gu;

const untagged = (tags: string): string =>
  Array.from(tags, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");

/** The decoded parts of a text, one line each; null if there are none. */
function decodedParts(view: View, encoded: readonly Encoded[]): View | null {
  if (encoded.length === 0) return null;
  const rewriting = new Rewriting(view.text);
  for (const { start, end, decoded } of encoded) {
    rewriting.put(decoded, start);
    rewriting.put("\n", end);
  }
  return rewriting.view(view);
}

export const base64Parts = (view: View): View | null => decodedParts(view, base64In(view.text));

export function taggedParts(view: View): View | null {
  if (!view.text.includes("\udb40")) return null;
  const tagged = Array.from(view.text.matchAll(TAGS), ({ 0: tags, index }) => ({
    start: index,
    end: index + tags.length,
    decoded: untagged(tags),
  }));
  return decodedParts(view, tagged);
}

/** Longer tokens are not waited for. */
const MAX_TOKEN = 16_384;

/** Where the token begins that a text ends with, if that may become base64 of text. */
export function openToken(text: string): number {
  const token = /[\w+/-]{8,}={0,2}$/.exec(text.slice(-MAX_TOKEN))?.[0] ?? "";
  const isWaitedFor = token.length < MAX_TOKEN && textOfBase64(token) !== null;
  return text.length - (isWaitedFor ? token.length : 0);
}
