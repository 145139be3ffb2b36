import { expect, test } from "vitest";
import { cellText, millisecondsText, outcomeOf, shareText, usdText } from "./words";

test("a verdict is told before the status, and a status where there is none yet", () => {
  expect(outcomeOf({ verdict: "excluded", status: "completed" }).word).toBe("Does not count");
  expect(outcomeOf({ verdict: null, status: "ongoing" }).word).toBe("Goes on");
});

test.each([
  [0, "$0.00"],
  [0.000123, "$0.000123"],
  [1.5, "$1.50"],
])("%d dollars are %s", (usd, text) => expect(usdText(usd)).toBe(text));

test("a share stands with its interval", () => {
  expect(shareText(0.5, { low: 0.25, high: 0.75 })).toBe("50.0 % (25.0 % to 75.0 %)");
  expect(shareText(1, null)).toBe("100.0 %");
});

test.each([
  [812.4, "812 ms"],
  [1500, "1.50 s"],
])("%d ms are %s", (ms, text) => expect(millisecondsText(ms)).toBe(text));

test.each([
  ["Lost parcel", "Lost parcel"],
  [{ name: "Ada", age_group: "30-40", tone: "" }, "name: Ada; age group: 30-40"],
  [["a", 1], '["a",1]'],
])("a cell that holds %j says %s", (value, text) => expect(cellText(value)).toBe(text));
