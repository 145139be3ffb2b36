import { and, count } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import { idAmong } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { underBothNames } from "@/lib/contracts/spelling";
import { matching, orderOf } from "./arrange";
import { columnsInDataset, datasetInOrganization, liveRows } from "./loaders";
import { openCellsOf } from "./open-cells";
import { presentConfiguredColumn, presentRow } from "./present";
import { rowTraces } from "./row-traces";
import { shownCells } from "./shown-cells";

export const getDatasetTable: Verb<typeof contracts.getDatasetTable> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const columns = await columnsInDataset(db, dataset);
  const found = and(liveRows(dataset), matching(columns, input));
  // The ids first, so that a sort carries no cells.
  const page = db
    .select({ id: datasetRows.id })
    .from(datasetRows)
    .where(found)
    .orderBy(...orderOf(columns, input))
    .limit(input.column_config_only ? 0 : input.page_size)
    .offset(input.current_page_index * input.page_size);
  const [[total], chosen] = await Promise.all([db.select({ count: count() }).from(datasetRows).where(found), page]);
  const rows = await rowsOf(
    db,
    chosen.map(({ id }) => id),
  );
  const all = total?.count ?? 0;
  const ids = rows.map(({ id }) => id);
  const [shown, open, row_traces] = await Promise.all([
    shownCells(db, columns, ids),
    openCellsOf(db, ids),
    rowTraces(db, caller.organizationId, rows),
  ]);
  const isRun = [...shown.runs.values()].some(({ status }) => status === "pending" || status === "running");
  return underBothNames({
    metadata: underBothNames({
      dataset_name: dataset.name,
      total_rows: all,
      total_pages: Math.max(1, Math.ceil(all / input.page_size)),
    }),
    column_config: columns.map((column) =>
      presentConfiguredColumn(column, shown.runs.get(column.shownEvaluationId ?? "")),
    ),
    table: rows.map((row) => presentRow(row, columns, shown, open.get(row.id))),
    row_traces,
    is_processing_data:
      isRun || [...open.values()].some((cells) => [...cells.values()].some(({ status }) => status === "running")),
  });
};

/** The rows in the order of the ids. */
async function rowsOf(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const { id, order, cells, metadata } = datasetRows;
  const rows = await db.select({ id, order, cells, metadata }).from(datasetRows).where(idAmong(id, ids));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
