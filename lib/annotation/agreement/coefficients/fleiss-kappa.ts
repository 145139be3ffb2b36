import { beyondChance, type Measure } from "../measure";
import { commonSize, comparable, type PatternTable } from "../pattern-table";

/**
 * Fleiss' κ = (P̄ − P̄_e)/(1 − P̄_e), P̄ the mean share of agreeing pairs, P̄_e = Σ p_j². Fleiss (1971), "Measuring
 * nominal scale agreement among many raters", Psychological Bulletin 76(5). It is defined only for items with the same
 * number of values; others are left out and counted. A bootstrap must pass the sample's `size`, so that resamples do
 * not pick another.
 */
export function fleissKappa({ categories, rows }: PatternTable, size = commonSize(rows)): Measure {
  const { totals, sample, unequalPairs } = constantSize(categories.length, rows, size);
  const all = sample.items * size;
  const expected = totals.reduce((rest, total) => rest - total * total, all * all);
  return beyondChance((unequalPairs / sample.comparisons) * all * all, expected, sample);
}

function constantSize(categories: number, rows: PatternTable["rows"], size: number) {
  const totals = new Float64Array(categories);
  let [items, equalPairs] = [0, 0];
  for (const row of rows) {
    if (row.size !== size) continue;
    items += row.items;
    for (const [category, count] of row.counts) {
      totals[category] = (totals[category] ?? 0) + row.items * count;
      equalPairs += (row.items * count * (count - 1)) / 2;
    }
  }
  const comparisons = (items * size * Math.max(size - 1, 0)) / 2;
  const leftOut = comparable(rows).items - (size > 1 ? items : 0);
  const note = `Of items with ${size} values alone, the commonest number; ${leftOut} with another number left out.`;
  const sample = { items, comparisons, leftOut, ...(leftOut > 0 && { note }) };
  return { totals, sample, unequalPairs: comparisons - equalPairs };
}
