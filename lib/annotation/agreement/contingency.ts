import { byText } from "./answers";
import { orderedCategories } from "./pattern-table";
import type { Counts } from "./tally";

/** How many items got one category from the first annotator and another from the second. A cell may occur twice. */
export interface Cell {
  readonly items: number;
  readonly first: number;
  readonly second: number;
}
export interface Contingency {
  readonly categories: readonly string[];
  readonly cells: readonly Cell[];
}
export interface PairTable extends Contingency {
  readonly annotators: readonly [first: string, second: string];
}

/** One table per pair of annotators, all over the same categories, ordered by annotator ids. */
export function pairTables(cells: Counts, scale: readonly string[] = []): PairTable[] {
  const parsed = [...cells]
    .filter(([, items]) => items > 0)
    .sort(([a], [b]) => byText(a, b))
    // Safe: only counters.ts writes these keys.
    .map(([key, items]) => ({ items, key: JSON.parse(key) as [string, string, string, string] }));
  const categories = orderedCategories(
    parsed.flatMap(({ key }) => key.slice(2)),
    scale,
  );
  const index = new Map(categories.map((category, position) => [category, position]));
  const byPair = new Map<string, { annotators: [string, string]; cells: Cell[] }>();
  for (const { items, key } of parsed) {
    const [a, b, x, y] = key;
    const name = JSON.stringify([a, b]);
    const pair = byPair.get(name) ?? { annotators: [a, b], cells: [] };
    byPair.set(name, pair);
    pair.cells.push({ items, first: index.get(x) ?? -1, second: index.get(y) ?? -1 });
  }
  return [...byPair.values()].map((pair) => ({ ...pair, categories }));
}

interface Marginals {
  readonly items: number;
  readonly first: Float64Array;
  readonly second: Float64Array;
}
export function marginals({ categories, cells }: Contingency): Marginals {
  const first = new Float64Array(categories.length);
  const second = new Float64Array(categories.length);
  let items = 0;
  for (const cell of cells) {
    items += cell.items;
    first[cell.first] = (first[cell.first] ?? 0) + cell.items;
    second[cell.second] = (second[cell.second] ?? 0) + cell.items;
  }
  return { items, first, second };
}
