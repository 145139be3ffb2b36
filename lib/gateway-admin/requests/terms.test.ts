import { expect, test } from "vitest";
import { mayLackRequests } from "./log-pages";
import { queryOf, termsOfSearch } from "./search-tokens";

test.each<[string, Parameters<typeof termsOfSearch>[0], string]>([
  ["nothing", {}, ""],
  ["names, all of which have to hold", { model: "small", status: 429 }, "'model=small' & 'status=429'"],
  ["what quotes and escapes", { user: "o'neil\\" }, "'user=o''neil\\\\'"],
  ["any guardrail", { guardrail: "" }, "'guardrail='"],
  ["what is not asked", { failed: false }, ""],
  ["a small magnitude, which most have", { latency: 999 }, ""],
  ["a magnitude that is reached", { latency: 1000 }, "'latencye=3'"],
  ["a magnitude between two", { tokens: 99_999 }, "'tokense=4'"],
  ["a magnitude beyond the last", { cost: 5e12 }, "'coste=9'"],
])("a search for %s", (_name, named, expected) => {
  expect(queryOf(termsOfSearch(named))).toBe(expected);
});

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second));

test.each<[string, Parameters<typeof mayLackRequests>[0], Date | null, boolean]>([
  ["that has found everything", { isComplete: true, completeSince: null }, null, false],
  ["that has filled the page with what started after all that was not read", partly(10), at(11), false],
  ["whose last request started before something that was not read", partly(10), at(9), true],
  ["that has not filled the page", partly(10), null, true],
  ["that has read nothing in its time", { isComplete: false, completeSince: null }, null, true],
])("decides whether a page may lack requests, after a search %s", (_name, found, lastStart, expected) => {
  expect(mayLackRequests(found, lastStart)).toBe(expected);
});

function partly(second: number) {
  return { isComplete: false, completeSince: at(second) };
}
