import { expect, test } from "vitest";
import { isStray } from "./use-number-typing";

test.each([
  ["z", "", true],
  ["я", "", true],
  ["z", "12", false],
  ["e", "1", false],
  ["½", "", false],
  ["-", "", false],
  ["٣", "", false],
  ["Enter", "", false],
])("the key %s beside “%s” is stray: %s", (key, rest, isIt) => expect(isStray(key, rest)).toBe(isIt));
