// Evaluations of a run test: bindings of templates, with where their inputs come from.
import { and, eq, inArray, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalBindings, evalGroups } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type { FilterItem } from "@/lib/contracts/evaluation/shapes/filters";
import type { CallEvaluationStatus } from "@/lib/contracts/simulation/call-names";
import type * as contracts from "@/lib/contracts/simulation/run-tests";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { visibleGroups } from "@/lib/evaluation/groups/loaders";
import { paramsOf } from "@/lib/evaluation/playground/run";
import { type Template, templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import { checkedParams } from "@/lib/evaluation/templates/params";
import { isEmptyInput } from "@/lib/evaluation/templates/rules/inputs";
import { isRecord, recordsIn } from "@/lib/records";
import { inTransaction } from "@/lib/transaction";
import { filterProblem } from "../outcome/rules/filter";
import { type BindingRow, evaluationsOf, executionInWorkspace, lockRunTest, runTestInWorkspace } from "./loaders";
import { evaluateAnew } from "./rerun";

export type GivenConfig = contracts.EvalConfigInput;
type NewBinding = typeof evalBindings.$inferInsert;

/** What a template takes of a mapping: its own inputs, those that are not empty. Throws for others, and for required ones left out. */
function mappingFor(template: Template, given: Readonly<Record<string, unknown>>, field: string, isStrict: boolean) {
  const { required_keys: required, optional_keys: optional } = template.version.definition;
  const known = new Set([...required, ...optional]);
  const stale = Object.keys(given).find((key) => known.size > 0 && !known.has(key));
  if (isStrict && stale !== undefined)
    throw invalidField(`${field}.${stale}`, `${template.name} has no input ${stale}.`);
  const own = Object.entries(given).filter(
    ([key, value]) => (known.size === 0 || known.has(key)) && !isEmptyInput(value),
  );
  const has = new Set(own.map(([key]) => key));
  const missing = required.find((key) => !has.has(key) && !optional.includes(key));
  if (missing !== undefined)
    throw invalidField(`${field}.${missing}`, `${template.name} needs ${missing} in the mapping.`);
  return Object.fromEntries(own);
}

/** Throws for a filter that cannot be applied to calls. */
function assertFilters(filters: readonly FilterItem[], field: string): void {
  for (const [index, { filter_config }] of filters.entries()) {
    const problem = filterProblem(filter_config);
    if (problem) throw invalidField(`${field}.${index}.filter_config.${problem.at}`, problem.message);
  }
}

const modelOf = (config: Readonly<Record<string, unknown>>): string | null => {
  const run = isRecord(config.run_config) ? config.run_config : {};
  return typeof run.model === "string" && run.model.trim() !== "" ? run.model.trim() : null;
};

/** Bindings for the request, none of them stored yet. Throws a 400 that names what is wrong. */
export async function newBindings(
  { db, caller }: Context,
  runTestId: string,
  given: readonly GivenConfig[],
): Promise<NewBinding[]> {
  const { organizationId, workspaceId, userId } = caller;
  const templates = await templatesInOrganization(db, organizationId, [
    ...new Set(given.map(({ template_id }) => template_id.toLowerCase())),
  ]);
  const byId = new Map(templates.filter(({ draft }) => !draft).map((template) => [template.id, template]));
  const groups = await db
    .select({ id: evalGroups.id })
    .from(evalGroups)
    .where(
      and(
        visibleGroups(caller),
        inArray(
          evalGroups.id,
          given.flatMap(({ eval_group }) => eval_group?.toLowerCase() ?? []),
        ),
      ),
    );
  const groupIds = new Set(groups.map(({ id }) => id));
  return given.map((one, index) => {
    const field = `evaluations_config.${index}`;
    const template = byId.get(one.template_id.toLowerCase());
    if (!template) throw invalidField(`${field}.template_id`, "There is no such evaluation template.");
    if (one.kb_id) throw invalidField(`${field}.kb_id`, "There is no such knowledge base.");
    const groupId = one.eval_group?.toLowerCase() ?? null;
    if (groupId && !groupIds.has(groupId))
      throw invalidField(`${field}.eval_group`, "There is no such evaluation group.");
    assertFilters(one.filters, `${field}.filters`);
    const inner = isRecord(one.config.mapping) ? one.config.mapping : {};
    const mapping = mappingFor(template, { ...inner, ...one.mapping }, `${field}.mapping`, false);
    return {
      organizationId,
      workspaceId,
      name: one.name ?? `Eval-${template.id}`,
      templateId: template.id,
      versionNumber: template.version.number,
      groupId,
      target: "SIMULATE",
      targetId: runTestId,
      mapping,
      params: checkedParams(template, paramsOf(one.config, {}), `${field}.config.params`),
      config: { ...one.config, filters: one.filters },
      model: one.model?.trim() || modelOf(one.config),
      errorLocalizer: one.error_localizer,
      status: "NotStarted",
      createdBy: userId,
    };
  });
}

/** Copies of bindings of other run tests of the workspace. Throws a 400 for one that is not there. */
export async function copiedBindings(
  { db, caller }: Context,
  runTestId: string,
  ids: readonly string[],
): Promise<NewBinding[]> {
  const wanted = [...new Set(ids.map((id) => id.toLowerCase()))];
  const rows = await Promise.all(wanted.map((id) => bindingInWorkspace(db, caller, id)));
  return rows.map((row, index) => {
    if (!row) throw invalidField(`eval_config_ids.${index}`, "There is no such evaluation in any run test.");
    const { id: _id, createdAt: _created, updatedAt: _updated, deletedAt: _deleted, ...own } = row;
    return { ...own, targetId: runTestId, status: "NotStarted" as const, createdBy: caller.userId };
  });
}

async function bindingInWorkspace(
  db: Database,
  caller: Context["caller"],
  id: string,
): Promise<BindingRow | undefined> {
  const [row] = await db
    .select()
    .from(evalBindings)
    .where(
      and(
        eq(evalBindings.id, id),
        eq(evalBindings.target, "SIMULATE"),
        eq(evalBindings.organizationId, caller.organizationId),
        eq(evalBindings.workspaceId, caller.workspaceId),
        isNull(evalBindings.deletedAt),
      ),
    );
  return row;
}

/** Stores them, one after the other in time, so that their order is kept. */
export async function storeBindings(db: Database, bindings: readonly NewBinding[]): Promise<BindingRow[]> {
  if (bindings.length === 0) return [];
  const names = bindings.map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) throw nameTaken(bindings[twice]?.name ?? "");
  const at = Date.now();
  try {
    return await db
      .insert(evalBindings)
      .values(bindings.map((binding, place) => ({ ...binding, createdAt: new Date(at + place) })))
      .returning();
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? nameTaken(null) : error;
  }
}

