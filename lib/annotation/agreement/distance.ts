/** The distance between two categories (indices); 0 between a category and itself. */
export type Distance = (a: number, b: number) => number;
/** A distance over the given categories. `totals` says how often each was given, which the ordinal distance needs. */
export type Metric = (categories: readonly string[], totals: ArrayLike<number>) => Distance;

export const nominal: Metric = () => (a, b) => (a === b ? 0 : 1);

/** Quadratic weights by position on the scale: Cohen (1968), "Weighted kappa", Psychological Bulletin 70(4). */
export const quadratic: Metric = () => (a, b) => (a - b) ** 2;

/** (Σ_{g=c..k} n_g − (n_c + n_k)/2)²: Krippendorff (2011), "Computing Krippendorff's Alpha-Reliability". */
export const ordinal: Metric = (_categories, totals) => {
  const below = new Float64Array(totals.length + 1);
  for (let index = 0; index < totals.length; index++) below[index + 1] = (below[index] ?? 0) + (totals[index] ?? 0);
  const midrank = (index: number) => ((below[index] ?? 0) + (below[index + 1] ?? 0)) / 2;
  return (a, b) => (midrank(a) - midrank(b)) ** 2;
};

/**
 * 1 − |A∩B|/|A∪B| of selections: Jaccard (1912), "The distribution of the flora in the alpine zone", New Phytologist
 * 11(2).
 */
export const jaccard: Metric = (categories) =>
  ofSelections(categories, (common, a, b) => 1 - common / (a + b - common));

/**
 * 1 − J·M, where M is 1 for equal selections, 2/3 where one contains the other, 1/3 where they overlap and 0 where not:
 * Passonneau (2006), "Measuring agreement on set-valued items (MASI) for semantic and pragmatic annotation", LREC.
 */
export const masi: Metric = (categories) =>
  ofSelections(categories, (common, a, b) => {
    const monotonicity = common === 0 ? 0 : common === Math.min(a, b) ? 2 / 3 : 1 / 3;
    return 1 - (common / (a + b - common)) * monotonicity;
  });

/**
 * Takes categories as `selectionText` writes them: sorted and without duplicates, so that different texts are different
 * selections.
 */
function ofSelections(categories: readonly string[], distance: (common: number, a: number, b: number) => number) {
  const selections = categories.map((text) => new Set<unknown>(JSON.parse(text)));
  const empty = new Set<unknown>();
  return (a: number, b: number): number => {
    if (a === b) return 0;
    const [first, second] = [selections[a] ?? empty, selections[b] ?? empty];
    let common = 0;
    for (const option of first) if (second.has(option)) common++;
    return distance(common, first.size, second.size);
  };
}

/** The same metric with precomputed distances. Only for metrics that ignore totals. */
export function precomputed(metric: Metric, categories: readonly string[]): Metric {
  const distance = metric(categories, []);
  const matrix = Float64Array.from({ length: categories.length ** 2 }, (_, index) =>
    distance(Math.floor(index / categories.length), index % categories.length),
  );
  return () => (a, b) => matrix[a * categories.length + b] ?? 0;
}
