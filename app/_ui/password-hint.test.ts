import { expect, test } from "vitest";
import { passwordHint } from "./password-hint";

const about = ["ada@harbour.example", "Ada Moreno"];

test.each([
  ["", "missing", /At least 10/],
  ["short", "missing", /^5 more characters/],
  ["ninechars", "missing", /^1 more character needed/],
  ["Moreno-2026", "weak", /“moreno”/],
  ["at the harbour", "weak", /“harbour”/],
  ["aaaaaaaaaaaaaaaaaaaa", "weak", /repeats/],
  ["tide tables", "fair", /One more word/],
  ["tide tables in fog", "strong", /Strong/],
])("%j is %s", (password, level, text) => {
  const hint = passwordHint(password, about);
  expect(hint.level).toBe(level);
  expect(hint.text).toMatch(text);
});
