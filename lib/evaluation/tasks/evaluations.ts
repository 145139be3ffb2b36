// Checks and pins the evaluations of a task.
import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalBindings } from "@/db/schema";
import type { Context } from "@/lib/context";
import { MAX_TASK_EVALUATIONS } from "@/lib/contracts/evaluation/shapes/task-shapes";
import { invalidField } from "@/lib/errors";
import { type NewBinding, saveBindings } from "../bindings/save-bindings";
import { fingerprintOf } from "../templates/fingerprint";
import { type Template, templateInVersion, templatesInOrganization } from "../templates/loaders";
import { checkedParams } from "../templates/params";

export interface GivenEvaluation {
  template_id: string;
  name?: string | undefined;
  mapping: Record<string, unknown>;
  params?: Record<string, unknown> | undefined;
  model?: string | null | undefined;
  error_localizer: boolean;
}

export interface GivenEvaluations {
  evaluations?: readonly GivenEvaluation[] | undefined;
  binding_ids?: readonly string[] | undefined;
}

/** One evaluation of a task. */
export interface Pinned {
  template: Template;
  name: string;
  mapping: Record<string, unknown>;
  params: Record<string, unknown>;
  model: string | null;
  errorLocalizer: boolean;
  fingerprint: string;
}

/** The evaluations, ready to run. Throws a 400 that names the field. */
export async function pinEvaluations(
  db: Database,
  organizationId: string,
  projectId: string,
  input: GivenEvaluations,
): Promise<(Pinned & { bindingId: string | null })[]> {
  const own = input.evaluations ?? [];
  const templates = new Map(
    (
      await templatesInOrganization(
        db,
        organizationId,
        own.map(({ template_id: id }) => id),
      )
    ).map((template) => [template.id, template]),
  );
  const named = own.map((one, index) => {
    const template = templates.get(one.template_id.toLowerCase());
    if (!template || template.draft)
      throw invalidField(`evaluations.${index}.template_id`, "There is no such evaluation template.");
    return { ...pin(template, one, `evaluations.${index}`), bindingId: null };
  });
  const bound = await boundEvaluations(db, organizationId, projectId, input.binding_ids ?? []);
  const all = [...named, ...bound];
  if (all.length > MAX_TASK_EVALUATIONS)
    throw invalidField("evaluations", `At most ${MAX_TASK_EVALUATIONS} evaluations.`);
  const prints = all.map(({ fingerprint }) => fingerprint);
  const twice = prints.findIndex((print, index) => prints.indexOf(print) !== index);
  if (twice >= 0) throw invalidField("evaluations", `${all[twice]?.name} is listed twice.`);
  return all;
}

async function boundEvaluations(db: Database, organizationId: string, projectId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .select()
    .from(evalBindings)
    .where(
      and(
        inArray(evalBindings.id, [...ids]),
        eq(evalBindings.organizationId, organizationId),
        eq(evalBindings.target, "EVAL_TASK"),
        eq(evalBindings.targetId, projectId),
        isNull(evalBindings.deletedAt),
      ),
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return Promise.all(
    ids.map(async (id, index) => {
      const field = `binding_ids.${index}`;
      const row = byId.get(id.toLowerCase());
      if (!row) throw invalidField(field, "The project has no such evaluation.");
      const template = await templateInVersion(db, organizationId, row.templateId, row.versionNumber);
      if (!template) throw invalidField(field, "Its template has been deleted.");
      const input = { ...row, template_id: row.templateId, error_localizer: row.errorLocalizer };
      return { ...pin(template, input, field), bindingId: row.id };
    }),
  );
}

function pin(template: Template, input: GivenEvaluation, field: string): Pinned {
  const { definition, fingerprint: version } = template.version;
  const optional = new Set(definition.optional_keys);
  const missing = definition.required_keys.find((key) => !optional.has(key) && !Object.hasOwn(input.mapping, key));
  if (missing !== undefined)
    throw invalidField(`${field}.mapping`, `${template.name} needs ${missing} in the mapping.`);
  const blank = Object.entries(input.mapping).find(([, from]) => typeof from === "string" && from.trim() === "");
  if (blank) throw invalidField(`${field}.mapping`, `${blank[0]} has an empty mapping.`);
  const params = checkedParams(template, input.params ?? {}, `${field}.params`);
  const model = input.model?.trim() || null;
  const { mapping } = input;
  return {
    template,
    name: input.name ?? template.name,
    mapping,
    params,
    model,
    errorLocalizer: input.error_localizer,
    fingerprint: fingerprintOf({ version, model: model ?? definition.model, params, mapping }),
  };
}

/** The bindings of a task's evaluations, in the same order. Missing ones are created. */
export async function bindingsOf(
  { db, caller }: Context,
  projectId: string,
  pinned: readonly (Pinned & { bindingId: string | null })[],
): Promise<string[]> {
  const { organizationId, workspaceId, userId } = caller;
  const ids: string[] = [];
  for (const one of pinned) {
    const binding: NewBinding = {
      organizationId,
      workspaceId,
      name: one.name,
      templateId: one.template.id,
      versionNumber: one.template.version.number,
      target: "EVAL_TASK",
      targetId: projectId,
      mapping: one.mapping,
      params: one.params,
      model: one.model,
      errorLocalizer: one.errorLocalizer,
      createdBy: userId,
    };
    const id = one.bindingId ?? (await saveBindings(db, [binding]))[0]?.id;
    if (!id) throw new Error("a binding was not stored");
    ids.push(id);
  }
  return ids;
}
