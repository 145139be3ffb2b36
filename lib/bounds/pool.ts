interface PoolOptions {
  /** How many are under way at once, at most. */
  atOnce: number;
  /** Asked before each piece: false leaves those that have not begun. Always by default. */
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
  let underWay = 0;
  // Not a race of all that is under way: each end would wake as many waiters as have begun since, of which one matters.
  let wake = () => {};
  const failures: unknown[] = [];
  const goesOn = () => failures.length === 0 && mayBegin();
  const begin = async (piece: T) => {
    underWay += 1;
    try {
      await work(piece);
    } catch (error) {
      failures.push(error);
    }
    underWay -= 1;
    wake();
  };
  const downTo = async (count: number) => {
    while (underWay > count)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  if (goesOn()) {
    for await (const piece of pieces) {
      if (!goesOn()) break;
      void begin(piece);
      await downTo(atOnce - 1);
      if (!goesOn()) break;
    }
  }
  await downTo(0);
  if (failures.length > 0) throw failures[0];
}
