import { describe, expect, test } from "vitest";
import { disagreements, type MarkedText, type Unit, unitized, unitizingAlpha } from "./unitizing-alpha";

const unit = (start: number, length: number, category: string): Unit => ({ start, end: start + length, category });
const units = (category: string, ...all: [start: number, length: number][]): Unit[] =>
  all.map(([start, length]) => unit(start, length, category));

/** Krippendorff (2004), p. 254: two observers of a continuum from 150 to 450. */
const published2004: MarkedText = {
  items: 1,
  length: 300,
  answers: [
    [...units("c", [75, 70], [220, 30]), ...units("k", [30, 60], [150, 50])],
    [...units("c", [70, 80], [205, 20], [250, 20]), ...units("k", [30, 60], [150, 50])],
  ],
};

test("Krippendorff (2004): observed and expected disagreement, and α", () => {
  const rows = unitized([published2004], ["c", "k"]);
  const [c, k] = [0, 1].map((category) => disagreements(rows, category, 2, 300));
  expect(c?.observed).toBeCloseTo(0.0144, 4);
  expect(c?.chance).toBeCloseTo(0.0532, 4);
  expect(1 - (c?.observed ?? 0) / (c?.chance ?? 1)).toBeCloseTo(0.7286, 3);
  expect(k?.observed).toBe(0);
  expect(k?.chance).toBeCloseTo(0.049, 4);
  expect(unitizingAlpha(rows, 2, 2).value).toBeCloseTo(0.8591, 3);
});

/** Krippendorff (1995), p. 57: four pairs of observers, each on a continuum of 24. */
const published1995: Record<string, [Unit[], Unit[]]> = {
  A: [units("A", [2, 8], [14, 6]), units("A", [4, 4], [15, 2])],
  B: [units("B", [0, 18]), units("B", [0, 2], [2, 1], [3, 1], [4, 1], [5, 1], [6, 3], [9, 1])],
  C: [units("C", [2, 6], [10, 2], [14, 4], [20, 2]), units("C", [0, 2], [4, 4], [10, 4], [16, 2], [20, 2])],
  D: [units("D", [0, 2], [2, 8], [10, 4], [14, 6], [20, 4]), units("D", [0, 4], [4, 4], [8, 7], [15, 2], [17, 7])],
};

test.each([
  ["A", 0.03125],
  ["B", 2.26736],
  ["C", 0.02777],
  ["D", 0.38715],
])("Krippendorff (1995): observed disagreement in example %s", (name, observed) => {
  const rows = unitized([{ items: 1, length: 24, answers: published1995[name] ?? [] }], [name]);
  expect(disagreements(rows, 0, 2, 24).observed).toBeCloseTo(observed, 4);
});

test.each([
  ["A", 0.553],
  ["B", -0.926],
  ["C", 0.679],
  ["D", 0.066],
])("Krippendorff (1995): α of example %s on a finely divided continuum", (name, alpha) => {
  const fine = (published1995[name] ?? []).map((units) =>
    units.map(({ start, end, category }) => ({ start: start * 50_000, end: end * 50_000, category })),
  );
  const rows = unitized([{ items: 1, length: 1_200_000, answers: fine }], [name]);
  // The paper rounds on its way.
  expect(Math.abs((unitizingAlpha(rows, 2, 1).value ?? 0) - alpha)).toBeLessThan(0.02);
});

describe("texts", () => {
  test("equal texts can be combined into one row", () => {
    const other: MarkedText = { items: 1, length: 40, answers: [units("c", [3, 5]), []] };
    const one = unitized([{ ...published2004, items: 3 }, other], ["c", "k"]);
    const each = unitized([published2004, published2004, other, published2004], ["c", "k"]);
    expect(unitizingAlpha(one, 2, 2).value).toBeCloseTo(unitizingAlpha(each, 2, 2).value ?? 0, 12);
  });

  test("full agreement is 1, and texts without any spans have no α", () => {
    const alike: MarkedText = { items: 5, length: 20, answers: [units("c", [2, 4]), units("c", [2, 4])] };
    expect(unitizingAlpha(unitized([alike], ["c"]), 2, 1).value).toBe(1);
    const nothing: MarkedText = { items: 5, length: 20, answers: [[], []] };
    expect(unitizingAlpha(unitized([nothing], ["c"]), 2, 1)).toMatchObject({ value: null, items: 5 });
  });

  test("overlapping spans of one category count as one", () => {
    const answers = [units("c", [2, 4], [4, 6]), units("c", [2, 8])];
    expect(unitizingAlpha(unitized([{ items: 1, length: 20, answers }], ["c"]), 2, 1).value).toBe(1);
  });
});
