// What feedback on a run may say, and the example that it becomes.

import type { FeedbackValue } from "@/lib/contracts/evaluation/feedback";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { scoreOfLabel } from "./score";

type FeedbackInput = FeedbackValue | boolean;
type Scale = Pick<TemplateDefinition, "output" | "choices" | "multi_choice">;

const words: Readonly<Record<string, "Passed" | "Failed">> = {
  ...{ passed: "Passed", pass: "Passed", true: "Passed", yes: "Passed" },
  ...{ failed: "Failed", fail: "Failed", false: "Failed", no: "Failed" },
};

/** The given value as an output of the template, or why it cannot be one. */
export function readFeedback(scale: Scale, value: FeedbackInput): { value: FeedbackValue } | { problem: string } {
  if (scale.output === "Pass/Fail") {
    const word = words[String(value).trim().toLowerCase()];
    return word ? { value: word } : { problem: "Must be Passed or Failed." };
  }
  if (scale.output === "score" || scale.output === "numeric") return readNumber(scale.output, value);
  if (scale.output === "reason")
    return typeof value === "string" && value.trim() !== "" ? { value: value } : { problem: "Must be text." };
  return readLabels(scale, value);
}

function readNumber(output: "score" | "numeric", value: FeedbackInput): { value: number } | { problem: string } {
  const number = typeof value === "number" || (typeof value === "string" && value.trim() !== "") ? Number(value) : NaN;
  if (!Number.isFinite(number)) return { problem: "Must be a number." };
  if (output === "score" && (number < 0 || number > 1)) return { problem: "Must be a number from 0 to 1." };
  return { value: number };
}

/** A run can give choices, so a template without choices accepts any label. */
function readLabels({ choices, multi_choice: several }: Scale, value: FeedbackInput): ReturnType<typeof readFeedback> {
  const labels = [...new Set((Array.isArray(value) ? value : [value]).map(String))];
  const places = Object.fromEntries(choices.map((label, index) => [label, index]));
  const known = labels.map((label) => (choices.length === 0 ? label : choices[scoreOfLabel(places, label) ?? -1]));
  if (labels.length === 0 || known.some((label) => label === undefined || label.trim() === ""))
    return { problem: choices.length === 0 ? "Must be a label." : `Must be one of: ${choices.join(", ")}.` };
  if (labels.length > 1 && choices.length > 0 && !several) return { problem: "Must be one label." };
  const found = known.flatMap((label) => label ?? []);
  return { value: Array.isArray(value) ? found : (found[0] ?? "") };
}

type Example = TemplateDefinition["few_shot_examples"][number];
export const MAX_EXAMPLES = 20;
/** A limit, because every example goes to the judge with every run. */
const MAX_EXAMPLE_CHARACTERS = 20_000;

/** A judged input as an example, or why it cannot be one. */
export function exampleOf(
  inputs: Readonly<Record<string, unknown>>,
  value: FeedbackValue,
  explanation: string,
): { example: Example } | { problem: string } {
  // In the form in which the judge must answer.
  const output = value === "Passed" ? "Pass" : value === "Failed" ? "Fail" : value;
  const example = { inputs: { ...inputs }, output, ...(explanation ? { reason: explanation } : {}) };
  if (JSON.stringify(example).length <= MAX_EXAMPLE_CHARACTERS) return { example };
  const problem = `The run's inputs are too long for an example. The limit is ${MAX_EXAMPLE_CHARACTERS} characters.`;
  return { problem };
}

/** The examples with one more, which replaces an earlier one for the same inputs; or why it cannot be added. */
export function withExample(
  examples: readonly Example[],
  inputs: Readonly<Record<string, unknown>>,
  value: FeedbackValue,
  explanation: string,
): { examples: Example[] } | { problem: string } {
  const made = exampleOf(inputs, value, explanation);
  if ("problem" in made) return made;
  const same = JSON.stringify(sorted(inputs));
  const others = examples.filter((other) => JSON.stringify(sorted(other.inputs)) !== same);
  if (others.length >= MAX_EXAMPLES)
    return { problem: `The template has ${MAX_EXAMPLES} examples, which is the maximum.` };
  return { examples: [...others, made.example] };
}

const sorted = (inputs: Readonly<Record<string, unknown>>) =>
  Object.entries(inputs).toSorted(([one], [other]) => (one < other ? -1 : 1));
