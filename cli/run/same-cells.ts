// Whether a file has the cells that a dataset already has, read as the server reads files.
import { createHash, type Hash } from "node:crypto";
import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { openText } from "@/lib/datasets/files/decode";
import { formatOf } from "@/lib/datasets/files/format";
import { type FileRow, ImportedColumns } from "@/lib/datasets/files/imported-columns";
import { readCsv } from "@/lib/datasets/files/read-csv";
import { readRows } from "@/lib/datasets/files/read-rows";
import { Failure } from "@/lib/errors";
import { Problem } from "../verdict";

interface Cells {
  /** A digest of each column's cells, by the column's name. */
  columns: Record<string, string>;
  /** A digest of where rows without cells are. */
  empty: string;
}

/** Forms, blank lines and the order of columns may differ. */
export async function hasSameCells(path: string, download: Blob): Promise<boolean> {
  const file = new File([await openAsBlob(path)], basename(path));
  const { sample } = await openText(file);
  const isJson = formatOf(file.name, sample).startsWith("json");
  const own = await cellsOf(path, (columns) => readRows(file, columns));
  // Rows of JSON come back with commas. Other files come back in their own form.
  const stored = new File([download], isJson ? "rows.csv" : file.name);
  const theirs = await cellsOf("The dataset", (columns) =>
    isJson ? commaRows(stored, columns) : readRows(stored, columns),
  );
  const names = Object.keys(own.columns);
  if (names.length !== Object.keys(theirs.columns).length) return false;
  // With one column, a row without a cell is a blank line, which CSV does not keep.
  if (names.length > 1 && own.empty !== theirs.empty) return false;
  return names.every((name) => own.columns[name] === theirs.columns[name]);
}

async function* commaRows(file: File, columns: ImportedColumns): AsyncGenerator<FileRow> {
  const { text } = await openText(file);
  yield* readCsv(text, { delimiter: ",", firstLine: 1 }, columns);
}

async function cellsOf(what: string, read: (columns: ImportedColumns) => AsyncIterable<FileRow>): Promise<Cells> {
  const columns = new ImportedColumns();
  const hashes = new Map<string, Hash>();
  const empty = createHash("sha256");
  let filled = 0;
  try {
    for await (const { cells } of read(columns)) {
      const entries = Object.entries(cells);
      if (entries.length === 0) empty.update(`${filled} `);
      else filled += 1;
      for (const [id, text] of entries) {
        const hash = hashes.get(id) ?? createHash("sha256");
        hashes.set(id, hash.update(`${filled} ${text.length} ${text}`));
      }
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new Problem(
      `${what}: ${
        Object.values(error.detail.fields ?? {})
          .flat()
          .join(" ") || error.message
      }`,
    );
  }
  const digests = columns.list().map(({ id, name }) => [name, hashes.get(id)?.digest("hex") ?? ""]);
  return { columns: Object.fromEntries(digests), empty: empty.digest("hex") };
}
