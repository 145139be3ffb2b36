import { expect, test } from "vitest";
import { passwordHint } from "./password-hint";

test.each([
  ["", undefined, "missing", /At least 10/],
  ["short", undefined, "missing", /^5 more characters/],
  ["ninechars", null, "missing", /^1 more character needed/],
  ["aaaaaaaaaa", "It repeats a few characters.", "weak", /repeats/],
  ["tide tables in fog", undefined, "long", /Long enough/],
  ["tide tables in fog", null, "good", /Good/],
])("%j is %s", (password, problem, level, text) => {
  const hint = passwordHint(password, problem);
  expect(hint.level).toBe(level);
  expect(hint.text).toMatch(text);
});
