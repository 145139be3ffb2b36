import { recordCells } from "../rules/json-record";
import { atLine, type FileRow, type ImportedColumns } from "./imported-columns";
import type { RecordText } from "./json-texts";

/**
 * Rows from JSON objects. Their keys are the columns, in order of appearance. Nested values stay JSON text.
 *
 * @param advice Follows the refusal of a first record that begins as an object.
 */
export async function* readJson(
  records: AsyncIterable<RecordText>,
  columns: ImportedColumns,
  advice = "",
): AsyncGenerator<FileRow> {
  let isFirst = true;
  for await (const { line, text } of records) {
    const cells = recordCells(text);
    if (!cells) {
      const added = isFirst && text.trimStart().startsWith("{") ? advice : "";
      throw atLine(line, `this is not a valid JSON object.${added}`);
    }
    isFirst = false;
    const row: FileRow = { line, cells: {} };
    for (const [key, cell] of cells) {
      const column = columns.named(key, line);
      if (cell !== null) columns.fill(row, column, cell);
    }
    yield row;
  }
}
