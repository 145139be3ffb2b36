import { expect, test } from "vitest";
import { segmentsOf } from "./highlighted-text";

const finding = (kind: string, start: number, end: number) => ({ kind, start, end });

test.each([
  ["nothing", [], [["abcdef", null]]],
  [
    "one",
    [finding("x", 1, 3)],
    [
      ["a", null],
      ["bc", "x"],
      ["def", null],
    ],
  ],
  [
    "out of order, and to the end",
    [finding("y", 4, 6), finding("x", 0, 2)],
    [
      ["ab", "x"],
      ["cd", null],
      ["ef", "y"],
    ],
  ],
  [
    "over each other",
    [finding("x", 1, 4), finding("y", 2, 5)],
    [
      ["a", null],
      ["bcd", "x"],
      ["e", "y"],
      ["f", null],
    ],
  ],
  [
    "one within another",
    [finding("x", 1, 5), finding("y", 2, 3)],
    [
      ["a", null],
      ["bcde", "x"],
      ["f", null],
    ],
  ],
])("splits a text at its findings: %s", (_, findings, segments) => {
  expect(segmentsOf("abcdef", findings).map(({ text, kind }) => [text, kind])).toEqual(segments);
});
