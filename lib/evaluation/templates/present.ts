import { computedByName } from "../metrics";
import type { ComputedTemplate } from "../metrics/template";
import { isBuiltIn, type Template } from "./loaders";
import { presentRecentRuns } from "./recent-runs";
import { outputTypeOf } from "./rules/score";

const BUILT_IN_MAKER = "Assay";

const shared = (template: Template, makers: ReadonlyMap<string, string>, versions: ReadonlyMap<string, number>) => ({
  id: template.id,
  name: template.name,
  description: template.description,
  template_type: template.templateType,
  eval_type: template.evalType,
  output_type: outputTypeOf(template.version.definition.output),
  owner: isBuiltIn(template) ? ("system" as const) : ("user" as const),
  created_by_name: makers.get(template.createdBy ?? "") ?? BUILT_IN_MAKER,
  version_count: versions.get(template.id) ?? 1,
  current_version: `V${template.currentVersion}`,
  tags: template.tags,
});

/** The published values of a metric, beside what it computes now. */
const publishedValues = (computed: ComputedTemplate | undefined) =>
  Promise.all(
    (computed?.vectors ?? []).map(async ({ actual, ...published }) => ({ ...published, actual: await actual() })),
  );

export function presentListed(
  template: Template,
  makers: ReadonlyMap<string, string>,
  versions: ReadonlyMap<string, number>,
  recent: Parameters<typeof presentRecentRuns>[0],
) {
  return {
    ...shared(template, makers, versions),
    last_updated: template.updatedAt.toISOString(),
    ...presentRecentRuns(recent),
  };
}

export async function presentDetail(
  template: Template,
  makers: ReadonlyMap<string, string>,
  versions: ReadonlyMap<string, number>,
) {
  const { definition } = template.version;
  const computed = template.evalType === "code" && isBuiltIn(template) ? computedByName.get(template.name) : undefined;
  return {
    ...shared(template, makers, versions),
    instructions: definition.instructions,
    model: definition.model,
    output: definition.output,
    pass_threshold: definition.pass_threshold,
    choice_scores: definition.choice_scores,
    choices: definition.choices,
    multi_choice: definition.multi_choice,
    code: definition.code,
    code_language: definition.code_language,
    required_keys: definition.required_keys,
    optional_keys: definition.optional_keys,
    check_internet: false as const,
    error_localizer_enabled: definition.error_localizer_enabled,
    template_format: definition.template_format,
    aggregation: definition.aggregation,
    children: definition.children,
    config: definition,
    notes: [...(computed?.notes ?? [])],
    source: computed?.source ?? null,
    differs: computed?.differs || null,
    empty_inputs: computed?.empty ?? null,
    published_values: await publishedValues(computed),
    is_draft: template.draft,
    created_at: template.createdAt.toISOString(),
    updated_at: template.updatedAt.toISOString(),
  };
}
