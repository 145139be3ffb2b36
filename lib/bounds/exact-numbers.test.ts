import { expect, test } from "vitest";
import { canonicalNumber, withExactNumbers } from "./exact-numbers";

test.each([
  ["1", "1e0"],
  ["1.0", "1e0"],
  ["-0", "0"],
  ["0.00", "0"],
  ["100", "1e2"],
  ["1e2", "1e2"],
  ["-12.50", "-125e-1"],
  ["9007199254740993", "9007199254740993e0"],
  ["1E-400", "1e-400"],
])("%s becomes %s", (number, expected) => {
  expect(canonicalNumber(number)).toBe(expected);
});

test("a number that a double cannot hold becomes a text of its digits", () => {
  expect(withExactNumbers('{"a": 9007199254740993, "b": 1.5, "c": "9007199254740993"}')).toBe(
    '{"a": "9007199254740993", "b": 1.5, "c": "9007199254740993"}',
  );
});

test("a number of a million digits is converted quickly", () => {
  const long = `1${"0".repeat(1_000_000)}1`;
  expect(withExactNumbers(`[${long}]`)).toBe(`["${long}"]`);
}, 20_000);
