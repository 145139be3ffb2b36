import { answerWords } from "@/app/_components/label-field/preference-choices";
import { preferenceAnswers } from "@/lib/annotation/labels/rules/preference";
import type { LabelType } from "@/lib/contracts/shapes";

export interface ChoosableLabel {
  label_id: string;
  name: string;
  type: LabelType;
  settings: Record<string, unknown>;
}

interface LabelValue {
  key: string;
  text: string;
  /** The API's value. */
  value: string | number;
}

const DEFAULT_STARS = 5;

/** The values that can count as a pass; none for texts and numbers, which have no fixed list. */
export function valuesOf({ type, settings }: Pick<ChoosableLabel, "type" | "settings">): LabelValue[] {
  if (type === "thumbs_up_down")
    return [
      { key: "up", text: "Yes", value: "up" },
      { key: "down", text: "No", value: "down" },
    ];
  if (type === "star") {
    const stars = typeof settings.no_of_stars === "number" ? settings.no_of_stars : DEFAULT_STARS;
    return Array.from({ length: stars }, (_, index) => stars - index).map((value) => ({
      key: String(value),
      text: value === 1 ? "1 star" : `${value} stars`,
      value,
    }));
  }
  if (type === "preference")
    return preferenceAnswers(settings).map((value) => ({ key: value, text: answerWords(value), value }));
  if (type !== "categorical" || !Array.isArray(settings.options)) return [];
  return settings.options.flatMap((option: unknown) => {
    const text = option !== null && typeof option === "object" && "label" in option ? option.label : null;
    return typeof text === "string" ? [{ key: text, text, value: text }] : [];
  });
}

/** A stored pass value, as annotators see it. A single option is stored as a list of one. */
export function passText(type: LabelType, stored: string): string {
  const known = valuesOf({ type, settings: { no_of_stars: Number(stored) } }).find(({ key }) => key === stored);
  return known?.text ?? stored.replace(/^\["(.*)"\]$/, "$1").replaceAll('","', " + ");
}

export const isChoosable = (label: Pick<ChoosableLabel, "type" | "settings">): boolean => valuesOf(label).length > 1;
