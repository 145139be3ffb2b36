// Evaluations of a run test: bindings of templates, with the sources of their inputs.
import { eq, sql } from "drizzle-orm";
import { databaseErrorCode } from "@/db/error-code";
import { evalBindings } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/eval-configs";
import { invalidField, notFound } from "@/lib/errors";
import { paramsOf } from "@/lib/evaluation/playground/run";
import { templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import { checkedParams } from "@/lib/evaluation/templates/params";
import { isRecord } from "@/lib/records";
import { inTransaction } from "@/lib/transaction";
import { type BindingRow, evaluationsOf, executionInWorkspace, lockRunTest, runTestInWorkspace } from "../loaders";
import { evaluateAnew } from "../start/rerun";
import { assertFilters, mappingFor, nameTaken, newBindings, storeBindings } from "./bindings";
import { presentBindings } from "./present-bindings";

export const addEvalConfigs: Verb<typeof contracts.addEvalConfigs> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const run = await lockRunTest(db, caller, input.run_test_id);
    const rows = await storeBindings(db, await newBindings(inner, run.id, input.evaluations_config));
    return {
      message: `${rows.length} evaluation(s) added`,
      created_eval_configs: await presentBindings(db, caller.organizationId, rows),
      run_test_id: run.id,
    };
  });

/** Throws `not_found` unless it is an evaluation of that run test. */
async function bindingOf({ db, caller }: Context, runTestId: string, id: string): Promise<BindingRow> {
  const run = await runTestInWorkspace(db, caller, runTestId);
  const row = (await evaluationsOf(db, run.id)).find((known) => known.id === id.toLowerCase());
  if (!row) throw notFound("Evaluation not found.");
  return row;
}

export const deleteEvalConfig: Verb<typeof contracts.deleteEvalConfig> = (context, input) =>
  inTransaction(context, async (inner) => {
    const row = await bindingOf(inner, input.run_test_id, input.eval_config_id);
    await inner.db.update(evalBindings).set({ deletedAt: inner.now() }).where(eq(evalBindings.id, row.id));
    return { message: "Evaluation deleted successfully" };
  });

export const getEvalConfigStructure: Verb<typeof contracts.getEvalConfigStructure> = async (context, input) => {
  const { db, caller } = context;
  const row = await bindingOf(context, input.run_test_id, input.eval_config_id);
  const [[shown], [template]] = await Promise.all([
    presentBindings(db, caller.organizationId, [row]),
    templatesInOrganization(db, caller.organizationId, [row.templateId]),
  ]);
  if (!shown || !template) throw notFound("The evaluation's template was deleted.");
  const { definition } = template.version;
  return {
    ...shown,
    description: template.description,
    optional_keys: definition.optional_keys,
    output: definition.output,
    function_params_schema: definition.params,
  };
};

export const updateEvalConfig: Verb<typeof contracts.updateEvalConfig> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const row = await changeBinding(inner, input);
    if (input.run) {
      if (!input.test_execution_id) throw invalidField("test_execution_id", "This field is required when run is true.");
      const execution = await executionInWorkspace(db, caller, input.test_execution_id);
      if (execution.runTestId !== row.targetId)
        throw invalidField("test_execution_id", "Not an execution of this run test.");
      await evaluateAnew(inner, execution, [row]);
    }
    const [shown] = await presentBindings(db, caller.organizationId, [row]);
    if (!shown) throw notFound("Evaluation not found.");
    return shown;
  });

async function changeBinding(
  inner: Context,
  input: Parameters<Verb<typeof contracts.updateEvalConfig>>[1],
): Promise<BindingRow> {
  const { db, caller } = inner;
  await lockRunTest(db, caller, input.run_test_id);
  const before = await bindingOf(inner, input.run_test_id, input.eval_config_id);
  const templateId = input.template_id?.toLowerCase() ?? before.templateId;
  const [template] = await templatesInOrganization(db, caller.organizationId, [templateId]);
  if (!template || template.draft) throw invalidField("template_id", "There is no such evaluation template.");
  if (input.kb_id) throw invalidField("kb_id", "There is no such knowledge base.");
  assertFilters(input.filters ?? [], "filters");
  // Another template has other parameters.
  const { params: _params, ...others } = before.config;
  const kept = template.id === before.templateId ? before.config : others;
  const config = { ...kept, ...(input.config ?? {}), ...(input.filters ? { filters: input.filters } : {}) };
  const inConfig = isRecord(input.config?.mapping) ? input.config.mapping : null;
  const requestedMapping = input.mapping ?? inConfig;
  const mapping = mappingFor(template, requestedMapping ?? before.mapping, "mapping", requestedMapping !== null);
  const [changed] = await db
    .update(evalBindings)
    .set({
      ...(input.name === undefined ? {} : { name: input.name }),
      templateId: template.id,
      versionNumber: template.version.number,
      mapping,
      config,
      params: checkedParams(template, paramsOf(config, {}), "config.params"),
      ...(input.model === undefined ? {} : { model: input.model?.trim() || null }),
      ...(input.error_localizer === undefined ? {} : { errorLocalizer: input.error_localizer }),
      updatedAt: sql`now()`,
    })
    .where(eq(evalBindings.id, before.id))
    .returning()
    .catch((error: unknown) => {
      throw databaseErrorCode(error) === "23505" ? nameTaken(input.name ?? "") : error;
    });
  return changed ?? before;
}
