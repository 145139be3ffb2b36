import { describe, expect, test } from "vitest";
import { fits, guessType, isUnfit } from "./column-type";

describe("narrowest column type that fits all cells", () => {
  test.each([
    [[], "text"],
    [["1", "-20", "0"], "integer"],
    [["1", "2.5"], "float"],
    [[".5", "1e-3", "-1.", "3"], "text"],
    [[".5", "1e-3", "-1.0"], "float"],
    [["true", "FALSE", "True"], "boolean"],
    [["true", "1"], "text"],
    [["007", "042"], "text"],
    [["9007199254740991"], "integer"],
    [["9007199254740993"], "text"],
    [["1e400"], "text"],
    [["-", "."], "text"],
    [["2026-02-28"], "datetime"],
    [["2026-02-28T10:00", "2026-02-28 10:00:59.123+02:00", "2024-02-29T00:00:00Z"], "datetime"],
    [["2026-02-30"], "text"],
    [["2026-02-28T25:00"], "text"],
    [["2026"], "integer"],
    [["[1,2]", "[]"], "array"],
    [["[1,2]", '{"a":1}'], "json"],
    [["[1,2"], "text"],
    [[" 1 ", "2\n"], "integer"],
    [["1", "many"], "text"],
  ])("%j is %s", (cells, type) => {
    const guess = guessType();
    for (const cell of cells) guess.see(cell);
    expect(guess.type()).toBe(type);
  });
});

test.each([
  ["text", "anything", true],
  ["integer", "1", true],
  ["integer", "1.5", false],
  ["float", "1", true],
  ["json", "[1]", true],
  ["json", '"a"', false],
  ["array", "{}", false],
  ["datetime", "yesterday", false],
] as const)("a cell of type %s can hold %s: %s", (type, text, expected) => {
  expect(fits(type, text)).toBe(expected);
});

test.each([
  ["integer", "A101", true],
  ["integer", "7", false],
  ["integer", "", false],
  ["text", "A101", false],
  ["image", "A101", false],
] as const)("a column of type %s does not take the cell %j: %s", (type, text, expected) => {
  expect(isUnfit(type, text)).toBe(expected);
});
