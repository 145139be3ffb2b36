// Outputs that are compared: they are shown side by side, in the order drawn for the person, without their names.
import { modelFields, outputsOf, preferenceRules } from "@/lib/annotation/labels/rules/preference";
import { spanRules } from "@/lib/annotation/labels/rules/text-spans";
import type { ItemLabel } from "@/lib/contracts/annotation/item-detail";
import type { Text } from "./source-content";

export interface Pair {
  outputs: readonly [Text, Text];
}

type Compared = Pick<ItemLabel, "type" | "settings">;

/** The labels whose outputs a person compares without names. */
const blind = (labels: readonly Compared[]): Compared[] =>
  labels.filter(({ type, settings }) => type === "preference" && preferenceRules(settings).shownFirst !== null);

/** Each pair once, also if several labels ask about it. An output that the source does not have is empty. */
export function pairsOf(labels: readonly Compared[], texts: readonly Text[]): Pair[] {
  const textOf = (name: string): Text => ({ name, text: texts.find((text) => text.name === name)?.text ?? null });
  const pairs = blind(labels).map(({ settings }) => outputsOf(settings));
  const distinct = new Map(pairs.map((pair) => [JSON.stringify(pair), pair]));
  return [...distinct.values()].map(([one, other]) => ({ outputs: [textOf(one), textOf(other)] }));
}

/** The fields in which labels mark spans. */
export const markedFields = (labels: readonly Compared[]): string[] => [
  ...new Set(labels.flatMap(({ type, settings }) => (type === "text_spans" ? spanRules(settings).field : []))),
];

/** The fields that are shown elsewhere, or not at all, instead of by their names. */
export const unnamedFields = (labels: readonly Compared[]): Set<string> =>
  new Set([
    ...blind(labels).flatMap(({ settings }) => outputsOf(settings)),
    ...modelFields(blind(labels)),
    ...markedFields(labels),
  ]);
