// The differences between two versions of a template, field by field, as text.

import type { Change } from "@/app/(studio)/_components/change-list";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";

/** In display order. */
const names: Record<keyof TemplateDefinition, string> = {
  instructions: "Criteria",
  code: "Code",
  code_language: "Language",
  messages: "Messages",
  few_shot_examples: "Examples",
  ground_truth: "Ground truth",
  output: "Output",
  choices: "Choices",
  choice_scores: "Scores of choices",
  multi_choice: "Allow multiple",
  pass_threshold: "Pass threshold",
  model: "Judge",
  error_localizer_enabled: "Error localization",
  children: "Parts",
  aggregation: "Combined by",
  composite_child_axis: "Kind of parts",
  required_keys: "Inputs",
  optional_keys: "Optional inputs",
  param_modalities: "Input types",
  params: "Parameters",
  template_format: "Template format",
};

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === "" ||
  (typeof value === "object" && Object.keys(value ?? {}).length === 0);

const shown = (value: unknown): unknown =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string") ? value.join(", ") : value;

export function definitionChanges(before: TemplateDefinition, after: TemplateDefinition): Change[] {
  // Safe because the names are the definition's keys.
  return (Object.keys(names) as (keyof TemplateDefinition)[]).flatMap((field): Change[] => {
    const [one, other] = [before[field], after[field]];
    if (sorted(one) === sorted(other)) return [];
    const kind = isNothing(one) ? "added" : isNothing(other) ? "removed" : "changed";
    return [{ path: [names[field]], kind, before: shown(one), after: shown(other) }];
  });
}

/** The database does not keep the order of keys. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)))
      : entry,
  );
