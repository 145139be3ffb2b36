import { expect, test } from "vitest";
import { depthFor } from "./ahead";

const hour = { durations: [20_000, 30_000, 40_000], reservationMinutes: 60, bytes: 0 };

test.each([
  ["the next ones before there is a pace", { ...hour, durations: [1000, 1000] }, 4],
  ["what fits into the reservation", hour, 120],
  ["a day's work at most", { ...hour, durations: [4000, 4000, 4000] }, 500],
  ["the next ones of long work", { ...hour, durations: [60, 60, 60].map((minutes) => minutes * 60_000) }, 4],
  ["the next ones when much is loaded", { ...hour, bytes: 40 * 1024 * 1024 }, 4],
])("ahead are %s", (_, about, depth) => {
  expect(depthFor(about)).toBe(depth);
});
