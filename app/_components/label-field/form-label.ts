// How label types respond to input. Values are in canonical form; null means no value.
import {
  bareValue,
  type CanonicalValue,
  DEFAULT_STARS,
  optionIndex,
  optionsOf,
  readValue,
} from "@/lib/annotation/labels/rules/label-value";
import { spanRules, spansOf, spansText } from "@/lib/annotation/labels/rules/text-spans";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import { choicesOf, choosePreference, preferenceText } from "./preference-choices";

export type FormLabel = Pick<
  ItemLabel,
  "label_id" | "name" | "type" | "settings" | "description" | "allow_notes" | "required"
>;
export type Value = CanonicalValue | null;

const numberOr = (value: unknown, otherwise: number): number => (typeof value === "number" ? value : otherwise);

export const starsOf = ({ settings }: FormLabel): number => numberOr(settings.no_of_stars, DEFAULT_STARS);
export const isMultiple = ({ settings }: FormLabel): boolean => settings.multi_choice === true;
export const optionLabels = ({ settings }: FormLabel): string[] => optionsOf(settings).map((option) => option.label);

export const rangeOf = ({ settings }: FormLabel) => ({
  min: numberOr(settings.min, 0),
  max: numberOr(settings.max, 10),
  step: numberOr(settings.step_size, 1),
  slider: settings.display_type !== "button",
});

export const textRules = ({ settings }: FormLabel) => ({
  placeholder: typeof settings.placeholder === "string" ? settings.placeholder : "",
  min: numberOr(settings.min_length, 0),
  max: numberOr(settings.max_length, Number.POSITIVE_INFINITY),
});

/** The chosen options by their present names. One that was removed stays, so that it can be taken back. */
export function chosenOf(label: FormLabel, value: Value): string[] {
  const options = optionsOf(label.settings);
  const selected: unknown = value?.selected;
  const entries: unknown[] = Array.isArray(selected) ? selected : [];
  return [...new Set(entries.map((entry) => options[optionIndex(options, entry)]?.label ?? String(entry)))];
}

/** The value after an option was chosen. Choosing it again clears it. */
export function chooseOption(label: FormLabel, value: Value, option: string): Value {
  const before = chosenOf(label, value);
  const others = isMultiple(label) ? before.filter((each) => each !== option) : [];
  const selected = before.includes(option) ? others : [...others, option];
  return selected.length > 0 ? { selected } : null;
}

export const chooseStars = (value: Value, rating: number): Value => (value?.rating === rating ? null : { rating });
export const chooseThumb = (value: Value, thumb: "up" | "down"): Value =>
  value?.value === thumb ? null : { value: thumb };

/** Whether the answer is that a text has nothing to mark. */
export const isNothing = (value: Value): boolean => value !== null && spansOf(value).length === 0;
export const toggledNothing = (value: Value): Value => (isNothing(value) ? null : { spans: [] });
/** 0 is the key of "Nothing to mark", unless a tenth category has it. */
export const hasNothingKey = ({ settings }: FormLabel): boolean => spanRules(settings).categories.length < 10;

/** The effect of a digit key in a focused field: 1 to 9, 0 for the tenth, ten further with Shift. Undefined if it has none. */
export function chooseByDigit(label: FormLabel, value: Value, digit: number, isShifted = false): Value | undefined {
  const index = (digit === 0 ? 9 : digit - 1) + (isShifted ? 10 : 0);
  if (label.type === "preference") {
    const choice = isShifted ? undefined : choicesOf(label).find((each) => each.digit === String(digit));
    return choice && choosePreference(label, value, choice.answer);
  }
  if (label.type === "thumbs_up_down") {
    const thumb = (["up", "down"] as const)[index];
    return thumb && chooseThumb(value, thumb);
  }
  if (label.type === "star") return index < starsOf(label) ? chooseStars(value, index + 1) : undefined;
  if (label.type === "text_spans") {
    const isFree = value === null || isNothing(value);
    return index === 9 && isFree && hasNothingKey(label) ? toggledNothing(value) : undefined;
  }
  if (label.type !== "categorical") return undefined;
  const option = optionLabels(label)[index];
  return option === undefined ? undefined : chooseOption(label, value, option);
}

/** How many options have a key. */
export const KEYED = 20;

/** The key shown on the option at this index; none beyond the twentieth. */
export function digitAt(index: number): string | undefined {
  if (index >= KEYED) return undefined;
  return `${index < 10 ? "" : "shift+"}${(index + 1) % 10}`;
}

const plain = (text: string): string => text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();

/** The options whose names contain the text, ignoring case and accents. */
export function matchingOptions(options: readonly string[], text: string): string[] {
  const query = plain(text.trim());
  return options.filter((option) => plain(option).includes(query));
}

export type Answer = { kind: "given" } | { kind: "blank" } | { kind: "wrong"; message: string };

/** Whether a field is answered, by the server's rules. */
export function answerOf(label: FormLabel, value: Value): Answer {
  const reading = readValue(label, value);
  if (reading.kind === "invalid") return { kind: "wrong", message: reading.message };
  return { kind: reading.kind === "value" ? "given" : "blank" };
}

/** The value on one line, e.g. in a list. */
export function valueText(label: Pick<FormLabel, "type"> & Partial<FormLabel>, value: CanonicalValue): string {
  const bare = bareValue(label.type, value);
  if (label.type === "preference") return preferenceText(label.settings, bare);
  if (label.type === "text_spans") return spansText(spansOf(value));
  const text = Array.isArray(bare) ? bare.join(", ") : String(bare ?? "");
  if (label.type === "star") return text === "1" ? "1 star" : `${text} stars`;
  if (label.type === "thumbs_up_down") return text === "up" ? "Yes" : "No";
  return text;
}
