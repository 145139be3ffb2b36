import { describe, expect, test } from "vitest";
import { dueCheck, leftWithChecks, repeatGap, withChecks } from "./checks";

const turn = { queueId: "q", userId: "u", taken: 0, goldPercent: 0, repeatPercent: 0 };
const many = (change: object) => Array.from({ length: 4000 }, (_, taken) => dueCheck({ ...turn, ...change, taken }));
const share = (kinds: readonly (string | null)[], kind: string | null) =>
  kinds.filter((found) => found === kind).length / kinds.length;

describe("which check is due", () => {
  test.each([
    [0, 0],
    [10, 0],
    [0, 10],
    [5, 20],
    [50, 50],
  ])("gold %i %%, repeats %i %%, over many turns", (goldPercent, repeatPercent) => {
    const kinds = many({ goldPercent, repeatPercent });
    expect(Math.abs(share(kinds, "gold_copy") - goldPercent / 100)).toBeLessThan(0.02);
    expect(Math.abs(share(kinds, "repeat") - repeatPercent / 100)).toBeLessThan(0.02);
  });

  test("the same turn gives the same answer, other annotators and queues other ones", () => {
    const settings = { goldPercent: 30, repeatPercent: 20 };
    const first = many(settings);
    expect(many(settings)).toEqual(first);
    expect(many({ ...settings, userId: "v" })).not.toEqual(first);
    expect(many({ ...settings, queueId: "p" })).not.toEqual(first);
  });
});

test.each([
  [0, 1],
  [3, 1],
  [8, 2],
  [39, 9],
  [40, 10],
  [1_000_000, 10],
])("in a queue of %i items a repeat comes %i items later at the earliest", (items, gap) => {
  expect(repeatGap(items)).toBe(gap);
});

describe("what an annotator sees of a queue", () => {
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
  ["nothing was checked", { work: 9, held: 1, finished: 0 }, 9],
  ["two checks are done with", { work: 9, held: 1, finished: 2 }, 7],
  ["a check is in hand", { work: 9, held: 1, finished: 2 }, 7],
  ["more checks are done with than work is left", { work: 3, held: 1, finished: 6 }, 1],
  ["something is free and nothing in hand", { work: 3, held: 0, finished: 6 }, 1],
  ["a check is all that is left", { work: 0, held: 1, finished: 2 }, 1],
  ["nothing is left", { work: 0, held: 0, finished: 2 }, 0],
])("what is left when %s", (_, left, expected) => {
  expect(leftWithChecks(left)).toBe(expected);
});
