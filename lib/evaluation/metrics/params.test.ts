import { describe, expect, it, test } from "vitest";
import { readParams } from "./params";

describe("parameters", () => {
  const schema = {
    n: { type: "integer", default: 4, minimum: 1, maximum: 9 },
    label: { type: "string", required: true },
    mode: { type: "option", options: ["strict", "loose"], default: "strict" },
    map: { type: "dict", default: {} },
  } as const;
  test("defaults are filled in, blanks are ignored, and texts are parsed", () => {
    expect(readParams(schema, { n: " ", label: "a", map: '{"a":1}' })).toEqual({
      values: { n: 4, label: "a", mode: "strict", map: { a: 1 } },
    });
    expect(readParams(schema, { n: "7", label: 5 })).toMatchObject({ values: { n: 7, label: "5" } });
  });
  it.each([
    [{ label: "a", x: 1, y: 2 }, "x", "Unknown function params: x, y"],
    [{}, "label", "label is required."],
    [{ label: "a", n: 1.5 }, "n", "n must be an integer."],
    [{ label: "a", n: 0 }, "n", "n must be at least 1."],
    [{ label: "a", n: 10 }, "n", "n must be at most 9."],
    [{ label: "a", mode: "any" }, "mode", "mode must be one of strict, loose."],
    [{ label: "a", map: [1] }, "map", "map must be an object."],
    [{ label: {} }, "label", "label must be a text."],
  ])("%j: %s", (sent, param, message) => {
    expect(readParams(schema, sent)).toEqual({ problems: [{ param, message }] });
  });
});
