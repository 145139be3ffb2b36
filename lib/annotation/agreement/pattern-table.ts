import { byText } from "./answers";
import type { Counts } from "./tally";

/** Items that got the same values: how often each category (an index) was given. */
export interface PatternRow {
  readonly items: number;
  readonly size: number;
  readonly counts: readonly (readonly [category: number, count: number])[];
}
export interface PatternTable {
  readonly categories: readonly string[];
  readonly rows: readonly PatternRow[];
}

/**
 * In the scale's order, then by text. Purely numeric categories go in numeric order, so that a value off the scale
 * sorts correctly.
 */
export function orderedCategories(values: Iterable<string>, scale: readonly string[]): string[] {
  const seen = new Set(scale);
  const categories = [...scale, ...[...new Set(values)].filter((value) => !seen.has(value)).sort(byText)];
  const numeric = categories.every((category) => category.trim() !== "" && Number.isFinite(Number(category)));
  return numeric ? categories.sort((a, b) => Number(a) - Number(b) || byText(a, b)) : categories;
}

/**
 * Rows and categories have a fixed order, whatever the order of the counters, so equal counts give bit-identical
 * results.
 */
export function patternTable(patterns: Counts, scale: readonly string[] = []): PatternTable {
  const parsed = [...patterns]
    .filter(([, items]) => items > 0)
    .sort(([a], [b]) => byText(a, b))
    // Safe: only counters.ts writes these keys.
    .map(([key, items]) => ({ items, counts: JSON.parse(key) as [string, number][] }));
  const categories = orderedCategories(
    parsed.flatMap(({ counts }) => counts.map(([value]) => value)),
    scale,
  );
  const index = new Map(categories.map((category, position) => [category, position]));
  return {
    categories,
    rows: parsed.map(({ items, counts }) => ({
      items,
      size: counts.reduce((sum, [, count]) => sum + count, 0),
      counts: counts.map(([value, count]) => [index.get(value) ?? -1, count] as const),
    })),
  };
}

/** Items that can be compared, and the pairs of values in them. */
export function comparable(rows: readonly PatternRow[]): { items: number; comparisons: number } {
  let items = 0;
  let comparisons = 0;
  for (const row of rows) {
    if (row.size < 2) continue;
    items += row.items;
    comparisons += (row.items * row.size * (row.size - 1)) / 2;
  }
  return { items, comparisons };
}

/** The most common number of values among items with two or more; the larger in a tie; 0 if no item has two. */
export function commonSize(rows: readonly PatternRow[]): number {
  const items = new Map<number, number>();
  for (const row of rows) if (row.size > 1) items.set(row.size, (items.get(row.size) ?? 0) + row.items);
  return [...items].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}
