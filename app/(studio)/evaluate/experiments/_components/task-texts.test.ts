import { expect, test } from "vitest";
import { type Tried, taskTexts } from "./task-texts";

const nothing: Tried = { prompt: null, config: null, agent: null, message: null };

test.each<[what: string, tried: Partial<Tried>, texts: Record<string, string>]>([
  ["outputs that no prompt makes", {}, {}],
  [
    "a prompt with settings and tools",
    {
      prompt: { name: "support", version: "v3" },
      config: {
        model: "acme/large",
        messages: [
          { role: "system", content: "Be brief." },
          { role: "user", content: "{{question}}" },
        ],
        temperature: 0,
        top_p: null,
        response_format: { type: "json_object" },
        tools: [{ type: "function" }],
      },
    },
    {
      Messages: "system: Be brief.\n\nuser: {{question}}",
      "Model and settings":
        'prompt: support, v3\nmodel: acme/large\ntemperature: 0\nresponse_format: {"type":"json_object"}',
      Tools: '[\n  {\n    "type": "function"\n  }\n]',
    },
  ],
  [
    "a prompt that was typed",
    { config: { model: "acme/large", messages: [{ role: "user", content: "Hello" }], tools: [] } },
    { Messages: "user: Hello", "Model and settings": "model: acme/large" },
  ],
  [
    "an agent",
    { agent: { agent_id: "a", version_id: "b", name: "Desk", version: 2 }, message: "Answer: {{question}}" },
    { Message: "Answer: {{question}}", Agent: "Desk, version 2" },
  ],
])("of %s", (_, tried, texts) => {
  expect(taskTexts({ ...nothing, ...tried })).toEqual(texts);
});
