// Starts a run: pins what it runs, creates its cells and starts the job, all in one transaction.
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetColumns, evalRunEvaluations, evalRuns } from "@/db/schema";
import { textArray } from "@/db/text-array";
import type { Context } from "@/lib/context";
import { MAX_CELLS } from "@/lib/contracts/evaluation/runs";
import type { DatasetRecord } from "@/lib/datasets/loaders";
import { rowsOf } from "@/lib/datasets/versions/rows-at";
import { distinctIds } from "@/lib/distinct-ids";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { runEvent, tellBindings } from "../end-run";
import type { RunRow } from "../loaders";

export type PinnedEvaluation = Omit<typeof evalRunEvaluations.$inferInsert, "runId" | "order">;

export interface RunPlan {
  dataset: DatasetRecord;
  name: string;
  evaluations: readonly PinnedEvaluation[];
  rowIds: readonly string[] | null;
  firstRows: number | null;
  repeats: number;
  atOnce: number;
  ceilingMicros: number | null;
  estimateMicros: number | null;
  gradesAgain: string | null;
  datasetVersionId: string | null;
  /** Of an experiment, whose first part is the task. */
  task: RunRow["task"];
  prompt: string | null;
  outputColumnId: string | null;
  mutationId: string | null;
  /** Whether the dataset's columns show its results. */
  fillsColumns: boolean;
}

/** Must run in a transaction that has locked the dataset. */
export async function insertRun({ db, caller, emit }: Context, plan: RunPlan): Promise<RunRow> {
  const { dataset, evaluations, repeats } = plan;
  const rows = await countRows(db, plan);
  if (rows === 0) throw invalid("There are no rows to evaluate.");
  const cells = rows * evaluations.length * repeats;
  if (cells > MAX_CELLS)
    throw invalid(
      `A run has at most ${MAX_CELLS} cells; these are ${cells}. Choose fewer rows with first_rows or row_ids.`,
    );
  const [run] = await db
    .insert(evalRuns)
    .values({
      organizationId: caller.organizationId,
      workspaceId: caller.workspaceId,
      datasetId: dataset.id,
      name: plan.name,
      rowCount: rows,
      repeats,
      atOnce: plan.atOnce,
      ceilingMicros: plan.ceilingMicros,
      estimateMicros: plan.estimateMicros,
      gradesAgain: plan.gradesAgain,
      datasetVersionId: plan.datasetVersionId,
      task: plan.task,
      prompt: plan.prompt,
      outputColumnId: plan.outputColumnId,
      mutationId: plan.mutationId,
      createdBy: caller.userId,
    })
    .returning();
  if (!run) throw new Error("the run was not stored");
  const stored = await db
    .insert(evalRunEvaluations)
    .values(evaluations.map((pinned, order) => ({ ...pinned, runId: run.id, order, cells: rows * repeats })))
    .returning();
  await db.execute(sql`
    insert into eval_run_cells (evaluation_id, row_id, repeat, run_id, position)
    select evaluation.id, chosen.id, repeat, ${run.id}::uuid,
      ((chosen.place - 1) * ${evaluations.length} + evaluation."order") * ${repeats} + repeat
    from (
      select id, row_number() over (order by "order", id) as place from ${chosenRows(plan)} as row
      order by "order", id limit ${plan.firstRows ?? rows}
    ) as chosen
    cross join eval_run_evaluations as evaluation
    cross join generate_series(0, ${repeats - 1}) as repeat
    where evaluation.run_id = ${run.id}::uuid`);
  if (plan.fillsColumns) await showInColumns(db, stored);
  await tellBindings(db, run.id);
  await emit(runEvent(run));
  return run;
}

type Choice = Pick<RunPlan, "dataset" | "rowIds" | "datasetVersionId">;

const chosenRows = ({ dataset, rowIds, datasetVersionId }: Choice) => sql`(
  select row.id, row."order" from ${rowsOf(dataset, datasetVersionId)} as row
  ${rowIds ? sql`where row.id = any(${textArray(rowIds)}::uuid[])` : sql``})`;

/** Throws if a named row does not exist. */
export async function countRows(db: Database, plan: Choice & Pick<RunPlan, "firstRows">): Promise<number> {
  const [found] = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from ${chosenRows(plan)} as row`,
  );
  const count = found?.count ?? 0;
  if (plan.rowIds && count < distinctIds(plan.rowIds).length) throw notFound("A row in row_ids is not in the dataset.");
  return Math.min(count, plan.firstRows ?? count);
}

const showInColumns = async (db: Database, evaluations: readonly (typeof evalRunEvaluations.$inferSelect)[]) => {
  for (const { id, columnId, reasonColumnId } of evaluations) {
    const ids = [columnId, reasonColumnId].filter((column) => column !== null);
    if (ids.length === 0) continue;
    await db.update(datasetColumns).set({ shownEvaluationId: id }).where(inArray(datasetColumns.id, ids));
  }
};

/** What a request that starts a run has to have in common with the run that it started. */
interface StartRequest {
  mutation_id?: string | null | undefined;
  row_ids?: readonly string[] | null | undefined;
  first_rows?: number | null | undefined;
  dataset_version_id?: string | null | undefined;
  repeats: number;
  at_once: number;
  ceiling_micros?: number | null | undefined;
}

/**
 * The run that this request has already started, or null. Throws a 400 if the key started a run over another dataset,
 * or with other rows or limits: it would cost more than this request allows.
 */
export async function startedBefore(
  { db, caller }: Context,
  dataset: DatasetRecord,
  request: StartRequest,
): Promise<RunRow | null> {
  const { mutation_id: mutationId } = request;
  if (!mutationId) return null;
  const same = and(eq(evalRuns.organizationId, caller.organizationId), eq(evalRuns.mutationId, mutationId));
  const [run] = await db.select().from(evalRuns).where(same).orderBy(asc(evalRuns.createdAt)).limit(1);
  if (!run) return null;
  if (run.datasetId !== dataset.id)
    throw invalidField("mutation_id", "Was already used to start a run over another dataset.");
  if (!isSameStart(run, request))
    throw invalidField("mutation_id", "Was already used to start a run with other settings.");
  return run;
}

/** Rows may have come or gone since, so how many there are is compared only with what the request names. */
function isSameStart(run: RunRow, { row_ids, first_rows, dataset_version_id, ...request }: StartRequest): boolean {
  const named = row_ids ? distinctIds(row_ids).length : null;
  const most = Math.min(named ?? Number.POSITIVE_INFINITY, first_rows ?? Number.POSITIVE_INFINITY);
  return (
    run.rowCount <= most &&
    (named === null || run.rowCount === most) &&
    (!dataset_version_id || run.datasetVersionId === dataset_version_id.toLowerCase()) &&
    run.repeats === request.repeats &&
    run.atOnce === request.at_once &&
    run.ceilingMicros === (request.ceiling_micros ?? null)
  );
}
