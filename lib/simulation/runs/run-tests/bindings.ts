// Bindings of evaluation templates to a run test: checked, copied and stored.

import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { evalBindings, evalGroups } from "@/db/schema";
import type { Context } from "@/lib/context";
import type { FilterItem } from "@/lib/contracts/evaluation/shapes/filters";
import type * as contracts from "@/lib/contracts/simulation/runs/run-tests";
import { distinctIds } from "@/lib/distinct-ids";
import { invalid, invalidField } from "@/lib/errors";
import { visibleGroups } from "@/lib/evaluation/groups/loaders";
import { paramsOf } from "@/lib/evaluation/playground/run";
import { type Template, templatesInOrganization } from "@/lib/evaluation/templates/loaders";
import { checkedParams } from "@/lib/evaluation/templates/params";
import { isEmptyInput } from "@/lib/evaluation/templates/rules/inputs";
import { inWorkspace } from "@/lib/owned-rows";
import { isRecord } from "@/lib/records";
import { filterProblem } from "../../outcome/rules/filter";
import type { BindingRow } from "../loaders";

export type GivenConfig = contracts.EvalConfigInput;

type NewBinding = typeof evalBindings.$inferInsert;

/**
 * The part of a mapping that a template takes: its own inputs that are not empty. Throws for other inputs, and for
 * missing required ones.
 */
export function mappingFor(
  template: Template,
  configs: Readonly<Record<string, unknown>>,
  field: string,
  isStrict: boolean,
) {
  const { required_keys: required, optional_keys: optional } = template.version.definition;
  const known = new Set([...required, ...optional]);
  const stale = Object.keys(configs).find((key) => known.size > 0 && !known.has(key));
  if (isStrict && stale !== undefined)
    throw invalidField(`${field}.${stale}`, `${template.name} has no input ${stale}.`);
  const own = Object.entries(configs).filter(
    ([key, value]) => (known.size === 0 || known.has(key)) && !isEmptyInput(value),
  );
  const has = new Set(own.map(([key]) => key));
  const missing = required.find((key) => !has.has(key) && !optional.includes(key));
  if (missing !== undefined)
    throw invalidField(`${field}.${missing}`, `${template.name} needs ${missing} in the mapping.`);
  return Object.fromEntries(own);
}

/** Throws for a filter that cannot be applied to calls. */
export function assertFilters(filters: readonly FilterItem[], field: string): void {
  for (const [index, { filter_config }] of filters.entries()) {
    const problem = filterProblem(filter_config);
    if (problem) throw invalidField(`${field}.${index}.filter_config.${problem.at}`, problem.message);
  }
}

const modelOf = (config: Readonly<Record<string, unknown>>): string | null => {
  const run = isRecord(config.run_config) ? config.run_config : {};
  return typeof run.model === "string" && run.model.trim() !== "" ? run.model.trim() : null;
};

/** Bindings for the request, not yet stored. Throws a 400 that names the problem. */
export async function newBindings(
  { db, caller }: Context,
  runTestId: string,
  configs: readonly GivenConfig[],
): Promise<NewBinding[]> {
  const { organizationId, workspaceId, userId } = caller;
  const templates = await templatesInOrganization(db, organizationId, [
    ...new Set(configs.map(({ template_id }) => template_id.toLowerCase())),
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
          configs.flatMap(({ eval_group }) => eval_group?.toLowerCase() ?? []),
        ),
      ),
    );
  const groupIds = new Set(groups.map(({ id }) => id));
  return configs.map((one, index) => {
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

/** Copies of bindings from other run tests of the workspace. Throws a 400 for an unknown one. */
export async function copiedBindings(
  { db, caller }: Context,
  runTestId: string,
  ids: readonly string[],
): Promise<NewBinding[]> {
  const requestedIds = distinctIds(ids);
  const rows = await Promise.all(requestedIds.map((id) => bindingInWorkspace(db, caller, id)));
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
    .where(and(eq(evalBindings.id, id), eq(evalBindings.target, "SIMULATE"), inWorkspace(evalBindings, caller)));
  return row;
}

/** Stores them one at a time, so that their order is kept. */
export async function storeBindings(db: Database, bindings: readonly NewBinding[]): Promise<BindingRow[]> {
  if (bindings.length === 0) return [];
  const names = bindings.map(({ name }) => name.toLowerCase());
  const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
  if (twice >= 0) throw nameTaken(bindings[twice]?.name ?? "");
  const at = Date.now();
  try {
    return await db
      .insert(evalBindings)
      .values(bindings.map((binding, position) => ({ ...binding, createdAt: new Date(at + position) })))
      .returning();
  } catch (error) {
    throw databaseErrorCode(error) === "23505" ? nameTaken(null) : error;
  }
}

/** Removes evaluations of a run test. Ids that are none of them are ignored. */
export const removeBindings = ({ db, now }: Context, runTestId: string, ids: readonly string[]) =>
  db
    .update(evalBindings)
    .set({ deletedAt: now() })
    .where(
      and(
        inArray(evalBindings.id, [...ids]),
        eq(evalBindings.target, "SIMULATE"),
        eq(evalBindings.targetId, runTestId),
        isNull(evalBindings.deletedAt),
      ),
    );

export const nameTaken = (name: string | null) =>
  invalid(
    name === null
      ? "The run test already has an evaluation with one of these names."
      : `Two evaluations of the run test are named ${name}.`,
    { fields: { name: ["Must be unique in the run test."] } },
  );
