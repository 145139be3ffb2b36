// Values as typed text. Invalid text is kept as it is, and the server reports the error.
import type { Kind } from "./schema";

const NUMBER = /^-?\d+(\.\d+)?$/;

const linesOf = (text: string, between: string | RegExp): string[] =>
  text
    .split(between)
    .map((line) => line.trim())
    .filter((line) => line !== "");

const numberOr = (text: string): number | string => (NUMBER.test(text) ? Number(text) : text);

export function textOf(kind: Kind, value: unknown): string {
  if (value === undefined || value === null) return "";
  if (Array.isArray(value) && value.every((entry) => typeof entry !== "object"))
    return value.join(kind === "numbers" ? ", " : "\n");
  if (typeof value === "object") return JSON.stringify(value, null, 2);
  return String(value);
}

/** Undefined for an empty text. */
export function readText(kind: Kind, text: string): unknown {
  const plain = text.trim();
  if (plain === "") return undefined;
  if (kind === "number") return numberOr(plain);
  if (kind === "lines") return linesOf(text, "\n");
  if (kind === "numbers") return linesOf(text, /[\s,]+/).map(numberOr);
  if (kind !== "json") return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
