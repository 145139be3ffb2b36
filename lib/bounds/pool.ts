interface PoolOptions {
  /** How many are under way at once, at most. */
  atOnce: number;
  /** Asked before each piece: false leaves those that have not begun. Always, unless told. */
  mayBegin?: () => boolean;
}

/**
 * Works on pieces in their order, `atOnce` at a time, and returns once none is under way. Of an asynchronous source pieces are
 * asked for as there is room. After a piece whose work has failed none begins any more; rejects with the first failure then.
 */
export async function pool<T>(
  pieces: Iterable<T> | AsyncIterable<T>,
  { atOnce, mayBegin = () => true }: PoolOptions,
  work: (piece: T) => Promise<unknown>,
): Promise<void> {
  const underWay = new Set<Promise<void>>();
  const failures: unknown[] = [];
  const goesOn = () => failures.length === 0 && mayBegin();
  if (goesOn()) {
    for await (const piece of pieces) {
      if (!goesOn()) break;
      const one = work(piece)
        .then(
          () => undefined,
          (error: unknown) => void failures.push(error),
        )
        .finally(() => underWay.delete(one));
      underWay.add(one);
      while (underWay.size >= atOnce) await Promise.race(underWay);
      if (!goesOn()) break;
    }
  }
  await Promise.all(underWay);
  if (failures.length > 0) throw failures[0];
}
