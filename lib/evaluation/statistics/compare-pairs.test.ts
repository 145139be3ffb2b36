import { expect, test } from "vitest";
import { comparePairs } from "./compare-pairs";

const flips = [
  { pairs: 36, first: 1, second: 1 },
  { pairs: 12, first: 0, second: 1 },
  { pairs: 2, first: 1, second: 0 },
];

test("B2.8 passes are compared by McNemar's exact test, with the interval, the effect and the pairs that it needs", () => {
  const compared = comparePairs(flips, "seed");
  expect(compared).toMatchObject({
    pairs: 50,
    first: 0.76,
    second: 0.96,
    test: { name: "mcnemar_exact", p: expect.closeTo(0.012939453125, 12) },
    interval: { method: "newcombe" },
    effect: { name: "cohens_g", value: expect.closeTo(12 / 14 - 0.5, 12) },
    rises: 12,
    falls: 2,
    // (1.959964·√0.28 + 0.841621·√0.24)² / 0.04 = 52.5.
    neededPairs: 53,
  });
  expect(compared.difference).toBeCloseTo(0.2, 12);
  // Fourteen rows differ: too few to draw others from.
  expect(compared.bootstrap).toBeNull();
  const twice = comparePairs(
    flips.map((flip) => ({ ...flip, pairs: 2 * flip.pairs })),
    "seed",
  );
  const { low = 0, high = 0 } = twice.bootstrap ?? {};
  expect(low).toBeGreaterThan(0.07);
  expect(high).toBeLessThan(0.33);
  expect(low).toBeLessThan(0.15);
});

test("B2.8 scores are compared by Wilcoxon's test and Student's t; the seed decides the bootstrap", () => {
  const groups = [0.1, 0.3, 0.2, 0.5, -0.1].map((change, index) => ({
    pairs: 5,
    first: 0.2 + index / 20,
    second: 0.2 + index / 20 + change,
  }));
  const compared = comparePairs(groups, "seed");
  expect(compared).toMatchObject({
    test: { name: "wilcoxon_signed_rank" },
    interval: { method: "t" },
    rises: 20,
    falls: 5,
  });
  expect(compared.difference).toBeCloseTo(0.2, 12);
  // 0.2 ± 2.0638986·√(1/24)/5, the squares being 1 over 25 rows.
  expect(compared.interval?.low).toBeCloseTo(0.2 - (2.0638986 * Math.sqrt(1 / 24)) / 5, 6);
  expect(comparePairs(groups, "seed")).toEqual(compared);
});

test.each([
  ["nothing in common", [], { difference: null, interval: null, test: null, neededPairs: null, reason: /No row/ }],
  ["one row", [{ pairs: 1, first: 0.2, second: 0.3 }], { interval: null, reason: /One row/ }],
  [
    "all alike",
    [{ pairs: 9, first: 0.5, second: 0.5 }],
    { difference: 0, interval: null, neededPairs: null, reason: /same/ },
  ],
])("%s has no number but what is known", (_, groups, { reason, ...wanted }) => {
  const compared = comparePairs(groups, "seed");
  expect(compared).toMatchObject(wanted);
  expect(compared.reason).toMatch(reason);
});

test("no difference is no certainty: equal passes leave an interval around 0", () => {
  const { interval, test: tested, detectable } = comparePairs([{ pairs: 30, first: 1, second: 1 }], "seed");
  expect(interval?.low).toBeLessThan(-0.05);
  expect(interval?.high).toBeGreaterThan(0.05);
  expect(tested?.p).toBe(1);
  expect(detectable).toBeNull();
});

test("many rows of different scores are compared in time, without a bootstrap that would tell nothing", () => {
  const groups = Array.from({ length: 100_000 }, (_, index) => ({
    pairs: 1,
    first: index / 1e5,
    second: ((index * 7919) % 1e5) / 1e5,
  }));
  const compared = comparePairs(groups, "seed");
  expect(compared.bootstrap).toBeNull();
  expect(compared.interval).not.toBeNull();
});
