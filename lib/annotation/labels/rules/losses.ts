// Changes of a label that would make existing answers unreadable, if there are such answers.
import type { LabelType } from "@/lib/contracts/shapes";
import { DEFAULT_STARS, type LabelRules, numberOr, optionsOf } from "./label-value";
import { preferenceAnswers } from "./preference";
import type { Renaming } from "./renamed-options";
import { spanRules } from "./text-spans";

export type Loss =
  | { kind: "type" }
  /** What was judged. */
  | { kind: "judged"; setting: string }
  | { kind: "options"; options: string[] }
  /** More than one option. */
  | { kind: "several" }
  /** Numbers beyond a bound: `key` is where the value holds them. */
  | { kind: "above" | "below"; key: "rating" | "value"; setting: string; bound: number };

/** The settings that say what is judged, which the answers to it keep. */
const judged: Partial<Record<LabelType, readonly string[]>> = {
  preference: ["first", "second", "first_model", "second_model"],
  text_spans: ["field"],
};

export function lossesOf(before: LabelRules, after: LabelRules, renamings: readonly Renaming[]): Loss[] {
  if (after.type !== before.type) return [{ kind: "type" }];
  const setting = judged[after.type]?.find(
    (name) => (before.settings[name] ?? null) !== (after.settings[name] ?? null),
  );
  if (setting) return [{ kind: "judged", setting }];
  const kept = new Set([...answersOf(after), ...renamings.map(({ from }) => from)]);
  const options = answersOf(before).filter((option) => !kept.has(option));
  return [
    ...(options.length > 0 ? [{ kind: "options" as const, options }] : []),
    ...(allowsSeveral(before) && !allowsSeveral(after) ? [{ kind: "several" as const }] : []),
    ...boundLosses(before, after),
  ];
}

/** The answers that a label has a list of. */
function answersOf({ type, settings }: LabelRules): string[] {
  if (type === "preference") return preferenceAnswers(settings);
  return (type === "text_spans" ? spanRules(settings).categories : optionsOf(settings)).map(({ label }) => label);
}

const allowsSeveral = ({ type, settings }: LabelRules): boolean =>
  type === "categorical" && settings.multi_choice === true;

function boundLosses(before: LabelRules, after: LabelRules): Loss[] {
  const [was, is] = [boundsOf(before), boundsOf(after)];
  if (!was || !is) return [];
  const { key, least, most } = is;
  return [
    ...(least.bound > was.least.bound ? [{ kind: "below" as const, key, ...least }] : []),
    ...(most.bound < was.most.bound ? [{ kind: "above" as const, key, ...most }] : []),
  ];
}

/** The least and the greatest number that a label takes, with their settings; null if its answers are no numbers. */
function boundsOf({ type, settings }: LabelRules) {
  if (type === "star") {
    const setting = "no_of_stars";
    const most = { setting, bound: numberOr(settings.no_of_stars, DEFAULT_STARS) };
    return { key: "rating" as const, least: { setting, bound: 1 }, most };
  }
  if (type !== "numeric") return null;
  return {
    key: "value" as const,
    least: { setting: "min", bound: numberOr(settings.min, Number.NEGATIVE_INFINITY) },
    most: { setting: "max", bound: numberOr(settings.max, Number.POSITIVE_INFINITY) },
  };
}
