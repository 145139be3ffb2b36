// Numbers have unlimited patterns, but interval α and every intraclass correlation follow from sums of values and of
// products of two values, stored per crew. Precision: about 1e-16·(mean/spread)² of the result.
import { byText } from "./answers";
import type { SheetRow, SheetTable } from "./sheets";
import type { Counts } from "./tally";

/** The items that exactly these annotators valued. `products` is symmetric, in row order: Σ over items of x_a·x_b. */
export interface Moments {
  readonly crew: readonly string[];
  readonly items: number;
  readonly sums: Float64Array;
  readonly products: Float64Array;
}

type MomentKey = readonly [crew: string[], what: "items" | "sum" | "product", a?: string, b?: string];

export function readMoments(counts: Counts): Moments[] {
  const crews = new Map<string, { crew: string[]; items: number; sums: Float64Array; products: Float64Array }>();
  for (const [text, amount] of [...counts].sort(([a], [b]) => byText(a, b))) {
    // Safe: only counters.ts writes these keys.
    const [crew, what, a = "", b = ""] = JSON.parse(text) as MomentKey;
    const name = JSON.stringify(crew);
    const size = crew.length;
    const moments = crews.get(name) ?? {
      crew,
      items: 0,
      sums: new Float64Array(size),
      products: new Float64Array(size * size),
    };
    crews.set(name, moments);
    const [i, j] = [crew.indexOf(a), crew.indexOf(b)];
    if (what === "items") moments.items = amount;
    else if (what === "sum") moments.sums[i] = amount;
    else {
      moments.products[i * size + j] = amount;
      moments.products[j * size + i] = amount;
    }
  }
  return [...crews.values()].filter(({ items }) => items > 0);
}

/** A function of the table's rows, to call on resampled rows. It computes constant parts only once. */
export function momentsOfSheets({ annotators, categories }: SheetTable): (rows: readonly SheetRow[]) => Moments[] {
  const numbers = categories.map(Number);
  const names = new WeakMap<SheetRow["answers"], string>();
  const nameOf = (answers: SheetRow["answers"]): string => {
    const name = names.get(answers) ?? answers.map(([annotator]) => annotator).join();
    names.set(answers, name);
    return name;
  };
  return (rows) => {
    const crews = new Map<string, { crew: string[]; items: number; sums: Float64Array; products: Float64Array }>();
    for (const { items, answers } of rows) {
      const size = answers.length;
      const name = nameOf(answers);
      let moments = crews.get(name);
      if (!moments) {
        const crew = answers.map(([annotator]) => annotators[annotator] ?? "");
        moments = { crew, items: 0, sums: new Float64Array(size), products: new Float64Array(size * size) };
        crews.set(name, moments);
      }
      moments.items += items;
      for (const [i, [, a]] of answers.entries()) {
        const x = (numbers[a] ?? 0) * items;
        moments.sums[i] = (moments.sums[i] ?? 0) + x;
        for (const [j, [, b]] of answers.entries())
          moments.products[i * size + j] = (moments.products[i * size + j] ?? 0) + x * (numbers[b] ?? 0);
      }
    }
    return [...crews.values()].filter(({ items }) => items > 0);
  };
}

export const total = (numbers: Float64Array): number => numbers.reduce((sum, number) => sum + number, 0);

export function trace({ crew, products }: Moments): number {
  return crew.reduce((sum, _annotator, index) => sum + (products[index * (crew.length + 1)] ?? 0), 0);
}

export const itemsOf = (all: readonly Moments[]): number => all.reduce((sum, { items }) => sum + items, 0);

/**
 * The annotators whose jointly valued items have the most pairs of values; among equals, the first crew in text order.
 */
export function fullestCrew(all: readonly Moments[]): readonly string[] {
  let best: { crew: readonly string[]; pairs: number } = { crew: [], pairs: 0 };
  for (const { crew } of [...all].sort((a, b) => byText(a.crew.join(), b.crew.join()))) {
    const pairs = itemsOf(all.filter((other) => includes(other.crew, crew))) * crew.length * (crew.length - 1);
    if (pairs > best.pairs) best = { crew, pairs };
  }
  return best.crew;
}

/** Moments of `crew` over every item that all of them valued, including items that others valued too. */
export function restrictedTo(crew: readonly string[], all: readonly Moments[]): Moments {
  const size = crew.length;
  const sums = new Float64Array(size);
  const products = new Float64Array(size * size);
  const containing = all.filter((moments) => includes(moments.crew, crew));
  for (const moments of containing) {
    const at = crew.map((annotator) => moments.crew.indexOf(annotator));
    for (const [i, from] of at.entries()) {
      sums[i] = (sums[i] ?? 0) + (moments.sums[from] ?? 0);
      for (const [j, to] of at.entries())
        products[i * size + j] =
          (products[i * size + j] ?? 0) + (moments.products[from * moments.crew.length + to] ?? 0);
    }
  }
  return { crew, items: itemsOf(containing), sums, products };
}

const includes = (crew: readonly string[], others: readonly string[]): boolean =>
  others.every((annotator) => crew.includes(annotator));
