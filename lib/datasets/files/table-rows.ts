// Rows of a table whose first record names the columns: CSV, or a sheet of a workbook.
import { quantity } from "../present";
import { atLine, type FileRow, type ImportedColumns } from "./imported-columns";

export interface TableRecord {
  line: number;
  values: Value[];
}

/** A field's text. Null is an empty field: the row has no cell there. In CSV, "" in quotes is an empty text. */
export type Value = string | null;

/**
 * Rows of the records after the first, which names the columns. Every record must have all its cells. Blank records are
 * skipped, except before a row of a single column: there they are rows without a cell, which a download writes so.
 */
export async function* tableRows(
  records: AsyncIterable<TableRecord>,
  columns: ImportedColumns,
): AsyncGenerator<FileRow> {
  let header: ReturnType<ImportedColumns["add"]>[] | null = null;
  let blank = 0;
  for await (const { line, values } of records) {
    if (values.length === 1 && values[0] === null) {
      if (header?.length === 1) blank++;
      continue;
    }
    if (!header) {
      header = values.map((heading) => columns.add(heading ?? "", line));
      continue;
    }
    if (values.length !== header.length) {
      throw atLine(
        line,
        `${quantity(values.length, "value")} where the header names ${quantity(header.length, "column")}.`,
      );
    }
    for (; blank > 0; blank--) yield { line, cells: {} };
    const row: FileRow = { line, cells: {} };
    for (const [index, column] of header.entries()) {
      const value = values[index];
      if (value !== null && value !== undefined) columns.fill(row, column, value);
    }
    yield row;
  }
}
