// Run results for the rows of a page, shown in the columns that the runs fill.
import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunCells, evalRunEvaluations, evalRuns } from "@/db/schema";
import type { ColumnRecord } from "./loaders";

export type ShownRun = Awaited<ReturnType<typeof shownRuns>>[number];
type ShownCell = Pick<
  typeof evalRunCells.$inferSelect,
  "evaluationId" | "rowId" | "outcome" | "reason" | "score" | "passed" | "logId" | "inputsHash"
>;

export interface ShownCells {
  runs: ReadonlyMap<string, ShownRun>;
  cellOf(evaluationId: string | null, rowId: string): ShownCell | undefined;
}

export async function shownCells(
  db: Database,
  columns: readonly ColumnRecord[],
  rowIds: readonly string[],
): Promise<ShownCells> {
  const ids = [...new Set(columns.flatMap(({ shownEvaluationId }) => shownEvaluationId ?? []))];
  if (ids.length === 0) return { runs: new Map(), cellOf: () => undefined };
  const [runs, cells] = await Promise.all([shownRuns(db, ids), cellsOf(db, ids, rowIds)]);
  const byPlace = new Map(cells.map((cell) => [`${cell.evaluationId} ${cell.rowId}`, cell]));
  return {
    runs: new Map(runs.map((run) => [run.evaluationId, run])),
    cellOf: (evaluationId, rowId) => byPlace.get(`${evaluationId} ${rowId}`),
  };
}

async function shownRuns(db: Database, evaluationIds: string[]) {
  const rows = await db
    .select({
      evaluationId: evalRunEvaluations.id,
      runId: evalRuns.id,
      status: evalRuns.status,
      reason: evalRuns.reason,
      mapping: evalRunEvaluations.mapping,
      stoppedAt: evalRunEvaluations.stoppedAt,
      cells: evalRunEvaluations.cells,
      scored: evalRunEvaluations.scored,
      numbers: evalRunEvaluations.numbers,
      scoreSum: evalRunEvaluations.scoreSum,
    })
    .from(evalRunEvaluations)
    .innerJoin(evalRuns, eq(evalRuns.id, evalRunEvaluations.runId))
    .where(inArray(evalRunEvaluations.id, evaluationIds));
  return rows.map(({ mapping, ...row }) => ({ ...row, inputs: Object.values(mapping) }));
}

async function cellsOf(db: Database, evaluationIds: string[], rowIds: readonly string[]): Promise<ShownCell[]> {
  if (rowIds.length === 0) return [];
  return db
    .select({
      evaluationId: evalRunCells.evaluationId,
      rowId: evalRunCells.rowId,
      outcome: evalRunCells.outcome,
      reason: evalRunCells.reason,
      score: evalRunCells.score,
      passed: evalRunCells.passed,
      logId: evalRunCells.logId,
      inputsHash: evalRunCells.inputsHash,
    })
    .from(evalRunCells)
    .where(
      and(
        inArray(evalRunCells.evaluationId, evaluationIds),
        inArray(evalRunCells.rowId, [...rowIds]),
        eq(evalRunCells.repeat, 0),
      ),
    );
}
