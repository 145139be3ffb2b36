// Turns an answer into the value in the API, the score, and whether it passes.

import type { EvalOutput, OutputType } from "@/lib/contracts/evaluation/names";
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import type { Scale } from "@/lib/estimate";
import { meanOf } from "@/lib/mean";

type Scoring = Pick<TemplateDefinition, "output" | "choice_scores" | "pass_threshold">;

export interface Verdict {
  /** In the API's form. */
  output: unknown;
  /** Null if the output has no number: a label without a score, or a text. */
  score: number | null;
  label: string | null;
  passed: boolean | null;
}

const outputTypes: Record<EvalOutput, OutputType> = {
  "Pass/Fail": "pass_fail",
  score: "percentage",
  numeric: "percentage",
  reason: "percentage",
  choices: "deterministic",
};
export const outputTypeOf = (output: EvalOutput): OutputType => outputTypes[output];

/** What scores an output can have: only `numeric` may go outside 0 to 1. */
export const scaleOf = (output: EvalOutput): Scale => (output === "numeric" ? "number" : "unit");

const PASS_WORDS = new Set(["passed", "pass", "true", "yes"]);
const spelling = (label: string): string => label.trim().toLowerCase();

/** The score of a label, spelled exactly or with the same letters; undefined if there is none. */
export function scoreOfLabel(scores: Readonly<Record<string, number>>, label: string): number | undefined {
  if (Object.hasOwn(scores, label)) return scores[label];
  return Object.entries(scores).find(([known]) => spelling(known) === spelling(label))?.[1];
}

/**
 * A stored output of any form as a score from 0 to 1. Null, not 0, if there is nothing to score: a missing value is not
 * a verdict. Never throws.
 */
export function normalise(
  type: OutputType,
  value: unknown,
  scores: Readonly<Record<string, number>> | null,
): number | null {
  if (value === null || value === undefined) return null;
  if (type === "pass_fail") {
    if (typeof value === "number") return value > 0 ? 1 : 0;
    return PASS_WORDS.has(spelling(String(value))) ? 1 : 0;
  }
  if (type === "percentage") {
    const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
    return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : null;
  }
  if (typeof value === "object" && "score" in value) return normalise("percentage", value.score, null);
  const labels = (Array.isArray(value) ? value : [value]).filter((label) => typeof label === "string");
  return meanOf(labels.map((label) => scoreOfLabel(scores ?? {}, label)).filter((score) => score !== undefined));
}

/** What the result of a judge or function means for a template. */
export function verdictOf(scoring: Scoring, result: string | number | string[]): Verdict {
  const { output, pass_threshold: threshold } = scoring;
  if (output === "Pass/Fail") {
    const passed =
      normalise("pass_fail", typeof result === "number" ? Number(result >= threshold) : result, null) === 1;
    const label = passed ? "Passed" : "Failed";
    return { output: label, score: passed ? 1 : 0, label, passed };
  }
  if (output === "choices") return verdictOfChoices(scoring, result);
  if (typeof result !== "number") return { output: result, score: null, label: String(result), passed: null };
  return { output: result, score: result, label: null, passed: output === "numeric" ? null : result >= threshold };
}

function verdictOfChoices(
  { choice_scores: scores, pass_threshold: threshold }: Scoring,
  result: string | number | string[],
): Verdict {
  const labels = (Array.isArray(result) ? result : [result]).map(String);
  const label = labels.join(", ");
  if (!scores) return { output: Array.isArray(result) ? labels : label, score: null, label, passed: null };
  const score = meanOf(labels.map((one) => scoreOfLabel(scores, one) ?? 0));
  const passed = score === null ? null : score >= threshold;
  const output = Array.isArray(result) ? { score, choices: labels } : { score, choice: label };
  return { output, score, label, passed };
}
