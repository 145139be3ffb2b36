import { expect, test } from "vitest";
import { promptContent } from "@/lib/contracts/prompts/content";
import { savedTask } from "./saved-task";

const version = (content: object) => ({
  name: "support",
  version: "v3",
  content: promptContent.parse({ messages: [{ role: "user", content: "{{question}}" }], ...content }),
});
const prompt = { name: "support", version: "v3" };

test("a version brings its messages, model, settings, tools and format", () => {
  const tools = [{ type: "function", function: { name: "find" } }];
  const settings = { temperature: 0.3, top_p: 0.9 };
  expect(savedTask(version({ model: "acme/large", settings, tools, output_schema: { type: "object" } }), "")).toEqual({
    kind: "prompt",
    prompt,
    config: {
      model: "acme/large",
      messages: [{ role: "user", content: "{{question}}" }],
      temperature: 0.3,
      top_p: 0.9,
      tools,
      tool_choice: null,
      response_format: { type: "json_schema", json_schema: { name: "answer", schema: { type: "object" } } },
    },
  });
});

test.each([
  ["the version's model", "acme/large", "", "acme/large"],
  ["another model", "acme/large", " acme/small ", "acme/small"],
  ["a model where the version names none", null, "acme/small", "acme/small"],
])("answers with %s", (_, model, typed, used) => {
  expect(savedTask(version({ model }), typed)).toMatchObject({ prompt, config: { model: used } });
});

test.each([
  ["no model", {}, "The version names no model."],
  [
    "a placeholder",
    { model: "acme/large", messages: [{ type: "placeholder", name: "history" }] },
    "The placeholder history cannot be filled from a row.",
  ],
])("a version with %s is refused with the reason", (_, content, problem) => {
  expect(savedTask(version(content), "")).toEqual({ problem });
});
