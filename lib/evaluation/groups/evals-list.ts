import { and, asc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { datasetColumns, evalBindings, evalGroups, evalTemplates } from "@/db/schema";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/evals-list";
import { datasetInOrganization } from "@/lib/datasets/loaders";
import { invalidField } from "@/lib/errors";
import { hasText } from "@/lib/pages";
import { whenNotFound } from "@/lib/rejections";
import { experimentsInOrganization } from "../experiments/loaders";
import {
  currentVersions,
  isBuiltIn,
  type Template,
  templatesInOrganization,
  visibleTemplates,
} from "../templates/loaders";
import { makersOf } from "../templates/makers";
import { outputTypeOf } from "../templates/rules/score";

type Input = Parameters<Verb<typeof contracts.listEvals>>[1];

/** The order of the list: sound and conversations first, then by what a template is about. */
const PRIORITY = [
  "AUDIO",
  "CONVERSATION",
  "IMAGE",
  "TEXT",
  "SAFETY",
  "RAG",
  "HALLUCINATION",
  "FUNCTION",
  "LLMS",
  "FUTURE_EVALS",
  "CUSTOM",
];

export const listEvals: Verb<typeof contracts.listEvals> = async (context, input) => {
  const { db, caller } = context;
  if (input.dataset_id) await datasetInOrganization(db, caller.organizationId, input.dataset_id);
  if (input.experiment_id && !(await hasExperiment(context, input.experiment_id, input.dataset_id)))
    throw invalidField("experiment_id", "There is no such experiment.");
  if (input.eval_type && !input.dataset_id)
    throw invalidField("dataset_id", `This field is required for eval_type=${input.eval_type}.`);
  const evals = input.eval_type ? await metrics(context, input) : await templates(context, input);
  return { evals, eval_recommendations: ["Deterministic Evals"] };
};

/** Whether the organization has the experiment, over this dataset if one is named. */
async function hasExperiment({ db, caller }: Context, id: string, datasetId: string | undefined): Promise<boolean> {
  const found = await experimentsInOrganization(db, caller.organizationId, [id]).catch(whenNotFound(() => []));
  return found.some(({ run }) => datasetId === undefined || run.datasetId === datasetId.toLowerCase());
}

export const listDatasetEvals: Verb<typeof contracts.listDatasetEvals> = (context, input) => listEvals(context, input);

async function templates({ db, caller }: Context, input: Input) {
  const tags = [...(input.eval_tags ?? []), ...(input["eval_tags[]"] ?? [])];
  const found = await currentVersions(
    db,
    and(
      visibleTemplates(caller.organizationId),
      eq(evalTemplates.hidden, false),
      eq(evalTemplates.draft, false),
      input.search_text ? hasText(evalTemplates.name, input.search_text) : undefined,
      input.eval_categories === "futureagi_built" ? isNull(evalTemplates.organizationId) : undefined,
      input.eval_categories === "user_built" ? isNotNull(evalTemplates.organizationId) : undefined,
      taggedWith(tags),
      taggedWith(input.use_cases ?? []),
    ),
  );
  const rank = ({ tags: own }: Template): number => {
    const at = PRIORITY.findIndex((tag) => own.includes(tag));
    return input.order !== "simulate" ? 0 : at < 0 ? PRIORITY.length : at;
  };
  const makers = await makersOf(db, found);
  return found
    .toSorted((one, other) => rank(one) - rank(other) || (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1))
    .map((template) => ({
      ...presentTemplate(template),
      type: isBuiltIn(template) ? "futureagi_built" : "user_built",
      is_model_required: template.evalType !== "code",
      created_by_name: makers.get(template.createdBy ?? "") ?? "Assay",
      created_at: template.createdAt.toISOString(),
    }));
}

const taggedWith = (tags: readonly string[]): SQL | undefined =>
  tags.length === 0
    ? undefined
    : sql`exists (select 1 from unnest(${evalTemplates.tags}) as own(tag) where lower(own.tag) in (${sql.join(
        tags.map((tag) => sql`${tag.toLowerCase()}`),
        sql`, `,
      )}))`;

const presentTemplate = (template: Template) => ({
  id: template.id,
  name: template.name,
  eval_template_name: template.name,
  eval_required_keys: template.version.definition.required_keys,
  eval_template_tags: template.tags,
  description: template.description,
  eval_type: template.evalType,
  output_type: outputTypeOf(template.version.definition.output),
  template_type: template.templateType,
  updated_at: template.updatedAt.toISOString(),
  model: template.version.definition.model,
  owner: isBuiltIn(template) ? ("system" as const) : ("user" as const),
});

/** The columns of evaluations, by the binding that fills them. */
async function columnsOf(db: Context["db"], datasetId: string) {
  const columns = await db
    .select({ id: datasetColumns.id, sourceId: datasetColumns.sourceId })
    .from(datasetColumns)
    .where(
      and(
        eq(datasetColumns.datasetId, datasetId),
        eq(datasetColumns.origin, "evaluation"),
        isNull(datasetColumns.deletedAt),
      ),
    );
  return new Map(columns.map(({ id, sourceId }) => [sourceId, id]));
}

async function metrics({ db, caller }: Context, input: Input) {
  const rows = await bindingsOf(db, caller.organizationId, input);
  const used = await templatesInOrganization(db, caller.organizationId, [
    ...new Set(rows.map(({ binding }) => binding.templateId)),
  ]);
  const byId = new Map(used.map((template) => [template.id, template]));
  const columnOf = await columnsOf(db, input.dataset_id ?? "");
  return rows.flatMap(({ binding, group }) => {
    const template = byId.get(binding.templateId);
    return template ? presentMetric(template, binding, group, columnOf.get(binding.id) ?? null) : [];
  });
}

const bindingsOf = (db: Context["db"], organizationId: string, { dataset_id, search_text }: Input) =>
  db
    .select({ binding: evalBindings, group: evalGroups.name })
    .from(evalBindings)
    .leftJoin(evalGroups, eq(evalGroups.id, evalBindings.groupId))
    .where(
      and(
        eq(evalBindings.organizationId, organizationId),
        eq(evalBindings.target, "DATASET"),
        eq(evalBindings.targetId, dataset_id ?? ""),
        isNull(evalBindings.deletedAt),
        search_text ? hasText(evalBindings.name, search_text) : undefined,
      ),
    )
    .orderBy(asc(evalBindings.createdAt), asc(evalBindings.name));

const presentMetric = (
  template: Template,
  binding: typeof evalBindings.$inferSelect,
  group: string | null,
  columnId: string | null,
) => ({
  ...presentTemplate(template),
  id: binding.id,
  name: binding.name,
  template_name: template.name,
  template_id: template.id,
  config: binding.config,
  model: binding.model ?? template.version.definition.model,
  column_id: columnId,
  updated_at: binding.updatedAt.toISOString(),
  eval_group: group,
  status: binding.status,
  mapping: binding.mapping,
  params: binding.params,
  error_localizer: binding.errorLocalizer,
  run_config: {
    agent_mode: null,
    check_internet: false,
    summary: null,
    pass_threshold: template.version.definition.pass_threshold,
    error_localizer_enabled: binding.errorLocalizer,
    data_injection: null,
    knowledge_bases: [],
    tools: [],
  },
  pinned_version_id: null,
  pinned_version: binding.versionNumber,
});
