import { canonicalNumber } from "@/lib/bounds/exact-numbers";
import { cellText } from "./cell-text";

// In valid JSON these are exactly the strings and the numbers.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
// A double keeps any other number.
const LONG_DIGITS = /[\d.]{16}|\d[eE][+-]?\d{3}/;
const WHOLE_NUMBER = /^\d+$/;
// What a key of an object is found by.
const KEY_TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/**
 * The keys of a JSON object, in order of appearance, with their values as cells; null if the text is not a JSON
 * object. Numbers that a double would change (long ids) keep their digits; inside nested values they become strings.
 */
export function recordCells(text: string): [key: string, cell: string | null][] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    const exact: object = LONG_DIGITS.test(text) ? JSON.parse(text.replaceAll(STRING_OR_NUMBER, keepDigits)) : value;
    return inOrder(Object.entries(exact), text).map(([key, entry]) => [key, cellText(entry)]);
  } catch {
    return null;
  }
}

/** Entries as the text has them: an object has keys that are whole numbers before all others. */
function inOrder(entries: [key: string, value: unknown][], text: string): [key: string, value: unknown][] {
  if (!entries.some(([key]) => WHOLE_NUMBER.test(key))) return entries;
  const order = new Map(keysIn(text).map((key, index) => [key, index]));
  return entries.toSorted(([left], [right]) => (order.get(left) ?? 0) - (order.get(right) ?? 0));
}

/** The keys of a valid JSON object, each where it appears first. */
function keysIn(text: string): string[] {
  const keys = new Set<string>();
  let depth = 0;
  let previous = "";
  for (const [token] of text.matchAll(KEY_TOKEN)) {
    if (token === ":" && depth === 1) keys.add(String(JSON.parse(previous)));
    if (token === "{" || token === "[") depth += 1;
    if (token === "}" || token === "]") depth -= 1;
    previous = token;
  }
  return [...keys];
}

function keepDigits(token: string): string {
  if (token.startsWith('"')) return token;
  const number = Number(token);
  const isKept = /^-?\d+$/.test(token)
    ? Number.isSafeInteger(number)
    : canonicalNumber(token) === canonicalNumber(String(number));
  return isKept ? token : `"${token}"`;
}
