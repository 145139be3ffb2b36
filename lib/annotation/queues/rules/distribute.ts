/** An annotator's open work, for load balancing. */
interface Load {
  userId: string;
  open: number;
}

export interface Assignment {
  itemId: string;
  userId: string;
}

/** Who has an item already, by item: it needs that many fewer, and none of them again. */
type Taken = ReadonlyMap<string, readonly string[]>;

const NONE: Taken = new Map();

/** Gives each item to `each` annotators in turn, starting at `offset`. Nobody gets an item twice. */
export function roundRobin(
  itemIds: readonly string[],
  userIds: readonly string[],
  each: number,
  offset: number,
  taken: Taken = NONE,
): Assignment[] {
  let next = offset;
  return itemIds.flatMap((itemId) => {
    const before = taken.get(itemId) ?? [];
    const inTurn = userIds.map((_, index) => userIds[(next + index) % userIds.length] ?? "");
    const chosen = inTurn.filter((userId) => !before.includes(userId)).slice(0, Math.max(0, each - before.length));
    const last = chosen.at(-1);
    if (last !== undefined) next += inTurn.indexOf(last) + 1;
    return chosen.map((userId) => ({ itemId, userId }));
  });
}

/** Gives each item to the `each` annotators with the least open work at that moment. Ties follow the given order. */
export function loadBalanced(
  itemIds: readonly string[],
  loads: readonly Load[],
  each: number,
  taken: Taken = NONE,
): Assignment[] {
  const current = loads.map((load, index) => ({ ...load, index }));
  return itemIds.flatMap((itemId) => {
    const before = taken.get(itemId) ?? [];
    const chosen = current
      .filter(({ userId }) => !before.includes(userId))
      .sort((a, b) => a.open - b.open || a.index - b.index)
      .slice(0, Math.max(0, each - before.length));
    return chosen.map((load) => {
      load.open++;
      return { itemId, userId: load.userId };
    });
  });
}
