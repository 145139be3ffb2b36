// The last items of a sitting and the flagged ones, as a list to click.

export interface ListedItem {
  itemId: string;
  label: string;
}

const MOST = 10;

interface Sitting {
  trail: readonly string[];
  flagged: readonly string[];
  /** As far as this page has shown the items: contents are not kept in the browser. */
  titles: ReadonlyMap<string, string>;
}

/** The last ten visited, newest first, then the flagged ones that are not among them. */
export function recentItems({ trail, flagged, titles }: Sitting): { recent: ListedItem[]; flagged: ListedItem[] } {
  const labelled = (itemId: string, number: number, other: string): ListedItem => ({
    itemId,
    label: `${number}. ${titles.get(itemId) ?? other}`,
  });
  const recent = trail
    .map((itemId, index) => labelled(itemId, index + 1, "An earlier item"))
    .slice(-MOST)
    .toReversed();
  const shown = new Set(recent.map(({ itemId }) => itemId));
  return {
    recent: recent.map((item) => (flagged.includes(item.itemId) ? { ...item, label: `${item.label}, flagged` } : item)),
    flagged: flagged
      .filter((itemId) => !shown.has(itemId))
      .slice(-MOST)
      .map((itemId, index) => labelled(itemId, index + 1, "Flagged item")),
  };
}
