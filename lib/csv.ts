// RFC 4180, with the defusing of formulas that spreadsheets would run.

/** Some spreadsheets also split lines at semicolons and tabs, so that a formula could begin in the middle of a cell. */
const NEEDS_QUOTES = /[",;\t\r\n]/;
/** With the full-width forms of the signs. */
const STARTS_A_FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;
const PLAIN_NUMBER = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/;

/** One cell: text as it is, null as nothing, anything else as JSON. An empty text is nothing too, or as `emptyText` says. */
export function csvCell(value: unknown, emptyText: "" | '""' = ""): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text === "") return emptyText;
  const safe = STARTS_A_FORMULA.test(text) && !PLAIN_NUMBER.test(text) ? `'${text}` : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly unknown[], emptyText?: "" | '""'): string =>
  `${cells.map((cell) => csvCell(cell, emptyText)).join(",")}\r\n`;
