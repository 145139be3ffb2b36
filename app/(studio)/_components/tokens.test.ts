import { expect, test } from "vitest";
import { tokensText } from "./tokens";

test.each<[number | null, number | null, number | null, string | null]>([
  [800, 200, null, "1,000 tokens"],
  [1, 0, null, "1 token"],
  [800, null, null, "800 input tokens"],
  [null, 1, null, "1 output token"],
  [0, null, null, "0 input tokens"],
  [null, null, null, null],
  [null, null, 1, "1 token"],
  [800, 200, 1000, "1,000 tokens"],
])("shows only the known counts of %s input, %s output and %s tokens in total", (input, output, total, expected) => {
  expect(tokensText(input, output, total)).toBe(expected);
});
