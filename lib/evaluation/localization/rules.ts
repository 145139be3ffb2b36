// Whether to explain a verdict by parts of an input, by which input, and in which parts.
import type { TemplateDefinition } from "@/lib/contracts/evaluation/shapes/definition";
import { isRecord } from "@/lib/records";
import { sentencesOf } from "../metrics/tokens";
import { normalise, outputTypeOf } from "../templates/rules/score";

export interface Ran {
  evalType: "agent" | "llm" | "code";
  definition: Pick<TemplateDefinition, "output" | "choice_scores" | "pass_threshold" | "children">;
  outcome: "scored" | "unscored" | "error";
  output: unknown;
  /** Overrides the template's. */
  threshold: number | null;
}

/** Why a run is not localized; null if it is. */
export function skipReason({ evalType, definition, outcome, output, threshold }: Ran): string | null {
  if (evalType === "code") return "A template of code is not localized: its reason says what it found.";
  if (definition.children.length > 0) return "A composite template is not localized: its parts can be.";
  const score = outcome === "scored" ? scoreIn(definition, output) : null;
  if (score === null) return "The run has no score that could have failed.";
  return score >= (threshold ?? definition.pass_threshold) ? "The evaluation passed." : null;
}

const WORDS = /^(passed|pass|true|yes|failed|fail|false|no)$/i;

function scoreIn({ output: kind, choice_scores: scores }: Ran["definition"], value: unknown): number | null {
  const type = outputTypeOf(kind);
  if (type === "deterministic") {
    if (!scores || Array.isArray(value)) return null;
    return isRecord(value) && typeof value.score !== "number" ? null : normalise(type, value, scores);
  }
  if (value !== null && typeof value === "object") return null;
  if (type === "pass_fail" && typeof value === "string" && !WORDS.test(value.trim())) return null;
  return normalise(type, value, null);
}

export interface Unit {
  /** `sentence_1` and so on. */
  key: string;
  text: string;
  /** In the input's text, in UTF-16 code units. */
  start: number;
  end: number;
}

const MAX_UNITS = 200;

/**
 * The sentences of a text with their positions. Everything after the 200th counts as one. Empty for a single sentence.
 */
export function unitsOf(text: string): Unit[] {
  let at = 0;
  const found = sentencesOf(text).map((sentence) => {
    const trimmed = sentence.trim();
    const start = text.indexOf(trimmed, at);
    at = start + trimmed.length;
    return { start, end: at };
  });
  const last = found.at(-1);
  const kept = found.slice(0, MAX_UNITS);
  const units = kept.map(({ start, end }, index) => ({
    start,
    end: index === MAX_UNITS - 1 && last ? last.end : end,
  }));
  if (units.length < 2) return [];
  return units.map(({ start, end }, index) => ({
    key: `sentence_${index + 1}`,
    text: text.slice(start, end),
    start,
    end,
  }));
}

/** The inputs that have parts, by name. */
export function divisible(inputs: Readonly<Record<string, unknown>>): Record<string, Unit[]> {
  const divided = Object.entries(inputs).map(
    ([key, value]) => [key, typeof value === "string" ? unitsOf(value) : []] as const,
  );
  return Object.fromEntries(divided.filter(([, units]) => units.length > 0));
}
