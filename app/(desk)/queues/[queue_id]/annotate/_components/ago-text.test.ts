import { expect, test } from "vitest";
import { agoText } from "./ago-text";

test.each([
  [0, "just now"],
  [1999, "just now"],
  [3400, "3 s ago"],
  [59_999, "59 s ago"],
  [60_000, "1 min ago"],
  [3_600_000, "60 min ago"],
])("%i ms reads %s", (ms, text) => expect(agoText(ms)).toBe(text));
