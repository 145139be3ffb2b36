import type { Coincidences } from "../coincidences";
import type { Metric } from "../distance";
import { beyondChance, type Measure } from "../measure";

/**
 * Krippendorff's α = 1 − D_o/D_e = 1 − (n − 1)·Σ o_ck·δ²_ck / Σ n_c·n_k·δ²_ck, with missing values and any number of
 * annotators. Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability"; Krippendorff (2019), "Content
 * Analysis", 4th ed., ch. 12. Distances between selections (Jaccard, MASI) take the place of δ², as Passonneau (2006)
 * and Artstein & Poesio (2008) use them.
 */
export function krippendorffAlpha(coincidences: Coincidences, metric: Metric): Measure {
  const { categories, matrix, totals, items, comparisons } = coincidences;
  const distance = metric(categories, totals);
  const values = totals.reduce((sum, total) => sum + total, 0);
  let [observed, expected] = [0, 0];
  // Each pair of categories once, because both sums are symmetric.
  const q = categories.length;
  for (let c = 0; c < q; c++) {
    const n = totals[c] ?? 0;
    if (n === 0) continue;
    for (let k = c + 1; k < q; k++) {
      const m = totals[k] ?? 0;
      if (m === 0) continue;
      const apart = distance(c, k);
      observed += (matrix[c * q + k] ?? 0) * apart;
      expected += n * m * apart;
    }
  }
  return beyondChance((values - 1) * observed, expected, { items, comparisons, leftOut: 0 });
}
