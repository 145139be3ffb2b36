import { expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { answersText, askedValues, chosenAnswers, valueChoices } from "./value-choices";

const kinds: [type: LabelType, settings: Record<string, unknown>, values: string[] | null][] = [
  ["categorical", { options: [{ label: "A, b" }, { label: "C" }] }, ["A, b", "C"]],
  ["star", { no_of_stars: 3 }, ["1", "2", "3"]],
  ["star", {}, ["1", "2", "3", "4", "5"]],
  ["thumbs_up_down", {}, ["up", "down"]],
  ["preference", { first: "a", second: "b", allow_tie: true }, ["a", "b", "tie"]],
  ["text_spans", { field: "input", categories: [{ label: "Fact" }] }, ["Fact"]],
  ["numeric", { min: 0, max: 10 }, null],
  ["text", {}, null],
];
test.each(kinds)("the values of a label of type %s", (type, settings, values) => {
  expect(valueChoices({ type, settings })?.map(({ value }) => value) ?? null).toEqual(values);
});

test("answers are counted by value, the most frequent first", () => {
  const stars = [1, 5, 5].map((rating) => ({ value: { rating } }));
  expect(answersText("star", stars)).toBe("5 stars (2), 1 star");
  expect(answersText("categorical", [{ value: { selected: ["A", "B"] } }])).toBe("A, B");
  expect(answersText("star", [])).toBe("");
});

test.each([
  [{}, []],
  [{ value: "A, b" }, ["A, b"]],
  [{ value: ["A", "B"] }, ["A", "B"]],
])("the filter %j selects %j", (filters, values) => {
  expect(askedValues(filters)).toEqual(values);
});

test.each<[before: string[], next: string[], answers: string | string[]]>([
  [[], ["A"], ["A"]],
  [["A"], ["A", "B"], ["A", "B"]],
  [["A", "B"], ["B"], ["B"]],
  [["A"], ["A", "none"], "none"],
  [["none"], ["none", "A"], ["A"]],
  [["none"], [], []],
])("after %j, choosing %j leads to %j", (before, next, answers) => {
  expect(chosenAnswers(before, next, "none")).toEqual(answers);
});
