import { expect, test } from "vitest";
import { beginningOf, initialOf } from "./graphemes";

test.each([
  ["Ana", "A"],
  ["𠮷田", "𠮷"],
  ["👩‍👩‍👧 Family", "👩‍👩‍👧"],
  ["🇧🇷 Brasil", "🇧🇷"],
  ["É".normalize("NFD"), "É".normalize("NFD")],
  ["नि", "नि"],
  ["", ""],
])("the first character of %j is %j", (text, first) => {
  expect(initialOf(text)).toBe(first);
});

test.each([
  ["short", 10, "short"],
  ["exactly 10", 10, "exactly 10"],
  ["plain text", 5, "plain"],
  ["abc𠮷def", 4, "abc"],
  ["abc𠮷def", 5, "abc𠮷"],
  ["ab👩‍👩‍👧cd", 5, "ab"],
  ["abe\u0301d", 3, "ab"],
  ["abe\u0301d", 4, "abe\u0301"],
  ["𠮷𠮷", 1, "\ufffd"],
])("%j cut to %i is %j", (text, most, beginning) => {
  expect(beginningOf(text, most)).toBe(beginning);
});
