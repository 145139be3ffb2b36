import { expect, test } from "vitest";
import { isChoosable, passText, valuesOf } from "./label-values";

test.each([
  ["thumbs_up_down", {}, ["up", "down"]],
  ["star", { no_of_stars: 3 }, [3, 2, 1]],
  ["star", {}, [5, 4, 3, 2, 1]],
  ["categorical", { options: [{ label: "Good" }, { label: "Bad" }, "odd"] }, ["Good", "Bad"]],
  ["text", {}, []],
  ["numeric", {}, []],
] as const)("the values of a %s label %j", (type, settings, expected) => {
  const label = { type, settings };
  expect(valuesOf(label).map(({ value }) => value)).toEqual(expected);
  expect(isChoosable(label)).toBe(expected.length > 1);
});

test.each([
  ["thumbs_up_down", "up", "Yes"],
  ["thumbs_up_down", "down", "No"],
  ["star", "1", "1 star"],
  ["star", "4", "4 stars"],
  ["categorical", '["Good"]', "Good"],
  ["categorical", '["Good","Kind"]', "Good + Kind"],
] as const)("the pass value of a %s label %s is shown as %s", (type, stored, text) => {
  expect(passText(type, stored)).toBe(text);
});
