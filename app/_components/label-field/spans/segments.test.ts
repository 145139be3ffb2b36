import { describe, expect, test } from "vitest";
import type { TextSpan } from "@/lib/annotation/labels/rules/text-spans";
import {
  charactersIn,
  clashing,
  lanesOf,
  neighbourOf,
  rangeOf,
  segmentsOf,
  spanAt,
  trimmedRange,
  unitsOf,
} from "./segments";

const TEXT = "🙂 Paris is\r\nnice";
const span = (start: number, end: number, category = "Fact"): TextSpan => ({
  field: "answer",
  start,
  end,
  category,
  text: [...TEXT].slice(start, end).join(""),
});

test("positions count characters, not UTF-16 units", () => {
  expect(unitsOf("a🙂b")).toEqual([0, 1, 3, 4]);
  expect(charactersIn(TEXT, TEXT.indexOf("Paris"))).toBe(2);
  expect(rangeOf(unitsOf(TEXT), span(2, 7))).toEqual({ from: 3, to: 8 });
  const from = TEXT.indexOf("is\r\nnice");
  expect(spanAt(TEXT, { from, to: TEXT.length }, "answer", "Fact")).toEqual({
    ...span(8, 16),
    text: "is\r\nnice",
  });
});

test("segments cover the text, and overlapping spans have separate lanes", () => {
  const spans = [span(0, 7), span(2, 10, "Tone"), span(7, 10)];
  expect(lanesOf(spans)).toEqual([0, 1, 0]);
  const segments = segmentsOf(TEXT, spans);
  expect(segments.map(({ text }) => text).join("")).toBe(TEXT);
  expect(
    segments.map(({ text, covering }) => [text, covering.map(({ span: { category }, isLast }) => [category, isLast])]),
  ).toEqual([
    ["🙂 ", [["Fact", false]]],
    [
      "Paris",
      [
        ["Fact", true],
        ["Tone", false],
      ],
    ],
    [
      " is",
      [
        ["Tone", true],
        ["Fact", true],
      ],
    ],
    ["\r\nnice", []],
  ]);
  expect(segmentsOf("", [])).toEqual([]);
});

describe("a selection", () => {
  test.each<[string, { from: number; to: number }, string | null]>([
    ["loses the spaces at its ends", { from: 2, to: 9 }, "Paris"],
    ["keeps what is within", { from: 3, to: 17 }, "Paris is\r\nnice"],
    ["never cuts a character in two", { from: 1, to: 3 }, "🙂"],
    ["of nothing is none", { from: 4, to: 4 }, null],
    ["of spaces is none", { from: 11, to: 13 }, null],
  ])("%s", (_, range, text) => {
    const trimmed = trimmedRange(TEXT, range);
    expect(trimmed && TEXT.slice(trimmed.from, trimmed.to)).toBe(text);
  });
});

test("overlapping spans clash, except those of different categories if the label allows it", () => {
  const spans = [span(2, 7)];
  expect(clashing(spans, span(6, 9, "Tone"), false)).toBe(spans[0]);
  expect(clashing(spans, span(6, 9, "Tone"), true)).toBeUndefined();
  expect(clashing(spans, span(6, 9), true)).toBe(spans[0]);
  expect(clashing(spans, span(7, 9), false)).toBeUndefined();
});

test("Tab moves from span to span, and then leaves the text", () => {
  const spans = [span(2, 7), span(8, 10)];
  const at = (from: number, to = from) => ({ from, to });
  expect(neighbourOf(TEXT, spans, at(0), 1)).toMatchObject({ number: 1, range: at(3, 8) });
  expect(neighbourOf(TEXT, spans, at(3, 8), 1)).toMatchObject({ number: 2 });
  expect(neighbourOf(TEXT, spans, at(9, 11), 1)).toBeNull();
  expect(neighbourOf(TEXT, spans, at(9, 11), -1)).toMatchObject({ number: 1 });
  expect(neighbourOf(TEXT, spans, at(0), -1)).toBeNull();
});
