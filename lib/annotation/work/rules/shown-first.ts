// Which of two outputs a person sees first.
import { seededRandom } from "@/lib/annotation/agreement/random";
import { preferenceRules } from "@/lib/annotation/labels/rules/preference";
import type { LabelType } from "@/lib/contracts/names";

type Settings = Record<string, unknown>;

/**
 * The output that a person sees first, by chance but always the same, so that a preference for the first place can be
 * measured and coming back to an item changes nothing.
 */
export function firstShown(settings: Settings, itemId: string, userId: string): string {
  const { first, second } = preferenceRules(settings);
  const [one, other] = first < second ? [first, second] : [second, first];
  return seededRandom(JSON.stringify([one, other, itemId, userId]))() < 0.5 ? one : other;
}

/** A label as a person annotates it: which output is first is said in the settings. */
export const shownTo = <L extends { type: LabelType; settings: Settings }>(
  label: L,
  itemId: string,
  userId: string,
): L =>
  label.type === "preference"
    ? { ...label, settings: { ...label.settings, shown_first: firstShown(label.settings, itemId, userId) } }
    : label;
