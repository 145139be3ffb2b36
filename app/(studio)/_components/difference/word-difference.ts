import { diffLines, diffWordsWithSpace } from "diff";

export interface Part {
  text: string;
  kind: "same" | "added" | "removed";
}

/** Long texts with little in common take seconds to compare by word. */
const WITHIN_MS = 300;

/** Two texts as one, word by word; by line, or one after the other, if that would take too long. */
export function wordDifference(before: string, after: string): Part[] {
  const options = { timeout: WITHIN_MS };
  const changes = diffWordsWithSpace(before, after, options) ?? diffLines(before, after, options);
  if (!changes)
    return [
      { text: before, kind: "removed" },
      { text: after, kind: "added" },
    ];
  return changes.map(({ value, added, removed }) => ({
    text: value,
    kind: added ? "added" : removed ? "removed" : "same",
  }));
}
