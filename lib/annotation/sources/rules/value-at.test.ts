import { expect, test } from "vitest";
import { valueAt } from "./value-at";

const content = {
  input: "hello",
  attributes: { "llm.model": "m", llm: { model: "nested", tokens: { "in.out": 3 } } },
  list: ["a", { b: 1 }],
  empty: null,
};

test.each<[string, unknown]>([
  ["input", "hello"],
  ["attributes.llm.model", "m"],
  ["attributes.llm.tokens.in.out", 3],
  ["attributes.llm.tokens", { "in.out": 3 }],
  ["list.1.b", 1],
  ["empty", null],
  ["empty.more", undefined],
  ["input.length", undefined],
  ["attributes.absent", undefined],
  ["constructor", undefined],
  ["__proto__.constructor", undefined],
  ["", undefined],
  [".", undefined],
  ["attributes.", undefined],
])("%s", (path, value) => {
  expect(valueAt(content, path)).toEqual(value);
});
