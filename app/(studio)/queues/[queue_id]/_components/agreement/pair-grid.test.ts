import { expect, it } from "vitest";
import { pairGrid } from "./pair-grid";

const pair = (first: string, second: string, agreement_pct: number | null, total_comparisons = 10) => ({
  annotator_1_id: first,
  annotator_1_name: `Rater ${first}`,
  annotator_2_id: second,
  annotator_2_name: `Rater ${second}`,
  agreement_pct,
  total_comparisons,
});

it("is symmetric, and empty for pairs without common values", () => {
  const { names, cellOf, leftOut } = pairGrid([pair("10", "2", 0.7), pair("1", "2", null, 0)]);
  expect(names.map(({ name }) => name)).toEqual(["Rater 1", "Rater 2", "Rater 10"]);
  expect(cellOf("2", "10")).toEqual(cellOf("10", "2"));
  expect(cellOf("2", "10")).toMatchObject({ share: 0.7, text: "70" });
  expect(cellOf("1", "2")).toBeNull();
  expect(cellOf("1", "10")).toBeNull();
  expect(leftOut).toBe(0);
});

it("keeps the people with most values in common if there are too many", () => {
  const { names, leftOut } = pairGrid([pair("1", "2", 0.5, 100), pair("3", "4", 0.5, 1)], 2);
  expect(names.map(({ id }) => id)).toEqual(["1", "2"]);
  expect(leftOut).toBe(2);
});
