// Retries the errors and open cells of a run, and evaluates its cells again.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunCells, evalRunEvaluations, evalRuns } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import { lockDatasetInOrganization } from "@/lib/datasets/loaders";
import { rowsOf } from "@/lib/datasets/versions/rows-at";
import { Failure, invalid, invalidField } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { templateInOrganization, templateInVersion } from "../../templates/loaders";
import { runEvent, tellBindings } from "../end-run";
import {
  cellsOf,
  type EvaluationRow,
  evaluationsOfRun,
  isOver,
  lockRunInOrganization,
  type RunRow,
  runInOrganization,
} from "../loaders";
import { presentStarted } from "../read/present";
import { pinTemplate } from "./pin";
import { startRun } from "./start-run";

export const retryEvalRun: Verb<typeof contracts.retryEvalRun> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunInOrganization(db, caller.organizationId, input.run_id);
    const again = await retryRun(inner, run, input.ceiling_micros ?? null);
    return presentStarted(again, cellsOf(await evaluationsOfRun(db, again)));
  });

/**
 * Reopens the errors of a run that is over, and restarts it if anything is open. Only the listed metrics, if there is
 * a list: open cells of the others stay open. Needs a transaction that has locked the run.
 */
export async function retryRun(
  inner: Context,
  run: RunRow,
  ceilingMicros: number | null,
  bindingIds: ReadonlySet<string> | null = null,
): Promise<RunRow> {
  const { db } = inner;
  if (!isOver(run)) {
    if (run.cancelRequestedAt)
      throw new Failure("conflict", "The run is being cancelled. Try again once it is cancelled.");
    if (ceilingMicros !== null) await db.update(evalRuns).set({ ceilingMicros }).where(eq(evalRuns.id, run.id));
    return run;
  }
  const ceiling = ceilingMicros ?? run.ceilingMicros;
  if (ceiling !== null && run.status === "stopped" && ceiling <= run.spentMicros + run.lostMicros)
    throw invalidField("ceiling_micros", "Must be above what the run has cost so far.");
  const { retried, others } = partsToRetry(await evaluationsOfRun(db, run), bindingIds);
  const isRetried = sql`evaluation_id = any(${textArray(retried)}::uuid[])`;
  await db.execute(sql`
    with opened as (
      update eval_run_cells set outcome = null, attempts = 0, not_before = null, ended_at = null
      where run_id = ${run.id}::uuid and outcome = 'error' and ${isRetried} returning evaluation_id
    )
    update eval_run_evaluations as evaluation set errors = evaluation.errors - opened.count
    from (select evaluation_id, count(*) as count from opened group by evaluation_id) as opened
    where evaluation.id = opened.evaluation_id`);
  if (run.task !== null) await reopenWithoutOutput(db, run, retried);
  const { id, stoppedAt } = evalRunEvaluations;
  await db.update(evalRunEvaluations).set({ stoppedAt: null }).where(inArray(id, retried));
  if (others.length > 0)
    await db
      .update(evalRunEvaluations)
      .set({ stoppedAt: inner.now() })
      .where(and(inArray(id, others), isNull(stoppedAt)));
  // A cell that was stopped while it waited is retried at once.
  await db.execute(sql`
    update eval_run_cells set not_before = null, attempts = 0
    where run_id = ${run.id}::uuid and outcome is null and attempts > 0 and ${isRetried}`);
  return resumeRun(inner, run, ceiling);
}

/** The parts that are retried, and the others with open cells. A task belongs to the evaluations of its outputs. */
function partsToRetry(parts: readonly EvaluationRow[], bindingIds: ReadonlySet<string> | null) {
  const named = parts.filter(({ bindingId }) => bindingIds === null || bindingIds.has(bindingId ?? ""));
  const retried = new Set(named.flatMap(({ id, judges }) => (judges === null ? [id] : [id, judges])));
  const others = parts.filter((part) => !retried.has(part.id) && openIn(part) > 0);
  return { retried: [...retried], others: others.map(({ id }) => id) };
}

const openIn = ({ cells, scored, unscored, errors, answered }: EvaluationRow): number =>
  cells - scored - unscored - errors - answered;

