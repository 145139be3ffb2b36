/** The longest text of a cell, and of a record in a file. */
export const MAX_CELL_CHARACTERS = 1_000_000;

/**
 * A JSON value as a cell's text: strings unchanged, anything else as JSON. Null means no cell; an empty text is a cell.
 */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** The same for a column of floats. These round, so a number beyond the exact integers has an exponent. */
export const floatText = (value: unknown): string | null =>
  typeof value === "number" && !isExact(value) ? value.toExponential() : cellText(value);

/** Whether the value has a number that JSON may have brought with other digits: too great, or a long integer. */
export function hasInexactNumber(value: unknown): boolean {
  if (typeof value === "number") return !Number.isFinite(value) || !isExact(value);
  return value !== null && typeof value === "object" && Object.values(value).some(hasInexactNumber);
}

const isExact = (number: number): boolean => !Number.isInteger(number) || Number.isSafeInteger(number);
