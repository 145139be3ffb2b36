// Measures for labels that mark spans of a text.
import type { Marked } from "../canonical";
import type { AgreementLabel, KeptCounts } from "../kept-counts";
import { type Measure, nothingToCompare, undefinedMeasure } from "../measure";
import { type Draws, notApplicable, notRead, type Reading, readRows } from "../reading";
import { type SheetTable, sheetTable } from "../sheets";
import { characterOverlap, exactOverlap, type Overlap } from "./span-f1";
import { type Unit, type UnitizedRow, unitized, unitizingAlpha } from "./unitizing-alpha";

interface SpanRow extends UnitizedRow {
  readonly size: number;
  /** Sums over the pairs of annotators. */
  readonly exact: Overlap;
  readonly characters: Overlap;
}

export function spanReadings(label: AgreementLabel, kept: KeptCounts, draws: Draws): Reading[] {
  const names = ["krippendorff_alpha_unitizing", "span_f1_exact", "span_f1_characters"] as const;
  if (kept.sheet === null) return names.map((name) => notApplicable(name, notRead));
  const { rows, categories } = spanRows(sheetTable(kept.sheet), label.scale);
  const size = mostCommonSize(rows);
  return readRows<SpanRow>(
    rows,
    {
      krippendorff_alpha_unitizing: (some) => alphaOf(some, size, categories),
      span_f1_exact: (some) => f1Of(some, ({ exact }) => exact),
      span_f1_characters: (some) => f1Of(some, ({ characters }) => characters),
    },
    draws,
  );
}

function spanRows({ rows, categories: texts }: SheetTable, scale: readonly string[]) {
  // Safe: canonicalText has written them.
  const marked = texts.map((text) => JSON.parse(text) as Marked);
  const unitsOf = ([, ...spans]: Marked): Unit[] => spans.map(([start, end, category]) => ({ start, end, category }));
  const markedAt = (index: number): Marked => marked[index] ?? [0];
  const answered = rows.map(({ items, answers }) => ({ items, own: answers.map(([, index]) => markedAt(index)) }));
  const categories = [...new Set([...scale, ...marked.flatMap((one) => unitsOf(one).map(({ category }) => category))])];
  return {
    categories: categories.length,
    rows: answered.map(({ items, own }): SpanRow => {
      const answers = own.map(unitsOf);
      const length = Math.max(...own.map(([each]) => each));
      const [row] = unitized([{ items, length, answers }], categories);
      return {
        ...(row ?? { items, length, parts: [] }),
        size: answers.length,
        exact: overPairs(answers, exactOverlap),
        characters: overPairs(answers, characterOverlap),
      };
    }),
  };
}

function overPairs(answers: readonly Unit[][], overlap: (one: Unit[], other: Unit[]) => Overlap): Overlap {
  const pairs = answers.flatMap((one, index) => answers.slice(index + 1).map((other) => overlap(one, other)));
  return {
    common: pairs.reduce((sum, pair) => sum + pair.common, 0),
    total: pairs.reduce((sum, pair) => sum + pair.total, 0),
  };
}

function mostCommonSize(rows: readonly SpanRow[]): number {
  const items = new Map<number, number>();
  for (const row of rows) items.set(row.size, (items.get(row.size) ?? 0) + row.items);
  return [...items].sort(([a, m], [b, n]) => n - m || b - a)[0]?.[0] ?? 0;
}

/** α takes the same number of annotators for each text, so it leaves out items with another number. */
function alphaOf(rows: readonly SpanRow[], size: number, categories: number): Measure {
  const equal = rows.filter((row) => row.size === size);
  const leftOut = rows.reduce((sum, row) => sum + (row.size === size ? 0 : row.items), 0);
  return { ...unitizingAlpha(equal, size, categories), leftOut };
}

/**
 * The mean of F1 over pairs of annotators, weighted by what they marked: Hripcsak & Rothschild (2005), "Agreement, the
 * F-measure, and reliability in information retrieval", Journal of the American Medical Informatics Association 12.
 */
function f1Of(rows: readonly SpanRow[], of: (row: SpanRow) => Overlap): Measure {
  let [items, comparisons, leftOut, common, total] = [0, 0, 0, 0, 0];
  for (const row of rows) {
    const overlap = of(row);
    if (overlap.total === 0) {
      leftOut += row.items;
      continue;
    }
    items += row.items;
    comparisons += (row.items * row.size * (row.size - 1)) / 2;
    common += row.items * overlap.common;
    total += row.items * overlap.total;
  }
  const sample = {
    items,
    comparisons,
    leftOut,
    ...(leftOut > 0 && { note: "Items on which nobody marked anything are left out." }),
  };
  return total === 0 ? undefinedMeasure(sample, nothingToCompare) : { ...sample, value: (2 * common) / total };
}
