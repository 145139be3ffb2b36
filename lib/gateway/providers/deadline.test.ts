import { expect, test } from "vitest";
import { parseDuration } from "./deadline";

test.each([
  ["500ms", 500],
  ["30s", 30_000],
  ["2m", 120_000],
  ["1m30s", 90_000],
  ["1.5s", 1500],
  ["0s", null],
  ["-1s", null],
  ["30", null],
  ["soon", null],
  ["", null],
])("%s is %s ms", (text, ms) => {
  expect(parseDuration(text)).toBe(ms);
});
