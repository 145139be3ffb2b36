import { expect, test } from "vitest";
import { configOf, draftOf, emptyDraft, temperatureOf, withVariable } from "./prompt-draft";

const prompt = { model: "sandbox/echo", messages: [{ role: "user", content: "Answer {{question}}" }] };
const schema = { type: "json_schema", json_schema: { name: "answer", schema: {} } };

test.each([
  [prompt, { temperature: null, max_tokens: null, response_format: null }],
  [{ ...prompt, temperature: 0, max_tokens: 50, response_format: "json_object" }, {}],
  [{ ...prompt, temperature: 0.5, max_tokens: null, response_format: schema }, {}],
])("%j is unchanged after a round trip through the form", (config, left) => {
  expect(configOf(draftOf(config))).toEqual({ ...config, ...left });
});

test("an invalid prompt leaves the form empty, and empty messages are not sent", () => {
  expect(draftOf(null)).toEqual(emptyDraft);
  expect(draftOf({ model: 3, messages: "none", temperature: "hot", response_format: 1 })).toEqual(emptyDraft);
  expect(draftOf({ messages: [null, { role: "tool", content: "a" }] }).messages).toEqual([
    { role: "user", content: "a" },
  ]);
  expect(configOf(emptyDraft).messages).toEqual([]);
});

test.each([
  ["", null],
  [" 0.7 ", 0.7],
  ["0,7", 0.7],
  ["2.1", undefined],
  ["-1", undefined],
  ["warm", undefined],
])("the temperature %j is %j", (text, number) => expect(temperatureOf(text)).toBe(number));

test.each([
  ["Answer .", 7, 7, "Answer {{a b}}.", 14],
  ["Answer it.", 7, 9, "Answer {{a b}}.", 14],
  ["", 0, 0, "{{a b}}", 7],
])("a variable inserted into %j from %d to %d gives %j", (text, from, to, made, cursor) => {
  expect(withVariable(text, "a b", from, to)).toEqual({ text: made, cursor });
});
