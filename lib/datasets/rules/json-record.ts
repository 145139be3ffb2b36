import { canonicalNumber } from "@/lib/bounds/exact-numbers";
import { cellText } from "./cell-text";

// In valid JSON these are exactly the strings and the numbers.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
// A double keeps any other number.
const LONG_DIGITS = /[\d.]{16}|\d[eE][+-]?\d{3}/;

/**
 * The keys of a JSON object with their values as cells; null if the text is not a JSON object. Numbers that a double
 * would change (long ids) keep their digits; inside nested values they become strings.
 */
export function recordCells(text: string): [key: string, cell: string | null][] | null {
  try {
    const value: unknown = JSON.parse(text);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
    const exact: object = LONG_DIGITS.test(text) ? JSON.parse(text.replaceAll(STRING_OR_NUMBER, keepDigits)) : value;
    return Object.entries(exact).map(([key, entry]) => [key, cellText(entry)]);
  } catch {
    return null;
  }
}

function keepDigits(token: string): string {
  if (token.startsWith('"')) return token;
  const number = Number(token);
  const isKept = /^-?\d+$/.test(token)
    ? Number.isSafeInteger(number)
    : canonicalNumber(token) === canonicalNumber(String(number));
  return isKept ? token : `"${token}"`;
}
