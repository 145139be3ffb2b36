import { describe, expect, test } from "vitest";
import { figuresOf, noTally, rateOf } from "./figures";
import { rangeOf } from "./period";
import { pilotOf, SLICES, slicesNeeded, slicesOf } from "./slices";

const now = new Date("2026-03-10T10:20:00Z");
const at = (text: string) => Date.parse(text);

describe("a range", () => {
  test.each([
    ["the last week by default", {}, "day", 8, "2026-03-03T00:00:00Z", "2026-03-10T10:20:00Z"],
    [
      "hours of a short one",
      { from: "2026-03-10T08:30:00Z" },
      "hour",
      3,
      "2026-03-10T08:00:00Z",
      "2026-03-10T10:20:00Z",
    ],
    [
      "whole days of a long one",
      { from: "2026-01-01T00:00:00Z", to: "2026-01-31T00:00:00Z" },
      "day",
      30,
      "2026-01-01T00:00:00Z",
      "2026-01-31T00:00:00Z",
    ],
    [
      "from the first day that there is",
      { to: "0001-01-03T00:00:00Z" },
      "hour",
      48,
      "0001-01-01T00:00:00Z",
      "0001-01-03T00:00:00Z",
    ],
  ])("%s", (_, input, step, steps, from, to) => {
    const range = rangeOf(input, now);
    expect(range).toMatchObject({ step, from: at(from), to: at(to) });
    expect(range.steps).toHaveLength(steps);
    expect(range.steps[0]?.from).toBe(range.from);
    expect(range.steps.at(-1)?.to).toBe(range.to);
  });

  test.each([
    ["that is empty", { from: "2026-03-10T10:20:00Z" }],
    ["that ends before it begins", { from: "2026-03-10T00:00:00Z", to: "2026-03-09T00:00:00Z" }],
    ["that is too long", { from: "2025-10-01T00:00:00Z" }],
  ])("%s is refused at `from`", (_, input) => {
    expect(() => rangeOf(input, now)).toThrow(expect.objectContaining({ kind: "invalid" }));
  });
});

describe("slices", () => {
  const steps = [
    { from: 0, to: 1_000_000 },
    { from: 1_000_000, to: 1_500_000 },
  ];

  test.each([
    [0, null],
    [50, null],
    [51, 490],
    [10_000, 4],
    [1_000_000, 4],
  ])("for a pilot with %i traces: %j per step", (traces, slices) => {
    expect(slicesNeeded(traces)).toBe(slices);
  });

  test("lie within their step, are distinct, and are reproducible", () => {
    const slices = slicesOf(steps, SLICES);
    expect(slices).toHaveLength(2 * SLICES);
    const second = slices.filter(({ step }) => step === 1);
    expect(new Set(second.map(({ from }) => from)).size).toBe(SLICES);
    expect(Math.min(...second.map(({ from }) => from))).toBe(1_000_000);
    expect(Math.max(...second.map(({ to }) => to))).toBe(1_500_000);
    expect(slicesOf(steps, 7)).toEqual(slicesOf(steps, 7));
    expect(pilotOf(steps)).toHaveLength(2);
  });

  test("are not periodic", () => {
    const starts = slicesOf([{ from: 0, to: SLICES }], 100).map(({ from }) => from);
    const perTen = Array.from({ length: 10 }, (_, index) => starts.filter((from) => from % 10 === index).length);
    expect(Math.max(...perTen)).toBeLessThan(22);
    expect(Math.min(...perTen)).toBeGreaterThan(2);
  });
});

describe("figures", () => {
  const figures = {
    ...{ requests: 100, ended: 90, errors: 9, timed: 90, tokens: 500, with_tokens: 50, cost: 0.5, with_cost: 20 },
    ...{ p50: 100, p50_low: 80, p50_high: 120, p95: 900, p95_low: 700, p95_high: null },
  };

  test("of all traces are counts", () => {
    expect(figuresOf(figures, null, [])).toEqual({
      ...{ requests: 100, requests_interval: null, ended: 90, errors: 9, error_rate: rateOf(9, 90) },
      latency_p50_ms: { value: 100, interval: { low: 80, high: 120 } },
      latency_p95_ms: { value: 900, interval: null },
      ...{ total_tokens: 500, without_tokens: 50, cost_usd: 0.5, without_cost: 80 },
    });
  });

  test("of a sample are scaled, except rates and latencies", () => {
    const sampled = figuresOf(figures, { slices: 10 }, [{ sum: 100, squares: 1010 }]);
    expect(sampled).toMatchObject({ requests: 10_000, errors: 900, total_tokens: 50_000, cost_usd: 50 });
    expect(sampled.error_rate).toEqual(rateOf(9, 90));
    expect(sampled.latency_p50_ms.value).toBe(100);
    const { low, high } = sampled.requests_interval ?? { low: 0, high: 0 };
    expect([low, high].map((end) => Math.abs(end - 10_000))).toEqual([650, 650]);
  });

  test("of no traces are unknown, not 0", () => {
    expect(figuresOf(noTally, null, [])).toEqual({
      ...{ requests: 0, requests_interval: null, ended: 0, errors: 0 },
      error_rate: { value: null, interval: null },
      latency_p50_ms: { value: null, interval: null },
      latency_p95_ms: { value: null, interval: null },
      ...{ total_tokens: null, without_tokens: 0, cost_usd: null, without_cost: 0 },
    });
  });
});
