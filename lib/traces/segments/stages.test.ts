import { expect, test } from "vitest";
import { withinBytes } from "./stages";

test.each([
  ["nothing is one part", [], [[]]],
  ["what fits is one part", [3, 3, 4], [[3, 3, 4]]],
  ["what does not fit begins another", [6, 5, 5, 1], [[6], [5, 5], [1]]],
  ["what is larger than a part is alone", [1, 30, 2], [[1], [30], [2]]],
])("%s", (_, sizes, parts) => {
  const items = sizes.map((bytes) => ({ bytes }));
  expect([...withinBytes(items, 10)].map((part) => part.map(({ bytes }) => bytes))).toEqual(parts);
});
