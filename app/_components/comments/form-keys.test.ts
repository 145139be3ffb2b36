import { expect, test, vi } from "vitest";
import { escapeOf } from "./form-keys";

test.each([
  ["text that is written stays, and its field is left", "Thanks", false],
  ["an empty form closes", "", true],
  ["a form with only spaces closes", " \n", true],
  ["a form without a field closes", null, true],
])("Escape: %s", (_, value, closes) => {
  const [blur, close] = [vi.fn(), vi.fn()];
  escapeOf(value === null ? null : { value, blur }, close)();
  expect([blur.mock.calls.length, close.mock.calls.length]).toEqual(closes ? [0, 1] : [1, 0]);
});
