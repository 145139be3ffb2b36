// A label and its stored values in the form that the agreement measures take.

import { bareValue, type CanonicalValue, DEFAULT_STARS, optionsOf } from "@/lib/annotation/labels/rules/label-value";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import type { LabelType } from "@/lib/contracts/shapes";
import { type Answers, selectionText } from "./answers";
import type { AgreementLabel } from "./kept-counts";

/** Equal for values with the same meaning; null for values that a label of this type cannot have. */
export function canonicalText(type: LabelType, value: CanonicalValue): string | null {
  const bare = bareValue(type, value);
  if (type === "categorical") return Array.isArray(bare) ? selectionText(bare.map(String)) : null;
  return bare === undefined || bare === null ? null : String(bare);
}

export const agreementLabel = (type: LabelType, settings: Record<string, unknown>): AgreementLabel => ({
  type,
  multiChoice: type === "categorical" && settings.multi_choice === true,
  scale: scaleOf(type, settings),
});

function scaleOf(type: LabelType, settings: Record<string, unknown>): string[] {
  if (type === "thumbs_up_down") return ["down", "up"];
  if (type === "preference") return preferenceAnswers(settings);
  if (type === "categorical") return optionsOf(settings).map((option) => selectionText([option.label]));
  if (type !== "star") return [];
  const stars = typeof settings.no_of_stars === "number" ? settings.no_of_stars : DEFAULT_STARS;
  return Array.from({ length: stars }, (_, index) => String(index + 1));
}

export const disagree = (answers: Answers): boolean => new Set(answers.values()).size > 1;
