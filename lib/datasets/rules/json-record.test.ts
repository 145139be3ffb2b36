import { expect, test } from "vitest";
import { recordCells } from "./json-record";

test("a number of a million digits is read quickly", () => {
  const number = `1${"0".repeat(900_000)}1.5`;
  expect(recordCells(`{"a":${number}}`)).toEqual([["a", number]]);
  expect(recordCells(`{"a":1.5e${"9".repeat(900_000)}}`)).toEqual([["a", expect.stringMatching(/^1\.5e9/)]]);
});
