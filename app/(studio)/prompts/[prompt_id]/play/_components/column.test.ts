import { describe, expect, test } from "vitest";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import { contentOf, examplesOf, firstColumns, inputsOf, isChanged, newColumn, valuesOf } from "./column";

const content = (input: Partial<PromptContentInput> = {}) =>
  promptContent.parse({ messages: [{ role: "user", content: "Hi" }], model: "a/b", ...input });

test.each([
  [["v3", "v2", "v1"], "v2", ["v2", "v1"]],
  [["v3", "v2", "v1"], undefined, ["v3", "v2"]],
  [["v3", "v2", "v1"], "v1", ["v1"]],
  [["v1"], "v9", ["v1"]],
])("with versions %j, opening %s shows the columns %j", (versions, shown, columns) =>
  expect(firstColumns(versions, shown).map(({ version }) => version)).toEqual(columns),
);

describe("a column", () => {
  test.each([
    ["nothing", {}, false, { model: "a/b", settings: {} }],
    ["a model", { model: " c/d " }, true, { model: "c/d", settings: {} }],
    ["a temperature of 0", { temperature: 0 }, true, { model: "a/b", settings: { temperature: 0 } }],
  ])("overrides %s", (_, change, changed, result) => {
    const column = { ...newColumn("v1"), ...change };
    expect([isChanged(column), contentOf(content(), column)]).toEqual([changed, content(result)]);
  });
});

test("inputs are variables and placeholders without duplicates, with their examples and values", () => {
  const messages: PromptContentInput["messages"] = [
    { type: "placeholder", name: "history" },
    { role: "user", content: "{{a}}" },
  ];
  const contents = [
    content({ messages, variables: [{ name: "a", type: "number", examples: ["1", "2"] }] }),
    content({ variables: [{ name: "a" }, { name: "b" }] }),
  ];
  const inputs = inputsOf(contents);
  expect(inputs).toEqual([
    { name: "a", kind: "number" },
    { name: "history", kind: "messages" },
    { name: "b", kind: "text" },
  ]);
  expect(examplesOf(contents)).toEqual({ a: "1" });
  expect(valuesOf(inputs, { a: "1", b: "" })).toEqual({ a: "1", history: [] });
  expect(valuesOf(inputs, { history: '[{"role":"user"}]' })).toEqual({ history: [{ role: "user" }] });
  expect(valuesOf(inputs, { history: "[" })).toEqual({ history: "[" });
});
