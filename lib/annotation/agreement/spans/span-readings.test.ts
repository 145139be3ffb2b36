import { expect, test } from "vitest";
import type { Answers } from "../answers";
import { countersOf } from "../counters";
import { agreementFor } from "../for-label";
import { tallyOf } from "../testing";
import { characterF1, characterOverlap, exactOverlap } from "./span-f1";

type Spans = [start: number, end: number, category: string][];
const units = (...spans: Spans) => spans.map(([start, end, category]) => ({ start, end, category }));

test.each<[string, Spans, Spans, exact: number, common: number, f1: number]>([
  ["the same span", [[2, 8, "A"]], [[2, 8, "A"]], 1, 6, 1],
  ["another category", [[2, 8, "A"]], [[2, 8, "B"]], 0, 0, 0],
  ["half of it", [[2, 8, "A"]], [[2, 5, "A"]], 0, 3, 6 / 9],
  [
    "one of two",
    [
      [0, 4, "A"],
      [6, 8, "B"],
    ],
    [[0, 4, "A"]],
    1,
    4,
    0.8,
  ],
  ["nothing and nothing", [], [], 0, 0, 1],
  ["nothing and something", [], [[0, 4, "A"]], 0, 0, 0],
])("F1 for %s", (_, one, other, exact, common, f1) => {
  const [left, right] = [units(...one), units(...other)];
  expect(exactOverlap(left, right).common).toBe(exact);
  expect(characterOverlap(left, right).common).toBe(common);
  expect(characterF1(left, right)).toBeCloseTo(f1, 12);
  expect(characterF1(right, left)).toBeCloseTo(f1, 12);
});

const label = { type: "text_spans", multiChoice: false, scale: ["A", "B"] } as const;
const answers = (length: number, ...all: Spans[]): Answers =>
  new Map(all.map((spans, index) => [`annotator ${index}`, JSON.stringify([length, ...spans])]));
const readingsOf = (items: readonly Answers[]) => {
  const { readings } = agreementFor(label, tallyOf(countersOf.text_spans, items), "seed", 200);
  return Object.fromEntries(readings.map((reading) => [reading.name, reading]));
};

test("agreement on spans: both F1 over all pairs and items, α only for the most common number of annotators", () => {
  const readings = readingsOf([
    answers(40, [[2, 8, "A"]], [[2, 8, "A"]]),
    answers(40, [[2, 8, "A"]], [[4, 8, "A"]]),
    answers(40, [], []),
    answers(40, [[0, 3, "B"]], [[0, 3, "B"]], []),
  ]);
  // Exact: 2 · (1 + 0 + 1) over 2 + 2 + 2 + 1 + 1.
  expect(readings.span_f1_exact?.measure).toMatchObject({ value: 0.5, items: 3, comparisons: 5, leftOut: 1 });
  expect(readings.span_f1_characters?.measure).toMatchObject({
    value: expect.closeTo((2 * (6 + 4 + 3)) / (12 + 10 + 12), 12),
  });
  const alpha = readings.krippendorff_alpha_unitizing?.measure;
  expect(alpha).toMatchObject({ items: 3, leftOut: 1 });
  expect(alpha?.value).toBeGreaterThan(0.5);
  expect(alpha?.value).toBeLessThan(1);
  expect(readings.percent_agreement?.measure).toMatchObject({ value: 0.5 });
  expect(readings.span_f1_exact?.interval).toMatchObject({ low: null });
});

test("gives intervals from 60 items on", () => {
  const items = Array.from({ length: 80 }, (_, item) =>
    answers(50, [[item % 7, 10, "A"]], item % 3 === 0 ? [[item % 7, 12, "A"]] : [[item % 7, 10, "A"]]),
  );
  for (const name of ["krippendorff_alpha_unitizing", "span_f1_exact", "span_f1_characters"]) {
    const reading = readingsOf(items)[name];
    expect(reading?.interval.low, name).toBeLessThan(reading?.measure.value ?? 0);
    expect(reading?.interval.high, name).toBeGreaterThan(reading?.measure.value ?? 1);
  }
});
