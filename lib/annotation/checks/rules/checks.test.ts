import { describe, expect, test } from "vitest";
import { dueCheck, repeatGap } from "./checks";

const turn = { queueId: "q", userId: "u", taken: 0, goldPercent: 0, repeatPercent: 0 };
const many = (change: object) => Array.from({ length: 4000 }, (_, taken) => dueCheck({ ...turn, ...change, taken }));
const share = (kinds: readonly (string | null)[], kind: string | null) =>
  kinds.filter((found) => found === kind).length / kinds.length;

describe("choice of the check that is due", () => {
  test.each([
    [0, 0],
    [10, 0],
    [0, 10],
    [5, 20],
    [50, 50],
  ])("chooses gold for %i %% and repeats for %i %% of many turns", (goldPercent, repeatPercent) => {
    const kinds = many({ goldPercent, repeatPercent });
    expect(Math.abs(share(kinds, "gold_copy") - goldPercent / 100)).toBeLessThan(0.02);
    expect(Math.abs(share(kinds, "repeat") - repeatPercent / 100)).toBeLessThan(0.02);
  });

  test("the same turn gives the same answer; another annotator or queue gives a different one", () => {
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
])("in a queue of %i items, a repeat comes at least %i items later", (items, gap) => {
  expect(repeatGap(items)).toBe(gap);
});
