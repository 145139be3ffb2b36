import type { Column, ConfiguredColumn } from "@/lib/contracts/datasets/columns";
import type { TableCell, TableRow } from "@/lib/contracts/datasets/table";
import type { EvalRunStatus } from "@/lib/contracts/evaluation/names";
import { underBothNames } from "@/lib/contracts/spelling";
import type { ColumnRecord, RowRecord } from "./loaders";
import type { OpenCells } from "./open-cells";
import { hashOfCells } from "./rules/hash-cells";
import type { ShownCells, ShownRun } from "./shown-cells";

export const presentColumn = (column: ColumnRecord): Column => ({
  id: column.id,
  name: column.name,
  data_type: column.dataType,
});

export function presentConfiguredColumn(column: ColumnRecord, shown: ShownRun | undefined): ConfiguredColumn {
  const figures = column.origin === "evaluation" ? shown : undefined;
  const presented = {
    ...presentColumn(column),
    order_index: column.order,
    is_visible: true as const,
    is_frozen: null,
    origin_type: column.origin,
    source_id: column.sourceId,
    status: column.origin === "OTHERS" ? "Completed" : shown ? runStatuses[shown.status] : "NotStarted",
    average_score: figures && figures.numbers > 0 ? figures.scoreSum / figures.numbers : null,
    coverage: figures && figures.cells > 0 ? figures.scored / figures.cells : null,
    run_id: shown?.runId ?? null,
    run_evaluation_id: shown?.evaluationId ?? null,
    run_config: column.prediction,
    eval_tag: [],
  } satisfies Partial<ConfiguredColumn>;
  return { ...underBothNames(presented), dataType: column.dataType === "persona" ? "json" : column.dataType };
}

const runStatuses = {
  pending: "Running",
  running: "Running",
  completed: "Completed",
  stopped: "Cancelled",
  cancelled: "Cancelled",
  failed: "Failed",
} as const satisfies Record<EvalRunStatus, ConfiguredColumn["status"]>;

type Row = Pick<RowRecord, "id" | "order" | "cells">;

/**
 * `shown` has the runs' results for the cells. `open` has the empty cells that a job has yet to write, or could not
 * write.
 */
export const presentRow = (
  row: Row,
  columns: readonly ColumnRecord[],
  shown: ShownCells,
  open?: ReadonlyMap<string, OpenCells>,
): TableRow =>
  Object.assign(
    { rowId: row.id, order: row.order },
    Object.fromEntries(columns.map((column) => [column.id, presentCell(row, column, shown, open?.get(column.id))])),
  );

function presentCell(row: Row, column: ColumnRecord, shown: ShownCells, unwritten: OpenCells | undefined): TableCell {
  const value = row.cells[column.id] ?? null;
  const run = shown.runs.get(column.shownEvaluationId ?? "");
  const cell = shown.cellOf(column.shownEvaluationId, row.id);
  if (value === null && unwritten) {
    const { status, reason } = unwritten;
    return { cellValue: null, status, ...(reason === null ? {} : { valueInfos: { reason } }) };
  }
  // A row that was not in the run keeps the result of an earlier run.
  if (!run || !cell) return { cellValue: value, status: "pass" };
  const infos = {
    outcome: cell.outcome,
    reason: cell.reason,
    score: cell.score,
    passed: cell.passed,
    log_id: cell.logId,
  };
  if (cell.outcome === null) {
    const isToCome = (run.status === "pending" || run.status === "running") && run.stoppedAt === null;
    const reason = isToCome ? null : (run.reason ?? "It was stopped before this cell.");
    const open = { score: null, passed: null, log_id: null, is_stale: false, reason };
    return isToCome
      ? { cellValue: null, status: "running", valueInfos: { ...open, outcome: null } }
      : { cellValue: value, status: "error", valueInfos: { ...open, outcome: "not_run" } };
  }
  const isThere = cell.outcome === "scored" || cell.outcome === "answered";
  const isStale = cell.inputsHash !== null && cell.inputsHash !== hashOfCells(run.inputs, row.cells);
  return {
    cellValue: isThere ? value : null,
    status: isThere ? "pass" : "error",
    valueInfos: { ...infos, is_stale: isStale },
  };
}

/** "1 row", "2 rows". */
export const quantity = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? "" : "s"}`;
