import { expect, test } from "vitest";
import { recordCells } from "./json-record";

test("a number of a million digits is read quickly", () => {
  const number = `1${"0".repeat(900_000)}1.5`;
  expect(recordCells(`{"a":${number}}`)).toEqual([["a", number]]);
  expect(recordCells(`{"a":1.5e${"9".repeat(900_000)}}`)).toEqual([["a", expect.stringMatching(/^1\.5e9/)]]);
});

test.each([
  ["whole numbers", '{"b":1,"2":"x","1":"y"}', ["b", "2", "1"]],
  ["keys of nested objects", '{"b":{"2":1,"9":[{"0":1}]},"2":"x, \\"1\\":","1":"y"}', ["b", "2", "1"]],
  ["a key twice", '{"b":1,"2":"x","b":2,"1":1}', ["b", "2", "1"]],
  ["escaped keys", '{"\\u0062":1,"\\u0031":2,"{":3,"0":4}', ["b", "1", "{", "0"]],
  ["__proto__", '{"__proto__":1,"1":2}', ["__proto__", "1"]],
])("keys are in order of appearance: %s", (_, text, keys) => {
  expect(recordCells(text)?.map(([key]) => key)).toEqual(keys);
});
