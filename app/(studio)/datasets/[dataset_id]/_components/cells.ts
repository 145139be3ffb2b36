import { fileSize } from "@/app/_ui/figure/file-size";
import { beginningOf } from "@/app/_ui/text/graphemes";
import type { ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableRow } from "@/lib/contracts/datasets/table";

/** A row's text in a column; null if the cell is empty. */
export function cellOf(row: TableRow, column: Pick<ConfiguredColumn, "id">): string | null {
  const cell = row[column.id];
  // The row's own id and order are properties beside its cells.
  return typeof cell === "object" ? cell.cellValue : null;
}

export const isNumeric = ({ data_type: type }: Pick<ConfiguredColumn, "data_type">): boolean =>
  type === "integer" || type === "float";

export const isStructured = ({ data_type: type }: Pick<ConfiguredColumn, "data_type">): boolean =>
  type === "json" || type === "array";

/** What a run wrote into a cell; null for columns that no run fills. */
export function runCellOf(row: TableRow, { id, origin_type }: Pick<ConfiguredColumn, "id" | "origin_type">) {
  const cell = row[id];
  if (typeof cell !== "object" || !cell.valueInfos) return null;
  return { cell, infos: cell.valueInfos, isVerdict: origin_type === "evaluation" };
}

/** Whether people fill the column, not a run. */
export const isWritten = ({ origin_type }: Pick<ConfiguredColumn, "origin_type">): boolean => origin_type === "OTHERS";

const SHOWN = 200;

/** The start of a text in one line, or which file it is. */
export const oneLine = (text: string): string => fileText(text) ?? beginningOf(text, SHOWN).replaceAll(/\s+/g, " ");

const FILE = /^data:(image|audio)\/[\w.+-]+;base64,/;

/** "Image, 12 kB" for a file in the cell itself; null for any other text. */
export function fileText(text: string): string | null {
  const [head, kind] = FILE.exec(text) ?? [];
  if (!head) return null;
  return `${kind === "image" ? "Image" : "Audio"}, ${fileSize(Math.floor(((text.length - head.length) * 3) / 4))}`;
}
