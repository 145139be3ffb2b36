import { and, asc, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { csvLine } from "@/lib/csv";
import { type ColumnRecord, columnsInDataset, type DatasetRecord, datasetInOrganization, liveRows } from "./loaders";

const PAGE = 500;

export const downloadDataset: Verb<typeof contracts.downloadDataset> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const columns = await columnsInDataset(db, dataset);
  const lines = csvOf(db, dataset, columns);
  const encoder = new TextEncoder();
  const content = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await lines.return(undefined);
    },
  });
  return { filename: `${dataset.name}.csv`, mediaType: "text/csv; charset=utf-8", content };
};

/** Reads a page of rows at a time, after the last row's position, so that concurrent changes skip or repeat no row. */
async function* csvOf(
  db: Database,
  dataset: DatasetRecord,
  columns: readonly ColumnRecord[],
): AsyncGenerator<string, void> {
  yield csvLine(columns.map(({ name }) => name));
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
    // An empty text is in quotes, so that an import does not take it for a missing cell.
    yield rows
      .map(({ cells }) =>
        csvLine(
          columns.map(({ id }) => cells[id] ?? null),
          '""',
        ),
      )
      .join("");
    after = last;
  }
}
