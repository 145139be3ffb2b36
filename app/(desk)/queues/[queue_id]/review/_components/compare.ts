// An item's answers as a reviewer compares them: label by label, annotator by annotator.
import { type Value, valueText } from "@/app/_components/label-field/form-label";
import { canonicalText } from "@/lib/annotation/agreement/canonical";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import type { ItemDetail, ItemLabel } from "@/lib/contracts/annotation/annotating";
import type { Score } from "@/lib/contracts/annotation/scores";

export interface Answer {
  score: Score;
  /** Null for values that were brought in from outside. */
  annotatorId: string | null;
  name: string;
  text: string;
  /** The value before the last change. */
  before: string | null;
}

/** How the answers under a label stand to each other. Texts that differ are nothing out of the ordinary. */
export type Verdict = "alike" | "different" | "texts" | "single" | "none";

export interface ComparedLabel {
  label: ItemLabel;
  answers: Answer[];
  verdict: Verdict;
}

export const comparedLabels = ({ labels, annotations }: Pick<ItemDetail, "labels" | "annotations">): ComparedLabel[] =>
  labels.map((label) => {
    const answers = annotations.filter((score) => score.label_id === label.label_id).map(answerOf);
    return { label, answers, verdict: verdictOf(label, answers) };
  });

function answerOf(score: Score): Answer {
  const last = score.value_history.at(-1);
  return {
    score,
    annotatorId: score.annotator,
    name: score.annotator_name ?? "Imported",
    text: textOf(score.label_type, score.value),
    before: last ? textOf(score.label_type, last.value) : null,
  };
}

/** A stored value as the form takes it; null of what is none. */
export const storedValue = (stored: unknown): Value =>
  stored !== null && typeof stored === "object" ? (stored as CanonicalValue) : null; // safe because only canonical objects are stored

/** A value in words: stars and thumbs as they are called at the desk. */
export function textOf(type: ItemLabel["type"], stored: unknown): string {
  const value = storedValue(stored);
  return value === null ? "–" : valueText({ type }, value);
}

function verdictOf({ type }: ItemLabel, answers: readonly Answer[]): Verdict {
  if (answers.length === 0) return "none";
  if (answers.length === 1) return "single";
  const values = new Set(answers.map(({ score }) => canonicalText(type, storedValue(score.value) ?? {})));
  if (values.size === 1) return "alike";
  return type === "text" ? "texts" : "different";
}

export interface Annotator {
  id: string;
  name: string;
}

/** Who answered anything on the item, each once, in the order in which they first did. */
export function annotatorsOf(annotations: readonly Score[]): Annotator[] {
  const names = new Map<string, string>();
  for (const { annotator, annotator_name } of annotations) {
    if (annotator && !names.has(annotator)) names.set(annotator, annotator_name ?? "");
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
