import { describe, expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { agreementLabel, canonicalText, disagree } from "./canonical";

describe("canonical text", () => {
  test.each<[LabelType, Record<string, unknown>, string | null]>([
    ["star", { rating: 4 }, "4"],
    ["numeric", { value: 0.5 }, "0.5"],
    ["thumbs_up_down", { value: "up" }, "up"],
    ["text", { text: "fine" }, "fine"],
    ["categorical", { selected: ["B", "A"] }, '["A","B"]'],
    ["categorical", { selected: ["A"] }, '["A"]'],
    ["categorical", { value: "up" }, null],
    ["star", { text: "fine" }, null],
  ])("%s %j becomes %s", (type, value, text) => {
    expect(canonicalText(type, value)).toBe(text);
  });
});

describe("a label's scale", () => {
  const options = [{ label: "Yes" }, { label: "No" }];
  test.each<[LabelType, Record<string, unknown>, boolean, string[]]>([
    ["star", { no_of_stars: 3 }, false, ["1", "2", "3"]],
    ["star", {}, false, ["1", "2", "3", "4", "5"]],
    ["thumbs_up_down", {}, false, ["down", "up"]],
    ["numeric", { min: 0, max: 3 }, false, []],
    ["text", {}, false, []],
    ["categorical", { options, multi_choice: false }, false, ['["Yes"]', '["No"]']],
    ["categorical", { options, multi_choice: true }, true, ['["Yes"]', '["No"]']],
  ])("of %s %j", (type, settings, multiChoice, scale) => {
    expect(agreementLabel(type, settings)).toEqual({ type, multiChoice, scale });
  });
});

test.each([
  [[], false],
  [["4"], false],
  [["4", "4"], false],
  [["4", "5"], true],
])("%j disagree: %s", (values, expected) => {
  expect(disagree(new Map(values.map((value, index) => [String(index), value])))).toBe(expected);
});
