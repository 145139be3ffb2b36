import { describe, expect, test } from "vitest";
import { order, type RoutingFacts } from "./order";
import { retryDelay } from "./retry-delay";
import type { Strategy } from "./settings";

const known = (more: Partial<RoutingFacts<string>> = {}): RoutingFacts<string> => ({
  weightOf: () => 1,
  latencyOf: () => null,
  priceOf: () => null,
  turn: 0,
  random: () => 0,
  ...more,
});
const by = (values: Record<string, number>) => (target: string) => values[target] ?? null;

describe("the order of targets", () => {
  test.each<[string, Strategy, Partial<RoutingFacts<string>>, string]>([
    ["as configured", "ordered", {}, "abc"],
    ["in turn", "round-robin", { turn: 0 }, "abc"],
    ["in turn", "round-robin", { turn: 4 }, "bca"],
    ["the fastest first", "least-latency", { latencyOf: by({ a: 30, b: 10, c: 20 }) }, "bca"],
    ["the untested before the fastest", "least-latency", { latencyOf: by({ a: 30, b: 10 }) }, "cba"],
    ["the cheapest first", "cheapest", { priceOf: by({ a: 3, b: 1, c: 2 }) }, "bca"],
    ["the unpriced last", "cheapest", { priceOf: by({ b: 5, c: 5 }) }, "bca"],
    ["a low draw", "weighted", { random: () => 0 }, "abc"],
    ["a high draw", "weighted", { random: () => 0.999 }, "cba"],
  ])("%s (%s)", (_title, strategy, more, expected) => {
    expect(order(["a", "b", "c"], strategy, known(more)).join("")).toBe(expected);
  });

  test("follows the weights over many draws", () => {
    let state = 7;
    const drawn = (): number => {
      state = (state * 16_807) % 2_147_483_647;
      return state / 2_147_483_647;
    };
    const weightOf = (target: string) => (target === "a" ? 3 : 1);
    const first = Array.from(
      { length: 4000 },
      () => order(["a", "b"], "weighted", known({ random: drawn, weightOf }))[0],
    ).filter((target) => target === "a");
    expect(first.length / 4000).toBeCloseTo(0.75, 1);
  });
});

describe("wait before a retry", () => {
  const settings = { attempts: 3, firstMs: 500, mostMs: 1500 };
  test.each([
    [0, null, 1, 500],
    [1, null, 1, 1000],
    [2, null, 1, 1500],
    [2, null, 0, 0],
    [0, 4000, 0.5, 4000],
  ])("retry %i, Retry-After %s ms, draw %s: %i ms", (retry, retryAfter, draw, expected) => {
    expect(retryDelay(settings, retry, retryAfter, () => draw)).toBe(expected);
  });
});
