import { expect, test } from "vitest";
import { allText } from "./selection-text";

test.each([
  [{ count: 51, is_estimated: false, is_cut: false }, "All 51 matching traces"],
  [{ count: 1, is_estimated: false, is_cut: false }, "All 1 matching trace"],
  [{ count: 2000, is_estimated: true, is_cut: false }, "All about 2,000 matching traces"],
  [{ count: 51, is_estimated: false, is_cut: true }, "All matching traces (at least 51)"],
])("%o: %s", (total, text) => {
  expect(allText(total)).toBe(text);
});
