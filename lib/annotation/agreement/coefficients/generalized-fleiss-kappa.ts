import { beyondChance, type Measure } from "../measure";
import { comparable, type PatternTable } from "../pattern-table";

/**
 * Fleiss' κ for items with different numbers of values: (p_a − p_e)/(1 − p_e). p_a is the mean share of agreeing pairs,
 * over items with two or more values. p_e = Σ π_k², with π_k the mean share of category k, over all items with a value.
 * Gwet (2014), "Handbook of Inter-Rater Reliability", 4th ed., as irrCAC's `fleiss.kappa.raw`. If all items have the
 * same number of values, it equals Fleiss' κ.
 */
export function generalizedFleissKappa({ categories, rows }: PatternTable): Measure {
  const sample = { ...comparable(rows), leftOut: 0 };
  const shares = new Float64Array(categories.length);
  let [valued, unequal] = [0, 0];
  for (const { items, size, counts } of rows) {
    if (size === 0) continue;
    valued += items;
    let equal = 0;
    for (const [category, count] of counts) {
      shares[category] = (shares[category] ?? 0) + (items * count) / size;
      equal += count * (count - 1);
    }
    if (size > 1) unequal += items * (1 - equal / (size * (size - 1)));
  }
  const chance = shares.reduce((sum, share) => sum + (share / valued) * (1 - share / valued), 0);
  return beyondChance(unequal / sample.items, chance, sample);
}
