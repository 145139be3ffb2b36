// Of what is frequent the first few are enough, so a search looks at few of something first, and then at more at once.

/** How many at a time, one stage after the other; the last for all that follow. */
export type Stages = readonly [number, ...number[]];

export const stageOf = (stages: Stages, nth: number): number => stages[Math.min(nth, stages.length - 1)] ?? stages[0];

/** Some at a time, and how many are left: at least once. */
export function* staged<T>(items: readonly T[], stages: Stages): Generator<[T[], left: number]> {
  let from = 0;
  for (let nth = 0; nth === 0 || from < items.length; nth++) {
    const some = items.slice(from, from + stageOf(stages, nth));
    from += some.length;
    yield [some, items.length - from];
  }
}

/** The items in their order, as many together as have at most `most` bytes; larger ones alone. At least one part, which may be empty. */
export function* withinBytes<T extends { bytes: number }>(items: readonly T[], most: number): Generator<T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const item of items) {
    if (part.length > 0 && bytes + item.bytes > most) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(item);
    bytes += item.bytes;
  }
  yield part;
}
