// How many items one part of a background export tries to hold.

const MOST_ITEMS = 2000;

/** Parts are values of one column each, which the driver writes as text of twice their length. */
export const PART_BYTES = 8 * 1024 * 1024;

interface Part {
  items: number;
  bytes: number;
}

/** As many as fill three quarters of a part, if they are as large as those of the part before. */
export function itemsToTry(previous: Part | null, mostBytes: number): number {
  if (!previous || previous.items === 0 || previous.bytes === 0) return MOST_ITEMS;
  const usual = Math.floor((previous.items * mostBytes * 0.75) / previous.bytes);
  return Math.min(MOST_ITEMS, Math.max(1, usual));
}

/** After a try that was too large. One item is never too large: it is a part of its own. */
export const fewerItems = (items: number): number => Math.max(1, Math.floor(items / 4));
