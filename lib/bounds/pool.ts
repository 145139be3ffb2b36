interface PoolOptions {
  /** How many are under way at once, at most. */
  atOnce: number;
  /** Asked before each item: false leaves those that have not begun. Always by default. */
  mayBegin?: () => boolean;
}

/**
 * Works on items in their order, `atOnce` at a time, and returns once none is under way. Of an asynchronous source items are
 * asked for as there is room. After an item whose work has failed none begins any more; rejects with the first failure then.
 */
export async function pool<T>(
  items: Iterable<T> | AsyncIterable<T>,
  { atOnce, mayBegin = () => true }: PoolOptions,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  let underWay = 0;
  // Not a race of all that is under way: each end would wake as many waiters as have begun since, of which one matters.
  let wake = () => {};
  const failures: unknown[] = [];
  const goesOn = () => failures.length === 0 && mayBegin();
  const begin = async (item: T) => {
    underWay += 1;
    try {
      await work(item);
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
    for await (const item of items) {
      if (!goesOn()) break;
      void begin(item);
      await downTo(atOnce - 1);
      if (!goesOn()) break;
    }
  }
  await downTo(0);
  if (failures.length > 0) throw failures[0];
}
