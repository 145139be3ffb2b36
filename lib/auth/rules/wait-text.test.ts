import { expect, test } from "vitest";
import { waitText } from "./wait-text";

test.each([
  [0, "1 second"],
  [1, "1 second"],
  [1.2, "2 seconds"],
  [59, "59 seconds"],
  [60, "1 minute"],
  [61, "2 minutes"],
  [900, "15 minutes"],
])("%d s are shown as %s", (seconds, text) => {
  expect(waitText(seconds)).toBe(text);
});
