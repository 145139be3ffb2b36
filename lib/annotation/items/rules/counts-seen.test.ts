import { describe, expect, test } from "vitest";
import { leftWithChecks, withChecks } from "./counts-seen";

describe("queue counts shown to an annotator", () => {
  const counts = { total: 10, pending: 6, in_progress: 1, in_review: 0, completed: 3, skipped: 0 };
  const none = { in_progress: 0, in_review: 0, completed: 0, skipped: 0 };
  test.each([
    ["no checks", none, counts],
    ["one in hand", { ...none, in_progress: 1 }, { ...counts, pending: 5, in_progress: 2 }],
    [
      "one in each state",
      { in_progress: 1, in_review: 1, completed: 1, skipped: 1 },
      { total: 10, pending: 2, in_progress: 2, in_review: 1, completed: 4, skipped: 1 },
    ],
    ["more than is pending", { ...none, completed: 8 }, { ...counts, total: 12, pending: 0, completed: 11 }],
  ])("%s", (_, checks, seen) => {
    expect(withChecks(counts, checks)).toEqual(seen);
  });
});

test.each([
  ["nothing was checked", { work: 9, reserved: 1, finished: 0 }, 9],
  ["two checks are done with", { work: 9, reserved: 1, finished: 2 }, 7],
  ["a check is in hand", { work: 9, reserved: 1, finished: 2 }, 7],
  ["more checks are done with than work is left", { work: 3, reserved: 1, finished: 6 }, 1],
  ["something is free and nothing in hand", { work: 3, reserved: 0, finished: 6 }, 1],
  ["a check is all that is left", { work: 0, reserved: 1, finished: 2 }, 1],
  ["nothing is left", { work: 0, reserved: 0, finished: 2 }, 0],
])("number of items left when %s", (_, left, expected) => {
  expect(leftWithChecks(left)).toBe(expected);
});
