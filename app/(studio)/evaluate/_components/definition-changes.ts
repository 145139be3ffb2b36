// What is different between two versions of a template, field by field, in words.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/definition";
import type { Change } from "../../_components/change-list";

/** In the order in which they are read. */
const names: Record<keyof TemplateDefinition, string> = {
  instructions: "Criteria",
  code: "Code",
  code_language: "Language",
  messages: "Messages",
  few_shot_examples: "Examples",
  output: "Output",
  choices: "Choices",
  choice_scores: "What choices count",
  multi_choice: "Several may be chosen",
  pass_threshold: "Passes from",
  model: "Judge",
  error_localizer_enabled: "Says which sentences have failed",
  children: "Parts",
  aggregation: "Joined by",
  required_keys: "Inputs",
  optional_keys: "Optional inputs",
  param_modalities: "Kinds of inputs",
  params: "Parameters",
  template_format: "Form of the text",
};

const isNothing = (value: unknown): boolean =>
  value === null || value === "" || (typeof value === "object" && Object.keys(value ?? {}).length === 0);

const shown = (value: unknown): unknown =>
  Array.isArray(value) && value.every((entry) => typeof entry === "string") ? value.join(", ") : value;

export function definitionChanges(before: TemplateDefinition, after: TemplateDefinition): Change[] {
  // Safe because the names are those of the definition.
  return (Object.keys(names) as (keyof TemplateDefinition)[]).flatMap((field): Change[] => {
    const [one, other] = [before[field], after[field]];
    if (sorted(one) === sorted(other)) return [];
    const kind = isNothing(one) ? "added" : isNothing(other) ? "removed" : "changed";
    return [{ path: [names[field]], kind, before: shown(one), after: shown(other) }];
  });
}

/** The store keeps no order of names. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_, entry: unknown) =>
    typeof entry === "object" && entry !== null && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([one], [other]) => (one < other ? -1 : 1)))
      : entry,
  );
