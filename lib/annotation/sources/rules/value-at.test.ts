import { expect, test } from "vitest";
import { valueAt } from "./value-at";

const content = {
  input: "hello",
  attributes: { "llm.model": "m", llm: { model: "nested", tokens: { "in.out": 3 } } },
  list: ["a", { b: 1 }],
  empty: null,
  json: '{"answer": [{"text": "yes"}]}',
  broken: "{answer",
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
  ["json", '{"answer": [{"text": "yes"}]}'],
  ["json.answer.0.text", "yes"],
  ["json.answer.0.text.length", undefined],
  ["broken.answer", undefined],
  ["constructor", undefined],
  ["__proto__.constructor", undefined],
  ["", undefined],
  [".", undefined],
  ["attributes.", undefined],
])("%s", (path, value) => {
  expect(valueAt(content, path)).toEqual(value);
});
