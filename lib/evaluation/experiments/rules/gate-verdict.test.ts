import { expect, test } from "vitest";
import { presentDecision } from "./gate-verdict";

const decided = { pairs: 80, difference: 0, neededPairs: null };

test.each([
  ["worse", { low: -0.824, high: -0.6604 }, "At least 0.660 worse; a loss of 0.05 matters."],
  ["worse", { low: -0.12, high: -0.02 }, "A difference of −0.120 cannot be excluded; a loss of 0.05 matters."],
  ["worse", { low: -0.12, high: 0.04 }, "A difference of −0.120 cannot be excluded; a loss of 0.05 matters."],
  ["not_worse", { low: -0.012, high: 0.04 }, "The difference is above −0.012; a loss of 0.05 matters."],
  ["not_worse", { low: 0.657, high: 0.824 }, "At least 0.657 better."],
] as const)("%s with the limits %o is put into words", (verdict, bounds, reason) => {
  expect(presentDecision({ ...decided, verdict, bounds }, 0.05).reasons).toEqual([reason]);
});
