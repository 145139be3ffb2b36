import { expect, test } from "vitest";
import { shorten } from "./shorten";

const deep = (levels: number): unknown => (levels === 0 ? "end" : [deep(levels - 1)]);

test.each<[string, unknown, number, unknown]>([
  ["what fits stays as it is", [{ role: "user", content: "Hi", n: 1, none: null }], 100, undefined],
  ["a text is cut", "x".repeat(100), 41, `${"x".repeat(20)}… [80 characters left out]`],
  [
    "of a list the end is kept",
    ["first", "second", "third"],
    10,
    ["… [5 characters left out]", "s… [5 characters left out]", "third"],
  ],
  ["of a list without room nothing", Array.from({ length: 9 }, () => 1), 4, [1, 1, 1]],
  ["members without room are left out", { a: "1234", long_name: 2 }, 8, { a: "1234" }],
])("%s", (_, value, limit, expected) => {
  expect(shorten(value, limit)).toEqual({ value: expected ?? value, isShortened: expected !== undefined });
});

test("values that are nested too deep are left out", () => {
  expect(shorten(deep(10), 1000).isShortened).toBe(false);
  expect(JSON.stringify(shorten(deep(5000), 10_000).value)).toContain("nested too deep");
});
