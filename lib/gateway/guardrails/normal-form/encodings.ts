// Texts that are written in another form inside a text: escapes are read where they stand, base64 and tags as pieces of their own.
import { Rewriting, rewritten, type View } from "./view";

const ESCAPE =
  /&#\d{1,7};?|&#x[\da-f]{1,6};?|&[a-z]{2,12};|%[0-7][\da-f]|%[c-f][\da-f](?:%[89ab][\da-f]){1,3}|\\u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|\\x[\da-f]{2}|\\[nrt]/gi;
/** Whether there may be any: a test that costs less. */
const MAY_ESCAPE = /&#|&[a-z]{2,12};|%[\da-f]{2}|\\[uxnrt]/i;

/** HTML's names of what stands inside words and numbers. */
const entities: Record<string, string> = Object.fromEntries(
  (
    "amp& lt< gt> quot\" apos' nbsp\u00a0 shy\u00ad zwj\u200d zwnj\u200c ensp\u2002 emsp\u2003 thinsp\u2009 hyphen- dash- ndash- mdash- minus- " +
    "horbar- period. comma, colon: semi; commat@ num# dollar$ percnt% lowbar_ plus+ equals= sol/ bsol\\ lpar( rpar) excl! quest? ast* vert| " +
    "Tab\t NewLine\n"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, -1), entry.slice(-1)]),
);

const byCode = (code: number): string | null => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : null);

function unescaped(written: string): string | null {
  if (written.startsWith("&#")) {
    const digits = written.slice(2).replace(";", "");
    return byCode(/^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number(digits));
  }
  if (written.startsWith("&"))
    return entities[written.slice(1, -1)] ?? entities[written.slice(1, -1).toLowerCase()] ?? null;
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

/** Whether a text ends in what may become an escape, and where that begins. */
export const openEscape = (text: string): number => {
  const at = text.slice(-12).search(/[&%\\][^\s;&%\\]*$/);
  return at < 0 ? text.length : Math.max(0, text.length - 12) + at;
};

const sextets = new Map(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_"].map((character, at) => [
    character.charCodeAt(0),
    at < 64 ? at : at - 2,
  ]),
);
const isText = (byte: number): boolean => (byte >= 0x20 ? byte !== 0x7f : byte === 9 || byte === 10 || byte === 13);

/** What base64 stands for, where that is text; most words are given up at their first letters. */
export function textOfBase64(encoded: string): string | null {
  const bytes: number[] = [];
  let bits = 0;
  let width = 0;
  for (let at = 0; at < encoded.length; at++) {
    const sextet = sextets.get(encoded.charCodeAt(at));
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
    // As a stream's beginning: what is cut off may end within a character.
    return new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array(bytes), { stream: true });
  } catch {
    return null;
  }
}

/** A token, or lines of one as mail and PEM break them. */
const BASE64 = /(?:[\w+/-]{60,100}\r?\n){1,20000}[\w+/-]{1,100}={0,2}|[\w+/-]{8,}={0,2}/g;
/** Unicode's tags are not seen, and read as ASCII by models. */
const TAGS = /[\u{e0020}-\u{e007e}]{3,}/gu;

const untagged = (tags: string): string =>
  Array.from(tags, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - 0xe0000)).join("");

/** The pieces of a text that `decode` makes something of, one a line; null where there are none. */
function pieces(view: View, pattern: RegExp, decode: (piece: string) => string | null): View | null {
  const rewriting = new Rewriting(view.text);
  let isAny = false;
  for (const { 0: piece, index } of view.text.matchAll(pattern)) {
    const decoded = decode(piece);
    if (decoded === null) continue;
    rewriting.put(decoded, index);
    rewriting.put("\n", index + piece.length);
    isAny = true;
  }
  return isAny ? rewriting.view(view) : null;
}

export const base64Pieces = (view: View): View | null => pieces(view, BASE64, textOfBase64);
export const taggedPieces = (view: View): View | null =>
  view.text.includes("\udb40") ? pieces(view, TAGS, untagged) : null;

/** Longer tokens are not waited for. */
const MAX_TOKEN = 16_384;

/** Where the token begins that a text ends with, if that may become base64 of text. */
export function openToken(text: string): number {
  const token = /[\w+/-]{8,}={0,2}$/.exec(text.slice(-MAX_TOKEN))?.[0] ?? "";
  const isWaitedFor = token.length < MAX_TOKEN && textOfBase64(token) !== null;
  return text.length - (isWaitedFor ? token.length : 0);
}
