import { expect, test } from "vitest";
import { roomUnder, waitSeconds } from "./bounds";

test.each([
  ["nothing is known: one alone", 100, 0, null, 1],
  ["as many as fit", 100, 40, 20, 3],
  ["a part of one does not fit", 100, 85, 20, 0],
  ["what costs nothing always fits", 100, 40, 0, Number.POSITIVE_INFINITY],
  ["the ceiling is reached", 100, 100, 0, 0],
  ["it is passed", 100, 120, 5, 0],
  ["a ceiling of nothing lets nothing begin", 0, 0, null, 0],
])("%s", (_, ceiling, spent, maxCost, room) => {
  expect(roomUnder(ceiling, spent, maxCost)).toBe(room);
});

test.each([
  [1, 0, 5],
  [2, 0, 10],
  [4, 0, 40],
  [12, 0, 600],
  [1, 30, 30],
  [1, 1000, 1000],
])("after attempt %d, with Retry-After %d s, it waits %d s", (attempts, retryAfter, wait) => {
  expect(waitSeconds(attempts, retryAfter)).toBe(wait);
});
