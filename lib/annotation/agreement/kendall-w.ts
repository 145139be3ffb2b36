import { type Measure, nothingToCompare, noVariation, undefinedMeasure } from "./measure";
import type { SheetRow, SheetTable } from "./sheets";

/**
 * Kendall's coefficient of concordance of k annotators who all valued the same n items, by midranks:
 * W = 12·S / (k²(n³ − n) − k·ΣT), T = Σ(t³ − t) over an annotator's ties, S = Σ(R_i − mean R)²; `ties: "ignored"` takes T for 0.
 * Kendall & Babington Smith (1939), "The problem of m rankings", Annals of Mathematical Statistics 10(3); ties: Siegel & Castellan (1988).
 * Values are ranked by the order of the table's categories. Items that not every annotator valued are left out.
 */
export function kendallW(
  { annotators, categories, rows }: SheetTable,
  ties: "corrected" | "ignored" = "corrected",
): Measure {
  const k = annotators.length;
  const complete = rows.filter((row) => row.answers.length === k);
  const items = complete.reduce((sum, row) => sum + row.items, 0);
  const all = rows.reduce((sum, row) => sum + row.items, 0);
  const sample = { items, comparisons: (items * k * Math.max(k - 1, 0)) / 2, leftOut: all - items };
  if (sample.comparisons === 0) return undefinedMeasure(sample, nothingToCompare);
  if (items < 2) return undefinedMeasure(sample, "Fewer than two items were valued by every annotator.");
  const rankings = annotators.map((_annotator, index) => midranks(complete, index, categories.length));
  const mean = (k * (items + 1)) / 2;
  const spread = complete.reduce((sum, row) => {
    const rank = row.answers.reduce(
      (ranks, [annotator, category]) => ranks + (rankings[annotator]?.ranks[category] ?? 0),
      0,
    );
    return sum + row.items * (rank - mean) ** 2;
  }, 0);
  const tied = ties === "ignored" ? 0 : rankings.reduce((sum, ranking) => sum + ranking.tied, 0);
  const greatest = k * k * (items ** 3 - items) - k * tied;
  return greatest === 0 ? undefinedMeasure(sample, noVariation) : { ...sample, value: (12 * spread) / greatest };
}

function midranks(rows: readonly SheetRow[], annotator: number, categories: number) {
  const counts = new Float64Array(categories);
  for (const row of rows)
    for (const [by, category] of row.answers)
      if (by === annotator) counts[category] = (counts[category] ?? 0) + row.items;
  let below = 0;
  const ranks = counts.map((count) => {
    below += count;
    return below - count + (count + 1) / 2;
  });
  return { ranks, tied: counts.reduce((sum, count) => sum + count ** 3 - count, 0) };
}
