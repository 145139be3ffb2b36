import { and, asc, count, type SQL, sql } from "drizzle-orm";
import { datasetRows } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/datasets/table";
import { underBothNames } from "@/lib/contracts/spelling";
import { hasText } from "@/lib/pages";
import { type ColumnRecord, columnsInDataset, datasetInOrganization, liveRows } from "./loaders";
import { openCellsOf } from "./open-cells";
import { presentConfiguredColumn, presentRow } from "./present";
import { rowTraces } from "./row-traces";
import { shownCells } from "./shown-cells";

export const getDatasetTable: Verb<typeof contracts.getDatasetTable> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const columns = await columnsInDataset(db, dataset);
  const found = and(liveRows(dataset), input.search ? hasCell(columns, input.search) : undefined);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(datasetRows).where(found),
    db
      .select({
        id: datasetRows.id,
        order: datasetRows.order,
        cells: datasetRows.cells,
        metadata: datasetRows.metadata,
      })
      .from(datasetRows)
      .where(found)
      .orderBy(asc(datasetRows.order), asc(datasetRows.id))
      .limit(input.column_config_only ? 0 : input.page_size)
      .offset(input.current_page_index * input.page_size),
  ]);
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

/** Whether a cell of the columns contains the text. Rows keep the cells of deleted columns. */
const hasCell = (columns: readonly ColumnRecord[], text: string): SQL => sql`exists (
  select 1 from jsonb_each_text(${datasetRows.cells}) as cell
  where ${hasText(sql`cell.value`, text)} and cell.key = any(${textArray(columns.map(({ id }) => id))}))`;
