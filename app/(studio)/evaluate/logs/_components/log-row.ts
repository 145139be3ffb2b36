// A row of the API's run table, converted for the screen.
import type { Output } from "@/lib/contracts/contract";
import type { queryEvalLogDetails } from "@/lib/contracts/evaluation/log-table";
import { type Outcome, outcomes } from "@/lib/contracts/evaluation/names";
import { isRecord } from "@/lib/records";
import { textOf } from "../../_components/param-text";

export type LogTable = Output<typeof queryEvalLogDetails>;

export interface LogRow {
  id: string;
  outcome: Outcome;
  output: unknown;
  reason: string;
  /** The inputs, in column order. */
  inputs: readonly string[];
  at: string;
  source: string;
  /** The right result by feedback; empty without feedback. */
  rightResult: string;
}

/** Names of the input columns. */
export const inputNames = (table: LogTable): string[] => inputColumns(table).map(({ name }) => name);

// The first column is the run's id; the verdict follows the inputs.
const inputColumns = ({ column_config: columns }: LogTable) =>
  columns.slice(
    1,
    columns.findIndex((column) => column.origin_type === "evaluation"),
  );

export function rowsOf(table: LogTable): LogRow[] {
  const { column_config: columns } = table;
  const idOf = (find: (column: (typeof columns)[number]) => boolean) => columns.find(find)?.id ?? "";
  const verdictId = idOf((column) => column.origin_type === "evaluation");
  // An input may have the same name. The log's own columns come last.
  const after = columns.slice(columns.findIndex(({ id }) => id === verdictId) + 1);
  const atId = after.find(({ name }) => name === "Created At")?.id ?? "";
  const sourceId = after.find(({ name }) => name === "Source")?.id ?? "";
  const feedbackId = after.find(({ name }) => name === "Evaluation Feedback")?.id ?? "";
  return table.table.map((row) => {
    const cellOf = (id: string) => {
      const cell = row[id];
      return isRecord(cell) ? cell.cell_value : null;
    };
    const verdict = cellOf(verdictId);
    const { outcome, output, reason } = isRecord(verdict) ? verdict : { outcome: null, output: null, reason: "" };
    return {
      id: row.log_id,
      outcome: outcomes.find((known) => known === outcome) ?? "error",
      output,
      reason: String(reason ?? ""),
      inputs: inputColumns(table).map(({ id }) => textOf(cellOf(id))),
      at: String(cellOf(atId)),
      source: String(cellOf(sourceId)),
      rightResult: textOf(cellOf(feedbackId)),
    };
  });
}
