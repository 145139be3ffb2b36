import { diffLines, diffWordsWithSpace } from "diff";

export interface Part {
  text: string;
  kind: "same" | "added" | "removed";
}

/** Long texts with little in common take seconds to compare by word. */
const WITHIN_MS = 300;

/** Texts with less in common are easier to read one after the other. */
const LEAST_COMMON = 0.3;

/** Two texts as one, word by word; one after the other if they have little in common or comparing takes too long. */
export function wordDifference(before: string, after: string): Part[] {
  const options = { timeout: WITHIN_MS };
  const changes = diffWordsWithSpace(before, after, options) ?? diffLines(before, after, options);
  const common = (changes ?? []).reduce(
    (all, { value, added, removed }) => all + (added || removed ? 0 : letters(value)),
    0,
  );
  if (!changes || common < LEAST_COMMON * Math.max(letters(before), letters(after)))
    return [
      { text: before, kind: "removed" },
      { text: after, kind: "added" },
    ];
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}

const letters = (text: string): number => text.replace(/\s/g, "").length;
