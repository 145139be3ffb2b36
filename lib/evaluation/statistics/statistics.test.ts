import { describe, expect, test } from "vitest";
import { binomialCdf, normalCdf, normalQuantile, studentQuantile } from "@/lib/distributions";
import { estimateMean, sampleOf, scoreInterval, wilson } from "@/lib/estimate";
import { cohensG, mcNemarExact, noIntervalOf, pairedDifference } from "./mcnemar";
import { detectableMean, detectableShare, pairsForMean, pairsForShare, powerForShare } from "./power";
import { wilcoxonSignedRank } from "./wilcoxon";

const near = (value: number | null | undefined, expected: number, tolerance = 1e-7) =>
  expect(Math.abs((value ?? Number.NaN) - expected)).toBeLessThanOrEqual(tolerance);

// Against SciPy 1.17.
test.each([
  ["Φ⁻¹(0.975)", normalQuantile(0.975), 1.95996398],
  ["Φ⁻¹(0.8)", normalQuantile(0.8), 0.84162123],
  ["Φ(−3)", normalCdf(-3), 0.0013499],
  ["Φ(1.5)", normalCdf(1.5), 0.9331928],
  ["t, 1 degree", studentQuantile(0.975, 1), 12.70620474],
  ["t, 2 degrees", studentQuantile(0.975, 2), 4.30265273],
  ["t, 9 degrees", studentQuantile(0.975, 9), 2.26215716],
  ["t, 1000 degrees", studentQuantile(0.975, 1000), 1.96233908],
  ["3 of 20 coins or fewer", binomialCdf(3, 20, 0.5), 0.00128841],
  ["none of 5", binomialCdf(0, 5, 0.5), 0.03125],
  ["250 of 500", binomialCdf(250, 500, 0.5), 0.51783232],
  ["all", binomialCdf(5, 5, 0.5), 1],
])("%s", (_, value, expected) => near(value, expected, 1e-8));

// Exact to 16 digits, by arithmetic of higher precision.
test.each([
  [-3.2, 6.871379379158485e-4],
  [-3.5, 2.32629079035525e-4],
  [-5, 2.866515718791939e-7],
  [-6, 9.865876450376981e-10],
  [-8, 6.220960574271785e-16],
  [-10, 7.619853024160527e-24],
  [-20, 2.753624118606234e-89],
])("Φ(%d) keeps its precision", (x, expected) => {
  expect(Math.abs(normalCdf(x) / expected - 1)).toBeLessThan(1e-12);
  expect(normalCdf(-x)).toBeCloseTo(1 - expected, 15);
});

test("a p-value far out in the tail is small, but neither negative nor 0", () => {
  const p = (pairs: number) => wilcoxonSignedRank([{ pairs, difference: 1 }]).p;
  for (const pairs of [60, 70, 80, 100, 200, 400]) expect(p(pairs)).toBeGreaterThan(0);
  expect(p(100)).toBeLessThan(p(80));
});

describe("Wilson's interval, as Newcombe (1998) tabulates it", () => {
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])("%i of %i", (passed, all, low, high) => {
    const bounds = scoreInterval(passed / all, all);
    near(bounds.low, low, 5e-5);
    near(bounds.high, high, 5e-5);
  });
});

test("for one pass, or all but two, the near end is Poisson's limit, otherwise Wilson's", () => {
  near(wilson(1 / 29, 29).low, 0.0017687343, 1e-9);
  near(wilson(27 / 29, 29).high, 1 - 0.012253845, 1e-8);
  near(wilson(1 / 29, 29).high, scoreInterval(1 / 29, 29).high, 1e-12);
  for (const [passed, all] of [
    [4, 29],
    [0, 20],
    [0, 2],
  ] as const) {
    near(wilson(passed / all, all).low, scoreInterval(passed / all, all).low, 1e-12);
    near(wilson(passed / all, all).high, scoreInterval(passed / all, all).high, 1e-12);
  }
});

test("none of any number begins at exactly 0, and all of them end at exactly 1", () => {
  const sizes = Array.from({ length: 300 }, (_, index) => (index + 1) / 2);
  expect(sizes.filter((n) => wilson(0, n).low !== 0 || wilson(1, n).high !== 1)).toEqual([]);
});

const repeated = (values: readonly number[], times: number) =>
  Array.from({ length: times }, () => values.map((value) => [value])).flat();

