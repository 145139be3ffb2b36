// The evaluations on a dataset, as the reference's clients use them: each is a metric with its own columns.
import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { datasetColumns, evalBindings, evalRunEvaluations, evalRuns } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/dataset-evals";
import { type DatasetRecord, lockDatasetInOrganization } from "@/lib/datasets/loaders";
import { invalidField, notFound } from "@/lib/errors";
import { newestFirst } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { cancelRun } from "../cancel-run";
import { evaluationsOfRun, lockRunInOrganization } from "../loaders";
import { type BindingRow, bindingsOnDataset, pinBinding, templateOf } from "../start/pin";
import { retryRun } from "../start/retry-run";
import { startRun } from "../start/start-run";
import { addBindingColumns } from "./binding-columns";
import { namedTemplate, readSettings, storeBinding } from "./metric-settings";

export const addUserEval: Verb<typeof contracts.addUserEval> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    if (input.save_as_template) throw invalidField("save_as_template", "Create the template first, then name it here.");
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const template = await namedTemplate(db, caller.organizationId, input.template_id, input.version ?? null);
    const settings = await readSettings(db, dataset, template, input, {});
    const binding = await storeBinding(db, {
      organizationId: caller.organizationId,
      workspaceId: dataset.workspaceId,
      name: input.name,
      templateId: template.id,
      versionNumber: input.version ?? null,
      target: "DATASET",
      targetId: dataset.id,
      errorLocalizer: input.error_localizer,
      status: "NotStarted",
      createdBy: caller.userId,
      ...settings,
    });
    // Check the parameters now, not in the first run.
    await pinBinding(db, dataset, binding);
    await addBindingColumns(db, dataset, binding, template);
    const run = input.run ? await startRun(inner, dataset, [await pinBinding(db, dataset, binding)]) : null;
    return { message: "Evaluation added", user_eval_id: binding.id, run_id: run?.id ?? null };
  });

export const startEvalsProcess: Verb<typeof contracts.startEvalsProcess> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
    const bindings = await bindingsOnDataset(db, dataset, input.user_eval_ids);
    const newest = input.failed_only ? await newestRuns(db, bindings) : new Map<string, string>();
    const named = new Set(bindings.map(({ id }) => id));
    const runIds = new Set<string>();
    for (const id of new Set(newest.values())) {
      await retryRun(inner, await lockRunInOrganization(db, caller.organizationId, id), null, named);
      runIds.add(id);
    }
    const fresh = bindings.filter(({ id }) => !newest.has(id));
    if (fresh.length > 0) {
      for (const binding of fresh) await addBindingColumns(db, dataset, binding, await templateOf(db, binding));
      const run = await startRun(inner, dataset, await Promise.all(fresh.map((one) => pinBinding(db, dataset, one))));
      runIds.add(run.id);
    }
    return { message: `Successfully updated ${bindings.length} eval status`, run_ids: [...runIds] };
  });

/** The newest run of each metric that has one. Experiments do not count: they evaluate other outputs. */
async function newestRuns(db: Database, bindings: readonly BindingRow[]): Promise<Map<string, string>> {
  const found = await Promise.all(
    bindings.map(async ({ id }) => {
      const [row] = await db
        .select({ runId: evalRuns.id })
        .from(evalRunEvaluations)
        .innerJoin(evalRuns, eq(evalRuns.id, evalRunEvaluations.runId))
        .where(and(eq(evalRunEvaluations.bindingId, id), isNull(evalRuns.task)))
        .orderBy(newestFirst(evalRuns.createdAt))
        .limit(1);
      return row ? ([id, row.runId] as const) : null;
    }),
  );
  return new Map(found.filter((one) => one !== null));
}

/** The metric, locked until the transaction ends. */
async function heldBinding(
  { db, caller }: Context,
  input: { dataset_id: string; eval_id: string },
): Promise<{ dataset: DatasetRecord; binding: BindingRow }> {
  const dataset = await lockDatasetInOrganization(db, caller.organizationId, input.dataset_id);
  const [binding] = await bindingsOnDataset(db, dataset, [input.eval_id]);
  if (!binding) throw notFound("User evaluation not found.");
  return { dataset, binding };
}

export const editAndRunUserEval: Verb<typeof contracts.editAndRunUserEval> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { dataset, binding } = await heldBinding(inner, input);
    if (input.template_id && input.template_id.toLowerCase() !== binding.templateId)
      throw invalidField("template_id", "An evaluation keeps its template. Add a new evaluation with this template.");
    const version = input.version === undefined ? null : input.version;
    const template = await namedTemplate(db, caller.organizationId, binding.templateId, version);
    const settings = await readSettings(db, dataset, template, input, binding);
    const changed = await renamed(() =>
      db
        .update(evalBindings)
        .set({
          ...settings,
          name: input.name ?? binding.name,
          versionNumber: version,
          errorLocalizer: input.error_localizer ?? binding.errorLocalizer,
        })
        .where(eq(evalBindings.id, binding.id))
        .returning(),
    );
    const [row] = changed;
    if (!row) throw notFound("User evaluation not found.");
    const pin = await pinBinding(db, dataset, row);
    await addBindingColumns(db, dataset, row, template);
    const run = input.run ? await startRun(inner, dataset, [await pinBinding(db, dataset, row)]) : null;
    return { message: `Evaluation ${pin.name} changed`, user_eval_id: row.id, run_id: run?.id ?? null };
  });

async function renamed<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw databaseErrorCode(error) === "23505"
      ? invalidField("name", "The dataset already has an evaluation with this name.")
      : error;
  }
}

export const deleteUserEval: Verb<typeof contracts.deleteUserEval> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, now } = inner;
    const { dataset, binding } = await heldBinding(inner, input);
    await stopBinding(inner, binding);
    await db.update(evalBindings).set({ deletedAt: now() }).where(eq(evalBindings.id, binding.id));
    if (input.delete_column) {
      const own = and(eq(datasetColumns.datasetId, dataset.id), eq(datasetColumns.sourceId, binding.id));
      await db
        .update(datasetColumns)
        .set({ deletedAt: now() })
        .where(and(own, isNull(datasetColumns.deletedAt)));
    }
    return { message: "Evaluation deleted" };
  });

export const stopUserEval: Verb<typeof contracts.stopUserEval> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { binding } = await heldBinding(inner, input);
    const stopped = await stopBinding(inner, binding);
    return { message: stopped > 0 ? "Evaluation stopped" : "The evaluation is not running" };
  });

/**
 * Stops the metric in every run in progress, and cancels runs that have nothing else. Returns how many runs it changed.
 */
async function stopBinding({ db, caller, now }: Context, binding: BindingRow): Promise<number> {
  const open = await db.execute<{ id: string }>(sql`
    select distinct run.id from eval_runs as run join eval_run_evaluations as evaluation on evaluation.run_id = run.id
    where evaluation.binding_id = ${binding.id}::uuid and run.status in ('pending', 'running')
      and evaluation.stopped_at is null`);
  for (const { id } of open) {
    const run = await lockRunInOrganization(db, caller.organizationId, id);
    await db
      .update(evalRunEvaluations)
      .set({ stoppedAt: now() })
      .where(and(eq(evalRunEvaluations.runId, id), eq(evalRunEvaluations.bindingId, binding.id)));
    const left = (await evaluationsOfRun(db, run)).filter(({ stoppedAt }) => stoppedAt === null);
    if (left.length === 0) await cancelRun(db, run, now());
  }
  if (open.length > 0)
    await db.update(evalBindings).set({ status: "Cancelled" }).where(eq(evalBindings.id, binding.id));
  return open.length;
}
