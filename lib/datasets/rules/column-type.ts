// A column's type, inferred from the text of its cells.
import type { ColumnType } from "@/lib/contracts/shapes";

const INTEGER = /^-?(0|[1-9]\d*)$/;
const FLOAT = /^-?(0|[1-9]\d*)?(\.\d+)?([eE][+-]?\d+)?$/;
const DATETIME = /^(\d{4}-\d{2}-\d{2})([T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

// Digits that a number would round (long ids) or lose (leading zeros) are text.
const keepsDigits = (text: string): boolean => !INTEGER.test(text) || Number.isSafeInteger(Number(text));

function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function isJson(text: string, start: "[" | "{"): boolean {
  if (!text.startsWith(start)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Narrowest first: the first type that fits all cells is the column's type. */
const checks: readonly [Exclude<ColumnType, "text" | "image" | "audio" | "persona">, (text: string) => boolean][] = [
  ["boolean", (text) => /^(true|false)$/i.test(text)],
  ["integer", (text) => INTEGER.test(text) && keepsDigits(text)],
  ["float", (text) => FLOAT.test(text) && /\d/.test(text) && keepsDigits(text) && Number.isFinite(Number(text))],
  ["datetime", (text) => isDate(DATETIME.exec(text)?.[1] ?? "")],
  ["array", (text) => isJson(text, "[")],
  ["json", (text) => isJson(text, "{") || isJson(text, "[")],
];

/** Whether a non-empty cell fits a column of this type. */
export function fits(type: ColumnType, text: string): boolean {
  if (type === "persona") return isJson(text.trim(), "{");
  const check = checks.find(([known]) => known === type)?.[1];
  return check ? check(text.trim()) : true;
}

/** Whether a cell keeps a column from having this type. An empty text is no value of types other than text. */
export const isUnfit = (type: ColumnType, text: string): boolean => text !== "" && !fits(type, text);

export interface TypeGuess {
  see(text: string): void;
  hasSeen(): boolean;
  /** The narrowest type that fits all cells so far; text if there were none. */
  type(): ColumnType;
}

export function guessType(): TypeGuess {
  let possible = checks;
  let isEmpty = true;
  return {
    see(text) {
      isEmpty = false;
      if (possible.length === 0) return;
      const trimmed = text.trim();
      possible = possible.filter(([, check]) => check(trimmed));
    },
    hasSeen: () => !isEmpty,
    type: () => (isEmpty ? undefined : possible[0]?.[0]) ?? "text",
  };
}
