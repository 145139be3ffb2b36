import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalRuns } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import {
  columnsInDataset,
  type DatasetRecord,
  datasetInOrganization,
  lockDatasetInOrganization,
} from "@/lib/datasets/loaders";
import { distinctIds } from "@/lib/distinct-ids";
import { notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { addBindingColumns } from "./binding-columns";
import { endRun } from "./end-run";
import { estimateOf } from "./estimate";
import { type EvaluationRow, evaluationsOfRun, lockRunInOrganization, type RunRow, runInOrganization } from "./loaders";
import { bindingsOnDataset, pinBinding, pinPrediction, templateOf } from "./pin";
import { presentStarted } from "./present";
import { countRows, insertRun, type PinnedEvaluation, startedBefore } from "./start-run";

type What = Pick<Parameters<Verb<typeof contracts.startEvalRun>>[1], "user_eval_ids" | "column_ids">;

/** What a request names, as it is now. */
async function pinned(db: Database, dataset: DatasetRecord, what: What): Promise<PinnedEvaluation[]> {
  if (what.column_ids.length === 0) {
    const bindings = await bindingsOnDataset(db, dataset, what.user_eval_ids);
    return Promise.all(bindings.map((binding) => pinBinding(db, dataset, binding)));
  }
  const columns = await columnsInDataset(db, dataset);
  return distinctIds(what.column_ids).map((id) => {
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

export const cellsOf = (evaluations: readonly EvaluationRow[]): number =>
  evaluations.reduce((all, { cells }) => all + cells, 0);

export const isOver = ({ status }: Pick<RunRow, "status">): boolean => status !== "pending" && status !== "running";

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
