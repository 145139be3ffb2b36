import { expect, test } from "vitest";
import { MAX_COUNTED } from "@/lib/contracts/limits";
import { ownText, paceText, teamOf } from "./desk-figures";

const progress = {
  total: 497,
  completed: 0,
  in_review: 60,
  annotator_stats: [{ completed: 60 }, { completed: 3 }],
  user_progress: { completed: 60, left: 437 },
};

test("counts items that wait for review as annotated, for me and for the team", () => {
  expect(ownText(progress)).toBe("60 items");
  expect(teamOf(progress, 1)).toEqual({ done: 60, all: 497, text: "60 of 497 items" });
});

test("counts annotations instead of items when an item needs several annotators, capped at the total", () => {
  expect(teamOf(progress, 2)).toEqual({ done: 63, all: 994, text: "63 of 994 annotations" });
  expect(teamOf({ ...progress, total: 20 }, 3)).toMatchObject({ done: 60, all: 60 });
});

test.each([
  ["no pace after two submits", [4000, 5000], 437, null],
  ["the median, and what is left at it", [40_000, 50_000, 45_000], 437, "45 s an item, about 5.5 h left"],
  ["minutes", [4000, 4000, 4000], 30, "4 s an item, about 2 min left"],
  ["nothing left", [4000, 4000, 4000], 0, "4 s an item"],
  ["more than is counted", [60_000, 60_000, 60_000], MAX_COUNTED, "1 min 0 s an item, over 17 h left"],
])("the pace shows %s", (_, durations, left, text) => {
  expect(paceText({ ...progress, user_progress: { completed: 3, left } }, durations)).toBe(text);
});
