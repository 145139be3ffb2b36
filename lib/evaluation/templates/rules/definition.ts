// Makes a definition from a template's fields, and finds its problems.

import type { CompositeAxis, EvalOutput, EvalType, OutputType } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type { SettingsSnapshot, TemplateSettings } from "@/lib/contracts/evaluation/shapes/template-settings";
import { variablesOf } from "../../judge/variables";
import { isOfContext } from "./contexts";
import { outputTypeOf } from "./score";

const outputs: Record<OutputType, EvalOutput> = {
  pass_fail: "Pass/Fail",
  percentage: "score",
  deterministic: "choices",
};

/** Whether a definition is custom code. */
export const isOwnCode = ({ code_language: language }: Pick<TemplateDefinition, "code_language">): boolean =>
  language !== null;

/**
 * The definition that the given fields make of the previous one. A judged template's inputs come from its text, in
 * order. A composite's come from its parts, and code keeps the given inputs.
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
    composite_child_axis: newAxis,
    ...others
  } = changes;
  const { composite_child_axis: oldAxis, ...unchanged } = before;
  const own = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const isCode = isOwnCode(before);
  const merged: TemplateDefinition = {
    ...unchanged,
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
    // For a composite, null is a choice. Other templates have nothing to combine.
    aggregation: isComposite ? aggregationOf(before, changes) : null,
    ...axisOf(isComposite ? (newAxis ?? oldAxis) : ""),
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

/** "Any kind of parts" means that there is no axis. */
const axisOf = (axis: CompositeAxis | undefined) => (axis ? { composite_child_axis: axis } : {});

const aggregationOf = (before: TemplateDefinition, { aggregation }: TemplateSettings) => {
  if (aggregation !== undefined) return aggregation;
  return before.children.length > 0 ? before.aggregation : "weighted_avg";
};

/** Whether a template may be a part of a composite. */
export const isOnAxis = (axis: CompositeAxis, evalType: EvalType, output: OutputType): boolean => {
  if (axis === "") return true;
  if (axis === "code") return evalType === "code";
  return output === (axis === "choices" ? "deterministic" : axis);
};

/**
 * The settings of a version as changes to another. An unchanged output stays as it is: some have no output type of
 * their own.
 */
export function settingsOfSnapshot(
  { output, ...snapshot }: SettingsSnapshot,
  before: Pick<TemplateDefinition, "output">,
): TemplateSettings {
  const { instructions, model, ...others } = snapshot;
  return {
    ...others,
    ...(instructions == null ? {} : { instructions }),
    ...(model == null ? {} : { model }),
    ...(output === undefined || output === before.output ? {} : { output_type: outputTypeOf(output) }),
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

/** Why a definition cannot run, apart from problems in its code; null if it can. */
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
