import { expect, test } from "vitest";
import { type CallFigures, compareFigures } from "./compared-figures";

const figures = (change: Partial<CallFigures> = {}): CallFigures => ({
  avg_latency_ms: 100,
  turn_count: 4,
  total_tokens: null,
  cost_usd: 0.01,
  ...change,
});
const pair = (rowId: string, second: Partial<CallFigures>, first: Partial<CallFigures> = {}) => ({
  scenarioId: "s",
  rowId,
  first: figures(first),
  second: figures(second),
});

test("each figure is compared over the pairs that have it on both sides", () => {
  const compared = compareFigures([
    pair("a", { avg_latency_ms: 300, turn_count: 8 }),
    pair("b", { avg_latency_ms: null, turn_count: 6 }),
    pair("c", { avg_latency_ms: 200, turn_count: 7 }),
  ]);
  expect(compared).toMatchObject([
    { name: "avg_latency_ms", pairs: 2, baseline_mean: 100, mean: 250, difference: 150 },
    { name: "turn_count", pairs: 3, baseline_mean: 4, mean: 7, difference: 3, p_value: 0.25 },
    {
      name: "total_tokens",
      pairs: 0,
      baseline_mean: null,
      mean: null,
      difference: null,
      interval: null,
      p_value: null,
    },
    { name: "cost_usd", pairs: 3, difference: 0 },
  ]);
});

test("values of 0 and 1 are means like others, and trials of one row count once", () => {
  const [, turns] = compareFigures([
    pair("a", { turn_count: 1 }, { turn_count: 0 }),
    pair("a", { turn_count: 1 }, { turn_count: 0 }),
    pair("b", { turn_count: 1 }, { turn_count: 0 }),
  ]);
  expect(turns).toMatchObject({ pairs: 3, difference: 1, p_value: 0.5 });
});
