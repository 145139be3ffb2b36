/** An annotator's open work, for load balancing. */
interface Load {
  userId: string;
  open: number;
}

export interface Assignment {
  itemId: string;
  userId: string;
}

/** Gives each item to `each` annotators in turn, starting at `offset`. Nobody gets an item twice. */
export function roundRobin(
  itemIds: readonly string[],
  userIds: readonly string[],
  each: number,
  offset: number,
): Assignment[] {
  const people = Math.min(each, userIds.length);
  return itemIds.flatMap((itemId, item) =>
    Array.from({ length: people }, (_, seat) => {
      const userId = userIds[(offset + item * people + seat) % userIds.length];
      return userId === undefined ? [] : [{ itemId, userId }];
    }).flat(),
  );
}

/** Gives each item to the `each` annotators with the least open work at that moment. Ties follow the given order. */
export function loadBalanced(itemIds: readonly string[], loads: readonly Load[], each: number): Assignment[] {
  const current = loads.map((load, index) => ({ ...load, index }));
  return itemIds.flatMap((itemId) => {
    const chosen = [...current].sort((a, b) => a.open - b.open || a.index - b.index).slice(0, each);
    return chosen.map((load) => {
      load.open++;
      return { itemId, userId: load.userId };
    });
  });
}
