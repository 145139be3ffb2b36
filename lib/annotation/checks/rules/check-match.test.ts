import { expect, test } from "vitest";
import type { LabelType } from "@/lib/contracts/shapes";
import { leftOutReason, sameAnswer } from "./check-match";

const options = { options: [{ label: "A" }, { label: "B" }, { label: "C" }] };

const cases: [LabelType, Record<string, unknown>, Record<string, unknown>, Record<string, unknown>, boolean | null][] =
  [
    ["star", {}, { rating: 4 }, { rating: 4 }, true],
    ["star", {}, { rating: 4 }, { rating: 5 }, false],
    ["thumbs_up_down", {}, { value: "up" }, { value: "up" }, true],
    ["thumbs_up_down", {}, { value: "up" }, { value: "down" }, false],
    ["categorical", options, { selected: ["A"] }, { selected: ["A"] }, true],
    ["categorical", options, { selected: ["A"] }, { selected: ["B"] }, false],
    ["categorical", options, { selected: ["A", "B"] }, { selected: ["B", "A"] }, true],
    ["categorical", options, { selected: ["A", "B"] }, { selected: ["A"] }, false],
    ["categorical", options, { selected: ["A", "B"] }, { selected: ["A", "C"] }, false],
    ["numeric", {}, { value: 0.3 }, { value: 0.1 + 0.2 }, true],
    ["numeric", {}, { value: 1 }, { value: 1.001 }, false],
    ["numeric", { step_size: 0.1 }, { value: 0.3 }, { value: 0.2 }, true],
    ["numeric", { step_size: 0.1 }, { value: 0.3 }, { value: 0.1 }, false],
    ["numeric", { step_size: 5 }, { value: 100 }, { value: 105 }, true],
    ["numeric", { step_size: 5 }, { value: 100 }, { value: 110 }, false],
    ["numeric", { step_size: 5 }, { value: 100 }, {}, false],
    ["star", {}, { rating: 4 }, { value: "up" }, false],
    ["text", {}, { text: "same" }, { text: "same" }, null],
  ];

test.each(cases)("%s %o: %o matches %o: %o", (type, settings, left, right, same) => {
  expect(sameAnswer({ type, settings }, left, right)).toBe(same);
  expect(sameAnswer({ type, settings }, right, left)).toBe(same);
});

test("only text labels are left out, with a reason", () => {
  const types: LabelType[] = ["text", "numeric", "categorical", "star", "thumbs_up_down"];
  expect(types.filter((type) => leftOutReason(type) !== null)).toEqual(["text"]);
});
