// Starts a run over a dataset, and estimates what it would cost.
import type { Database } from "@/db/client";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/runs";
import {
  columnsInDataset,
  type DatasetRecord,
  datasetInOrganization,
  lockDatasetInOrganization,
} from "@/lib/datasets/loaders";
import { versionInDataset } from "@/lib/datasets/versions/loaders";
import { distinctIds } from "@/lib/distinct-ids";
import { notFound } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { addBindingColumns } from "../dataset/binding-columns";
import { cellsOf, evaluationsOfRun, type RunRow } from "../loaders";
import { presentStarted } from "../read/present";
import { estimateOf } from "./estimate";
import { countRows, insertRun, type PinnedEvaluation, startedBefore } from "./insert-run";
import { bindingsOnDataset, pinBinding, pinPrediction, templateOf } from "./pin";

type What = Pick<Parameters<Verb<typeof contracts.startEvalRun>>[1], "user_eval_ids" | "column_ids">;

/** What a request names, in its current state. */
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
  const rows = await countRows(db, {
    dataset,
    rowIds: input.row_ids ?? null,
    firstRows: input.first_rows ?? null,
    datasetVersionId: await versionOf(db, dataset, input.dataset_version_id),
  });
  return estimateOf(db, dataset, evaluations, rows, input.repeats);
};

/** Throws a 404 if the dataset has no such version. */
const versionOf = async (
  db: Database,
  dataset: DatasetRecord,
  id: string | null | undefined,
): Promise<string | null> => (id ? (await versionInDataset(db, dataset, id)).version.id : null);

export const startEvalRun: Verb<typeof contracts.startEvalRun> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const before = await startedBefore(inner, dataset, input);
    if (before) return presentStarted(before, cellsOf(await evaluationsOfRun(db, before)));
    for (const binding of await bindingsOnDataset(db, dataset, input.user_eval_ids))
      await addBindingColumns(db, dataset, binding, await templateOf(db, binding));
    const evaluations = await pinned(db, dataset, input);
    const run = await startRun(inner, dataset, evaluations, {
      name: input.name ?? null,
      rowIds: input.row_ids ?? null,
      firstRows: input.first_rows ?? null,
      datasetVersionId: await versionOf(db, dataset, input.dataset_version_id),
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
  datasetVersionId?: string | null;
  task?: RunRow["task"];
  prompt?: string | null;
  outputColumnId?: string | null;
  repeats?: number;
  atOnce?: number;
  ceilingMicros?: number | null;
  mutationId?: string | null;
  gradesAgain?: string | null;
  fillsColumns?: boolean;
}

const DEFAULT_AT_ONCE = 20;

/** Starts a run, in a transaction that has locked the dataset. */
export async function startRun(
  context: Context,
  dataset: DatasetRecord,
  evaluations: readonly PinnedEvaluation[],
  options: StartOptions = {},
): Promise<RunRow> {
  const { rowIds = null, firstRows = null, datasetVersionId = null, repeats = 1 } = options;
  const rows = await countRows(context.db, { dataset, rowIds, firstRows, datasetVersionId });
  const { estimated_micros: estimateMicros } = await estimateOf(context.db, dataset, evaluations, rows, repeats);
  return insertRun(context, {
    dataset,
    name:
      options.name ??
      evaluations
        .map(({ name }) => name)
        .join(", ")
        .slice(0, 255)
        .toWellFormed(),
    evaluations,
    rowIds,
    firstRows,
    datasetVersionId,
    task: options.task ?? null,
    prompt: options.prompt ?? null,
    outputColumnId: options.outputColumnId ?? null,
    repeats,
    atOnce: options.atOnce ?? DEFAULT_AT_ONCE,
    ceilingMicros: options.ceilingMicros ?? null,
    estimateMicros,
    gradesAgain: options.gradesAgain ?? null,
    mutationId: options.mutationId ?? null,
    fillsColumns: options.fillsColumns ?? true,
  });
}
