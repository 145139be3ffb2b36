import { expect, test } from "vitest";
import { flagToggled, noChoices, readChoices } from "./kept-choices";

test("an item can be flagged and unflagged; the oldest flag is dropped when there are too many", () => {
  const one = flagToggled(noChoices, "a");
  expect(one.flagged).toEqual(["a"]);
  expect(flagToggled(one, "a").flagged).toEqual([]);
  const many = { flagged: Array.from({ length: 200 }, (_, index) => `i${index}`), stays: true };
  expect(flagToggled(many, "b")).toMatchObject({ stays: true, flagged: expect.arrayContaining(["i1", "b"]) });
  expect(flagToggled(many, "b").flagged).not.toContain("i0");
});

test.each([
  [null, noChoices],
  ["nonsense", noChoices],
  ['{"flagged":[1]}', noChoices],
  ['{"flagged":["a"],"stays":true}', { flagged: ["a"], stays: true }],
])("%j reads back as %j", (stored, choices) => expect(readChoices(stored)).toEqual(choices));
