import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, prompts, runTests } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/apply-group";
import { columnsInDataset, datasetInOrganization, lockDatasetInOrganization } from "@/lib/datasets/loaders";
import { invalid, invalidField, notFound } from "@/lib/errors";
import { inOrganization, inWorkspace, type Workspace } from "@/lib/owned-rows";
import { inTransaction } from "@/lib/transaction";
import { type NewBinding, saveBindings } from "../bindings/save-bindings";
import { addEvaluations } from "../experiments/add-evaluations";
import { lockExperimentInOrganization } from "../experiments/loaders";
import { existingColumns } from "../runs/start/pin";
import type { Template } from "../templates/loaders";
import { checkedParams } from "../templates/params";
import { isEmptyInput } from "../templates/rules/inputs";
import { type GroupRow, groupInOrganization, membersOf } from "./loaders";

type Input = Parameters<Verb<typeof contracts.applyEvalGroup>>[1];
type Target = Input["page_id"];

const scopeFields = {
  DATASET: "dataset_id",
  EVAL_TASK: "project_id",
  PROMPT: "prompt_template_id",
  SIMULATE: "simulate_id",
  EXPERIMENT: "experiment_id",
} as const satisfies Record<Target, keyof Input["filters"]>;

export const applyEvalGroup: Verb<typeof contracts.applyEvalGroup> = (context, input) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const group = await groupInOrganization(db, caller, input.eval_group_id);
    const targetId = await holdTarget(inner, input);
    const left = new Set(input.deselected_evals.map((id) => id.toLowerCase()));
    const members = (await membersOf(db, caller.organizationId, group.id)).filter(({ id }) => !left.has(id));
    if (members.length === 0) throw invalidField("deselected_evals", "All evaluations of the group were deselected.");
    assertParamsKnown(members, input.params);
    const newBindings = members.map((template) => bindingOf(inner, group, template, input, targetId));
    if (input.page_id === "EXPERIMENT") {
      await addEvaluations(inner, targetId, newBindings);
      return null;
    }
    if (input.page_id === "DATASET") {
      const dataset = await datasetInOrganization(db, caller.organizationId, targetId);
      const columns = await columnsInDataset(db, dataset);
      const mapped = (binding: NewBinding) => existingColumns(binding.mapping, columns, "mapping");
      await saveBindings(
        db,
        newBindings.map((binding) => ({ ...binding, mapping: mapped(binding) })),
      );
      return null;
    }
    const rows = await saveBindings(db, newBindings);
    const byId = new Map(members.map((template) => [template.id, template]));
    return rows.map((row) => ({
      id: row.id,
      eval_template_id: row.templateId,
      name: row.name,
      mapping: row.mapping,
      config: row.config,
      params: row.params,
      function_params_schema: byId.get(row.templateId)?.version.definition.params ?? {},
      eval_required_keys: byId.get(row.templateId)?.version.definition.required_keys ?? [],
      updated_at: row.updatedAt.toISOString(),
      eval_group: group.name,
    }));
  });

/** Locks the target, so that two calls at once take turns and never use the same name. */
async function holdTarget({ db, caller }: Context, { page_id: target, filters }: Input): Promise<string> {
  const field = scopeFields[target];
  const id = filters[field];
  if (!id) {
    const message = `${field} is required for ${target}.`;
    throw invalid(`filters: ${message}`, { fields: { filters: [message] } });
  }
  if (filters.kb_id) throw invalidField("filters.kb_id", "There is no such knowledge base.");
  if (target === "DATASET") return (await lockDatasetInOrganization(db, caller.organizationId, id)).id;
  if (target === "SIMULATE") return holdRunTest(db, caller, id);
  if (target === "EXPERIMENT") return (await lockExperimentInOrganization(db, caller.organizationId, id)).id;
  if (target === "PROMPT") return lockPrompt(db, caller.organizationId, id);
  const own = and(eq(projects.id, id), eq(projects.organizationId, caller.organizationId));
  const [project] = await db.select({ id: projects.id }).from(projects).where(own).for("update");
  if (!project) throw notFound("Project not found.");
  return project.id;
}

/** Prompts are kept above evaluation, so this reads their table. */
async function lockPrompt(db: Database, organizationId: string, id: string): Promise<string> {
  const [prompt] = await db
    .select({ id: prompts.id })
    .from(prompts)
    .where(and(eq(prompts.id, id), inOrganization(prompts, organizationId)))
    .for("update");
  if (!prompt) throw notFound("Prompt not found.");
  return prompt.id;
}

async function holdRunTest(db: Database, workspace: Workspace, id: string) {
  const [run] = await db
    .select({ id: runTests.id })
    .from(runTests)
    .where(and(eq(runTests.id, id), inWorkspace(runTests, workspace)))
    .for("update");
  if (!run) throw notFound("Run test not found.");
  return run.id;
}

function assertParamsKnown(members: readonly Template[], params: Readonly<Record<string, unknown>>): void {
  const known = new Set(members.flatMap(({ version }) => Object.keys(version.definition.params)));
  const unknown = Object.keys(params).filter((name) => !known.has(name));
  if (unknown.length > 0) throw invalidField("params", `Unknown function params: ${unknown.slice(0, 20).join(", ")}`);
}

/** The part of the mapping and of the parameters that concerns the template. */
function bindingOf(
  { caller }: Context,
  group: GroupRow,
  template: Template,
  input: Input,
  targetId: string,
): NewBinding {
  const { definition } = template.version;
  const optional = new Set(definition.optional_keys);
  const has = (key: string) => Object.hasOwn(input.mapping, key) && !isEmptyInput(input.mapping[key]);
  const missing = definition.required_keys.find((key) => !optional.has(key) && !has(key));
  if (missing !== undefined)
    throw invalidField(`mapping.${missing}`, `${template.name} needs ${missing} in the mapping.`);
  const named = [...new Set([...definition.required_keys, ...definition.optional_keys])];
  // A template that names no inputs gets all of them, as in a run.
  const keys = (named.length === 0 ? Object.keys(input.mapping) : named).filter(has);
  const own = Object.entries(input.params).filter(([name]) => Object.hasOwn(definition.params, name));
  const { organizationId, workspaceId, userId } = caller;
  return {
    organizationId,
    workspaceId,
    name: `${template.name}_${group.name}`,
    templateId: template.id,
    versionNumber: template.version.number,
    groupId: group.id,
    target: input.page_id,
    targetId,
    mapping: Object.fromEntries(keys.map((key) => [key, input.mapping[key]])),
    params: checkedParams(template, Object.fromEntries(own), "params"),
    config: { reason_column: true, ...(input.filters.filters ? { filters: input.filters.filters } : {}) },
    model: input.filters.model?.trim() || null,
    errorLocalizer: input.filters.error_localizer,
    status: input.page_id === "SIMULATE" ? "NotStarted" : "Inactive",
    createdBy: userId,
  };
}
