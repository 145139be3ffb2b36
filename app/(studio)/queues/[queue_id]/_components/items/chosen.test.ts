import { expect, test } from "vitest";
import { isTooMany, tooManyText } from "./chosen";

test("All that match can be selected up to a limit, and the bar says why not beyond it", () => {
  expect(isTooMany(100_000)).toBe(false);
  expect(isTooMany(100_001)).toBe(true);
  expect(tooManyText).toBe("More than 100,000 items match. Narrow the filters to select all.");
});
