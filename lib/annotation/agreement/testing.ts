// Counters in memory; the product stores them in the database.
import type { Answers } from "./answers";
import { type Counter, type CounterChange, changesBetween } from "./counters";
import type { Tally } from "./tally";

export const emptyTally: Tally = {
  shape: new Map(),
  pair: new Map(),
  pattern: new Map(),
  coincidence: new Map(),
  cell: new Map(),
  sheet: new Map(),
  moment: new Map(),
};

/** A new tally. Counters that reach 0 are dropped; unchanged ones are shared with the old tally. */
export function applyChanges(tally: Tally, changes: Iterable<CounterChange>): Tally {
  const changed = new Map<Counter, Map<string, number>>();
  for (const { counter, key, by } of changes) {
    const counts = changed.get(counter) ?? new Map(tally[counter]);
    changed.set(counter, counts);
    const sum = (counts.get(key) ?? 0) + by;
    if (sum === 0) counts.delete(key);
    else counts.set(key, sum);
  }
  return { ...tally, ...Object.fromEntries(changed) };
}

const none: Answers = new Map();
export const addUnit = (tally: Tally, counters: readonly Counter[], answers: Answers): Tally =>
  applyChanges(tally, changesBetween(counters, none, answers));
export const removeUnit = (tally: Tally, counters: readonly Counter[], answers: Answers): Tally =>
  applyChanges(tally, changesBetween(counters, answers, none));

/** From scratch, in one pass over the items. */
export function tallyOf(counters: readonly Counter[], items: Iterable<Answers>): Tally {
  function* all() {
    for (const answers of items) yield* changesBetween(counters, none, answers);
  }
  return applyChanges(emptyTally, all());
}
