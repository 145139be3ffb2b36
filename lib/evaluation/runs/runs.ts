import { and, asc, count, desc, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRunCells, evalRunEvaluations, evalRuns, users } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import {
  columnsInDataset,
  type DatasetRecord,
  datasetInOrganization,
  lockDatasetInOrganization,
} from "@/lib/datasets/loaders";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { templateInOrganization, templateInVersion } from "../templates/loaders";
import { addBindingColumns } from "./binding-columns";
import { endRun, runEvent, tellBindings } from "./end-run";
import { estimateOf } from "./estimate";
import { judgedIn } from "./judged-inputs";
import { type EvaluationRow, evaluationsOfRun, lockRunInOrganization, type RunRow, runInOrganization } from "./loaders";
import { bindingsOnDataset, pinBinding, pinPrediction, pinTemplate, templateOf } from "./pin";
import { presentCell, presentDetail, presentRun, presentStarted } from "./present";
import { runBefore } from "./run-before";
import { countRows, insertRun, type PinnedEvaluation, startedBefore } from "./start-run";

type What = Pick<Parameters<Verb<typeof contracts.startEvalRun>>[1], "user_eval_ids" | "column_ids">;

/** What a request names, as it is now. */
async function pinned(db: Database, dataset: DatasetRecord, what: What): Promise<PinnedEvaluation[]> {
  if (what.column_ids.length === 0) {
    const bindings = await bindingsOnDataset(db, dataset, what.user_eval_ids);
    return Promise.all(bindings.map((binding) => pinBinding(db, dataset, binding)));
  }
  const columns = await columnsInDataset(db, dataset);
  return [...new Set(what.column_ids.map((id) => id.toLowerCase()))].map((id) => {
    const column = columns.find((one) => one.id === id);
    if (!column) throw notFound("Column not found.");
    return pinPrediction(column, columns);
  });
}

export const estimateEvalRun: Verb<typeof contracts.estimateEvalRun> = async ({ db, caller }, input) => {
  const dataset = await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  const evaluations = await pinned(db, dataset, input);
  const rows = await countRows(db, { dataset, rowIds: input.row_ids ?? null, firstRows: input.first_rows ?? null });
  return estimateOf(db, dataset, evaluations, rows, input.repeats);
};

export const startEvalRun: Verb<typeof contracts.startEvalRun> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const before = await startedBefore(inner, dataset.id, input.mutation_id);
    if (before) return presentStarted(before, cellsOf(await evaluationsOfRun(db, before)));
    for (const binding of await bindingsOnDataset(db, dataset, input.user_eval_ids))
      await addBindingColumns(db, dataset, binding, await templateOf(db, binding));
    const evaluations = await pinned(db, dataset, input);
    const run = await startRun(inner, dataset, evaluations, {
      name: input.name ?? null,
      rowIds: input.row_ids ?? null,
      firstRows: input.first_rows ?? null,
      repeats: input.repeats,
      atOnce: input.at_once,
      ceilingMicros: input.ceiling_micros ?? null,
      mutationId: input.mutation_id ?? null,
    });
    return presentStarted(run, run.rowCount * run.repeats * evaluations.length);
  });

interface StartOptions {
  name?: string | null;
  rowIds?: readonly string[] | null;
  firstRows?: number | null;
  repeats?: number;
  atOnce?: number;
  ceilingMicros?: number | null;
  mutationId?: string | null;
  gradesAgain?: string | null;
  fillsColumns?: boolean;
}

const DEFAULT_AT_ONCE = 20;

/** Starts a run in a transaction that holds the dataset. */
export async function startRun(
  context: Context,
  dataset: DatasetRecord,
  evaluations: readonly PinnedEvaluation[],
  options: StartOptions = {},
): Promise<RunRow> {
  const { rowIds = null, firstRows = null, repeats = 1 } = options;
  const rows = await countRows(context.db, { dataset, rowIds, firstRows });
  const { estimated_micros: estimateMicros } = await estimateOf(context.db, dataset, evaluations, rows, repeats);
  return insertRun(context, {
    dataset,
    name:
      options.name ??
      evaluations
        .map(({ name }) => name)
        .join(", ")
        .slice(0, 255),
    evaluations,
    rowIds,
    firstRows,
    repeats,
    atOnce: options.atOnce ?? DEFAULT_AT_ONCE,
    ceilingMicros: options.ceilingMicros ?? null,
    estimateMicros,
    gradesAgain: options.gradesAgain ?? null,
    mutationId: options.mutationId ?? null,
    fillsColumns: options.fillsColumns ?? true,
  });
}

