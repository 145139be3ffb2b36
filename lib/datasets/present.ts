import type { Cell, Column, ConfiguredColumn, TableRow } from "@/lib/contracts/datasets/table";
import type { ColumnRecord, RowRecord } from "./loaders";
import type { OpenCells } from "./open-cells";

export const presentColumn = (column: ColumnRecord): Column => ({
  id: column.id,
  name: column.name,
  data_type: column.dataType,
});

export const presentConfiguredColumn = (column: ColumnRecord): ConfiguredColumn => ({
  ...presentColumn(column),
  order_index: column.order,
  is_visible: true,
  is_frozen: null,
  origin_type: "OTHERS",
  source_id: null,
  status: "Completed",
  average_score: null,
  eval_tag: [],
});

/** `open` says which empty cells a job has yet to write, or could not. */
export const presentRow = (
  row: Pick<RowRecord, "id" | "order" | "cells">,
  columns: ColumnRecord[],
  open?: ReadonlyMap<string, OpenCells>,
): TableRow =>
  Object.assign(
    { row_id: row.id, order: row.order },
    Object.fromEntries(columns.map(({ id }) => [id, presentCell(row.cells[id], open?.get(id))])),
  );

function presentCell(text: string | undefined, open: OpenCells | undefined): Cell {
  if (text !== undefined || !open) return { cell_value: text ?? null, status: "pass" };
  const { status, reason } = open;
  return { cell_value: null, status, ...(reason === null ? {} : { value_infos: { reason } }) };
}

/** "1 row", "2 rows". */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
