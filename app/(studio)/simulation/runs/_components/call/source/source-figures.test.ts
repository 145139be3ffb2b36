import { expect, test } from "vitest";
import { figureRow } from "./source-figures";

test.each([
  ["agent_turns", 2, 1, -1, "2", "1", "−1"],
  ["avg_latency_ms", 900, 1250, 350, "900 ms", "1.25 s", "+350 ms"],
  ["duration_seconds", 12, 75, 63, "12.00 s", "1 min 15 s", "+1 min 3 s"],
  ["total_tokens", null, 1200, null, null, "1,200", null],
  ["cost_usd", 0.5, 0.5, 0, "$0.50", "$0.50", "±$0.00"],
] as const)("%s is shown in its unit, and an unmeasured value is null", (name, source, call, difference, ...texts) => {
  const row = figureRow({ name, source, call, difference });
  expect([row.source, row.call, row.difference]).toEqual(texts);
});
