/** Longest text of one cell and of one record of a file. */
export const MAX_CELL_CHARACTERS = 1_000_000;

/** A JSON value as a cell's text: strings as they are, anything else as JSON. Null has no cell; the empty text has one. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? value : JSON.stringify(value);
}
