import { describe, expect, test } from "vitest";
import {
  answerOf,
  chooseByDigit,
  chooseOption,
  chosenOf,
  digitAt,
  type FormLabel,
  matchingOptions,
  type Value,
  valueText,
} from "./form-label";

const label = (type: FormLabel["type"], settings: Record<string, unknown> = {}): FormLabel => ({
  label_id: "1",
  name: "Label",
  type,
  settings,
  description: null,
  allow_notes: false,
  required: true,
});
const options = ["A", "B", "C"].map((name) => ({ label: name }));
const single = label("categorical", { options, multi_choice: false });
const multiple = label("categorical", { options, multi_choice: true });
const many = label("categorical", { options: Array.from({ length: 21 }, (_, index) => ({ label: `o${index + 1}` })) });
const spans = (count: number) =>
  label("text_spans", { field: "answer", categories: Array.from({ length: count }, (_, at) => ({ label: `c${at}` })) });
const marked = { field: "answer", start: 0, end: 1, category: "c0", text: "A" };
const thumbs = label("thumbs_up_down");

describe("digits", () => {
  const cases: [string, FormLabel, Value, number, Value | undefined][] = [
    ["choose an option", single, null, 2, { selected: ["B"] }],
    ["replace a single choice", single, { selected: ["A"] }, 2, { selected: ["B"] }],
    ["clear the same option", single, { selected: ["B"] }, 2, null],
    ["add to several", multiple, { selected: ["A"] }, 3, { selected: ["A", "C"] }],
    ["take one of several back", multiple, { selected: ["A", "C"] }, 1, { selected: ["C"] }],
    ["mean nothing beyond the options", single, null, 4, undefined],
    ["reach the tenth option by 0", many, null, 0, { selected: ["o10"] }],
    ["set stars", label("star"), null, 4, { rating: 4 }],
    ["clear the same stars", label("star"), { rating: 4 }, 4, null],
    ["mean nothing beyond the stars", label("star"), null, 6, undefined],
    ["reach ten stars by 0", label("star", { no_of_stars: 10 }), null, 0, { rating: 10 }],
    ["1 is thumbs up", thumbs, null, 1, { value: "up" }],
    ["2 is thumbs down", thumbs, { value: "up" }, 2, { value: "down" }],
    ["2 again clears", thumbs, { value: "down" }, 2, null],
    ["3 means nothing on thumbs", thumbs, null, 3, undefined],
    ["0 says that there is nothing to mark", spans(2), null, 0, { spans: [] }],
    ["0 again clears that", spans(2), { spans: [] }, 0, null],
    ["0 changes no spans that are marked", spans(2), { spans: [marked] }, 0, undefined],
    ["0 is the tenth category where there are ten", spans(10), null, 0, undefined],
    ["1 to 9 mark nothing outside of the text", spans(2), null, 1, undefined],
    ["mean nothing in a text", label("text"), null, 1, undefined],
  ];
  test.each(cases)("%s", (_, field, value, digit, after) => {
    expect(chooseByDigit(field, value, digit)).toEqual(after);
  });

  test("with Shift choose options 11 to 20", () => {
    expect(chooseByDigit(many, null, 1, true)).toEqual({ selected: ["o11"] });
    expect(chooseByDigit(many, null, 0, true)).toEqual({ selected: ["o20"] });
    expect(chooseByDigit(single, null, 1, true)).toBeUndefined();
    expect(chooseByDigit(thumbs, null, 1, true)).toBeUndefined();
  });

  test("are shown on the first twenty options", () => {
    expect([0, 8, 9, 10, 19, 20].map(digitAt)).toEqual(["1", "9", "0", "shift+1", "shift+0", undefined]);
  });
});

test("finds options by any part of their name, ignoring case and accents", () => {
  expect(matchingOptions(["Café", "Tea", "Black tea"], "TEA")).toEqual(["Tea", "Black tea"]);
  expect(matchingOptions(["Café", "Tea"], " cafe ")).toEqual(["Café"]);
  expect(matchingOptions(["Café", "Tea"], "")).toEqual(["Café", "Tea"]);
});

test.each([
  [label("text", { min_length: 3, max_length: 5 }), { text: "ab" }, "wrong"],
  [label("text", { min_length: 3, max_length: 5 }), { text: "abc" }, "given"],
  [label("numeric", { min: 0, max: 1, step_size: 0.5 }), { value: 0.25 }, "wrong"],
  [label("numeric", { min: 0, max: 1, step_size: 0.5 }), { value: 0 }, "given"],
  [thumbs, null, "blank"],
] as const)("validates an answer as the server does", (field, value, kind) => {
  expect(answerOf(field, value).kind).toBe(kind);
});

test("several options read as a list", () => {
  expect(valueText(multiple, { selected: ["A", "C"] })).toBe("A, C");
});

describe("an option that was renamed or removed while the item is open", () => {
  const renamed = { options: [{ label: "A" }, { label: "C", formerly: ["B"] }], multi_choice: true };
  const several = label("categorical", renamed);
  const one = label("categorical", { ...renamed, multi_choice: false });
  test.each([
    ["a former name is shown by the present one", several, ["A", "B"], ["A", "C"]],
    ["two names of one option are one", several, ["B", "C"], ["C"]],
    ["a removed option is still shown", several, ["A", "Gone"], ["A", "Gone"]],
    ["no answer has none", several, [], []],
  ] as const)("%s", (_, field, selected, shown) => {
    expect(chosenOf(field, { selected })).toEqual(shown);
  });

  test.each([
    ["choosing it by its present name takes it back", several, ["A", "B"], "C", { selected: ["A"] }],
    ["the others get their present names", several, ["B"], "A", { selected: ["C", "A"] }],
    ["a removed option can be taken back", several, ["A", "Gone"], "Gone", { selected: ["A"] }],
    ["a single choice replaces a removed option", one, ["Gone"], "A", { selected: ["A"] }],
  ] as const)("%s", (_, field, selected, option, after) => {
    expect(chooseOption(field, { selected }, option)).toEqual(after);
  });
});
