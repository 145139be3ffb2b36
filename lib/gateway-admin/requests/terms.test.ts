import { expect, test } from "vitest";
import { namesQuery, wordsQuery } from "./search-tokens";

test.each<[string, Parameters<typeof namesQuery>[0], string | null]>([
  ["nothing", {}, null],
  ["names, all of which have to hold", { model: "small", status: 429 }, "'model=small' & 'status=429'"],
  ["what quotes and escapes", { user: "o'neil\\" }, "'user=o''neil\\\\'"],
  ["any guardrail", { guardrail: "" }, "'guardrail='"],
  ["what is not asked", { failed: false }, null],
  ["a small magnitude, which most have", { latency: 999 }, null],
  ["a magnitude that is reached", { latency: 1000 }, "'latencye=3'"],
  ["a magnitude between two", { tokens: 99_999 }, "'tokense=4'"],
  ["a magnitude beyond the last", { cost: 5e12 }, "'coste=9'"],
])("a search for %s", (_name, named, expected) => {
  expect(namesQuery(named)).toBe(expected);
});

test.each([
  ["", null, null],
  ["  ", null, null],
  ["cap", null, "'cap':*"],
  ["Oslo cap", "'Oslo'", "'cap':*"],
  ["a' | 'b", "'a''' & '|'", "'''b':*"],
])("the words of %j", (search, whole, beginning) => {
  expect(wordsQuery(search)).toEqual({ whole, beginning });
});
