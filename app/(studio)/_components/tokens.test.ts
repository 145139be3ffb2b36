import { expect, test } from "vitest";
import { tokensText } from "./tokens";

test.each<[number | null, number | null, string | null]>([
  [800, 200, "1,000 tokens"],
  [1, 0, "1 token"],
  [800, null, "800 input tokens"],
  [null, 1, "1 output token"],
  [0, null, "0 input tokens"],
  [null, null, null],
])("shows only the known counts of %s input and %s output tokens", (input, output, expected) => {
  expect(tokensText(input, output)).toBe(expected);
});
