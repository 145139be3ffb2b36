import { expect, test } from "vitest";
import { hasInexactNumber } from "./cell-text";

test.each<[string, boolean]>([
  ["1e400", true],
  ["-1e400", true],
  ["12345678901234567890", true],
  ["1e21", true],
  ['{"ids":[1,{"id":9007199254740993}]}', true],
  ["9007199254740991", false],
  ["0.1", false],
  ["1e-7", false],
  ['"12345678901234567890"', false],
  ['{"ids":["12345678901234567890",null,true]}', false],
  ["null", false],
])("%s has an inexact number: %s", (json, expected) => {
  expect(hasInexactNumber(JSON.parse(json))).toBe(expected);
});
