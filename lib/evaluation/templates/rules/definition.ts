// What a template's fields come to as a definition, and what is wrong with them.

import type { EvalOutput, OutputType } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type { TemplateSettings } from "@/lib/contracts/evaluation/shapes/template-settings";
import { isOfContext, variablesOf } from "./contexts";

const outputs: Record<OutputType, EvalOutput> = {
  pass_fail: "Pass/Fail",
  percentage: "score",
  deterministic: "choices",
};

/** Whether a definition is custom code. */
export const isOwnCode = ({ code_language: language }: Pick<TemplateDefinition, "code_language">): boolean =>
  language !== null;

/**
 * The definition that the given fields make of the one before. Inputs follow from the text, in order; of a composite from its parts; of
 * code they are as given.
 */
export function changedDefinition(
  before: TemplateDefinition,
  changes: TemplateSettings,
  parts: readonly Pick<TemplateDefinition, "required_keys" | "optional_keys">[],
): TemplateDefinition {
  const {
    output_type: type,
    choice_scores: scores,
    code,
    code_language: language,
    required_keys: keys,
    ...others
  } = changes;
  const own = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const isCode = isOwnCode(before);
  const merged: TemplateDefinition = {
    ...before,
    ...own,
    ...(isCode ? { code: code ?? before.code, code_language: language ?? before.code_language } : {}),
  };
  const output = type === undefined ? before.output : outputs[type];
  const choiceScores = scores === undefined ? before.choice_scores : scores;
  const choices =
    output === "Pass/Fail" ? ["Passed", "Failed"] : output === "choices" ? Object.keys(choiceScores ?? {}) : [];
  const isComposite = merged.children.length > 0;
  return {
    ...merged,
    output: isComposite ? "score" : output,
    aggregation: isComposite ? (merged.aggregation ?? "weighted_avg") : null,
    choices: output === "choices" && choices.length === 0 ? before.choices : choices,
    choice_scores: output === "choices" ? choiceScores : null,
    required_keys: isComposite
      ? unionOf(parts, "required_keys")
      : isCode
        ? [...new Set(keys ?? before.required_keys)]
        : keysIn(merged),
    optional_keys: isComposite ? unionOf(parts, "optional_keys") : [],
  };
}

const unionOf = (
  parts: readonly Pick<TemplateDefinition, "required_keys" | "optional_keys">[],
  name: "required_keys" | "optional_keys",
) => [...new Set(parts.flatMap((part) => part[name]))];

const textOf = ({ instructions, messages }: TemplateDefinition): string =>
  [instructions ?? "", ...messages.map(({ content }) => content)].join("\n");

const keysIn = (definition: TemplateDefinition): string[] =>
  variablesOf(textOf(definition)).filter((name) => !isOfContext(name));

interface DefinitionProblem {
  field: string;
  message: string;
}

/** What keeps a definition from being run, but for what its code says; null where nothing does. */
export function definitionProblem(definition: TemplateDefinition): DefinitionProblem | null {
  if (isOwnCode(definition)) {
    if (definition.children.length > 0) return { field: "children", message: "A code template cannot have parts." };
    return definition.output === "choices"
      ? { field: "output_type", message: "A code template must have the output type pass_fail or percentage." }
      : null;
  }
  if (definition.children.length > 0) {
    const weights = definition.children.reduce((sum, { weight }) => sum + weight, 0);
    return weights > 0 ? null : { field: "children", message: "At least one weight must be above 0." };
  }
  const text = textOf(definition);
  if (text.trim() === "") return { field: "instructions", message: "This field is required." };
  const variables = variablesOf(text);
  if (variables.length === 0)
    return { field: "instructions", message: "Must contain at least one variable, such as {{output}}." };
  if (variables.length > 50) return { field: "instructions", message: "Must contain at most 50 variables." };
  if (definition.output === "choices" && definition.choices.length === 0)
    return { field: "choice_scores", message: "A template with the output type choices needs at least one choice." };
  return null;
}
