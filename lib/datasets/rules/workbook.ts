const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The container of workbooks before Excel 2007, and of those with a password. */
const OLE = [0xd0, 0xcf, 0x11, 0xe0];

/** The form of an Excel workbook, by a file's first four bytes; null for other files. Only `xlsx` can be read. */
export function workbookForm(start: Uint8Array): "xlsx" | "xls" | null {
  const startsWith = (bytes: readonly number[]): boolean => bytes.every((byte, index) => start[index] === byte);
  if (startsWith(ZIP)) return "xlsx";
  return startsWith(OLE) ? "xls" : null;
}

/** A cell as it is written in other files: dates without a time as days, numbers as JSON has them. Null if empty. */
export function textOfSheet(value: string | number | boolean | Date | null | undefined): string | null {
  if (value === null || value === undefined || value === "") return null;
  if (!(value instanceof Date)) return String(value);
  if (Number.isNaN(value.getTime())) return null;
  const text = value.toISOString();
  return text.endsWith("T00:00:00.000Z") ? text.slice(0, 10) : text.slice(0, 19);
}
