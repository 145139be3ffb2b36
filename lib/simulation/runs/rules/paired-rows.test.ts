import { expect, test } from "vitest";
import { comparePairs } from "@/lib/evaluation/statistics/compare-pairs";
import { pairedRows } from "./paired-rows";

const trial = (rowId: string | null, first: number, second: number, scenarioId = "s") => ({
  scenarioId,
  rowId,
  first,
  second,
});

test("the trials of a row are one pair of means", () =>
  expect(
    pairedRows([trial("a", 0, 1), trial("a", 1, 1), trial("b", 0, 0), trial("a", 0, 1, "t"), trial(null, 1, 0)]),
  ).toEqual([
    { pairs: 1, first: 0.5, second: 1 },
    { pairs: 1, first: 0, second: 0 },
    { pairs: 1, first: 0, second: 1 },
    { pairs: 1, first: 1, second: 0 },
  ]));

test("five rows never say more than five rows can, however often each is played", () => {
  const trials = ["a", "b", "c", "d", "e"].flatMap((rowId) => Array.from({ length: 10 }, () => trial(rowId, 0, 1)));
  expect(comparePairs(pairedRows(trials), "seed", "unit", 0).test?.p).toBeCloseTo(0.0625, 12);
});
