import { expect, test } from "vitest";
import { isUnderWay, mayRetry, microsOf } from "./run-words";

test.each([
  ["", null],
  ["  ", null],
  ["0", 0],
  ["1.5", 1_500_000],
  [" $0.000001 ", 1],
  ["-1", undefined],
  ["much", undefined],
  ["1e999", undefined],
])("a ceiling of %j is read as %j micro-dollars", (text, micros) => expect(microsOf(text)).toBe(micros));

test.each([
  ["running", 3, 1, false],
  ["pending", 0, 4, false],
  ["completed", 2, 0, true],
  ["completed", 0, 0, false],
  ["stopped", 0, 7, true],
  ["failed", 1, 1, true],
] as const)("a run that is %s with %d errors and %d open cells: a retry is allowed: %s", (status, error, open, may) => {
  expect(mayRetry({ status, error, open })).toBe(may);
});

test("a waiting run counts as running", () => expect(isUnderWay("pending")).toBe(true));
