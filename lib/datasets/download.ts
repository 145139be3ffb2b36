import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { csvLine } from "@/lib/csv";
import { invalidField } from "@/lib/errors";
import { byteStream } from "@/lib/http/byte-stream";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, datasetInOrganization } from "./loaders";
import { rowPages } from "./row-pages";
import { beginningOf, PLAIN_FORM, recordIn } from "./rules/file-form";

export const downloadDataset: Verb<typeof contracts.downloadDataset> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const columns = await columnsInDataset(db, dataset);
  if (input.file_format === "jsonl") {
    if (input.as_uploaded) throw invalidField("as_uploaded", "JSON Lines have every cell as it is.");
    const content = byteStream(jsonLinesOf(db, dataset, columns));
    return { filename: `${dataset.name}.jsonl`, mediaType: "application/x-ndjson", content };
  }
  const lines = input.as_uploaded
    ? uploadedOf(
        db,
        dataset,
        columns.filter(({ origin }) => origin === "OTHERS"),
      )
    : csvOf(db, dataset, columns);
  return { filename: `${dataset.name}.csv`, mediaType: "text/csv; charset=utf-8", content: byteStream(lines) };
};

/** Every cell exactly as it is stored. A missing one is null, so that the first row has every column. */
async function* jsonLinesOf(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly ColumnRecord[],
): AsyncGenerator<string, void> {
  for await (const page of pagesOf(db, dataset)) yield page.map((cells) => jsonLine(columns, cells)).join("");
}

/** Written by hand, because an object puts names of digits before the others. */
const jsonLine = (columns: readonly ColumnRecord[], cells: Readonly<Record<string, string>>): string =>
  `{${columns.map(({ id, name }) => `${JSON.stringify(name)}:${JSON.stringify(cells[id] ?? null)}`).join(",")}}\n`;

/** For people and their spreadsheets. An empty text is in quotes, so that an import does not take it for a missing cell. */
async function* csvOf(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly ColumnRecord[],
): AsyncGenerator<string, void> {
  yield csvLine(columns.map(({ name }) => name));
  for await (const page of pagesOf(db, dataset)) {
    yield page
      .map((cells) =>
        csvLine(
          columns.map(({ id }) => cells[id] ?? null),
          '""',
        ),
      )
      .join("");
  }
}

/** As the file was written from which the dataset was made. */
async function* uploadedOf(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly ColumnRecord[],
): AsyncGenerator<string, void> {
  const form = dataset.fileForm ?? PLAIN_FORM;
  const names = columns.map(({ name }) => name);
  yield beginningOf(form) + recordIn(form, names);
  for await (const page of pagesOf(db, dataset)) {
    yield page
      .map(
        (cells) =>
          form.lineEnd +
          recordIn(
            form,
            columns.map(({ id }) => cells[id] ?? null),
          ),
      )
      .join("");
  }
  if (form.endsLastLine) yield form.lineEnd;
}

async function* pagesOf(db: Database, dataset: DatasetRecord): AsyncGenerator<Record<string, string>[], void> {
  for await (const page of rowPages(db, dataset, sql<Record<string, string>>`${datasetRows.cells}`))
    yield page.map(({ value }) => value);
}
