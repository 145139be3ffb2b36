// The open cells of a run, batch by batch in their order, each with its row.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { rowsOf } from "@/lib/datasets/versions/rows-at";
import type { RunRow } from "../loaders";
import type { RowCells } from "../rules/row-inputs";

export interface OpenCell {
  evaluationId: string;
  rowId: string;
  repeat: number;
  position: number;
  attempts: number;
  /** Null if the row was deleted. */
  cells: RowCells | null;
  /** Of an evaluation of an experiment: whether the task has an output for the row. */
  lacksOutput: boolean;
}

const BATCH = 600;
/** The most stored bytes of one batch's rows. */
const BATCH_BYTES = 4_000_000;

/**
 * The next open cells after a position in the run. Leaves out cells that wait for a retry that is not yet due, and
 * evaluations that were stopped on their own.
 */
export async function openCellsAfter(db: Database, run: RunRow, position: number): Promise<OpenCell[]> {
  const found = await db.execute<FoundCell>(sql`
    select cell.evaluation_id as "evaluationId", cell.row_id as "rowId", cell.repeat, cell.position, cell.attempts,
      evaluation.judges is not null as "judgesOutput",
      case when task_cell.outcome = 'answered' then task_cell.output #>> '{}' end as output
    from ${openCells(run)}
    where cell.run_id = ${run.id}::uuid and cell.position > ${position} and cell.outcome is null
      and evaluation.stopped_at is null and (cell.not_before is null or cell.not_before <= now()) and ${isReady}
    order by cell.position limit ${BATCH}`);
  if (found.length === 0) return [];
  const rows = await rowsOfCells(db, run, [...new Set(found.map(({ rowId }) => rowId))]);
  const tooMuch = found.findIndex(({ rowId }) => rows.get(rowId) === "too much");
  return found.slice(0, tooMuch < 0 ? undefined : tooMuch).map(({ judgesOutput, output, ...cell }) => {
    const stored = rows.get(cell.rowId);
    const cells = stored === undefined || stored === "too much" ? null : stored;
    if (!judgesOutput) return { ...cell, cells, lacksOutput: false };
    return { ...cell, cells: cells && withOutput(cells, run.outputColumnId, output), lacksOutput: output === null };
  });
}

type FoundCell = Omit<OpenCell, "cells" | "lacksOutput"> & {
  judgesOutput: boolean;
  output: string | null;
};

/** The output stands in the row for the column that evaluations read. */
const withOutput = (cells: RowCells, columnId: string | null, output: string | null): RowCells =>
  columnId === null || output === null ? cells : { ...cells, [columnId]: output };

const openCells = ({ task }: Pick<RunRow, "task">): SQL => sql`
  eval_run_cells as cell join eval_run_evaluations as evaluation on evaluation.id = cell.evaluation_id
  left join eval_run_cells as task_cell on ${task !== null} and task_cell.evaluation_id = evaluation.judges
    and task_cell.row_id = cell.row_id and task_cell.repeat = cell.repeat`;

/** What evaluates an output waits for it. */
const isReady = sql`(evaluation.judges is null or task_cell.outcome is not null)`;

/** The existing rows. For rows beyond a batch's size, only the fact that they exist. */
async function rowsOfCells(
  db: Database,
  run: RunRow,
  ids: readonly string[],
): Promise<Map<string, RowCells | "too much">> {
  const rows = await db.execute<{ id: string; cells: RowCells | null }>(sql`
    select id, case when bytes <= ${BATCH_BYTES} or place = 1 then cells end as cells
    from (
      select row.id, row.cells, wanted.place,
        sum(pg_column_size(row.cells)) over (order by wanted.place rows unbounded preceding) as bytes
      from unnest(${textArray(ids)}::uuid[]) with ordinality as wanted(id, place)
      join ${rowsOf({ id: run.datasetId, organizationId: run.organizationId }, run.datasetVersionId)} as row
        on row.id = wanted.id
    ) as sized`);
  return new Map(rows.map(({ id, cells }) => [id, cells ?? "too much"]));
}

/** When the first waiting cell may be retried; null if none waits. */
export async function nextTry(
  db: Database,
  run: Pick<RunRow, "id" | "task">,
): Promise<{ isOpen: boolean; at: Date | null }> {
  const [row] = await db.execute<{ open: boolean; at: string | null }>(sql`
    select count(*) > 0 as open, min(coalesce(cell.not_before, now())) filter (where ${isReady}) as at
    from ${openCells(run)}
    where cell.run_id = ${run.id}::uuid and cell.outcome is null and evaluation.stopped_at is null`);
  return { isOpen: row?.open ?? false, at: row?.at ? new Date(row.at) : null };
}
