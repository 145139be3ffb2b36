import { describe, expect, it } from "vitest";
import { coefficientText, durationText, percentText } from "./numbers";

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

it("writes coefficients with three decimals and shares as percentages", () => {
  expect(coefficientText(0.4302445)).toBe("0.430");
  expect(coefficientText(-0.1)).toBe("−0.100");
  expect(percentText(0.16667)).toBe("16.7 %");
});
