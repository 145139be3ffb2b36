import { expect, test } from "vitest";
import { settings } from "../testing/settings";
import { type Change, changed } from "./changed";
import { changesTest, type Settings } from "./settings";

const week: Settings = { ...settings, comparison: "week_before", limitShare: null };
const day: Settings = { ...settings, measure: "daily_cost", limitShare: null, costUsd: 5 };

test.each<[string, Settings, Change, Partial<Settings>]>([
  ["a limit", settings, { limit: 0.1 }, { limitShare: 0.1 }],
  ["a limit beside the week before", week, { limit: 0.1 }, {}],
  ["a limit of a day's cost", day, { limit: 0.1 }, {}],
  ["a margin", week, { margin: 0.3 }, { margin: 0.3 }],
  ["a margin beside a fixed limit", settings, { margin: 0.3 }, {}],
  ["a margin of a day's cost", day, { margin: 0.3 }, {}],
  [
    "a comparison with its margin",
    settings,
    { comparison: "week_before", margin: 0.3, limit: 0.1 },
    { comparison: "week_before", margin: 0.3 },
  ],
  [
    "a comparison with its limit",
    week,
    { comparison: "fixed", margin: 0.3, limit: 0.1 },
    { comparison: "fixed", limitShare: 0.1 },
  ],
  ["a latency of errors", settings, { latency_ms: 2000 }, {}],
  [
    "a latency",
    { ...settings, measure: "latency" },
    { latency_ms: 600_001 },
    { latencyMs: 600_001, settleMinutes: 11 },
  ],
  ["a cost of errors", settings, { cost_usd: 2 }, {}],
  ["a day's cost", day, { cost_usd: 2 }, { costUsd: 2 }],
])("a change of %s", (_, before, input, change) => {
  const after = changed(before, input);
  expect(after).toEqual({ ...before, ...change });
  expect(changesTest(before, after)).toBe(Object.keys(change).length > 0);
});
