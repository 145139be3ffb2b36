import { expect, test } from "vitest";
import { medianDuration } from "./median-duration";

test.each([
  [[], null],
  [[4000], "4 s"],
  [[1000, 9000], "5 s"],
  [[90_000, 1000, 600_000], "1 min 30 s"],
])("the median of %j is %s", (durations, text) => {
  expect(medianDuration(durations)).toBe(text);
});
