import { expect, test } from "vitest";
import { completeDeskKeys, deskKeyProblems, usualDeskKeys } from "./desk-keys";

test("the usual keys have no problem, and stay where nothing is chosen", () => {
  expect(deskKeyProblems({ ...usualDeskKeys })).toEqual({});
  expect(completeDeskKeys({ skip: "k" })).toEqual({ ...usualDeskKeys, skip: "k" });
});

test.each(["a", "k", ";", "[", "arrowleft"])("%s may be chosen", (key) => {
  expect(deskKeyProblems({ ...usualDeskKeys, previous: key })).toEqual({});
});

test.each(["g", "o", "1", "?", "K", "enter", "arrowup", "ab", ""])("%j may not", (key) => {
  expect(deskKeyProblems({ ...usualDeskKeys, skip: key }).skip).toMatch(/^Must be a letter/);
});

test("two actions cannot have the same key, also after one took the other's usual key", () => {
  const problems = deskKeyProblems({ ...usualDeskKeys, skip: "z" });
  expect(problems).toEqual({
    undo: "Also chosen for: Skip the item.",
    skip: "Also chosen for: Undo the last submit or skip.",
  });
  expect(deskKeyProblems({ ...usualDeskKeys, skip: "z", undo: "s" })).toEqual({});
});
