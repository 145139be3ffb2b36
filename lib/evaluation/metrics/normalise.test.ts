import { describe, expect, it, test } from "vitest";
import { normalise, passes } from "./normalise";
import { readParams } from "./params";

const choices = { Good: 1, Fair: 0.5, "Bad ": 0 };

describe("outputs as one number", () => {
  it.each([
    ["pass_fail", "Passed", 1],
    ["pass_fail", "Failed", 0],
    ["pass_fail", " YES ", 1],
    ["pass_fail", true, 1],
    ["pass_fail", null, 0],
    ["pass_fail", { any: "thing" }, 0],
    ["pass_fail", 0.2, 1],
    ["percentage", 1.5, 1],
    ["percentage", -1, 0],
    ["percentage", "0.25", 0.25],
    ["percentage", "much", 0],
    ["percentage", "", 0],
    ["percentage", Number.NaN, 0],
    ["percentage", Number.POSITIVE_INFINITY, 1],
    ["deterministic", " gOOD ", 1],
    ["deterministic", "bad", 0],
    ["deterministic", "unheard of", 0],
    ["deterministic", "constructor", 0],
    ["deterministic", ["Good", "Fair", "unheard of"], 0.75],
    ["deterministic", [], 0],
    ["deterministic", null, 0],
  ] as const)("%s %j is %d", (type, value, expected) => {
    expect(normalise(type, value, choices)).toBe(expected);
  });

  test("a score at the threshold passes", () => {
    expect(passes("percentage", 0.5, 0.5)).toBe(true);
    expect(passes("percentage", 0.499, 0.5)).toBe(false);
    expect(passes("deterministic", "fair", 0.5, choices)).toBe(true);
    expect(passes("pass_fail", "passed", 0.9)).toBe(true);
  });
});

describe("parameters", () => {
  const schema = {
    n: { type: "integer", default: 4, minimum: 1, maximum: 9 },
    label: { type: "string", required: true },
    mode: { type: "option", options: ["strict", "loose"], default: "strict" },
    map: { type: "dict", default: {} },
  } as const;
  test("defaults are filled in, blanks are nothing, texts are read", () => {
    expect(readParams(schema, { n: " ", label: "a", map: '{"a":1}' })).toEqual({
      values: { n: 4, label: "a", mode: "strict", map: { a: 1 } },
    });
    expect(readParams(schema, { n: "7", label: 5 })).toMatchObject({ values: { n: 7, label: "5" } });
  });
  it.each([
    [{ label: "a", x: 1, y: 2 }, "x", "unknown_field", "Unknown function params: x, y"],
    [{}, "label", "required", "label is required."],
    [{ label: "a", n: 1.5 }, "n", "invalid", "n must be an integer."],
    [{ label: "a", n: 0 }, "n", "min_value", "n must be at least 1."],
    [{ label: "a", n: 10 }, "n", "max_value", "n must be at most 9."],
    [{ label: "a", mode: "any" }, "mode", "invalid_choice", "mode must be one of strict, loose."],
    [{ label: "a", map: [1] }, "map", "invalid", "map must be an object."],
    [{ label: {} }, "label", "invalid", "label must be a text."],
  ])("%j: %s %s", (given, param, code, message) => {
    expect(readParams(schema, given)).toEqual({ problems: [{ param, code, message }] });
  });
});
