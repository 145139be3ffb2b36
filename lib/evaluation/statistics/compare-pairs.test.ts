import { expect, test } from "vitest";
import { comparePairs } from "./compare-pairs";

const flips = [
  { pairs: 36, first: 1, second: 1 },
  { pairs: 12, first: 0, second: 1 },
  { pairs: 2, first: 1, second: 0 },
];

test("B2.8 passes are compared by McNemar's exact test, with interval, effect and needed pairs", () => {
  const compared = comparePairs(flips, "seed", "unit");
  expect(compared).toMatchObject({
    pairs: 50,
    first: 0.76,
    second: 0.96,
    test: { name: "mcnemar_exact", p: expect.closeTo(0.012939453125, 12) },
    interval: { method: "tango" },
    effect: { name: "cohens_g", value: expect.closeTo(12 / 14 - 0.5, 12) },
    rises: 12,
    falls: 2,
    // (1.959964·√0.28 + 0.841621·√0.24)² / 0.04 = 52.5.
    neededPairs: 53,
  });
  expect(compared.difference).toBeCloseTo(0.2, 12);
  expect(compared.interval?.low).toBeCloseTo(0.0611124062, 8);
  expect(compared.interval?.high).toBeCloseTo(0.3447087483, 8);
  // The score interval says it.
  expect(compared.bootstrap).toBeNull();
});

test("B2.8 scores are compared by Wilcoxon's test and Student's t, and the seed decides the bootstrap", () => {
  const groups = [0.1, 0.3, 0.2, 0.5, -0.1].map((change, index) => ({
    pairs: 12,
    first: 0.2 + index / 20,
    second: 0.2 + index / 20 + change,
  }));
  const compared = comparePairs(groups, "seed", "unit");
  expect(compared).toMatchObject({
    test: { name: "wilcoxon_signed_rank" },
    interval: { method: "t" },
    rises: 48,
    falls: 12,
  });
  expect(compared.difference).toBeCloseTo(0.2, 12);
  // 0.2 ± 2.0009954·√(2.4/59)/√60, the squares being 2.4 over 60 rows.
  const half = (2.0009954 * Math.sqrt(2.4 / 59)) / Math.sqrt(60);
  expect(compared.interval?.low).toBeCloseTo(0.2 - half, 6);
  expect(compared.bootstrap).toBeNull();
  const many = comparePairs(
    groups.map((group) => ({ ...group, pairs: 60 })),
    "seed",
    "unit",
  );
  const [reach, { low = 0, high = 0, resamples }] = [
    (many.interval?.high ?? 0) - (many.difference ?? 0),
    many.bootstrap ?? {},
  ];
  expect([resamples, Math.abs(low - 0.2 + reach) < reach / 4, Math.abs(high - 0.2 - reach) < reach / 4]).toEqual([
    2000,
    true,
    true,
  ]);
  expect(comparePairs(groups, "seed", "unit")).toEqual(compared);
});

test.each([
  ["nothing in common", [], { difference: null, interval: null, test: null, neededPairs: null, reason: /No row/ }],
  ["one row", [{ pairs: 1, first: 0.2, second: 0.3 }], { interval: null, reason: /One row/ }],
  [
    "all alike",
    [{ pairs: 9, first: 0.5, second: 0.5 }],
    { difference: 0, interval: null, neededPairs: null, reason: /same/ },
  ],
])("%s gives only the numbers that are known", (_, groups, { reason, ...expected }) => {
  const compared = comparePairs(groups, "seed", "unit");
  expect(compared).toMatchObject(expected);
  expect(compared.reason).toMatch(reason);
});

test("scores of 0 and 1 are not treated as passes on a wider scale", () => {
  const compared = comparePairs(flips, "seed", "number");
  expect(compared).toMatchObject({ test: { name: "wilcoxon_signed_rank" }, interval: null });
  expect(compared.reason).toMatch(/needs at least 60/);
});

test("equally many rises and falls give an interval around 0, not certainty", () => {
  const flipping = [
    { pairs: 26, first: 1, second: 1 },
    { pairs: 2, first: 1, second: 0 },
    { pairs: 2, first: 0, second: 1 },
  ];
  const { interval, test: tested } = comparePairs(flipping, "seed", "unit");
  expect(interval?.low).toBeLessThan(-0.05);
  expect(interval?.high).toBeGreaterThan(0.05);
  expect(tested?.p).toBe(1);
});

test("few rows, or few that differ, give a difference but no interval", () => {
  const alike = comparePairs([{ pairs: 30, first: 1, second: 1 }], "seed", "unit");
  expect(alike).toMatchObject({ difference: 0, interval: null, detectable: null, test: { p: 1 } });
  expect(alike.reason).toMatch(/differ/);
  const few = comparePairs(
    [
      { pairs: 8, first: 1, second: 1 },
      { pairs: 8, first: 1, second: 0 },
    ],
    "seed",
    "unit",
  );
  expect(few).toMatchObject({ difference: -0.5, interval: null, reason: expect.stringMatching(/needs at least 20/) });
  const scores = [0.1, 0.3].map((change) => ({ pairs: 19, first: 0.2, second: 0.2 + change }));
  expect(comparePairs(scores, "seed", "unit")).toMatchObject({
    interval: null,
    bootstrap: null,
    reason: expect.stringMatching(/needs at least 60/),
  });
});

test("many rows of different scores are compared quickly, without a useless bootstrap", () => {
  const groups = Array.from({ length: 100_000 }, (_, index) => ({
    pairs: 1,
    first: index / 1e5,
    second: ((index * 7919) % 1e5) / 1e5,
  }));
  const compared = comparePairs(groups, "seed", "unit");
  expect(compared.bootstrap).toBeNull();
  expect(compared.interval).not.toBeNull();
});

test.each([
  [
    "8 rise by 0.1 and 4 fall by 0.1",
    { pairs: 8, first: 0.7, second: 0.8 },
    { pairs: 4, first: 0.3, second: 0.2 },
    794,
    1 / 3,
  ],
  [
    "10 rise by 0.1 and 2 fall by 0.1",
    { pairs: 10, first: 0.2, second: 0.3 },
    { pairs: 2, first: 0.8, second: 0.7 },
    79,
    2 / 3,
  ],
] as const)("equal changes share a rank despite unequal results of subtraction: %s", (_, rise, fall, ways, effect) => {
  const compared = comparePairs([rise, fall], "seed", "unit");
  expect(compared).toMatchObject({ rises: rise.pairs, falls: fall.pairs });
  expect(compared.test?.p).toBeCloseTo((2 * ways) / 4096, 12);
  expect(compared.effect?.value).toBeCloseTo(effect, 12);
});

test("scores that differ only by rounding neither rise nor fall", () => {
  const compared = comparePairs([{ pairs: 9, first: 0.3, second: 0.1 + 0.2 }], "seed", "unit");
  expect(compared).toMatchObject({ rises: 0, falls: 0, neededPairs: null, test: { p: 1 }, effect: null });
});

test("equal differences give neither an interval nor the needed pairs", () => {
  for (const change of [0.1, 0.3, -0.7]) {
    const groups = Array.from({ length: 70 }, (_, index) => ({
      pairs: 1,
      first: index / 70,
      second: index / 70 + change,
    }));
    expect(comparePairs(groups, "seed", "unit")).toMatchObject({
      interval: null,
      neededPairs: null,
      detectable: null,
      reason: "All rows have the same score, so there is no interval.",
    });
  }
});
