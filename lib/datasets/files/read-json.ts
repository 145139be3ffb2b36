import { recordCells } from "../rules/json-record";
import { atLine, type FileRow, type ImportedColumns } from "./imported-columns";
import type { RecordText } from "./json-texts";

/** Rows from JSON objects. Their keys are the columns, in order of appearance. Nested values stay JSON text. */
export async function* readJson(records: AsyncIterable<RecordText>, columns: ImportedColumns): AsyncGenerator<FileRow> {
  for await (const { line, text } of records) {
    const cells = recordCells(text);
    if (!cells) throw atLine(line, "this is not a valid JSON object.");
    const row: FileRow = { line, cells: {} };
    for (const [key, cell] of cells) {
      const column = columns.named(key, line);
      if (cell !== null) columns.fill(row, column, cell);
    }
    yield row;
  }
}
