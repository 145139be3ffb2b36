import { expect, test } from "vitest";
import { completeDeskKeys, deskKeyProblems, usualDeskKeys } from "./desk-keys";

test("the default keys are valid, and stay for actions without a choice", () => {
  expect(deskKeyProblems({ ...usualDeskKeys })).toEqual({});
  expect(completeDeskKeys({ skip: "k" })).toEqual({ ...usualDeskKeys, skip: "k" });
});

test.each(["b", "k", ";", "[", "arrowleft"])("%s can be chosen", (key) => {
  expect(deskKeyProblems({ ...usualDeskKeys, previous: key })).toEqual({});
});

test.each(["g", "o", "1", "?", "K", "enter", "arrowup", "ab", ""])("%j cannot be chosen", (key) => {
  expect(deskKeyProblems({ ...usualDeskKeys, skip: key }).skip).toMatch(/^Must be a letter/);
});

test("two actions cannot have the same key, unless the second gets another key", () => {
  const problems = deskKeyProblems({ ...usualDeskKeys, skip: "z" });
  expect(problems).toEqual({
    undo: "Also chosen for: Skip the item.",
    skip: "Also chosen for: Take back the last answer, skip or decision.",
  });
  expect(deskKeyProblems({ ...usualDeskKeys, skip: "z", undo: "s" })).toEqual({});
});

test("actions of different desks may share a key, but not with an action that both desks have", () => {
  expect(deskKeyProblems({ ...usualDeskKeys, skip: "a" })).toEqual({});
  expect(deskKeyProblems({ ...usualDeskKeys, settle: "s" })).toEqual({});
  expect(deskKeyProblems({ ...usualDeskKeys, approve: "i" })).toEqual({
    instructions: "Also chosen for: Approve the reviewed item.",
    approve: "Also chosen for: Show or hide the instructions.",
  });
  expect(Object.keys(deskKeyProblems({ ...usualDeskKeys, approve: "e" }))).toEqual(["approve", "settle"]);
});

test.each<[what: string, chosen: Record<string, string>, expected: Record<string, string>]>([
  ["no key of the review desk is taken", { skip: "a", undo: "k" }, { approve: "a" }],
  ["undo has the key of an approval", { undo: "a" }, { approve: "z" }],
  ["two keys are taken", { undo: "a", instructions: "r" }, { approve: "z", request_changes: "i" }],
  ["two have changed keys", { undo: "c", filter: "z" }, { comment: "f" }],
  ["the chosen key of the review desk stays", { approve: "c" }, { approve: "c", comment: "a" }],
])("completes an older choice: %s", (_, chosen, expected) => {
  const keys = completeDeskKeys(chosen);
  expect(keys).toEqual({ ...usualDeskKeys, ...chosen, ...expected });
  expect(deskKeyProblems(keys)).toEqual({});
});

test("does not resolve a conflict within a choice: undo keeps its default key next to an equal one", () => {
  expect(Object.keys(deskKeyProblems(completeDeskKeys({ skip: "z" })))).toEqual(["undo", "skip"]);
});
