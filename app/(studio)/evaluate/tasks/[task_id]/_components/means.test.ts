import { expect, test } from "vitest";
import { domainOf, meanText, rangeText } from "./means";

test.each([
  ["Pass/Fail", 0.254, "25 % passed"],
  ["score", 0.81234, "0.812"],
  ["numeric", 12.5, "12.5"],
] as const)("the mean of %s", (type, mean, text) => {
  expect(meanText(type, mean)).toBe(text);
});

test.each([
  ["Pass/Fail", { low: 0.081, high: 0.902 }, "8 % to 90 %"],
  ["score", { low: 0.25, high: 0.5 }, "0.25 to 0.5"],
] as const)("the interval of %s", (type, interval, text) => {
  expect(rangeText(type, interval)).toBe(text);
});

test.each([
  ["score", [0.2, null], { min: 0, max: 1 }],
  ["numeric", [], { min: 0, max: 1 }],
  ["numeric", [12, null, 31], { min: 0, max: 50 }],
  ["numeric", [-3, 0.5], { min: -5, max: 0.5 }],
] as const)("the axis of %s with %j", (type, averages, domain) => {
  expect(domainOf(type, averages)).toEqual(domain);
});
