import { expect, test } from "vitest";
import { changedFields } from "./changed-fields";

test.each([
  ["what differs", { a: 1, b: [1] }, { a: 2, b: [1] }, { before: { a: 1 }, after: { a: 2 } }],
  ["what comes and goes", { a: 1 }, { b: 2 }, { before: { a: 1, b: null }, after: { a: null, b: 2 } }],
  ["nothing", { a: 1 }, { a: 1 }, { before: {}, after: {} }],
  ["a new one", null, { a: 1 }, { before: null, after: { a: 1 } }],
  ["a deleted one", { a: 1 }, null, { before: { a: 1 }, after: null }],
])("%s", (_, before, after, expected) => {
  expect(changedFields(before, after)).toEqual(expected);
});
