// A preview of a file before upload. It only helps to recognize the file; the server parses it by its own rules.

import type { CellValue } from "hucre/xlsx";
import { delimiterLine, findDelimiter } from "@/lib/datasets/rules/delimiter";
import { textOfSheet, timeFormat, timeOfSheet, workbookForm } from "@/lib/datasets/rules/workbook";
import { isRecord } from "@/lib/records";

const SAMPLE_BYTES = 256 * 1024;
const RECORDS = 5;
/** The page stands still while a workbook is read: about a second at this size, on a slow device. */
const MOST_WORKBOOK_BYTES = 2_000_000;

export interface FilePreview {
  columns: string[];
  rows: string[][];
}

/** The first rows; `large` for a workbook that is too large for a preview; null if the start of the file cannot be parsed. */
export async function previewFile(file: Blob): Promise<FilePreview | "large" | null> {
  const whole = file.size <= SAMPLE_BYTES;
  try {
    if (workbookForm(new Uint8Array(await file.slice(0, 4).arrayBuffer()))) return await ofWorkbook(file);
    const text = (await file.slice(0, SAMPLE_BYTES).text()).replace(/^\uFEFF/, "");
    if (/^\s*\[/.test(text)) return whole ? ofRecords(JSON.parse(text)) : null;
    if (/^\s*\{/.test(text)) return ofRecords(linesOf(text, whole).map((line): unknown => JSON.parse(line)));
    return await ofCsv(text);
  } catch {
    return null;
  }
}

function linesOf(text: string, whole: boolean): string[] {
  const lines = text.split("\n");
  // The sample may end inside a line.
  return (whole ? lines : lines.slice(0, -1)).filter((line) => line.trim() !== "").slice(0, RECORDS);
}

function ofRecords(value: unknown): FilePreview | null {
  if (!Array.isArray(value)) return null;
  const records = value.slice(0, RECORDS).filter((each): each is Record<string, unknown> => isRecord(each));
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return columns.length > 0
    ? { columns, rows: records.map((record) => columns.map((name) => cell(record[name]))) }
    : null;
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

async function ofCsv(text: string): Promise<FilePreview | null> {
  const { parse } = await import("csv-parse/browser/esm/sync");
  const line = delimiterLine(text);
  const delimiter = line?.delimiter ?? findDelimiter(text);
  const options = { delimiter, to: RECORDS + 1, relax_column_count: true, skip_empty_lines: true };
  const [columns, ...rows] = parse(text.slice(line?.length ?? 0), options);
  return columns ? { columns, rows } : null;
}

async function ofWorkbook(file: Blob): Promise<FilePreview | "large" | null> {
  if (file.size > MOST_WORKBOOK_BYTES) return "large";
  const { readXlsx } = await import("hucre/xlsx");
  let isFound = false;
  const { sheets, dateSystem } = await readXlsx(await file.arrayBuffer(), {
    sheets: ({ hidden, veryHidden }) => {
      const isFirst = !isFound && !hidden && !veryHidden;
      isFound ||= isFirst;
      return isFirst;
    },
    maxRows: 100,
    readStyles: true,
  });
  const [sheet] = sheets;
  const textOf = (value: CellValue, row: number, column: number): string => {
    const format = timeFormat(sheet?.cells?.get(`${row},${column}`)?.style?.numFmt ?? "");
    const time = value instanceof Date && format ? timeOfSheet(value, dateSystem === "1904", format) : null;
    return time ?? textOfSheet(value) ?? "";
  };
  const records: string[][] = [];
  for (const [row, values] of (sheet?.rows ?? []).entries()) {
    const record = values.map((value, column) => textOf(value, row, column));
    while (record.at(-1) === "") record.pop();
    if (record.length > 0) records.push(record);
    if (records.length > RECORDS) break;
  }
  const [columns, ...rows] = records;
  return columns ? { columns, rows: rows.map((row) => columns.map((_, index) => row[index] ?? "")) } : null;
}
