// Answers that need a note, for example why a reply is bad.
import type { LabelType } from "@/lib/contracts/shapes";
import { bareValue, type CanonicalValue, DEFAULT_STARS, type LabelRules, optionsOf } from "./label-value";

type Settings = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === "string";

/** The answers that need a note, as `fixedAnswers` names them. */
export const notedAnswers = ({ note_required_for: answers }: Settings): string[] =>
  Array.isArray(answers) ? answers.filter(isText) : [];

/** All answers of a label: its options, `up` and `down`, or its numbers of stars. None for the other types. */
export function fixedAnswers(type: LabelType, settings: Settings): string[] {
  if (type === "categorical") return optionsOf(settings).map(({ label }) => label);
  if (type === "thumbs_up_down") return ["up", "down"];
  if (type !== "star") return [];
  const stars = typeof settings.no_of_stars === "number" ? settings.no_of_stars : DEFAULT_STARS;
  return Array.from({ length: stars }, (_, index) => String(index + 1));
}

/** Whether a value is among the answers that need a note; of several options, whether one is. */
export function needsNote({ type, settings }: Pick<LabelRules, "type" | "settings">, value: CanonicalValue): boolean {
  const answers = notedAnswers(settings);
  return answers.length > 0 && [bareValue(type, value)].flat().some((answer) => answers.includes(String(answer)));
}
