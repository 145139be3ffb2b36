import { describe, expect, test } from "vitest";
import type { AttributeFilter } from "@/lib/contracts/evaluation/shapes/span-filters";
import { matches } from "./attributes";

const attributes = { tier: "Gold", retries: 2, cached: false, tags: ["a"], gone: null };

const cases: [AttributeFilter, boolean][] = [
  [{ key: "tier", operator: "equals", value: "Gold" }, true],
  [{ key: "tier", operator: "equals", value: "gold" }, false],
  [{ key: "tier", operator: "contains", value: "OL" }, true],
  [{ key: "tier", operator: "contains", value: "silver" }, false],
  [{ key: "tier", operator: "not_equals", value: "Silver" }, true],
  [{ key: "retries", operator: "equals", value: 2 }, true],
  [{ key: "retries", operator: "equals", value: "2" }, true],
  [{ key: "cached", operator: "equals", value: false }, true],
  [{ key: "tags", operator: "contains", value: '"a"' }, true],
  [{ key: "tier", operator: "exists" }, true],
  [{ key: "gone", operator: "exists" }, false],
  [{ key: "gone", operator: "not_exists" }, true],
  [{ key: "missing", operator: "not_equals", value: "x" }, true],
  [{ key: "missing", operator: "equals", value: "x" }, false],
  [{ key: "missing", operator: "contains", value: "" }, false],
];

describe("attribute filters", () => {
  test.each(cases)("%j: %s", (filter, expected) => {
    expect(matches(attributes, [filter])).toBe(expected);
  });

  test("match only if all of them match", () => {
    const [first, second] = [cases[0]?.[0], cases[1]?.[0]];
    if (!first || !second) throw new Error("two cases");
    expect(matches(attributes, [first, second])).toBe(false);
    expect(matches(attributes, [])).toBe(true);
  });
});
