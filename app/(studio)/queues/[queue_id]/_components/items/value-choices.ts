// The values that a label's answers are filtered by, and answers in words.
import { valueText } from "@/app/_components/label-field/form-label";
import { preferenceText } from "@/app/_components/label-field/preference-choices";
import { DEFAULT_STARS, optionsOf } from "@/lib/annotation/labels/rules/label-value";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { ItemFilters } from "@/lib/client/annotation";
import type { ItemAnswer } from "@/lib/contracts/annotation/items";
import type { LabelType } from "@/lib/contracts/shapes";

interface Kind {
  type: LabelType;
  settings: Record<string, unknown>;
}

export interface Choice {
  value: string;
  label: string;
}

const named = (names: readonly string[]): Choice[] => names.map((name) => ({ value: name, label: name }));

/** Null for numbers and texts, which have no list of values. */
export function valueChoices({ type, settings }: Kind): Choice[] | null {
  if (type === "categorical") return named(optionsOf(settings).map(({ label }) => label));
  if (type === "text_spans") return named(spanRules(settings).categories.map(({ label }) => label));
  if (type === "thumbs_up_down")
    return ["up", "down"].map((value) => ({ value, label: valueText({ type }, { value }) }));
  if (type === "preference")
    return preferenceAnswers(settings).map((value) => ({ value, label: preferenceText(settings, value) }));
  if (type !== "star") return null;
  const stars = typeof settings.no_of_stars === "number" ? settings.no_of_stars : DEFAULT_STARS;
  return Array.from({ length: stars }, (_, index) => ({
    value: String(index + 1),
    label: valueText({ type }, { rating: index + 1 }),
  }));
}

/** The values that a filter asks for. */
export const askedValues = ({ value }: Pick<ItemFilters, "value">): string[] => [value ?? []].flat();

/** Values or no answer: nobody can look for both, so what was chosen last counts. */
export function chosenAnswers<None extends string>(before: readonly string[], next: readonly string[], none: None) {
  const asksForNone = next.includes(none) && !before.includes(none);
  return asksForNone ? none : next.filter((value) => value !== none);
}

/** Answers by value, most frequent first: "5 stars (2), 3 stars". */
export function answersText(type: LabelType, answers: readonly Pick<ItemAnswer, "value">[]): string {
  const counts = new Map<string, number>();
  for (const { value } of answers) {
    const text = valueText({ type }, value);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .map(([text, count]) => (count > 1 ? `${text} (${count})` : text))
    .join(", ");
}
