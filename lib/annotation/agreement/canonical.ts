// A label and its stored values in the form that the agreement measures take.

import { bareValue, type CanonicalValue, DEFAULT_STARS, optionsOf } from "@/lib/annotation/labels/rules/label-value";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import { spanRules, spansOf } from "@/lib/annotation/labels/rules/text-spans";
import type { LabelType } from "@/lib/contracts/shapes";
import { type Answers, selectionText } from "./answers";
import type { AgreementLabel } from "./kept-counts";

/** Equal for values with the same meaning; null for values that a label of this type cannot have. */
export function canonicalText(type: LabelType, value: CanonicalValue): string | null {
  const bare = bareValue(type, value);
  if (type === "text_spans") return JSON.stringify(markedOf(value));
  if (type === "categorical") return Array.isArray(bare) ? selectionText(bare.map(String)) : null;
  return bare === undefined || bare === null ? null : String(bare);
}

/** The text's length, then each span. Without the length it is not known how much was left unmarked. */
export type Marked = [length: number, ...spans: [start: number, end: number, category: string][]];

function markedOf(value: CanonicalValue): Marked {
  const spans = spansOf(value);
  const length = typeof value.length === "number" ? value.length : Math.max(0, ...spans.map(({ end }) => end));
  return [length, ...spans.map(({ start, end, category }): Marked[1] => [start, end, category])];
}

export const agreementLabel = (type: LabelType, settings: Record<string, unknown>): AgreementLabel => ({
  type,
  multiChoice: type === "categorical" && settings.multi_choice === true,
  scale: scaleOf(type, settings),
});

function scaleOf(type: LabelType, settings: Record<string, unknown>): string[] {
  if (type === "thumbs_up_down") return ["down", "up"];
  if (type === "preference") return preferenceAnswers(settings);
  if (type === "text_spans") return spanRules(settings).categories.map(({ label }) => label);
  if (type === "categorical") return optionsOf(settings).map((option) => selectionText([option.label]));
  if (type !== "star") return [];
  const stars = typeof settings.no_of_stars === "number" ? settings.no_of_stars : DEFAULT_STARS;
  return Array.from({ length: stars }, (_, index) => String(index + 1));
}

export const disagree = (answers: Answers): boolean => new Set(answers.values()).size > 1;
