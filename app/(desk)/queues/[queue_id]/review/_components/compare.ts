// An item's answers as a reviewer compares them: label by label, annotator by annotator.
import { type Value, valueText } from "@/app/_components/label-field/form-label";
import { canonicalText } from "@/lib/annotation/agreement/canonical";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import type { ItemDetail, ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { Score } from "@/lib/contracts/annotation/scores";

export interface Answer {
  score: Score;
  /** Null for imported values. */
  annotatorId: string | null;
  name: string;
  text: string;
  /** The value before the last change. */
  before: string | null;
}

/** How far the answers to a label agree. Texts that differ are not a disagreement. */
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

/** A stored value as the form takes it; null if it is not a value. */
export const storedValue = (stored: unknown): Value =>
  stored !== null && typeof stored === "object" ? (stored as CanonicalValue) : null; // safe because only canonical objects are stored

/** A value as text: stars and thumbs are named as on the desk. */
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

/** The annotators who answered any label of the item, in the order of their first answer. */
export function annotatorsOf(annotations: readonly Score[]): Annotator[] {
  const names = new Map<string, string>();
  for (const { annotator, annotator_name } of annotations) {
    if (annotator && !names.has(annotator)) names.set(annotator, annotator_name ?? "");
  }
  return [...names].map(([id, name]) => ({ id, name }));
}
