import { expect, test } from "vitest";
import { rangeOf } from "./row-selection";

const keys = ["a", "b", "c", "d"];
const cases: [from: string | null, to: string, range: string[]][] = [
  ["b", "d", ["b", "c", "d"]],
  ["d", "b", ["b", "c", "d"]],
  ["b", "b", ["b"]],
  [null, "c", ["c"]],
  ["of another page", "c", ["c"]],
];
test.each(cases)("the range from %s to %s", (from, to, range) => {
  expect(rangeOf(keys, from, to)).toEqual(range);
});
