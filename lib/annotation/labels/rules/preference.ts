// Pairwise preference: which of two outputs of a source is better.
import type { LabelType } from "@/lib/contracts/names";

/** Answers other than a field's name, so no field can have these names. */
export const TIE = "tie";
export const BOTH_BAD = "both_bad";

type Settings = Record<string, unknown>;

export interface PreferenceRules {
  /** The fields of the two outputs. */
  first: string;
  second: string;
  allowTie: boolean;
  allowBothBad: boolean;
  /** The fields that name the models behind the outputs, if there are any. */
  firstModel: string | null;
  secondModel: string | null;
  /** The field that this annotator sees first; null where the outputs are not shuffled. */
  shownFirst: string | null;
}

const textOr = <T>(value: unknown, otherwise: T): string | T => (typeof value === "string" ? value : otherwise);

export const preferenceRules = (settings: Settings): PreferenceRules => ({
  first: textOr(settings.first, ""),
  second: textOr(settings.second, ""),
  allowTie: settings.allow_tie === true,
  allowBothBad: settings.allow_both_bad === true,
  firstModel: textOr(settings.first_model, null),
  secondModel: textOr(settings.second_model, null),
  shownFirst: textOr(settings.shown_first, null),
});

/** All possible answers: the two fields, then what the settings allow besides. */
export function preferenceAnswers(settings: Settings): string[] {
  const { first, second, allowTie, allowBothBad } = preferenceRules(settings);
  return [first, second, ...(allowTie ? [TIE] : []), ...(allowBothBad ? [BOTH_BAD] : [])];
}

export type ReadPreference = { value: Record<string, unknown> } | { problem: string };

/** The stored value names the field, wherever it was shown. The field that was shown first is kept beside it. */
export function readPreference(settings: Settings, preferred: unknown, shownFirst: unknown): ReadPreference {
  const { first, second } = preferenceRules(settings);
  const answers = preferenceAnswers(settings);
  if (typeof preferred !== "string" || !answers.includes(preferred))
    return { problem: `must be one of ${answers.join(", ")}.` };
  if (shownFirst === undefined || shownFirst === null) return { value: { preferred } };
  if (shownFirst !== first && shownFirst !== second)
    return { problem: `has shown_first, which must be ${first} or ${second}.` };
  return { value: { preferred, shown_first: shownFirst } };
}

interface LabelOfItem {
  type: LabelType;
  settings: Settings;
}

/** The fields that would tell annotators which model wrote an output. */
export const modelFields = (labels: readonly LabelOfItem[]): string[] =>
  labels.flatMap(({ type, settings }) => {
    const { firstModel, secondModel } = preferenceRules(settings);
    return type === "preference" ? [firstModel, secondModel].filter((field) => field !== null) : [];
  });

/** The outputs in the order in which they are shown. */
export function outputsOf(settings: Settings): readonly [string, string] {
  const { first, second, shownFirst } = preferenceRules(settings);
  return shownFirst === second ? [second, first] : [first, second];
}
