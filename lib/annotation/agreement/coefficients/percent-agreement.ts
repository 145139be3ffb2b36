import type { Contingency } from "../contingency";
import { type Measure, share } from "../measure";
import { comparable, type PatternRow } from "../pattern-table";

/** Items whose values are all equal ÷ items with two or more values. Works on shapes and on patterns. */
export function percentAgreement(rows: readonly PatternRow[]): Measure {
  const sample = { ...comparable(rows), leftOut: 0 };
  let equal = 0;
  for (const row of rows) if (row.size > 1 && row.counts.length === 1) equal += row.items;
  return share(equal, sample.items, sample);
}

/**
 * Equal pairs of values ÷ pairs of values within items. Each pair counts once: the P̄ of Fleiss (1971) if every item
 * has the same number of values.
 */
export function pairwiseAgreement(rows: readonly PatternRow[]): Measure {
  const sizes = new Set(rows.filter(({ size }) => size > 1).map(({ size }) => size));
  const note = "The pairs of all items are pooled, so an item with more values weighs more.";
  const sample = { ...comparable(rows), leftOut: 0, ...(sizes.size > 1 && { note }) };
  let equal = 0;
  for (const row of rows) for (const [, count] of row.counts) equal += (row.items * count * (count - 1)) / 2;
  return share(equal, sample.comparisons, sample);
}

/** Items to which two annotators gave the same value ÷ items that both valued. */
export function percentOfPair({ cells }: Contingency): Measure {
  let [equal, items] = [0, 0];
  for (const cell of cells) {
    items += cell.items;
    if (cell.first === cell.second) equal += cell.items;
  }
  return share(equal, items, { items, comparisons: items, leftOut: 0 });
}
