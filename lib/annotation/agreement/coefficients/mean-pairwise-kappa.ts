import type { Contingency } from "../contingency";
import { type Metric, nominal } from "../distance";
import { type Measure, nothingToCompare, noVariation, undefinedMeasure } from "../measure";
import { cohenKappa } from "./cohen-kappa";

/**
 * Mean of Cohen's κ over pairs of annotators, weighted by the items that both valued: Light (1971), "Measures of
 * response agreement for qualitative data", Psychological Bulletin 76(5), there with equal weights. Pairs whose κ is
 * 0/0 are left out. `items` and `leftOut` count an item once per pair.
 */
export function meanPairwiseKappa(tables: readonly Contingency[], metric: Metric = nominal): Measure {
  let [sum, comparisons, leftOut] = [0, 0, 0];
  for (const table of tables) {
    const kappa = cohenKappa(table, metric);
    if (kappa.value === null) leftOut += kappa.items;
    else {
      sum += kappa.value * kappa.comparisons;
      comparisons += kappa.comparisons;
    }
  }
  const sample = { items: comparisons, comparisons, leftOut };
  if (comparisons > 0) return { ...sample, value: sum / comparisons };
  return undefinedMeasure(sample, leftOut > 0 ? noVariation : nothingToCompare);
}
