import { expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { readValue } from "../../labels/rules/label-value";
import { valueOfText, valueOfVerdict } from "./suggested-value";

const options = { options: [{ label: "Correct" }, { label: "Wrong fact" }, { label: "Other" }] };
const label = (type: LabelType, settings: Record<string, unknown> = {}) => ({ name: "Label", type, settings });

test.each([
  ["text", {}, " as it is ", " as it is "],
  ["thumbs_up_down", {}, " Passed", "up"],
  ["thumbs_up_down", {}, "FALSE", "down"],
  ["thumbs_up_down", {}, "perhaps", "perhaps"],
  ["numeric", {}, "0.25", 0.25],
  ["star", {}, "4", 4],
  ["star", {}, "four", "four"],
  ["categorical", options, "wrong FACT ", ["Wrong fact"]],
  ["categorical", options, '["correct", "Other"]', ["Correct", "Other"]],
  ["categorical", options, "correct, other", ["correct, other"]],
  ["categorical", { ...options, multi_choice: true }, "correct, other", ["Correct", "Other"]],
  ["preference", { first: "A", second: "B", allow_tie: true }, "b", "B"],
  ["preference", { first: "A", second: "B", allow_tie: true }, "TIE", "tie"],
  ["text_spans", {}, '[{"start": 0}]', [{ start: 0 }]],
] as const)("a %s label with %j reads %j", (type, settings, text, value) => {
  expect(valueOfText(label(type, settings), text)).toEqual(value);
});

test.each([null, "", "  \n"])("%j suggests no value", (text) => {
  for (const type of ["text", "numeric", "categorical"] as const) expect(valueOfText(label(type), text)).toBeNull();
});

const verdict = { name: "judge", score: 0.8, output: "Correct", passed: true, outcome: "scored" };

test.each([
  ["thumbs_up_down", {}, verdict, "up"],
  ["thumbs_up_down", {}, { ...verdict, passed: false }, "down"],
  ["thumbs_up_down", {}, { ...verdict, passed: null, output: "no" }, "down"],
  ["categorical", options, verdict, ["Correct"]],
  ["numeric", {}, verdict, 0.8],
  ["star", {}, { ...verdict, output: "3" }, 3],
  ["numeric", {}, { ...verdict, score: null, output: 7 }, 7],
  ["text", {}, { ...verdict, output: null }, "pass"],
  ["text", {}, { ...verdict, outcome: "error" }, null],
] as const)("a %s label converts an evaluation result", (type, settings, result, value) => {
  expect(valueOfVerdict(label(type, settings), result)).toEqual(value);
});

test("a text that does not fit the label is left for the label's rules to refuse", () => {
  const stars = label("star", { no_of_stars: 5 });
  expect(readValue(stars, valueOfText(stars, "four")).kind).toBe("invalid");
  expect(readValue(stars, valueOfText(stars, "9")).kind).toBe("invalid");
});
