import type { ConfiguredColumn, TableRow } from "@/lib/contracts/datasets/table";

/** A row's text in a column; null when the cell is empty. */
export function cellOf(row: TableRow, column: Pick<ConfiguredColumn, "id">): string | null {
  const cell = row[column.id];
  // The row's own id and order stand beside its cells.
  return typeof cell === "object" ? cell.cell_value : null;
}

export const isNumeric = ({ data_type: type }: Pick<ConfiguredColumn, "data_type">): boolean =>
  type === "integer" || type === "float";

export const isStructured = ({ data_type: type }: Pick<ConfiguredColumn, "data_type">): boolean =>
  type === "json" || type === "array";

/** What a run has put into a row's cell of a column; null where no run fills it. */
export function runCellOf(row: TableRow, { id, origin_type }: Pick<ConfiguredColumn, "id" | "origin_type">) {
  const cell = row[id];
  if (typeof cell !== "object" || !cell.value_infos) return null;
  return { cell, infos: cell.value_infos, isVerdict: origin_type === "evaluation" };
}

/** Whether people fill it, and not a run. */
export const isWritten = ({ origin_type }: Pick<ConfiguredColumn, "origin_type">): boolean => origin_type === "OTHERS";

const SHOWN = 200;

/** The beginning of a text in one line. */
export const oneLine = (text: string): string => text.slice(0, SHOWN).replaceAll(/\s+/g, " ");
