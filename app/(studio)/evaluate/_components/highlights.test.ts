import { expect, test } from "vitest";
import { highlightsOf } from "./highlights";

const text = "It is. It was not. It may be.";
const textsOf = (entries: { start: number; end: number }[]) =>
  highlightsOf(text, entries).map(({ part, rank }) => (rank === null ? part : `[${rank} ${part}]`));

test.each<[string, { start: number; end: number }[], string[]]>([
  ["nothing", [], [text]],
  ["a part in the middle", [{ start: 7, end: 18 }], ["It is. ", "[1 It was not.]", " It may be."]],
  [
    "parts in another order than the text's",
    [
      { start: 19, end: 29 },
      { start: 0, end: 6 },
    ],
    ["[2 It is.]", " It was not. ", "[1 It may be.]"],
  ],
  [
    "one within another, and an empty one",
    [
      { start: 0, end: 18 },
      { start: 7, end: 18 },
      { start: 20, end: 20 },
    ],
    ["[1 It is. It was not.]", " It may be."],
  ],
])("%s is highlighted", (_, entries, parts) => {
  expect(textsOf(entries)).toEqual(parts);
  expect(
    highlightsOf(text, entries)
      .map(({ part }) => part)
      .join(""),
  ).toBe(text);
});
