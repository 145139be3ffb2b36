import { expect, test } from "vitest";
import {
  cellText,
  customersText,
  evaluationsCostText,
  executionText,
  lastedText,
  millisecondsText,
  outcomeOf,
  ratesText,
  resultOf,
  usdText,
} from "./words";

test("a call shows its verdict, or its status while it has no verdict", () => {
  expect(outcomeOf({ verdict: "excluded", status: "completed" }).word).toBe("Excluded");
  expect(outcomeOf({ verdict: null, status: "ongoing" }).word).toBe("In progress");
});

test.each([
  ["completed", true, "Passed"],
  ["completed", false, "Not passed"],
  ["running", null, "Running"],
  ["cancelled", false, "Cancelled"],
  ["failed", false, "Failed"],
] as const)("an execution that is %s and passed: %s shows %s", (status, passed, word) =>
  expect(resultOf({ status, passed }).word).toBe(word),
);

test.each([
  [0, "$0.00"],
  [0.000123, "$0.000123"],
  [1.5, "$1.50"],
])("%d dollars are %s", (usd, text) => expect(usdText(usd)).toBe(text));

test.each([
  [0.116, "116 ms"],
  [0, "0 ms"],
  [95, "1 min 35 s"],
])("%d seconds are %s", (seconds, text) => expect(lastedText(seconds)).toBe(text));

test.each([
  ["scripted", "Scripted, without a model"],
  ["acme/customer", "Played by acme/customer"],
  [null, "Played by the configured model"],
])("customers of %s", (model, text) => expect(customersText(model)).toBe(text));

test("a fork is named in a list of executions", () => {
  const listed = { agent_version: "v2", created_at: "2026-03-01T09:00:00Z", pass_rate: 0.5 };
  expect(executionText({ ...listed, forked_from: null })).toMatch(/^v2, .*, 50\.0 %$/);
  expect(executionText({ ...listed, forked_from: { number: 2 } })).toMatch(/, 50\.0 %, Fork of call #3$/);
  expect(executionText({ ...listed, forked_from: { number: null } })).toMatch(/, Fork$/);
});

const ofSix = { scored: 6, total_cells: 8 };
const half = { pass_rate: 0.5, pass_rate_interval: { low: 0.2, high: 0.8 } };
test.each([
  [
    "passes alone",
    { ...half, average: 0.5, average_interval: null },
    "50.0 % (20.0 % to 80.0 %) passed; 6 scored of 8 calls",
  ],
  [
    "scores that pass from a threshold",
    { ...half, average: 0.61, average_interval: { low: -0.1, high: 0.7 } },
    "50.0 % (20.0 % to 80.0 %) passed; mean 0.610 (−0.100 to 0.700); 6 scored of 8 calls",
  ],
  [
    "scores without an interval",
    { pass_rate: null, pass_rate_interval: null, average: 2, average_interval: null },
    "mean 2.000; 6 scored of 8 calls",
  ],
  ["nothing", { pass_rate: null, pass_rate_interval: null, average: null, average_interval: null }, null],
])("the summary of an evaluation of %s", (_, rates, text) => expect(ratesText({ ...rates, ...ofSix })).toBe(text));

test.each([
  [[], "What the judges will cost is not known."],
  [[0, null], "What the judges will cost is not known."],
  [[0, 0], "The last evaluation cost nothing."],
  [[0.000123, 0.02], "The last evaluation cost $0.02."],
  [[0.000123], "The last evaluation cost $0.000123."],
])("evaluations that cost %j", (costs, text) =>
  expect(evaluationsCostText(costs.map((cost_usd) => ({ cost_usd })))).toBe(text),
);

test.each([
  [812.4, "812 ms"],
  [1500, "1.50 s"],
])("%d ms are %s", (ms, text) => expect(millisecondsText(ms)).toBe(text));

test.each([
  ["Lost parcel", "Lost parcel"],
  [{ name: "Ada", age_group: "30-40", tone: "" }, "name: Ada; age group: 30-40"],
  [["a", 1], '["a",1]'],
])("a cell with %j is shown as %s", (value, text) => expect(cellText(value)).toBe(text));
