import type { Column, ConfiguredColumn, TableRow } from "@/lib/contracts/datasets/table";
import type { ColumnRecord, RowRecord } from "./loaders";

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

export const presentRow = (row: Pick<RowRecord, "id" | "order" | "cells">, columns: ColumnRecord[]): TableRow =>
  Object.assign(
    { row_id: row.id, order: row.order },
    Object.fromEntries(
      columns.map((column) => [column.id, { cell_value: row.cells[column.id] ?? null, status: "pass" as const }]),
    ),
  );

/** "1 row", "2 rows". */
export const counted = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
