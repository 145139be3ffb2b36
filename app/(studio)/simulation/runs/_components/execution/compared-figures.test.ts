import { expect, test } from "vitest";
import { figureText, latencyText } from "./compared-figures";

const figure = { pairs: 12, interval: { low: -0.5, high: 7.5 }, p_value: 0.0312 };

test.each([
  [
    { ...figure, name: "turn_count", baseline_mean: 4.5, mean: 8, difference: 3.5 },
    "4.5 → 8, difference +3.5 (−0.5 to +7.5), of 12 pairs, p = 0.031",
  ],
  [
    {
      ...figure,
      name: "avg_latency_ms",
      baseline_mean: 900,
      mean: 850,
      difference: -50,
      interval: null,
      p_value: null,
    },
    "900 ms → 850 ms, difference −50 ms, of 12 pairs",
  ],
  [
    { ...figure, name: "cost_usd", baseline_mean: 0, mean: 0, difference: 0, interval: null, pairs: 1 },
    "$0.00 → $0.00, difference ±$0.00, of 1 pair, p = 0.031",
  ],
  [{ ...figure, name: "total_tokens", baseline_mean: null, mean: null, difference: null, pairs: 0 }, null],
] as const)("%o is shown in its unit", (compared, text) => expect(figureText(compared)).toBe(text));

test("percentiles need measured answers on both sides", () => {
  const measured = { baseline_p50_ms: 100, p50_ms: 120, baseline_p95_ms: 150, p95_ms: 2_400 };
  expect(latencyText(measured)).toBe("p50 100 ms → 120 ms, p95 150 ms → 2.40 s");
  expect(latencyText({ ...measured, p50_ms: null, p95_ms: null })).toBeNull();
});
