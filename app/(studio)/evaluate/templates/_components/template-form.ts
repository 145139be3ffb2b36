// The form of an own template, and the request made of it.
import type { ClientInput, Output } from "@/lib/contracts/contract";
import type { Aggregation, OutputType } from "@/lib/contracts/evaluation/names";
import type { getEvalTemplate } from "@/lib/contracts/evaluation/template-detail";
import type { createEvalTemplate } from "@/lib/contracts/evaluation/templates";
import { variablesOf } from "@/lib/evaluation/judge/variables";
import { isOfContext } from "@/lib/evaluation/templates/rules/contexts";
import { textOf } from "../../_components/param-text";

export const templateKinds = ["judged", "code", "composite"] as const;
export type TemplateKind = (typeof templateKinds)[number];
export type Template = Output<typeof getEvalTemplate>;
type Body = ClientInput<typeof createEvalTemplate>;

/** Lists are edited by position. The key keeps a field's focus while others are added or removed. */
interface Keyed {
  key: string;
}
export interface Choice extends Keyed {
  label: string;
  score: number | null;
}
export interface Example extends Keyed {
  inputs: Readonly<Record<string, string>>;
  /** A verdict, a number or comma-separated labels. */
  output: string;
  reason: string;
}
export interface PartDraft extends Keyed {
  templateId: string | null;
  weight: number | null;
}

export interface TemplateForm {
  kind: TemplateKind;
  name: string;
  description: string;
  /** Comma-separated. */
  tags: string;
  instructions: string;
  code: string;
  /** Code only, comma-separated. */
  inputs: string;
  output: OutputType;
  threshold: number | null;
  choices: readonly Choice[];
  multi: boolean;
  model: string;
  localizes: boolean;
  examples: readonly Example[];
  parts: readonly PartDraft[];
  aggregation: Aggregation;
  /** Why a new version is saved. */
  why: string;
}

const CODE = `// Answers a number from 0 to 1, true or false, or { score, reason }.
function evaluate({ output, expected }, params) {
  return { score: output === expected ? 1 : 0, reason: "Compared letter by letter." };
}
`;

let made = 0;
const keyed = <T extends object>(entry: T): T & Keyed => {
  made += 1;
  return { ...entry, key: String(made) };
};
export const newChoice = (label = "", score: number | null = null): Choice => keyed({ label, score });
export const newExample = (): Example => keyed({ inputs: {}, output: "", reason: "" });
export const newPart = (): PartDraft => keyed({ templateId: null, weight: 1 });

export const emptyTemplate = (kind: TemplateKind): TemplateForm => ({
  kind,
  name: "",
  description: "",
  tags: "",
  instructions: "",
  code: kind === "code" ? CODE : "",
  inputs: kind === "code" ? "output, expected" : "",
  output: "pass_fail",
  threshold: 0.5,
  choices: [newChoice("Good", 1), newChoice("Bad", 0)],
  multi: false,
  model: "",
  localizes: false,
  examples: [],
  parts: kind === "composite" ? [newPart(), newPart()] : [],
  aggregation: "weighted_avg",
  why: "",
});

export const formOfTemplate = (template: Template): TemplateForm => ({
  kind: template.template_type === "composite" ? "composite" : template.eval_type === "code" ? "code" : "judged",
  name: template.name,
  description: template.description,
  tags: template.tags.join(", "),
  instructions: template.instructions ?? "",
  code: template.code ?? "",
  inputs: template.eval_type === "code" ? template.required_keys.join(", ") : "",
  output: template.output_type,
  threshold: template.pass_threshold,
  choices: template.choices
    .filter(() => template.output === "choices")
    .map((label) => newChoice(label, template.choice_scores?.[label] ?? null)),
  multi: template.multi_choice,
  model: template.model ?? "",
  localizes: template.error_localizer_enabled,
  examples: template.config.few_shot_examples.map(({ inputs, output, reason }) =>
    keyed({
      inputs: Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, textOf(value)])),
      output: Array.isArray(output) ? output.join(", ") : textOf(output),
      reason: reason ?? "",
    }),
  ),
  parts: template.children.map(({ template_id, weight }) => keyed({ templateId: template_id, weight })),
  aggregation: template.aggregation ?? "weighted_avg",
  why: "",
});

/** The inputs of a text, and those filled from a run's context without a mapping. */
export function inputsIn(text: string): { inputs: string[]; contexts: string[] } {
  const variables = variablesOf(text);
  return {
    inputs: variables.filter((name) => !isOfContext(name)),
    contexts: variables.filter(isOfContext),
  };
}

const listed = (text: string): string[] => [
  ...new Set(
    text
      .split(",")
      .map((part) => part.trim())
      .filter((part) => part !== ""),
  ),
];

/** All form values except the name. */
export function settingsOf(form: TemplateForm): Omit<Body, "name" | "is_draft"> {
  const shared = { description: form.description.trim(), tags: listed(form.tags) };
  if (form.kind === "composite") {
    return {
      ...shared,
      children: form.parts.flatMap(({ templateId, weight }) =>
        templateId === null ? [] : { template_id: templateId, weight: weight ?? 0 },
      ),
      aggregation: form.aggregation,
      pass_threshold: form.threshold ?? 0,
    };
  }
  const scored = { ...shared, output_type: form.output, pass_threshold: form.threshold ?? 0 };
  if (form.kind === "code") return { ...scored, code: form.code, required_keys: listed(form.inputs) };
  return {
    ...scored,
    instructions: form.instructions,
    ...(form.output === "deterministic" ? { ...choicesOf(form.choices), multi_choice: form.multi } : {}),
    ...(form.model.trim() ? { model: form.model.trim() } : {}),
    error_localizer_enabled: form.localizes,
    few_shot_examples: form.examples.map((example) => exampleOf(form, example)),
  };
}

const choicesOf = (choices: readonly Choice[]): Pick<Body, "choice_scores"> => ({
  choice_scores: Object.fromEntries(
    choices.flatMap(({ label, score }) => (label.trim() === "" ? [] : [[label.trim(), score ?? 0]])),
  ),
});

function exampleOf({ output: kind, multi, instructions }: TemplateForm, { inputs, output, reason }: Example) {
  const known = inputsIn(instructions).inputs;
  const number = Number(output);
  return {
    inputs: Object.fromEntries(known.map((name) => [name, inputs[name] ?? ""])),
    output:
      kind === "percentage" && output.trim() !== "" && Number.isFinite(number)
        ? number
        : kind === "deterministic" && multi
          ? listed(output)
          : output.trim(),
    ...(reason.trim() ? { reason: reason.trim() } : {}),
  };
}
