import { beyondChance, type Measure, noVariation, undefinedMeasure } from "../measure";
import { itemsOf, type Moments, total, trace } from "../moments";

/**
 * Krippendorff's α with the interval metric, computed from moments alone. Over ordered pairs Σ(x − y)² = 2(m·Σx² −
 * (Σx)²), so D_o = Σ over items of (m·Σx² − (Σx)²)/(m − 1) ÷ n and D_e = (n·ΣΣx² − (ΣΣx)²) ÷ n(n − 1). Krippendorff
 * (2011), "Computing Krippendorff's Alpha-Reliability". A spread below a millionth of the mean counts as none.
 */
export function intervalAlpha(all: readonly Moments[]): Measure {
  let [values, sum, squares, observed, comparisons] = [0, 0, 0, 0, 0];
  for (const moments of all) {
    const size = moments.crew.length;
    values += size * moments.items;
    comparisons += (moments.items * size * (size - 1)) / 2;
    sum += total(moments.sums);
    squares += trace(moments);
    observed += (size * trace(moments) - total(moments.products)) / (size - 1);
  }
  const sample = { items: itemsOf(all), comparisons, leftOut: 0 };
  const expected = values * squares - sum * sum;
  if (comparisons > 0 && expected <= 1e-12 * values * squares) return undefinedMeasure(sample, noVariation);
  return beyondChance((values - 1) * Math.max(observed, 0), expected, sample);
}
