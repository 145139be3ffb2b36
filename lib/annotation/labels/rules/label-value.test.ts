import { describe, expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { readValue } from "./label-value";

const settings: Record<LabelType, Record<string, unknown>> = {
  text: { placeholder: "", min_length: 2, max_length: 5 },
  numeric: { min: 0, max: 5, step_size: 2, display_type: "slider" },
  categorical: { multi_choice: false, options: [{ label: "A" }, { label: "B", value: "b" }, { label: "C" }] },
  star: { no_of_stars: 5 },
  thumbs_up_down: {},
  text_spans: { field: "answer", categories: [{ label: "Fact" }, { label: "Tone" }], allow_overlap: true },
  preference: { first: "gpt", second: "claude", allow_tie: true, allow_both_bad: false },
};
const span = (start: number, end: number, text: string, category = "Fact") => ({
  field: "answer",
  start,
  end,
  category,
  text,
});
const multi = { ...settings.categorical, multi_choice: true };
const read = (type: LabelType, value: unknown, own = settings[type]) =>
  readValue({ name: "Quality", type, settings: own }, value);

describe("values in canonical form, whichever form was sent", () => {
  const cases: [LabelType, unknown, Record<string, unknown>][] = [
    ["text", "abc", { text: "abc" }],
    ["text", { text: "abc" }, { text: "abc" }],
    ["text", "🌊🌊🌊🌊🌊", { text: "🌊🌊🌊🌊🌊" }],
    ["numeric", 4, { value: 4 }],
    ["numeric", { value: "4" }, { value: 4 }],
    ["numeric", 5, { value: 5 }],
    ["numeric", 0, { value: 0 }],
    ["star", 4, { rating: 4 }],
    ["star", { rating: 4.0 }, { rating: 4 }],
    ["star", "3", { rating: 3 }],
    ["thumbs_up_down", "up", { value: "up" }],
    ["thumbs_up_down", { value: "down" }, { value: "down" }],
    ["thumbs_up_down", true, { value: "up" }],
    ["thumbs_up_down", { value: false }, { value: "down" }],
    ["categorical", "A", { selected: ["A"] }],
    ["categorical", ["A"], { selected: ["A"] }],
    ["categorical", { selected: ["A", "A"] }, { selected: ["A"] }],
    ["categorical", "b", { selected: ["B"] }],
    ["text_spans", { spans: [] }, { spans: [] }],
    ["text_spans", [], { spans: [] }],
    ["text_spans", [span(4, 6, "🌊🌊")], { spans: [span(4, 6, "🌊🌊")] }],
    ["text_spans", [{ start: 0, end: 2, category: "Fact", text: "\r\n" }], { spans: [span(0, 2, "\r\n")] }],
    [
      "text_spans",
      { spans: [span(3, 5, "cd", "Tone"), span(0, 4, "abcc")], length: 9, other: 1 },
      { spans: [span(0, 4, "abcc"), span(3, 5, "cd", "Tone")], length: 9 },
    ],
    ["preference", "gpt", { preferred: "gpt" }],
    ["preference", { preferred: "tie" }, { preferred: "tie" }],
    ["preference", { preferred: "gpt", shown_first: null }, { preferred: "gpt" }],
    ["preference", { preferred: "gpt", shown_first: "claude", other: 1 }, { preferred: "gpt", shown_first: "claude" }],
  ];
  test.each(cases)("%s %j", (type, input, value) => {
    expect(read(type, input)).toEqual({ kind: "value", value });
  });

  test("several selections are stored in the order of the options", () => {
    expect(read("categorical", ["C", "A"], multi)).toEqual({ kind: "value", value: { selected: ["A", "C"] } });
  });
});

describe("blank values", () => {
  const cases: [LabelType, unknown][] = [
    ["text", ""],
    ["text", { text: null }],
    ["numeric", null],
    ["numeric", { value: "" }],
    ["star", 0],
    ["star", { rating: 0 }],
    ["thumbs_up_down", { value: null }],
    ["categorical", []],
    ["categorical", { selected: [] }],
    ["categorical", undefined],
    ["text_spans", null],
    ["preference", null],
    ["preference", { preferred: "" }],
  ];
  test.each(cases)("%s %j", (type, input) => {
    expect(read(type, input)).toEqual({ kind: "blank" });
  });
});

describe("messages about a wrong value, with the label's name", () => {
  const cases: [LabelType, unknown, string][] = [
    ["text", 7, "Quality must be text."],
    ["text", "a", "Quality must be at least 2 characters."],
    ["text", "abcdef", "Quality must be at most 5 characters."],
    ["numeric", "many", "Quality must be a number."],
    ["numeric", Number.POSITIVE_INFINITY, "Quality must be a number."],
    ["numeric", -1, "Quality must be between 0 and 5."],
    ["numeric", 6, "Quality must be between 0 and 5."],
    ["numeric", 3, "Quality must be in steps of 2 from 0, such as 2 or 4."],
    ["star", 4.5, "Quality must be a whole-star rating."],
    ["star", 6, "Quality must be between 1 and 5 stars."],
    ["star", { stars: 4 }, 'Quality must be {"rating": …} or as the bare value.'],
    ["thumbs_up_down", "sideways", "Quality must be thumbs up or thumbs down."],
    ["categorical", "D", "Quality contains an option that is not configured: D."],
    ["categorical", ["A", 1], "Quality contains an option that is not configured: 1."],
    ["categorical", ["A", "B"], "Quality allows only one selected option."],
    ["text_spans", "text", "Quality must be a list of spans."],
    ["text_spans", [7], "Quality span 1 must be an object."],
    ["text_spans", [{ ...span(0, 1, "a"), field: "other" }], "Quality span 1 must have the field answer."],
    ["text_spans", [span(1, 1, "")], "Quality span 1 needs a start, and an end behind it."],
    ["text_spans", [span(0.5, 2, "a")], "Quality span 1 needs a start, and an end behind it."],
    ["text_spans", [span(0, 1, "a", "Style")], "Quality span 1 has a category that is not configured."],
    [
      "text_spans",
      [span(0, 1, "a"), span(2, 4, "🌊")],
      "Quality span 2 needs its text, with as many characters as from start to end.",
    ],
    [
      "text_spans",
      [span(0, 2, "ab"), span(1, 3, "bc")],
      "Quality has spans at 0 and 1 that overlap with the same category.",
    ],
    ["preference", "both_bad", "Quality must be one of gpt, claude, tie."],
    ["preference", 1, "Quality must be one of gpt, claude, tie."],
    ["preference", ["gpt"], "Quality must be one of gpt, claude, tie."],
    ["preference", { selected: "gpt" }, 'Quality must be {"preferred": …} or as the bare value.'],
    ["preference", { preferred: "gpt", shown_first: "tie" }, "Quality has shown_first, which must be gpt or claude."],
  ];
  test.each(cases)("%s %j", (type, input, message) => {
    expect(read(type, input)).toEqual({ kind: "invalid", message });
  });
});

test("empty settings leave numbers and texts unbounded and allow five stars", () => {
  expect(read("numeric", -3.5, {})).toEqual({ kind: "value", value: { value: -3.5 } });
  expect(read("text", "any length", {})).toEqual({ kind: "value", value: { text: "any length" } });
  expect(read("star", 6, {})).toMatchObject({ kind: "invalid" });
});

test("rounding does not misjudge decimal steps", () => {
  const decimal = { min: 0, max: 1, step_size: 0.1, display_type: "slider" };
  expect(read("numeric", 0.3, decimal)).toEqual({ kind: "value", value: { value: 0.3 } });
  expect(read("numeric", 0.35, decimal)).toMatchObject({ kind: "invalid" });
});
