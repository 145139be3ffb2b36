import { expect, test } from "vitest";
import { combine } from "./combine";

const parts = [
  { score: 1, passed: true, weight: 3 },
  { score: 0.2, passed: false, weight: 1 },
  { score: 0.4, passed: null, weight: 0 },
];

test.each([
  ["weighted_avg", 0.8],
  ["avg", 1.6 / 3],
  ["min", 0.2],
  ["max", 1],
  ["pass_rate", 1 / 3],
] as const)("%s is %d", (aggregation, score) => expect(combine(aggregation, parts)).toBeCloseTo(score, 12));