const nameTaken = (name: string | null) =>
  invalid(
    name === null
      ? "The run test already has an evaluation with one of these names."
      : `Two evaluations of the run test are named ${name}.`,
    { fields: { name: ["Must be unique in the run test."] } },
  );

export async function presentBindings(db: Database, organizationId: string, rows: readonly BindingRow[]) {
  const templates = await templatesInOrganization(db, organizationId, [
    ...new Set(rows.map(({ templateId }) => templateId)),
  ]);
  const groupIds = [...new Set(rows.flatMap(({ groupId }) => groupId ?? []))];
  const groups = await Promise.all(
    groupIds.map((id) =>
      db.select({ id: evalGroups.id, name: evalGroups.name }).from(evalGroups).where(eq(evalGroups.id, id)),
    ),
  );
  const statuses = await statusesOf(
    db,
    rows.map(({ id }) => id),
  );
  const groupNames = new Map(groups.flat().map(({ id, name }) => [id, name]));
  const byId = new Map(templates.map((template) => [template.id, template]));
  return rows.map((row) => {
    const template = byId.get(row.templateId);
    return {
      id: row.id,
      name: row.name,
      template_id: row.templateId,
      template_name: template?.name ?? "",
      version_number: row.versionNumber,
      config: row.config,
      mapping: row.mapping,
      filters: recordsIn(row.config.filters),
      error_localizer: row.errorLocalizer,
      model: row.model,
      status: statuses.get(row.id) ?? row.status,
      eval_group: row.groupId ? (groupNames.get(row.groupId) ?? null) : null,
      eval_required_keys: template?.version.definition.required_keys ?? [],
    };
  });
}

/** How evaluations go in the newest execution that has them: Failed where there is nothing but errors. */
async function statusesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const has = (status: CallEvaluationStatus) =>
    sql`exists (select from call_evaluations as said where said.evaluation_id = newest.id and said.status = ${status})`;
  const rows = await db.execute<{ id: string; status: string | null }>(sql`
    select binding.id, case
      when ${has("pending")} then 'Running'
      when ${has("completed")} or ${has("skipped")} then 'Completed'
      when ${has("error")} then 'Failed' end as status
    from eval_bindings as binding
    cross join lateral (
      select pinned.id from test_executions as execution
      join test_execution_evaluations as pinned
        on pinned.execution_id = execution.id and pinned.binding_id = binding.id
      where execution.run_test_id = binding.target_id and execution.deleted_at is null
      order by execution.created_at desc, pinned.generation desc limit 1
    ) as newest
    where binding.id = any(${sql.param(ids)}::uuid[])`);
  return new Map([...rows].flatMap(({ id, status }) => (status ? [[id, status]] : [])));
}

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

export const updateEvalConfig: Verb<typeof contracts.updateEvalConfig> = async (context, input) => {
  const row = await inTransaction(context, (inner) => changeBinding(inner, input));
  const { db, caller } = context;
  if (input.run) {
    if (!input.test_execution_id) throw invalidField("test_execution_id", "This field is required when run is true.");
    const execution = await executionInWorkspace(db, caller, input.test_execution_id);
    if (execution.runTestId !== row.targetId)
      throw invalidField("test_execution_id", "Not an execution of this run test.");
    await evaluateAnew(context, execution, [row]);
  }
  const [shown] = await presentBindings(db, caller.organizationId, [row]);
  if (!shown) throw notFound("Evaluation not found.");
  return shown;
};

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
  const given = input.mapping ?? inConfig;
  const mapping = mappingFor(template, given ?? before.mapping, "mapping", given !== null);
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
