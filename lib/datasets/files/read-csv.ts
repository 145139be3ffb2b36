import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, type Options, parse } from "csv-parse";
import { parse as parseWhole } from "csv-parse/sync";
import { handledBy } from "@/lib/rejections";
import { MAX_CELL_CHARACTERS } from "../rules/cell-text";
import { atLine, type FileRow, type ImportedColumns } from "./imported-columns";
import { type TableRecord, tableRows, type Value } from "./table-rows";

const problems: Record<string, string> = {
  CSV_QUOTE_NOT_CLOSED: "a quoted value begins here and does not end.",
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing quote. Write a quote inside a quoted value as "".',
  INVALID_OPENING_QUOTE:
    "a quote stands inside a value that is not quoted. Quote the value and double the quotes in it.",
  CSV_MAX_RECORD_SIZE: `the row is longer than ${MAX_CELL_CHARACTERS} characters.`,
};

/** Rows of CSV text whose first record names the columns. */
export const readCsv = (
  text: AsyncIterable<string>,
  form: CsvForm,
  columns: ImportedColumns,
): AsyncGenerator<FileRow> => tableRows(csvRecords(text, form), columns);

interface CsvForm {
  delimiter: string;
  /** The number of the text's first line in its file. */
  firstLine: number;
}

async function* csvRecords(
  text: AsyncIterable<string>,
  { delimiter, firstLine }: CsvForm,
): AsyncGenerator<TableRecord> {
  // Counted here, because the parser counts a CRLF inside quotes twice, and runs ahead of its reader.
  let line = firstLine;
  const lines: number[] = [];
  const format: Options = {
    delimiter,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    max_record_size: MAX_CELL_CHARACTERS,
  };
  const parser = parse({
    ...format,
    raw: true,
    on_record: (record) => {
      lines.push(line);
      line += 1 + rawRecord(record).record.reduce((breaks, value) => breaks + lineBreaks(value), 0);
      return record;
    },
  });
  // The loop below reports a failure of either side, and stops both when its reader stops.
  const piping = pipeline(Readable.from(text), parser).catch(handledBy("the loop below"));
  try {
    for await (const record of parser)
      yield { line: lines.shift() ?? line, values: valuesOf(rawRecord(record), format) };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw atLine(line, problems[error.code] ?? "cannot be read as CSV.");
  } finally {
    await piping;
  }
}

interface RawRecord {
  record: string[];
  raw: string;
}

/** Safe: with `raw` and without columns each record has this form, which the parser's declarations lack. */
const rawRecord = (record: unknown): RawRecord => record as RawRecord;

/**
 * The parser can report whether a field was quoted, at twice the time and memory. Only records with "" in them need
 * that.
 */
function valuesOf({ record, raw }: RawRecord, format: Options): Value[] {
  if (!record.includes("")) return record;
  if (!raw.includes('""')) return record.map((value) => (value === "" ? null : value));
  const cast = (value: string, { quoting }: { quoting: boolean }): Value => (value === "" && !quoting ? null : value);
  const [values] = parseWhole(raw, { ...format, cast }) as Value[][]; // safe: without columns each record is an array of what `cast` returns
  return values ?? [];
}

const lineBreaks = (value: string): number =>
  value.includes("\n") || value.includes("\r") ? value.split(/\r\n|\n|\r/).length - 1 : 0;
