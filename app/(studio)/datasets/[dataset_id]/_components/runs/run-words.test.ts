import { expect, test } from "vitest";
import { percentText } from "@/app/_ui/figure/numbers";
import { counted, estimateText, isUnderWay, mayRetry, microsOf, scoreText } from "./run-words";

test.each([
  ["", null],
  ["  ", null],
  ["0", 0],
  ["1.5", 1_500_000],
  [" $0.000001 ", 1],
  ["-1", undefined],
  ["much", undefined],
  ["1e999", undefined],
])("a ceiling of %j is %j micro-dollars", (text, micros) => expect(microsOf(text)).toBe(micros));

test("an estimate is told with its interval, and what is missing never as 0", () => {
  const interval = { low: 0.6, high: 0.8 };
  expect(estimateText({ mean: 0.7, interval }, percentText)).toBe("70.0 % (60.0 % to 80.0 %)");
  expect(estimateText({ mean: -0.5, interval: null }, scoreText)).toBe("−0.500");
  expect(estimateText({ mean: null, interval: null }, scoreText)).toBe("–");
});

test.each([
  ["running", 3, 1, false],
  ["pending", 0, 4, false],
  ["completed", 2, 0, true],
  ["completed", 0, 0, false],
  ["stopped", 0, 7, true],
  ["failed", 1, 1, true],
] as const)("a run that is %s with %d errors and %d open: a retry %s", (status, error, open, may) => {
  expect(mayRetry({ status, error, open })).toBe(may);
});

test("numbers agree with their nouns", () => {
  expect([0, 1, 2000].map((count) => counted(count, "row"))).toEqual(["0 rows", "1 row", "2,000 rows"]);
  expect(isUnderWay("pending")).toBe(true);
});
