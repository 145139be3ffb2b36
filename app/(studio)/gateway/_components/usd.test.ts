import { expect, test } from "vitest";
import { usdText } from "./usd";

test.each([
  [0, "$0.00"],
  [12.5, "$12.50"],
  [1234567.891, "$1,234,567.89"],
  [0.0312, "$0.0312"],
  [0.000001, "$0.000001"],
  [-0.5, "−$0.50"],
])("%d USD reads %s", (usd, text) => {
  expect(usdText(usd)).toBe(text);
});
