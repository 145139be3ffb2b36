import { byText } from "./answers";
import { orderedCategories, type PatternTable } from "./pattern-table";
import type { Counts } from "./tally";

/**
 * Krippendorff's coincidence matrix: o_ck = Σ over items of n_c·n_k/(m − 1), or n_c(n_c − 1)/(m − 1) on the diagonal,
 * for items with m ≥ 2 values; totals n_c = Σ_k o_ck, whole numbers. Size: categories², whatever the number of items.
 */
export interface Coincidences {
  readonly categories: readonly string[];
  /** In row order. */
  readonly matrix: Float64Array;
  readonly totals: Float64Array;
  readonly items: number;
  readonly comparisons: number;
}

type Add = (size: number, c: number, k: number, by: number) => void;

/**
 * Numerators are summed per number of values as whole numbers and divided once, so that the order of addition does not
 * matter.
 */
function gather(categories: readonly string[], fill: (add: Add) => void): Coincidences {
  const q = categories.length;
  const numerators = new Map<number, Float64Array>();
  fill((size, c, k, by) => {
    const matrix = numerators.get(size) ?? new Float64Array(q * q);
    numerators.set(size, matrix);
    matrix[c * q + k] = (matrix[c * q + k] ?? 0) + by;
  });
  const matrix = new Float64Array(q * q);
  const totals = new Float64Array(q);
  let [items, comparisons] = [0, 0];
  for (const [size, numerator] of [...numerators].sort(([a], [b]) => a - b)) {
    let pairs = 0;
    for (let c = 0; c < q; c++) {
      let row = 0;
      for (let index = c * q; index < (c + 1) * q; index++) {
        const by = numerator[index] ?? 0;
        if (by === 0) continue;
        row += by;
        matrix[index] = (matrix[index] ?? 0) + by / (size - 1);
      }
      pairs += row;
      totals[c] = (totals[c] ?? 0) + row / (size - 1);
    }
    items += pairs / (size * (size - 1));
    comparisons += pairs / 2;
  }
  return { categories, matrix, totals, items, comparisons };
}

export const coincidencesOf = ({ categories, rows }: PatternTable): Coincidences =>
  gather(categories, (add) => {
    for (const { items, size, counts } of rows) {
      if (size < 2) continue;
      for (const [c, n] of counts)
        for (const [k, m] of counts) add(size, c, k, items * (c === k ? n * (n - 1) : n * m));
    }
  });

type CoincidenceKey = readonly [size: number, c: string, k: string];
// Safe: only counters.ts writes these keys: [size, c, k] with c before k in text order.
const readKey = (key: string): CoincidenceKey => JSON.parse(key) as CoincidenceKey;

export const coincidentCategories = (counts: Counts, scale: readonly string[] = []): string[] =>
  orderedCategories(
    [...counts.keys()].flatMap((key) => {
      const [, c, k] = readKey(key);
      return [c, k];
    }),
    scale,
  );

/** From stored `coincidence` counters. */
export function readCoincidences(counts: Counts, scale: readonly string[] = []): Coincidences {
  const categories = coincidentCategories(counts, scale);
  const index = new Map(categories.map((category, position) => [category, position]));
  return gather(categories, (add) => {
    for (const [key, by] of [...counts].sort(([a], [b]) => byText(a, b))) {
      const [size, first, second] = readKey(key);
      const [c, k] = [index.get(first) ?? -1, index.get(second) ?? -1];
      add(size, c, k, by);
      if (c !== k) add(size, k, c, by);
    }
  });
}
