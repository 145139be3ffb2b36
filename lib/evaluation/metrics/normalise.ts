// Outputs of evaluations as one number from 0 to 1, and whether that passes.

export type OutputType = "pass_fail" | "percentage" | "deterministic";
export type ChoiceScores = Readonly<Record<string, number>>;

const PASSED = new Set(["passed", "pass", "true", "yes", "1"]);

/** Never throws: what cannot be read is 0. Whoever has no score at all must not ask. */
export function normalise(type: OutputType, value: unknown, choices: ChoiceScores = {}): number {
  if (type === "pass_fail") return passFail(value);
  return type === "percentage" ? percentage(value) : choiceScore(value, choices);
}

function passFail(value: unknown): number {
  if (typeof value === "string") return PASSED.has(value.trim().toLowerCase()) ? 1 : 0;
  return typeof value === "boolean" ? Number(value) : percentage(value) > 0 ? 1 : 0;
}

function percentage(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number === "boolean") return Number(number);
  return typeof number === "number" && !Number.isNaN(number) ? Math.min(1, Math.max(0, number)) : 0;
}

/** A label's score, exactly as written or else without regard to case and blanks; of several, the mean of those that are known. */
function choiceScore(value: unknown, choices: ChoiceScores): number {
  const folded = new Map(Object.entries(choices).map(([label, score]) => [label.trim().toLowerCase(), score]));
  const scoreOf = (label: unknown): number | undefined => {
    if (typeof label !== "string") return undefined;
    return Object.hasOwn(choices, label) ? choices[label] : folded.get(label.trim().toLowerCase());
  };
  if (!Array.isArray(value)) return percentage(scoreOf(value));
  const known = value.map(scoreOf).filter((score) => score !== undefined);
  return known.length === 0 ? 0 : percentage(known.reduce((sum, score) => sum + score, 0) / known.length);
}

/** A score at the threshold passes. The threshold does not concern `pass_fail`. */
export const passes = (type: OutputType, value: unknown, threshold = 0.5, choices: ChoiceScores = {}): boolean =>
  type === "pass_fail" ? passFail(value) === 1 : normalise(type, value, choices) >= threshold;
