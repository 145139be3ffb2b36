import { describe, expect, test } from "vitest";
import { binomial } from "@/lib/annotation/agreement/binomial";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { correctedRate } from "./rogan-gladen";

test("B2.9 the corrected rate follows from the confusion table", () => {
  // Sensitivity 0.9, specificity 0.8: of 60 % that really pass, 0.6·0.9 + 0.4·0.2 = 62 % are passed.
  const confusion = { truePass: 90, falseFail: 10, trueFail: 80, falsePass: 20 };
  const { rate, interval } = correctedRate(0.62, 1000, confusion);
  expect(rate).toBeCloseTo(0.6, 12);
  expect(interval?.low).toBeLessThan(0.6);
  expect(interval?.high).toBeGreaterThan(0.6);
});

test("Lang and Reiczigel's interval matches a calculation by hand: 62 of 100, 45 of 50 and 40 of 50", () => {
  const { interval } = correctedRate(0.62, 100, { truePass: 45, falseFail: 5, trueFail: 40, falsePass: 10 });
  expect(interval?.low).toBeCloseTo(0.427222265, 6);
  expect(interval?.high).toBeCloseTo(0.771704626, 6);
});

test("a rate outside 0 to 1 is clipped, and the unclipped rate reported", () => {
  const { rate, unclipped, interval } = correctedRate(0.05, 100, {
    truePass: 9,
    falseFail: 1,
    trueFail: 8,
    falsePass: 2,
  });
  expect([rate, interval?.low]).toEqual([0, 0]);
  expect(unclipped).toBeCloseTo((0.05 + 0.8 - 1) / 0.7, 12);
});

test.each([
  ["29 verdicts", 29, { truePass: 45, falseFail: 5, trueFail: 40, falsePass: 10 }],
  ["nine passed items", 100, { truePass: 8, falseFail: 1, trueFail: 40, falsePass: 10 }],
  ["nine failed items", 100, { truePass: 45, falseFail: 5, trueFail: 8, falsePass: 1 }],
])("%s: a rate without an interval", (_, n, confusion) => {
  const { rate, interval, reason } = correctedRate(0.62, n, confusion);
  expect([rate === null, interval]).toEqual([false, null]);
  expect(reason).toMatch(/needs 30 verdicts, and 10 items/);
});

test.each([
  ["no verdicts", 0, { truePass: 1, falseFail: 1, trueFail: 1, falsePass: 1 }, /scored nothing/],
  ["no passed item", 9, { truePass: 0, falseFail: 0, trueFail: 5, falsePass: 1 }, /passed no item/],
  ["no failed item", 9, { truePass: 5, falseFail: 1, trueFail: 0, falsePass: 0 }, /failed no item/],
  ["a judge by lot", 9, { truePass: 5, falseFail: 5, trueFail: 5, falsePass: 5 }, /tell nothing/],
  ["a judge upside down", 9, { truePass: 1, falseFail: 9, trueFail: 1, falsePass: 9 }, /tell nothing/],
])("%s: no rate, with the reason", (_, n, confusion, reason) => {
  const { rate, interval, reason: actual } = correctedRate(0.5, n, confusion);
  expect([rate, interval]).toEqual([null, null]);
  expect(actual).toMatch(reason);
});

describe("B2.9 a judge with a known confusion, simulated 1,000 times", () => {
  test.each([
    { rate: 0.7, sensitivity: 0.9, specificity: 0.8, items: 200, rows: 1000 },
    { rate: 0.9, sensitivity: 0.95, specificity: 0.75, items: 300, rows: 500 },
    { rate: 0.4, sensitivity: 0.8, specificity: 0.85, items: 150, rows: 300 },
  ])("$rate pass, sensitivity $sensitivity, specificity $specificity", (truth) => {
    const random = seededRandom(JSON.stringify(truth));
    const drawn = Array.from({ length: 1000 }, () => {
      const passes = binomial(truth.items, truth.rate, random);
      const truePass = binomial(passes, truth.sensitivity, random);
      const trueFail = binomial(truth.items - passes, truth.specificity, random);
      const confusion = {
        truePass,
        falseFail: passes - truePass,
        trueFail,
        falsePass: truth.items - passes - trueFail,
      };
      const judged = truth.rate * truth.sensitivity + (1 - truth.rate) * (1 - truth.specificity);
      return correctedRate(binomial(truth.rows, judged, random) / truth.rows, truth.rows, confusion);
    });
    const covering = drawn.filter(
      ({ interval }) => interval && interval.low <= truth.rate && truth.rate <= interval.high,
    );
    expect(covering.length).toBeGreaterThanOrEqual(930);
    expect(covering.length).toBeLessThanOrEqual(970);
    const mean = drawn.reduce((sum, { unclipped }) => sum + (unclipped ?? Number.NaN), 0) / drawn.length;
    expect(Math.abs(mean - truth.rate)).toBeLessThan(0.01);
  });
});
