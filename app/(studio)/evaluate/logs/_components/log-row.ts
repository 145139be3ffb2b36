// A row of the API's table of runs as the screen shows it.
import type { Output } from "@/lib/contracts/contract";
import type { queryEvalLogDetails } from "@/lib/contracts/evaluation/logs";
import { type Outcome, outcomes } from "@/lib/contracts/evaluation/names";
import { isRecord } from "@/lib/records";
import { textOf } from "../../_components/param-text";

type LogTable = Output<typeof queryEvalLogDetails>;

export interface LogRow {
  id: string;
  outcome: Outcome;
  output: unknown;
  reason: string;
  /** The inputs in the order of the table's columns. */
  inputs: readonly string[];
  at: string;
  source: string;
  /** What somebody says that is right; empty where nobody does. */
  said: string;
}

/** Names of the columns that hold inputs. */
export const inputNames = (table: LogTable): string[] => inputColumns(table).map(({ name }) => name);

// The first column is the run's id; the verdict's comes after the inputs.
const inputColumns = ({ column_config: columns }: LogTable) =>
  columns.slice(
    1,
    columns.findIndex((column) => column.origin_type === "evaluation"),
  );

export function rowsOf(table: LogTable): LogRow[] {
  const { column_config: columns } = table;
  const idOf = (find: (column: (typeof columns)[number]) => boolean) => columns.find(find)?.id ?? "";
  const verdictId = idOf((column) => column.origin_type === "evaluation");
  // An input may have the same name: those of the log itself stand last.
  const after = columns.slice(columns.findIndex(({ id }) => id === verdictId) + 1);
  const atId = after.find(({ name }) => name === "Created At")?.id ?? "";
  const sourceId = after.find(({ name }) => name === "Source")?.id ?? "";
  const saidId = after.find(({ name }) => name === "Evaluation Feedback")?.id ?? "";
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
      said: textOf(cellOf(saidId)),
    };
  });
}
