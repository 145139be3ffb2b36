import { expect, test } from "vitest";
import { everything, filtersOf, localMidnight } from "./export-choice";

const utc = (day: string, plus: number) => (day ? new Date(Date.parse(`${day}T00:00:00Z`) + plus * 86_400_000) : null);

test("the choice of everything sets no filter", () => {
  expect(filtersOf(everything, utc)).toEqual({});
});

test("each choice sets a filter, and the last day is included whole", () => {
  const choice = {
    status: "completed" as const,
    approved: true,
    labelId: "l",
    annotatorId: "a",
    from: "2026-03-01",
    to: "2026-03-02",
  };
  expect(filtersOf(choice, utc)).toEqual({
    status: "completed",
    review_status: "approved",
    label_ids: ["l"],
    annotator_ids: ["a"],
    since: "2026-03-01T00:00:00.000Z",
    until: "2026-03-03T00:00:00.000Z",
  });
});

test("a day begins at the reader's midnight", () => {
  expect(localMidnight("2026-03-31", 1)).toEqual(new Date(2026, 3, 1));
  expect(localMidnight("", 0)).toBeNull();
});
