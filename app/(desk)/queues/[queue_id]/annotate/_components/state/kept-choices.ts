// What an annotator has chosen for a desk in this browser: ids of flagged items, and whether to go on after a submit.

export interface Choices {
  flagged: readonly string[];
  /** Stay on an item after submitting it. */
  stays: boolean;
}

export const noChoices: Choices = { flagged: [], stays: false };

const MOST_FLAGGED = 200;

/** Flags an item, or takes the flag off. The oldest flag goes when there are too many. */
export const flagToggled = ({ flagged, ...rest }: Choices, itemId: string): Choices => ({
  ...rest,
  flagged: flagged.includes(itemId)
    ? flagged.filter((each) => each !== itemId)
    : [...flagged, itemId].slice(-MOST_FLAGGED),
});

export function readChoices(stored: string | null): Choices {
  try {
    const { flagged, stays } = JSON.parse(stored ?? "");
    const isWhole = Array.isArray(flagged) && flagged.every((id) => typeof id === "string");
    return isWhole ? { flagged: flagged.slice(-MOST_FLAGGED), stays: stays === true } : noChoices;
  } catch {
    return noChoices;
  }
}
