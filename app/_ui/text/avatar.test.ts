import { expect, test } from "vitest";
import { initialsOf } from "./avatar";

test.each([
  ["Ana Ruiz", "AR"],
  ["ana@example.com", "AC"],
  ["𠮷田 太郎", "𠮷太"],
  ["👩‍👩‍👧 Team", "👩‍👩‍👧T"],
  ["  ", "?"],
])("the initials of %j are %j", (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
