import { byText } from "./answers";
import type { Cell, PairTable } from "./contingency";
import { orderedCategories } from "./pattern-table";
import type { Counts } from "./tally";

/** Items with the same values from the same annotators: indices of annotators (ascending) and of categories. */
export interface SheetRow {
  readonly items: number;
  readonly answers: readonly (readonly [annotator: number, category: number])[];
}
export interface SheetTable {
  readonly annotators: readonly string[];
  readonly categories: readonly string[];
  readonly rows: readonly SheetRow[];
}

export function sheetTable(sheets: Counts, scale: readonly string[] = []): SheetTable {
  const parsed = [...sheets]
    .filter(([, items]) => items > 0)
    .sort(([a], [b]) => byText(a, b))
    // Safe: only counters.ts writes these keys.
    .map(([key, items]) => ({ items, answers: JSON.parse(key) as [string, string][] }));
  const ratings = parsed.flatMap(({ answers }) => answers);
  const annotators = [...new Set(ratings.map(([annotator]) => annotator))].sort(byText);
  const categories = orderedCategories(
    ratings.map(([, value]) => value),
    scale,
  );
  const annotatorIndex = new Map(annotators.map((annotator, index) => [annotator, index]));
  const categoryIndex = new Map(categories.map((category, index) => [category, index]));
  const rows = parsed.map(({ items, answers }) => ({
    items,
    answers: answers.map(([a, v]) => [annotatorIndex.get(a) ?? -1, categoryIndex.get(v) ?? -1] as const),
  }));
  return { annotators, categories, rows };
}

/** The same tables that `pairTables` reads from cells. Sheets can be resampled item by item; cells cannot. */
export function pairTablesOfSheets({ annotators, categories, rows }: SheetTable): PairTable[] {
  const byPair = new Map<number, Cell[]>();
  for (const { items, answers } of rows)
    for (const [index, [a, first]] of answers.entries())
      for (const [b, second] of answers.slice(index + 1)) {
        const pair = a * annotators.length + b;
        const cells = byPair.get(pair) ?? [];
        byPair.set(pair, cells);
        cells.push({ items, first, second });
      }
  return [...byPair]
    .sort(([a], [b]) => a - b)
    .map(([pair, cells]) => ({
      annotators: [annotators[Math.floor(pair / annotators.length)] ?? "", annotators[pair % annotators.length] ?? ""],
      categories,
      cells,
    }));
}
