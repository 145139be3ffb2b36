// The built-in templates, as they are written to the database.

import type { EvalType } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { DEFAULT_JUDGE } from "../judge/judge";
import { type ComputedTemplate, computedTemplates } from "../metrics";
import { idOfName } from "./fingerprint";
import { answers } from "./judged/answers";
import { conversations } from "./judged/conversations";
import type { JudgedTemplate } from "./judged/judged";
import { media } from "./judged/media";
import { safety } from "./judged/safety";
import { writing } from "./judged/writing";

interface BuiltIn {
  id: string;
  name: string;
  description: string;
  evalType: EvalType;
  tags: readonly string[];
  hidden: boolean;
  definition: TemplateDefinition;
}

export const judgedTemplates: readonly JudgedTemplate[] = [
  ...answers,
  ...writing,
  ...safety,
  ...conversations,
  ...media,
];

/** The defaults of a definition. */
export const plainDefinition: TemplateDefinition = {
  output: "Pass/Fail",
  required_keys: [],
  optional_keys: [],
  instructions: null,
  messages: [],
  few_shot_examples: [],
  template_format: "mustache",
  model: null,
  pass_threshold: 0.5,
  choices: [],
  multi_choice: false,
  choice_scores: null,
  param_modalities: {},
  params: {},
  code: null,
  code_language: null,
  error_localizer_enabled: false,
  aggregation: null,
  children: [],
};

function keysOf(keys: string): Pick<TemplateDefinition, "required_keys" | "optional_keys"> {
  const names = keys.split(", ").filter((key) => key !== "");
  return {
    required_keys: names.map((key) => key.replace("?", "")),
    optional_keys: names.filter((key) => key.endsWith("?")).map((key) => key.slice(0, -1)),
  };
}

/** Parameters with which a run gives the rule and choices that the template lacks. */
const ruleParams: TemplateDefinition["params"] = {
  rule_prompt: { type: "string", required: true },
  choices: { type: "list", required: true },
  multi_choice: { type: "boolean", default: false },
};

export function builtInJudged(template: JudgedTemplate): BuiltIn {
  const { name, description, tags, output, choices, choiceScores } = template;
  const modes = Object.entries(template.media ?? {}).map(([key, kind]) => [key, ["text", kind]]);
  return {
    id: idOfName(name),
    name,
    description,
    evalType: "agent",
    tags,
    hidden: template.hidden ?? false,
    definition: {
      ...plainDefinition,
      ...keysOf(template.keys),
      output,
      instructions: template.criteria,
      model: DEFAULT_JUDGE,
      choices: output === "Pass/Fail" ? ["Passed", "Failed"] : [...(choices ?? [])],
      multi_choice: template.multiChoice ?? false,
      choice_scores: choiceScores && Object.keys(choiceScores).length > 0 ? { ...choiceScores } : null,
      param_modalities: Object.fromEntries(modes),
      params: name === "deterministic_evals" ? ruleParams : {},
    },
  };
}

function builtInComputed(template: ComputedTemplate): BuiltIn {
  const { name, description, tags, hidden, output, keys, optionalKeys, params } = template;
  return {
    id: idOfName(name),
    name,
    description,
    evalType: "code",
    tags,
    hidden,
    definition: {
      ...plainDefinition,
      output,
      required_keys: [...keys],
      optional_keys: [...optionalKeys],
      choices: output === "Pass/Fail" ? ["Passed", "Failed"] : [],
      params: structuredClone(params) as TemplateDefinition["params"], // safe because it only loses `readonly`
    },
  };
}

export const builtIns = (): BuiltIn[] => [
  ...judgedTemplates.map(builtInJudged),
  ...computedTemplates.map(builtInComputed),
];
