import type { Counter } from "./counters";

export type Counts = ReadonlyMap<string, number>;
export type Tally = Readonly<Record<Counter, Counts>>;

/** Counters of several labels as one, for overall agreement and for pairs of annotators over a whole queue. */
export function sumCounts(parts: Iterable<Counts>): Counts {
  const sum = new Map<string, number>();
  for (const part of parts) for (const [key, by] of part) sum.set(key, (sum.get(key) ?? 0) + by);
  return sum;
}