describe("means", () => {
  test.each([
    ["unit", 0.7, 60],
    ["number", 0.1, 70],
    ["number", 1234.567, 1000],
    ["number", -3.3, 100],
  ] as const)("of equal scores have no interval, on the scale %s with %d", (scale, value, rows) => {
    expect(estimateMean(sampleOf(repeated([value], rows), scale))).toMatchObject({
      interval: null,
      reason: "All rows have the same score, so there is no interval.",
    });
  });

  test("of scores that differ by a millionth have an interval", () => {
    expect(estimateMean(sampleOf(repeated([0.7, 0.700001], 30), "unit")).interval).not.toBeNull();
  });

  test("of numbers use Student's t, from 60 rows on", () => {
    const { mean, interval, method } = estimateMean(sampleOf(repeated([1, 2, 4, 8], 15), "number"));
    expect([mean, method]).toEqual([3.75, "t"]);
    near(interval?.low, 3.0515923166);
    near(interval?.high, 4.4484076834);
    expect(estimateMean(sampleOf(repeated([1, 2, 4], 19), "number"))).toMatchObject({
      interval: null,
      reason: expect.stringMatching(/needs at least 60/),
    });
  });

  test("of stars or distances never use Wilson's interval, even if all are 0 or 1", () => {
    const stars = estimateMean(sampleOf(repeated([1], 20), "number"));
    expect(stars).toMatchObject({ mean: 1, interval: null, reason: expect.stringMatching(/same score/) });
    const few = estimateMean(sampleOf(repeated([0, 1], 20), "number"));
    expect(few).toMatchObject({ mean: 0.5, interval: null, reason: expect.stringMatching(/needs at least 60/) });
    expect(estimateMean(sampleOf(repeated([0, 1], 30), "number")).method).toBe("t");
    expect(estimateMean(sampleOf(repeated([0.2, 1], 30), "number")).method).toBe("t");
  });

  test("of scores from 0 to 1 use Wilson's interval over the effective number of rows", () => {
    const { mean, interval, method } = estimateMean(sampleOf(repeated([0.25, 0.5, 0.75, 1], 10), "unit"));
    expect([mean, method]).toEqual([0.625, "wilson_effective"]);
    near(interval?.low, 0.5316890506);
    near(interval?.high, 0.7098642665);
  });

  test("of repeated rows use standard errors by cluster", () => {
    const { mean, standardError, interval } = estimateMean(sampleOf([[1, 0.5], [0, 0.25], [1, 1], [0.5]], "unit"));
    expect(interval).toBeNull();
    near(mean, 0.6071428571);
    near(standardError, 0.2112680293);
  });

  test("of passes use Wilson's interval over the rows if their repeats agree", () => {
    const once = estimateMean(sampleOf([[1], [1], [0], [1]], "unit"));
    expect(once.method).toBe("wilson");
    expect(once.interval).toEqual(wilson(0.75, 4));
    const rows = [
      [1, 1],
      [1, 1],
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 1],
      [1, 1],
      [0, 0],
      [0, 0],
      [1, 1],
      [1, 1],
      [1, 1],
    ];
    const twice = estimateMean(sampleOf(rows, "unit"));
    // n·p(1−p)/G(G−1)·Σ… is 11 where twelve rows agree with themselves.
    near(twice.interval?.low, wilson(0.75, 11).low);
    const never = estimateMean(
      sampleOf(
        repeated([0], 10).map(() => [0, 0, 0]),
        "unit",
      ),
    );
    expect(never.interval).toEqual(wilson(0, 10));
    const few = estimateMean(sampleOf(rows.slice(3), "unit"));
    expect(few).toMatchObject({ interval: null, reason: expect.stringMatching(/needs at least 10/) });
  });

  test.each([
    ["nothing", [], null, /Nothing was scored/],
    ["one row", [[0.5]], 0.5, /One row/],
    ["no spread", [[0.5], [0.5]], 0.5, /same score/],
  ])("of %s have no interval, but a reason", (_, clusters, mean, reason) => {
    const estimate = estimateMean(sampleOf(clusters, "unit"));
    expect(estimate).toMatchObject({ mean, interval: null, standardError: null });
    expect(estimate.reason).toMatch(reason);
  });
});

