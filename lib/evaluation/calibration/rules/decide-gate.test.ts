import { expect, test } from "vitest";
import { wilson } from "@/lib/estimate";
import { decideGate, rowsToDecide } from "./decide-gate";

const evidence = {
  hasEnded: true,
  coverage: 1,
  leastCoverage: 0.95,
  leastPassRate: 0.8,
  problems: [],
  rate: { interval: { low: 0.82, high: 0.9 }, reason: null },
  neededRows: null,
};

test.each([
  ["above the requirement", {}, "passed", /82 % to 90 % \(95 %\); 80 % is required/],
  ["across it", { leastPassRate: 0.85 }, "undecided", /85 %/],
  ["across it, with few rows", { leastPassRate: 0.85, neededRows: 70 }, "undecided", /70 rows would decide it/],
  ["below it", { leastPassRate: 0.95 }, "failed", /95 %/],
  ["whose lower bound is the requirement", { leastPassRate: 0.82 }, "passed", /82 % is required/],
  ["whose upper bound is the requirement", { leastPassRate: 0.9 }, "undecided", /90 % is required/],
  ["of a run with just the coverage", { coverage: 0.95 }, "passed", /80 %/],
  [
    "just across it",
    { leastPassRate: 0.9, rate: { interval: { low: 0.8997, high: 0.93 }, reason: null } },
    "undecided",
    /89.97 % to 93 % \(95 %\); 90 %/,
  ],
  [
    "of a run that lacks one cell",
    { coverage: 2999 / 3000, leastCoverage: 1 },
    "refused",
    /99.97 % of the cells are scored; 100 %/,
  ],
  ["of a run that goes on", { hasEnded: false }, "refused", /not completed/],
  ["of a run with holes", { coverage: 0.9 }, "refused", /90 % of the cells are scored; 95 %/],
  ["of a run with nothing", { coverage: null }, "refused", /no cells/],
  ["of a judge that may not", { problems: ["κ is low."] }, "refused", /κ is low/],
  ["without an interval", { rate: { interval: null, reason: "Not calibrated." } }, "refused", /Not calibrated/],
])("B2.9 decides a rate %s", (_, change, verdict, reason) => {
  const decided = decideGate({ ...evidence, ...change });
  expect(decided.verdict).toBe(verdict);
  expect(decided.reasons.join(" ")).toMatch(reason);
});

test.each([
  [1, 0.9],
  [0.97, 0.9],
  [0.5, 0.6],
  [0.82, 0.8],
])("finds the fewest rows that decide a rate of %d against %d", (rate, required) => {
  const needed = rowsToDecide(rate, required) ?? 0;
  const decides = (rows: number) => {
    const { low, high } = wilson(rate, rows);
    return low >= required || high < required;
  };
  expect([decides(needed), decides(needed - 1)]).toEqual([true, false]);
});

test("no number of rows decides a rate that equals the requirement", () => {
  expect(rowsToDecide(1, 1)).toBeNull();
});
