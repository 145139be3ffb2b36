// Shrout & Fleiss (1979), "Intraclass correlations: uses in assessing rater reliability", Psychological Bulletin 86(2).
// n items, k values each; BMS, WMS, JMS, EMS: mean squares between items, within items, between annotators, residual.
import { type Measure, nothingToCompare, noVariation, type Sample, undefinedMeasure } from "../measure";
import { itemsOf, type Moments, restrictedTo, total, trace } from "../moments";

type Reliability = "single" | "average";

/**
 * ICC(1,1) = (BMS − WMS)/(BMS + (k − 1)·WMS), ICC(1,k) = (BMS − WMS)/BMS: annotators may differ from item to item. Only
 * items with `size` values are used.
 */
export function icc1(all: readonly Moments[], size: number, reliability: Reliability = "single"): Measure {
  const used = all.filter(({ crew }) => crew.length === size);
  const items = itemsOf(used);
  let [sum, squares, itemSquares] = [0, 0, 0];
  for (const moments of used) {
    sum += total(moments.sums);
    squares += trace(moments);
    itemSquares += total(moments.products);
  }
  const between = (itemSquares / size - sum ** 2 / (items * size)) / (items - 1);
  const within = (squares - itemSquares / size) / (items * (size - 1));
  const sample = sampleOf(items, size, all);
  const denominator = reliability === "single" ? between + (size - 1) * within : between;
  return quotient(between - within, denominator, squares, sum ** 2 / (items * size), sample);
}

/**
 * Two-way, annotators a sample of many: ICC(2,1) = (BMS − EMS)/(BMS + (k − 1)·EMS + k(JMS − EMS)/n),
 * ICC(2,k) = (BMS − EMS)/(BMS + (JMS − EMS)/n). Uses the items that everyone in `crew` valued.
 */
export function icc2(all: readonly Moments[], crew: readonly string[], reliability: Reliability = "single"): Measure {
  const { k, n, between, judges, residual, squares, constant, sample } = twoWay(all, crew);
  const denominator =
    reliability === "single"
      ? between + (k - 1) * residual + (k * (judges - residual)) / n
      : between + (judges - residual) / n;
  return quotient(between - residual, denominator, squares, constant, sample);
}

/**
 * Two-way, these annotators the only ones of interest: ICC(3,1) = (BMS − EMS)/(BMS + (k − 1)·EMS),
 * ICC(3,k) = (BMS − EMS)/BMS. Uses the items that everyone in `crew` valued.
 */
export function icc3(all: readonly Moments[], crew: readonly string[], reliability: Reliability = "single"): Measure {
  const { k, between, residual, squares, constant, sample } = twoWay(all, crew);
  const denominator = reliability === "single" ? between + (k - 1) * residual : between;
  return quotient(between - residual, denominator, squares, constant, sample);
}

function twoWay(all: readonly Moments[], crew: readonly string[]) {
  const moments = restrictedTo(crew, all);
  const [n, k] = [moments.items, crew.length];
  const squares = trace(moments);
  const constant = total(moments.sums) ** 2 / (n * k);
  const ofItems = total(moments.products) / k - constant;
  const ofJudges = moments.sums.reduce((sum, judge) => sum + judge ** 2, 0) / n - constant;
  const residual = (squares - constant - ofItems - ofJudges) / ((n - 1) * (k - 1));
  const [between, judges] = [ofItems / (n - 1), ofJudges / (k - 1)];
  return { n, k, between, judges, residual, squares, constant, sample: sampleOf(n, k, all) };
}

const sampleOf = (items: number, size: number, all: readonly Moments[]): Sample => ({
  items,
  comparisons: (items * size * Math.max(size - 1, 0)) / 2,
  leftOut: itemsOf(all) - items,
});

/** A spread below a millionth of the values' size is rounding, and counts as none. */
function quotient(numerator: number, denominator: number, squares: number, constant: number, sample: Sample): Measure {
  if (sample.comparisons === 0) return undefinedMeasure(sample, nothingToCompare);
  if (sample.items < 2)
    return undefinedMeasure(sample, "Fewer than two items were valued by all of the same annotators.");
  if (squares - constant <= 1e-12 * squares) return undefinedMeasure(sample, noVariation);
  if (Math.abs(denominator) <= 1e-12 * (squares - constant))
    return undefinedMeasure(sample, "Items do not differ on average, so reliability has nothing to divide by.");
  return { ...sample, value: numerator / denominator };
}
