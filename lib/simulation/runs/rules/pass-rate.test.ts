import { expect, test } from "vitest";
import { evaluationRates } from "./pass-rate";

const scored = (row: string, score: number | null, passed: boolean | null = null) => ({
  ...{ row, score, passed, scale: "unit" as const },
});
const number = (row: string, score: number) => ({ ...scored(row, score), scale: "number" as const });
const near = (bounds: { low: number; high: number } | null) => [bounds?.low.toFixed(4), bounds?.high.toFixed(4)];

// Student's t with 59 degrees of freedom over fifteen times 1, 2, 4 and 8, as lib/evaluation/statistics is held against SciPy.
test("a mean of scores has an interval from 60 rows on", () => {
  const scores = Array.from({ length: 15 }, () => [1, 2, 4, 8]).flat();
  const { average, average_interval, pass_rate, pass_rate_interval } = evaluationRates(
    scores.map((score, row) => number(String(row), score)),
  );
  expect([average, pass_rate, pass_rate_interval]).toEqual([3.75, null, null]);
  expect(near(average_interval)).toEqual(["3.0516", "4.4484"]);
  const few = evaluationRates(scores.slice(0, 59).map((score, row) => number(String(row), score)));
  expect([few.average, few.average_interval]).toEqual([expect.closeTo(217 / 59), null]);
});

test("trials of one row are not independent, and the mean leaves out unscored calls", () => {
  const rows = [
    [1, 0.5],
    [0, 0.25],
    [1, 1],
    [0.5, null],
  ];
  const ratesOf = (times: number) =>
    evaluationRates(
      Array.from({ length: times }, () => rows)
        .flat()
        .flatMap((scores, row) => scores.map((score) => scored(String(row), score))),
    );
  const [few, many] = [ratesOf(1), ratesOf(10)];
  expect([few.average, few.average_interval]).toEqual([expect.closeTo(0.6071, 4), null]);
  expect(many.average).toBeCloseTo(0.6071, 4);
  expect(near(many.average_interval)).toEqual(["0.4859", "0.7165"]);
});

test("a pass rate has Wilson's interval, checked with Newcombe's 15 of 148", () => {
  const calls = Array.from({ length: 148 }, (_, row) => scored(String(row), Number(row < 15), row < 15));
  const { pass_rate, pass_rate_interval, average, average_interval } = evaluationRates(calls);
  expect(near(pass_rate_interval)).toEqual(["0.0624", "0.1605"]);
  expect([average, average_interval]).toEqual([pass_rate, pass_rate_interval]);
});

test("stars that are all 1 have no interval, because the scale continues", () => {
  const { average, average_interval } = evaluationRates(["a", "b", "c"].map((row) => number(row, 1)));
  expect([average, average_interval]).toEqual([1, null]);
});

test("without scores, every figure is unknown", () => {
  const nothing = { pass_rate: null, pass_rate_interval: null, average: null, average_interval: null };
  expect(evaluationRates([])).toEqual(nothing);
  expect(evaluationRates([scored("a", null)])).toEqual(nothing);
});
