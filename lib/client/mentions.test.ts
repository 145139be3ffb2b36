import { expect, test } from "vitest";
import { mentionedIn, peopleMatching, withMention, writingAt } from "./mentions";

const people = [
  { id: "1", name: "Ana" },
  { id: "2", name: "Ana Ruiz" },
  { id: "3", name: "Björn Åkesson" },
];

test.each([
  ["@", 1, { at: 0, query: "" }],
  ["Ask @An please", 7, { at: 4, query: "An" }],
  ["Ask @Ana Ru", 11, { at: 4, query: "Ana Ru" }],
  ["me@home", 7, null],
  ["@Ana\nnext", 9, null],
  ["nobody", 3, null],
])("the mention typed in %j with the caret at %i is found", (text, caret, writing) => {
  expect(writingAt(text, caret)).toEqual(writing);
});

test.each([
  ["", ["Ana", "Ana Ruiz", "Björn Åkesson"]],
  ["bjo", ["Björn Åkesson"]],
  ["ak", ["Björn Åkesson"]],
  ["kesson", []],
])("%j offers %j", (query, names) => {
  expect(peopleMatching(people, query).map(({ name }) => name)).toEqual(names);
});

test("a chosen name replaces the typed part of it", () => {
  expect(withMention("Ask @an please", { at: 4, query: "an" }, "Ana Ruiz")).toEqual({
    text: "Ask @Ana Ruiz please",
    caret: 14,
  });
});

test.each([
  ["@Ana Ruiz, look", ["2"]],
  ["@Ana and @Björn Åkesson", ["1", "3"]],
  ["@Anatol or me@Ana", []],
  ["@Ana @Ana", ["1"]],
])("%j mentions %j", (text, ids) => {
  expect(mentionedIn(text, people)).toEqual(ids);
});
