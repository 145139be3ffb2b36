import { describe, expect, test } from "vitest";
import { seededRandom } from "@/lib/annotation/agreement/random";
import type { PairGroup } from "./compare-pairs";
import { decideNotWorse, pairsForMargin } from "./not-worse";

const group = (first: number, second: number, pairs: number): PairGroup => ({ first, second, pairs });
const passes = (bothPass: number, onlyFirst: number, onlySecond: number, bothFail: number) => [
  group(1, 1, bothPass),
  group(1, 0, onlyFirst),
  group(0, 1, onlySecond),
  group(0, 0, bothFail),
];
const requirement = { margin: 0.05, power: 0.95 };

test.each([
  ["no rows", [], "undecided", 50],
  ["few rows, even if none differs", passes(30, 0, 0, 10), "undecided", expect.any(Number)],
  ["many rows of which none differs", passes(400, 0, 0, 100), "not_worse", null],
  ["many rows that differ as often to either side", passes(1500, 150, 150, 200), "not_worse", null],
  ["a loss as large as the margin", passes(1500, 250, 150, 100), "worse", null],
  ["a loss, but too few rows to be sure", passes(80, 10, 5, 5), "undecided", expect.any(Number)],
  ["a loss that is clear with few rows", passes(50, 40, 2, 8), "worse", null],
  ["a gain that is clear with few rows", passes(0, 0, 60, 20), "not_worse", null],
  ["a gain that few rows do not make clear", passes(40, 5, 15, 20), "undecided", expect.any(Number)],
  ["a gain in fewer rows than anything is decided on", passes(0, 0, 49, 0), "undecided", expect.any(Number)],
  ["a gain", passes(1500, 50, 250, 200), "not_worse", null],
] as const)("%s", (_, groups, verdict, neededPairs) => {
  expect(decideNotWorse(groups, "unit", requirement)).toMatchObject({ verdict, neededPairs });
});

test("scores are compared in their own unit", () => {
  const noise = [-2, -1, 0, 1, 2].map((step) => group(50, 50 + step, 100));
  expect(decideNotWorse(noise, "number", { margin: 1, power: 0.9 })).toMatchObject({
    verdict: "not_worse",
    difference: 0,
  });
  const lower = noise.map(({ first, second, pairs }) => group(first, second - 1, pairs));
  expect(decideNotWorse(lower, "number", { margin: 1, power: 0.9 }).verdict).toBe("worse");
});

test.each([
  [0.5, 0.45],
  [0.8, 0.75],
  [0.7, 0.65],
  [1, 0.95],
])("a loss from %d to %d is worse by the margin, whatever its floats", (first, second) => {
  for (const change of [0, 1e-12, -1e-12])
    expect(decideNotWorse([group(first, second + change, 60)], "unit", requirement).verdict).toBe("worse");
});

// Chow, Shao & Wang, "Sample size calculations in clinical research": n = (z₁₋α + z₁₋β)²·σ²/δ², with α of 4 %.
test("computes the rows that a margin needs", () => {
  expect(pairsForMargin(0.2, 0.05, 0.8)).toBe(538);
  expect(pairsForMargin(1, 0.5, 0.9)).toBe(37);
});

/** A thousand releases, each asked for as many rows as the gate says, until it decides. Returns the share that passes. */
function passedOf(drawRow: (random: () => number) => readonly [first: number, second: number], seed: string): number {
  const RELEASES = 1000;
  const FIRST_ROWS = 100;
  const random = seededRandom(seed);
  let passed = 0;
  for (let release = 0; release < RELEASES; release++) {
    const counts = new Map<string, PairGroup>();
    let rows = 0;
    for (let target: number | null = FIRST_ROWS; target !== null; ) {
      for (; rows < target; rows++) {
        const [first, second] = drawRow(random);
        const key = `${first} ${second}`;
        counts.set(key, group(first, second, (counts.get(key)?.pairs ?? 0) + 1));
      }
      const { verdict, neededPairs } = decideNotWorse([...counts.values()], "unit", requirement);
      if (verdict === "not_worse") passed++;
      target = neededPairs;
    }
  }
  return passed / RELEASES;
}

describe("a thousand simulated releases", () => {
  const differing = [0.08, 0.2, 0.4];
  /** Verdicts of which so many differ by chance; the second loses `loss` more. */
  const verdicts = (share: number, loss: number) => (random: () => number) => {
    const at = random();
    const fallen = share / 2 + loss / 2;
    const risen = share / 2 - loss / 2;
    if (at < fallen) return [1, 0] as const;
    if (at < fallen + risen) return [0, 1] as const;
    return at < fallen + risen + 0.7 * (1 - share) ? ([1, 1] as const) : ([0, 0] as const);
  };
  test.each(differing)("at least 95 in 100 are blocked at a loss of five points, if a share of %f differs", (share) => {
    expect(passedOf(verdicts(share, 0.05), `loss ${share}`)).toBeLessThanOrEqual(0.05);
  });
  test.each(differing)("at most 5 in 100 are blocked without a change, if a share of %f differs", (share) => {
    expect(passedOf(verdicts(share, 0), `none ${share}`)).toBeGreaterThanOrEqual(0.95);
  });
});