/** Restarts a run that is over, if one of its cells is open and not stopped. Needs a transaction that has locked the run. */
export async function resumeRun(
  { db, emit }: Context,
  run: RunRow,
  ceilingMicros: number | null = run.ceilingMicros,
): Promise<RunRow> {
  const [open] = await db
    .select({ one: sql`1` })
    .from(evalRunCells)
    .innerJoin(evalRunEvaluations, eq(evalRunEvaluations.id, evalRunCells.evaluationId))
    .where(and(eq(evalRunCells.runId, run.id), isNull(evalRunCells.outcome), isNull(evalRunEvaluations.stoppedAt)))
    .limit(1);
  if (!open) return run;
  const [again] = await db
    .update(evalRuns)
    .set({
      status: "pending",
      reason: null,
      endedAt: null,
      cancelRequestedAt: null,
      ceilingMicros,
      progressedAt: sql`now()`,
      round: sql`round + 1`,
    })
    .where(eq(evalRuns.id, run.id))
    .returning();
  if (!again) throw new Error("the run is held");
  await tellBindings(db, run.id);
  await emit(runEvent(again));
  return again;
}

/** Evaluations that had nothing to evaluate, because the task's cell was an error. */
const reopenWithoutOutput = (db: Database, run: Pick<RunRow, "id">, evaluationIds: readonly string[]) =>
  db.execute(sql`
    with opened as (
      update eval_run_cells as cell set outcome = null, attempts = 0, not_before = null, ended_at = null
      from eval_run_evaluations as evaluation, eval_run_cells as task_cell
      where cell.run_id = ${run.id}::uuid and cell.outcome = 'unscored' and evaluation.id = cell.evaluation_id
        and evaluation.id = any(${textArray(evaluationIds)}::uuid[])
        and task_cell.evaluation_id = evaluation.judges and task_cell.row_id = cell.row_id
        and task_cell.repeat = cell.repeat and task_cell.outcome is null
      returning cell.evaluation_id
    )
    update eval_run_evaluations as evaluation set unscored = evaluation.unscored - opened.count
    from (select evaluation_id, count(*) as count from opened group by evaluation_id) as opened
    where evaluation.id = opened.evaluation_id`);

export const gradeEvalRunAgain: Verb<typeof contracts.gradeEvalRunAgain> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const old = await runInOrganization(db, caller.organizationId, input.run_id);
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, old.datasetId);
    const before = await evaluationsOfRun(db, old);
    if (before.some(({ kind }) => kind !== "evaluation")) throw invalid("Only evaluations can be graded again.");
    const requested = new Map(input.versions.map(({ template_id, version }) => [template_id.toLowerCase(), version]));
    const unknown = [...requested.keys()].find((id) => before.every(({ templateId }) => templateId !== id));
    if (unknown) throw invalidField("versions", `The run has no evaluation with the template ${unknown}.`);
    const evaluations = await Promise.all(
      before.map(async ({ templateId, ...was }) => {
        const id = templateId ?? "";
        const version = requested.get(id);
        const template =
          version === undefined
            ? await templateInOrganization(db, caller.organizationId, id)
            : await templateInVersion(db, caller.organizationId, id, version);
        if (!template) throw invalidField("versions", `The template has no version ${version}.`);
        const { name, bindingId, params, passThreshold, errorLocalizer, mapping } = was;
        const model = input.model && template.evalType !== "code" ? input.model : was.model;
        const columns = { columnId: null, reasonColumnId: null };
        const own = { name, bindingId, params, model, passThreshold, errorLocalizer, mapping, ...columns };
        return pinTemplate(db, dataset, template, own);
      }),
    );
    const rows = await db.execute<{ id: string }>(sql`
      select distinct cell.row_id as id from eval_run_cells as cell
      join ${rowsOf(dataset, old.datasetVersionId)} as row on row.id = cell.row_id
      where cell.run_id = ${old.id}::uuid`);
    const run = await startRun(inner, dataset, evaluations, {
      name: input.name ?? cut(`${old.name}, graded again`, 255),
      rowIds: rows.map(({ id }) => id),
      repeats: old.repeats,
      atOnce: old.atOnce,
      ceilingMicros: input.ceiling_micros ?? null,
      gradesAgain: old.id,
      datasetVersionId: old.datasetVersionId,
    });
    return presentStarted(run, run.rowCount * run.repeats * evaluations.length);
  });
