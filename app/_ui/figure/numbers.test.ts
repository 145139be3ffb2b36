import { describe, expect, it } from "vitest";
import { cutText } from "./cut-text";
import {
  coefficientText,
  countedOf,
  dayText,
  durationText,
  estimateText,
  latencyText,
  percentText,
  quantity,
  wholePercentText,
} from "./numbers";

it("says that a list is cut", () => {
  const first = (length: number, count: number) => ({ count, results: Array.from({ length }) });
  expect(cutText(first(200, 1240), "queue")).toBe("These are 200 of 1,240 queues, the newest.");
  expect(cutText(first(1, 2), "queue", "the oldest")).toBe("These are 1 of 2 queues, the oldest.");
  expect(cutText(first(200, 200), "queue")).toBeNull();
});

describe("durationText", () => {
  it.each([
    [0, "0 s"],
    [59_400, "59 s"],
    [59_600, "1 min 0 s"],
    [150_000, "2 min 30 s"],
    [3_599_400, "59 min 59 s"],
    [3_900_000, "1 h 5 min"],
  ])("%i ms is %s", (ms, text) => expect(durationText(ms)).toBe(text));
});

it.each([
  [0.0423, "0.042 ms"],
  [4.2, "4.2 ms"],
  [840.4, "840 ms"],
  [2400, "2.4 s"],
  [24_000, "24 s"],
])("%d ms of machine time are %s", (ms, text) => expect(latencyText(ms)).toBe(text));

it("writes coefficients with three decimals and shares as percentages", () => {
  expect(coefficientText(0.4302445)).toBe("0.430");
  expect(coefficientText(-0.1)).toBe("−0.100");
  expect(percentText(0.16667)).toBe("16.7 %");
  expect([0, 0.004, 0.254, 1].map(wholePercentText)).toEqual(["0 %", "< 1 %", "25 %", "100 %"]);
});

it("formats a day independently of the reader's time zone", () => expect(dayText("2026-03-01")).toBe("Mar 1"));

it("uses the singular or plural of the noun to match the number", () => {
  expect([0, 1, 2000].map((count) => quantity(count, "row"))).toEqual(["0 rows", "1 row", "2,000 rows"]);
  expect([countedOf(0, 1, "item"), countedOf(1, 2000, "item")]).toEqual(["0 of 1 item", "1 of 2,000 items"]);
});

it("writes an estimate with its interval, if there is one", () => {
  expect(estimateText(0.7, { low: 0.6, high: 0.8 }, percentText)).toBe("70.0 % (60.0 % to 80.0 %)");
  expect(estimateText(-0.5, null, coefficientText)).toBe("−0.500");
});
