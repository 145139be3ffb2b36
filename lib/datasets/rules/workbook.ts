// Functions that are written into the program of a thread (`files/workbook-source.ts`) use nothing outside
// themselves and have no named functions within, to which a loader may add a call of its own.
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

export type TimeFormat = "time" | "duration";

/**
 * A time of day or a duration, which a workbook stores as a part or a multiple of the day before its first: "13:45:59",
 * "30:05:00". Null if there is none, such as for a date of which only the time is shown.
 */
export function timeOfSheet(value: Date, startsIn1904: boolean, format: TimeFormat): string | null {
  // The reader leaves out 29 February 1900, which Excel counts.
  const isAfterGap = !startsIn1904 && value.getTime() >= Date.UTC(1900, 2, 1);
  const start = startsIn1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, isAfterGap ? 30 : 31);
  const seconds = Math.floor((value.getTime() - start) / 1000);
  if (!(seconds >= 0) || (format === "time" && seconds >= 86_400)) return null;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** What cells in a format show if they show no day; null for other formats. */
export function timeFormat(format: string): TimeFormat | null {
  // Durations are in brackets, like colours and languages.
  if (/^[^;]*\[(?:h+|m+|s+)\]/i.test(format)) return "duration";
  const bare = format.replaceAll(/\[[^[\]]*\]|".*?"|\\.|[*_]./g, "").replaceAll(/am\/pm|a\/p/gi, "");
  return /[hs]/i.test(bare) && !/[dy]|m{3}|general/i.test(bare) ? "time" : null;
}

/** The styles of times and durations, by their numbers in cells. */
export function timeStyles(stylesXml: string, formatOf: typeof timeFormat): Map<string, TimeFormat> {
  // 18 to 21 and 45 to 47 are Excel's own, which no workbook describes.
  const formats = new Map<string, TimeFormat | null>(["18", "19", "20", "21", "45", "47"].map((id) => [id, "time"]));
  formats.set("46", "duration");
  for (const [tag] of stylesXml.matchAll(/<(?:\w+:)?numFmt\s[^<>]*>/g)) {
    const [, id = ""] = /\snumFmtId="([^"]*)"/.exec(tag) ?? [];
    const [, format = ""] = /\sformatCode="([^"]*)"/.exec(tag) ?? [];
    formats.set(id, formatOf(format.replaceAll("&quot;", '"')));
  }
  const [, after = ""] = stylesXml.split(/<(?:\w+:)?cellXfs[\s>]/, 2);
  const [styles = ""] = after.split(/<\/(?:\w+:)?cellXfs>/, 1);
  const found = [...styles.matchAll(/<(?:\w+:)?xf\s[^<>]*>/g)].map(
    ([tag]) => formats.get(/\snumFmtId="([^"]*)"/.exec(tag)?.[1] ?? "") ?? null,
  );
  return new Map(found.flatMap((format, index) => (format ? [[String(index), format] as const] : [])));
}

/** The place of the first sheet that is not hidden. */
export function visibleSheet(workbookXml: string): number {
  const sheets = [...workbookXml.matchAll(/<(?:\w+:)?sheet\s[^<>]*>/g)];
  const first = sheets.findIndex(([tag]) => !/\sstate="(?:h|veryH)idden"/.test(tag));
  return Math.max(0, first);
}
