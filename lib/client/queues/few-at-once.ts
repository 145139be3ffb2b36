/** Runs tasks, at most `most` at a time. The others wait in order. */
export function fewAtOnce(most: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1;
    else await new Promise<void>((go) => waiting.push(go));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      // The next one takes over what this one counted for.
      if (next) next();
      else running -= 1;
    }
  };
}
