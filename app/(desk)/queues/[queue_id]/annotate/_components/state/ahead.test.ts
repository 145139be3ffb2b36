import { expect, test } from "vitest";
import { depthFor, nextBatch } from "./ahead";

const hour = { durations: [20_000, 30_000, 40_000], reservationMinutes: 60, bytes: 0 };

test.each([
  ["the next ones before there is a pace", { ...hour, durations: [1000, 1000] }, 4],
  ["what fits into the reservation", hour, 120],
  ["a day's work at most", { ...hour, durations: [4000, 4000, 4000] }, 500],
  ["the next ones of long work", { ...hour, durations: [60, 60, 60].map((minutes) => minutes * 60_000) }, 4],
  ["the next ones when much is loaded", { ...hour, bytes: 40 * 1024 * 1024 }, 4],
])("claims ahead %s", (_, about, depth) => {
  expect(depthFor(about)).toBe(depth);
});

test.each([
  ["the next ones at the start", 0, 4, 4],
  ["one when one of the next ones was taken", 3, 4, 1],
  ["the next ones first once there is a pace", 3, 120, 4],
  ["a batch then", 4, 120, 20],
  ["nothing while less than a batch is missing", 101, 120, 0],
  ["a batch when one is missing", 100, 120, 20],
  ["nothing more than the reservation allows", 4, 4, 0],
])("a request claims %s", (_, loaded, depth, count) => {
  expect(nextBatch(loaded, depth)).toBe(count);
});
