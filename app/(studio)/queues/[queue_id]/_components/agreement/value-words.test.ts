import { expect, test } from "vitest";
import { valueWords } from "./value-words";

test.each([
  ["categorical", '["Wrong fact"]', "Wrong fact"],
  ["categorical", '["Rude","Wrong fact"]', "Rude, Wrong fact"],
  ["categorical", "[]", "No option"],
  ["categorical", "as it is", "as it is"],
  ["star", "1", "1 star"],
  ["star", "4", "4 stars"],
  ["thumbs_up_down", "up", "Yes"],
] as const)("a %s value %s reads %s", (type, value, words) => {
  expect(valueWords(type, value)).toBe(words);
});
