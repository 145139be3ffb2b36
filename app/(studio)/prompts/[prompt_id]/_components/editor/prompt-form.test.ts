import { describe, expect, test } from "vitest";
import { type PromptContentInput, promptContent } from "@/lib/contracts/prompts/content";
import { contentOf, jsonFlaw, valuesOf, variablesOf } from "./prompt-form";

const content = (input: PromptContentInput) => promptContent.parse(input);
const full = content({
  messages: [
    { role: "system", content: "Be kind to {{name}}." },
    { type: "placeholder", name: "history" },
    { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.test/a.png" } }] },
    { role: "assistant", content: null, tool_calls: [{ id: "1" }] },
    { role: "user", content: "{{question}}" },
  ],
  model: "sandbox/echo",
  settings: { temperature: 0, max_tokens: 9, presence_penalty: 1, tool_choice: "auto" },
  tools: [{ type: "function" }],
  output_schema: { type: "object" },
  variables: [
    { name: "name", type: "text", examples: ["Ada", "Bo"] },
    { name: "question", type: "json" },
  ],
});

describe("the editor", () => {
  test.each([
    ["a full version", full],
    ["the smallest one", content({ messages: [{ role: "user", content: "Hi" }] })],
  ])("returns %s unchanged", (_, version) => expect(contentOf(valuesOf(version), version)).toEqual(version));

  test("keeps known variables, adds new ones and drops removed ones", () => {
    const values = valuesOf(full);
    const messages = [{ key: "a", role: "user" as const, text: "{{name}} {{city}}", kept: null }];
    expect(variablesOf({ ...values, messages })).toEqual([
      { name: "name", type: "text", example: "Ada" },
      { name: "city", type: "text", example: "" },
    ]);
  });
});

test.each([
  ["", "list", null],
  ["[]", "list", null],
  ["{}", "object", null],
  ["{}", "list", "Must be a JSON list."],
  ["[]", "object", "Must be a JSON object."],
  ["null", "object", "Must be a JSON object."],
  ["{", "object", "Must be a JSON object."],
] as const)("the problem of %j as a %s: %s", (text, form, flaw) => expect(jsonFlaw(text, form)).toBe(flaw));
