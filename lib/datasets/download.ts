import { and, asc, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { csvLine } from "@/lib/csv";
import { byteStream } from "@/lib/http/byte-stream";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, datasetInOrganization, liveRows } from "./loaders";
import { beginningOf, PLAIN_FORM, recordIn } from "./rules/file-form";

const PAGE = 500;

export const downloadDataset: Verb<typeof contracts.downloadDataset> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const columns = await columnsInDataset(db, dataset);
  const lines = input.as_uploaded
    ? uploadedOf(
        db,
        dataset,
        columns.filter(({ origin }) => origin === "OTHERS"),
      )
    : csvOf(db, dataset, columns);
  return { filename: `${dataset.name}.csv`, mediaType: "text/csv; charset=utf-8", content: byteStream(lines) };
};

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

/** Reads a page of rows at a time, after the last row's position, so that concurrent changes skip or repeat no row. */
async function* pagesOf(db: Database, dataset: DatasetRecord): AsyncGenerator<Record<string, string>[], void> {
  let after: { order: number; id: string } | null = null;
  for (;;) {
    const rows: { id: string; order: number; cells: Record<string, string> }[] = await db
      .select({ id: datasetRows.id, order: datasetRows.order, cells: datasetRows.cells })
      .from(datasetRows)
      .where(
        and(
          liveRows(dataset),
          after ? sql`(${datasetRows.order}, ${datasetRows.id}) > (${after.order}::int, ${after.id}::uuid)` : undefined,
        ),
      )
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(PAGE);
    const last = rows.at(-1);
    if (!last) return;
    yield rows.map(({ cells }) => cells);
    after = last;
  }
}
