import { describe, expect, it } from "vitest";
import { binomial } from "./binomial";
import { bootstrap } from "./bootstrap";
import { fleissKappa } from "./coefficients/fleiss-kappa";
import { type Measure, share, undefinedMeasure } from "./measure";
import { type PatternRow, patternTable } from "./pattern-table";
import { seededRandom } from "./random";

interface Coin {
  items: number;
  heads: boolean;
}
const heads = (rows: readonly Coin[]): Measure => {
  const items = rows.reduce((sum, row) => sum + row.items, 0);
  const part = rows.reduce((sum, row) => sum + (row.heads ? row.items : 0), 0);
  return share(part, items, { items, comparisons: items, leftOut: 0 });
};
const coins = (up: number, down: number): Coin[] => [
  { items: up, heads: true },
  { items: down, heads: false },
];

describe("bootstrap", () => {
  it.each([
    [80, 20],
    [800, 200],
    [800_000, 200_000],
  ])("gives the interval of a share with %d hits and %d misses", (up, down) => {
    const { share } = bootstrap(coins(up, down), { share: heads }, "seed", 4000);
    const half = 1.96 * Math.sqrt((0.8 * 0.2) / (up + down));
    expect(((share.low ?? 0) - 0.8) / half).toBeCloseTo(-1, 0.5);
    expect(((share.high ?? 0) - 0.8) / half).toBeCloseTo(1, 0.5);
    expect(share).toMatchObject({ resamples: 4000, undefinedResamples: 0 });
  });

  it("depends on its seed", () => {
    const of = (seed: string) => bootstrap(coins(300_000, 200_000), { share: heads }, seed);
    expect(of("a")).toEqual(of("a"));
    expect(of("a")).not.toEqual(of("b"));
  });

  it("draws as many items as there are, and gives all measures the same draws", () => {
    const sizes = new Set<number>();
    const seen: number[][] = [[], []];
    const watch = (index: number) => (rows: readonly Coin[]) => {
      const measure = heads(rows);
      sizes.add(measure.items);
      seen[index]?.push(measure.value ?? -1);
      return measure;
    };
    bootstrap(coins(3, 4), { one: watch(0), two: watch(1) }, "seed", 50);
    expect([...sizes]).toEqual([7]);
    expect(seen[0]).toEqual(seen[1]);
    expect(new Set(seen[0]).size).toBeGreaterThan(2);
  });

  it("leaves undefined resamples out and counts them", () => {
    const table = patternTable(
      new Map([
        ['[["A",2]]', 59],
        ['[["B",2]]', 1],
      ]),
    );
    const kappa = (rows: readonly PatternRow[]) => fleissKappa({ ...table, rows }, 2);
    const { interval } = bootstrap(table.rows, { interval: kappa }, "seed");
    // All sixty drawn from the A items: (59/60)^60 of the resamples.
    expect(interval.undefinedResamples / 1000).toBeCloseTo(0.36, 1);
    expect(interval).toMatchObject({ low: 1, high: 1, resamples: 1000 });
  });

  it("gives no interval if more than half are undefined", () => {
    const never = (): Measure => undefinedMeasure({ items: 0, comparisons: 0, leftOut: 0 }, "never");
    const { never: interval } = bootstrap(coins(30, 30), { never }, "seed", 10);
    expect(interval).toEqual({
      low: null,
      high: null,
      reason: expect.stringContaining("half"),
      resamples: 10,
      undefinedResamples: 10,
    });
  });

  it("needs at least 60 items", () => {
    const of = (down: number) => bootstrap(coins(40, down), { share: heads }, "seed").share;
    expect(of(19)).toMatchObject({
      low: null,
      high: null,
      reason: expect.stringContaining("needs at least 60"),
      resamples: 1000,
    });
    expect(of(20).low).toBeLessThan(2 / 3);
  });

  it("corrects for bias and skewness: for 3 of 60 the interval reaches further up", () => {
    const { share } = bootstrap(coins(3, 57), { share: heads }, "seed", 4000);
    const percentile = 7 / 60;
    expect(share.low).toBeGreaterThan(0);
    expect(share.high).toBeGreaterThan(percentile);
  });

  it("handles no rows", () => {
    expect(bootstrap<Coin, "share">([], { share: heads }, "seed", 5).share.low).toBeNull();
  });
});

describe("binomial", () => {
  const cases = [
    [1, 0.3],
    [5, 0.5],
    [40, 0.1],
    [200, 0.02],
    [30, 0.5],
    [25, 0.9],
    [100, 0.35],
    [1000, 0.4],
  ] as const;

  it.each(cases)("matches the distribution of %d trials with chance %d", (n, p) => {
    const random = seededRandom(`${n} ${p}`);
    const draws = 40_000;
    const seen = new Float64Array(n + 1);
    for (let draw = 0; draw < draws; draw++) {
      const k = binomial(n, p, random);
      seen[k] = (seen[k] ?? 0) + 1;
    }
    let [logChance, statistic, freedom, rareSeen, rareExpected] = [n * Math.log(1 - p), 0, -1, 0, 0];
    for (let k = 0; k <= n; k++) {
      const expected = draws * Math.exp(logChance);
      logChance += Math.log((p * (n - k)) / ((1 - p) * (k + 1)));
      if (expected < 10) {
        rareSeen += seen[k] ?? 0;
        rareExpected += expected;
      } else {
        statistic += ((seen[k] ?? 0) - expected) ** 2 / expected;
        freedom++;
      }
    }
    if (rareExpected > 1) {
      statistic += (rareSeen - rareExpected) ** 2 / rareExpected;
      freedom++;
    }
    // χ² exceeds its mean by four standard deviations less than once in a thousand such tests.
    expect(statistic).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom));
  });

  it.each([
    [0, 0.5, 0],
    [9, 0, 0],
    [9, 1, 9],
  ])("is certain for %d trials with chance %d: %d", (n, p, k) => {
    expect(binomial(n, p, seededRandom("any"))).toBe(k);
  });

  it("keeps mean and spread for a million trials", () => {
    const random = seededRandom("many");
    const draws = Array.from({ length: 20_000 }, () => binomial(1_000_000, 0.25, random));
    const mean = draws.reduce((sum, k) => sum + k, 0) / draws.length;
    const variance = draws.reduce((sum, k) => sum + (k - mean) ** 2, 0) / draws.length;
    expect(Math.abs(mean - 250_000)).toBeLessThan(4 * Math.sqrt(187_500 / 20_000));
    expect(variance / 187_500).toBeCloseTo(1, 1);
  });
});