const cellsOf = (evaluations: readonly EvaluationRow[]): number =>
  evaluations.reduce((all, { cells }) => all + cells, 0);

export const listEvalRuns: Verb<typeof contracts.listEvalRuns> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const withPart = (condition: SQL | undefined) =>
    sql`exists (select 1 from eval_run_evaluations where eval_run_evaluations.run_id = ${evalRuns.id} and ${condition})`;
  const where = and(
    eq(evalRuns.organizationId, caller.organizationId),
    input.dataset_id ? eq(evalRuns.datasetId, input.dataset_id) : undefined,
    input.status ? eq(evalRuns.status, input.status) : undefined,
    input.user_eval_id ? withPart(sql`eval_run_evaluations.binding_id = ${input.user_eval_id}::uuid`) : undefined,
    input.template_id ? withPart(sql`eval_run_evaluations.template_id = ${input.template_id}::uuid`) : undefined,
    input.kind ? withPart(sql`eval_run_evaluations.kind = ${input.kind}`) : undefined,
  );
  const [[total], runs] = await Promise.all([
    db.select({ count: count() }).from(evalRuns).where(where),
    db
      .select()
      .from(evalRuns)
      .where(where)
      .orderBy(desc(evalRuns.createdAt), desc(evalRuns.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const ids = runs.map(({ id }) => id);
  const evaluations =
    ids.length > 0
      ? await db
          .select()
          .from(evalRunEvaluations)
          .where(inArray(evalRunEvaluations.runId, ids))
          .orderBy(asc(evalRunEvaluations.order))
      : [];
  const makers = await makersOf(db, runs);
  const results = runs.map((run) =>
    presentRun(
      run,
      evaluations.filter(({ runId }) => runId === run.id),
      makers.get(run.createdBy ?? "") ?? null,
    ),
  );
  return { count: all, page, limit, results };
};

async function makersOf(db: Database, runs: readonly RunRow[]): Promise<Map<string, string>> {
  const ids = [...new Set(runs.flatMap(({ createdBy }) => createdBy ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

export const getEvalRun: Verb<typeof contracts.getEvalRun> = async ({ db, caller }, { run_id: id }) => {
  const run = await runInOrganization(db, caller.organizationId, id);
  const [evaluations, makers, before] = await Promise.all([
    evaluationsOfRun(db, run),
    makersOf(db, [run]),
    isOver(run) ? runBefore(db, caller.organizationId, id) : null,
  ]);
  return presentDetail(run, evaluations, makers.get(run.createdBy ?? "") ?? null, before);
};

export const listEvalRunCells: Verb<typeof contracts.listEvalRunCells> = async ({ db, caller }, input) => {
  const run = await runInOrganization(db, caller.organizationId, input.run_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(evalRunCells.runId, run.id),
    input.evaluation_id ? eq(evalRunCells.evaluationId, input.evaluation_id) : undefined,
    input.row_id ? eq(evalRunCells.rowId, input.row_id) : undefined,
    input.passed === undefined ? undefined : eq(evalRunCells.passed, input.passed),
    input.outcome === "open"
      ? isNull(evalRunCells.outcome)
      : input.outcome
        ? eq(evalRunCells.outcome, input.outcome)
        : undefined,
  );
  const [[total], cells] = await Promise.all([
    db.select({ count: count() }).from(evalRunCells).where(where),
    db.select().from(evalRunCells).where(where).orderBy(asc(evalRunCells.position)).limit(limit).offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: cells.map(presentCell(await judgedIn(db, run, cells))) };
};

const isOver = ({ status }: Pick<RunRow, "status">): boolean => status !== "pending" && status !== "running";

export const cancelEvalRun: Verb<typeof contracts.cancelEvalRun> = (context, { run_id: id }) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const run = await lockRunInOrganization(db, caller.organizationId, id);
    await cancelRun(db, run, now());
    return presentStarted(
      await runInOrganization(db, caller.organizationId, id),
      cellsOf(await evaluationsOfRun(db, run)),
    );
  });

/** One that no step works on is over at once; else the step ends it as soon as it has written what was under way. */
export async function cancelRun(db: Database, run: RunRow, at: Date): Promise<void> {
  if (isOver(run)) return;
  if (run.holder === null) await endRun(db, run, { status: "cancelled", reason: "Cancelled by a user.", holder: null });
  else await db.update(evalRuns).set({ cancelRequestedAt: at }).where(eq(evalRuns.id, run.id));
}

export const retryEvalRun: Verb<typeof contracts.retryEvalRun> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunInOrganization(db, caller.organizationId, input.run_id);
    const again = await retryRun(inner, run, input.ceiling_micros ?? null);
    return presentStarted(again, cellsOf(await evaluationsOfRun(db, again)));
  });

/** Opens the errors of a run that is over, and starts it again if anything is open. In a transaction that holds the run. */
export async function retryRun({ db, emit }: Context, run: RunRow, ceilingMicros: number | null): Promise<RunRow> {
  if (!isOver(run)) {
    if (ceilingMicros !== null) await db.update(evalRuns).set({ ceilingMicros }).where(eq(evalRuns.id, run.id));
    return run;
  }
  const ceiling = ceilingMicros ?? run.ceilingMicros;
  if (ceiling !== null && run.status === "stopped" && ceiling <= run.spentMicros + run.lostMicros)
    throw invalidField("ceiling_micros", "Must be above what the run has cost so far.");
  await db.execute(sql`
    with opened as (
      update eval_run_cells set outcome = null, attempts = 0, not_before = null, ended_at = null
      where run_id = ${run.id}::uuid and outcome = 'error' returning evaluation_id
    )
    update eval_run_evaluations as evaluation set errors = evaluation.errors - opened.count
    from (select evaluation_id, count(*) as count from opened group by evaluation_id) as opened
    where evaluation.id = opened.evaluation_id`);
  await db.update(evalRunEvaluations).set({ stoppedAt: null }).where(eq(evalRunEvaluations.runId, run.id));
  // A cell that was stopped while it waited is tried at once.
  await db.execute(sql`
    update eval_run_cells set not_before = null, attempts = 0
    where run_id = ${run.id}::uuid and outcome is null and attempts > 0`);
  const [open] = await db
    .select({ one: sql`1` })
    .from(evalRunCells)
    .where(and(eq(evalRunCells.runId, run.id), isNull(evalRunCells.outcome)))
    .limit(1);
  if (!open) return run;
  const [again] = await db
    .update(evalRuns)
    .set({
      status: "pending",
      reason: null,
      endedAt: null,
      cancelRequestedAt: null,
      ceilingMicros: ceiling,
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

export const gradeEvalRunAgain: Verb<typeof contracts.gradeEvalRunAgain> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const old = await runInOrganization(db, caller.organizationId, input.run_id);
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, old.datasetId);
    const before = await evaluationsOfRun(db, old);
    if (before.some(({ kind }) => kind !== "evaluation")) throw invalid("Only evaluations can be graded again.");
    const wanted = new Map(input.versions.map(({ template_id, version }) => [template_id.toLowerCase(), version]));
    const unknown = [...wanted.keys()].find((id) => before.every(({ templateId }) => templateId !== id));
    if (unknown) throw invalidField("versions", `The run has no evaluation with the template ${unknown}.`);
    const evaluations = await Promise.all(
      before.map(async ({ templateId, ...was }) => {
        const id = templateId ?? "";
        const version = wanted.get(id);
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
      join dataset_rows as row on row.id = cell.row_id and row.deleted_at is null
      where cell.run_id = ${old.id}::uuid`);
    const run = await startRun(inner, dataset, evaluations, {
      name: input.name ?? `${old.name}, graded again`.slice(0, 255),
      rowIds: rows.map(({ id }) => id),
      repeats: old.repeats,
      atOnce: old.atOnce,
      ceilingMicros: input.ceiling_micros ?? null,
      gradesAgain: old.id,
    });
    return presentStarted(run, run.rowCount * run.repeats * evaluations.length);
  });