describe("McNemar's exact test", () => {
  test.each([
    [1, 9, 0.021484375],
    [12, 2, 0.012939453125],
    [5, 5, 1],
    [0, 6, 0.03125],
    [0, 0, 1],
    [59, 6, 4.964650327e-12],
  ])("%i against %i", (onlyFirst, onlySecond, p) =>
    near(mcNemarExact({ bothPass: 7, onlyFirst, onlySecond, bothFail: 3 }), p, p * 1e-8),
  );

  test("the difference's interval matches Tango's (1998), as published for 1, 1, 7 and 12 pairs of Bentur et al. (2009)", () => {
    const interval = pairedDifference({ bothPass: 1, onlyFirst: 7, onlySecond: 1, bothFail: 12 });
    near(interval?.low, -0.517, 5e-4);
    near(interval?.high, -0.026, 5e-4);
    const other = pairedDifference({ bothPass: 12, onlyFirst: 1, onlySecond: 7, bothFail: 1 });
    near(other?.low, 0.0260030325);
    near(other?.high, 0.5172322764);
    near(pairedDifference({ bothPass: 0, onlyFirst: 0, onlySecond: 30, bothFail: 0 })?.high, 1);
  });

  test.each([
    ["19 pairs", { bothPass: 5, onlyFirst: 5, onlySecond: 5, bothFail: 4 }, /needs at least 20/],
    ["three that differ", { bothPass: 50, onlyFirst: 1, onlySecond: 2, bothFail: 50 }, /differ.*needs at least 4/],
  ])("%s give no interval of the difference", (_, counts, reason) => {
    expect(pairedDifference(counts)).toBeNull();
    expect(noIntervalOf(counts)).toMatch(reason);
  });

  test("Cohen's g", () => {
    expect(cohensG({ bothPass: 0, onlyFirst: 1, onlySecond: 3, bothFail: 0 })).toBe(0.25);
    expect(cohensG({ bothPass: 4, onlyFirst: 0, onlySecond: 0, bothFail: 1 })).toBeNull();
  });
});

describe("Wilcoxon's signed-rank test", () => {
  const of = (differences: readonly number[]) =>
    wilcoxonSignedRank(differences.map((difference) => ({ pairs: 1, difference })));
  const thirds = Array.from({ length: 60 }, (_, index) => (index + 1) * ((index + 1) % 3 === 0 ? -1 : 1));

  test("is exact for the heights of Darwin's plants in SciPy's documentation", () => {
    const darwin = of([6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]);
    expect(darwin).toMatchObject({ p: 0.041259765625, falls: 24, rises: 96, method: "exact" });
    near(darwin.rankBiserial, 0.6);
  });

  test("is exact with ties and zeros, as counted over all 2,048 ways to draw the signs", () => {
    expect(of([1, 1, -1, 2, 2, -2, 3, 0, 0, 4, 5, 5, -6])).toMatchObject({ p: 0.19140625, differing: 11 });
  });

  test("uses the normal distribution beyond 50 pairs, corrected for ties and continuity", () => {
    expect(of(thirds).method).toBe("normal");
    near(of(thirds).p, 0.0362264942, 1e-9);
    const tied = wilcoxonSignedRank([
      { pairs: 40, difference: 1 },
      { pairs: 20, difference: -1 },
      { pairs: 15, difference: 2 },
      { pairs: 5, difference: -2 },
      { pairs: 20, difference: 0 },
    ]);
    near(tied.p, 0.0008523891, 1e-9);
  });

  test("gives p = 1 if nothing differs", () => {
    expect(of([0, 0])).toMatchObject({ p: 1, rankBiserial: null, differing: 0 });
    expect(of([])).toMatchObject({ p: 1, rankBiserial: null });
  });
});

describe("pairs that a difference needs", () => {
  // (1.959964 + 0.841621)² = 7.848880 pairs for a standardized difference of 1.
  test.each([
    [1, 1, 8],
    [0.5, 1, 32],
    [-0.1, 0.5, 197],
    [0, 1, null],
  ])("a mean of %d with a deviation of %d: %d", (difference, deviation, pairs) =>
    expect(pairsForMean(difference, deviation)).toBe(pairs),
  );

  // (1.959964·√0.3 + 0.841621·√0.29)² / 0.01 = 233.08, by Connor's formula.
  test.each([
    [0.1, 0.3, 234],
    [-0.1, 0.3, 234],
    [0, 0.3, null],
  ])("a share of %d where %d differ: %d", (difference, differing, pairs) =>
    expect(pairsForShare(difference, differing)).toBe(pairs),
  );

  test("the difference that those pairs can detect is the inverse", () => {
    near(detectableMean(32, 1), 2.8015852 / Math.sqrt(32));
    near(detectableShare(234, 0.3), 0.1, 1e-3);
    near(powerForShare(234, 0.1, 0.3), 0.8, 2e-3);
    expect(detectableShare(5, 0.1)).toBeNull();
    expect(detectableShare(5, 0)).toBeNull();
  });
});
