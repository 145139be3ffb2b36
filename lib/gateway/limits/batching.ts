const LONGEST_WAIT_MS = 2;

export type Batch = <T>(call: () => Promise<T>) => Promise<T>;

/**
 * Lets a call start at once when none is under way. The others wait for one to return, at most two milliseconds, and then
 * start in the same tick: the client's auto-pipelining joins only calls of one tick, and requests rarely share theirs.
 */
export function createBatch(): Batch {
  let underWay = 0;
  let next: { opened: Promise<void>; open(): void } | undefined;
  return async (call) => {
    if (underWay > 0) {
      next ??= gate(() => {
        next = undefined;
      });
      await next.opened;
    }
    underWay += 1;
    try {
      return await call();
    } finally {
      underWay -= 1;
      next?.open();
    }
  };
}

function gate(onOpen: () => void) {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    const timer = setTimeout(() => open(), LONGEST_WAIT_MS);
    open = () => {
      clearTimeout(timer);
      onOpen();
      resolve();
    };
  });
  return { opened, open: () => open() };
}
