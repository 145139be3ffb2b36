// A conversation with calls of tools, where the model may call none: Anthropic and Bedrock refuse calls without tools.
import { describe, expect, test } from "vitest";
import { exchange } from "../../testing/wire-suite";

const named = (id: string, args: string) => ({ id, type: "function", function: { name: "look", arguments: args } });
const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];
const messages = [
  { role: "user", content: "Weather?" },
  { role: "assistant", content: "I look.", tool_calls: [named("a", '{"at":"Oslo"}'), named("b", "{}")] },
  { role: "tool", tool_call_id: "a", content: "SUNNY" },
  { role: "tool", tool_call_id: "b", content: [{ type: "text", text: "COLD" }] },
  { role: "user", content: "Sum up." },
];
const withoutTools: [string, object][] = [
  ["no tools", { messages }],
  ["an empty list of tools", { messages, tools: [] }],
  ["a choice of none", { messages, tools, tool_choice: "none" }],
];

describe.each(withoutTools)("earlier calls, with %s", (_title, body) => {
  test("are text for Bedrock", async () => {
    const { sent } = await exchange("bedrock", body);
    expect(sent?.body).not.toHaveProperty("toolConfig");
    expect(sent?.body).toMatchObject({
      messages: [
        { role: "user", content: [{ text: "Weather?" }] },
        {
          role: "assistant",
          content: [{ text: "I look." }, { text: 'Called look: {"at":"Oslo"}' }, { text: "Called look: {}" }],
        },
        {
          role: "user",
          content: [
            { text: "Result of look:" },
            { text: "SUNNY" },
            { text: "Result of look:" },
            { text: "COLD" },
            { text: "Sum up." },
          ],
        },
      ],
    });
  });

  test("stay calls for Anthropic, which gets the tools and is not to call them", async () => {
    const { sent } = await exchange("anthropic", body);
    expect(sent?.body).toMatchObject({
      tools: [{ name: "look", input_schema: { type: "object" } }],
      tool_choice: { type: "none" },
      messages: [
        {},
        { content: [{ text: "I look." }, { type: "tool_use", id: "a" }, { type: "tool_use", id: "b" }] },
        { content: [{ type: "tool_result" }, { type: "tool_result" }, { type: "text", text: "Sum up." }] },
      ],
    });
  });

  test.each([
    ["gemini", { contents: [{}, { parts: [{}, { functionCall: { name: "look" } }, {}] }, {}, {}] }],
    ["cohere", { messages: [{}, { tool_calls: [{ id: "a" }, { id: "b" }] }, {}, {}, {}] }],
  ])("stay calls for %s", async (name, expected) => {
    expect((await exchange(name, body)).sent?.body).toMatchObject(expected);
  });
});

test("a result's part that Bedrock cannot read is named by its own number", async () => {
  const image = { type: "image_url", image_url: { url: "https://x.test/a.png" } };
  const result = { role: "tool", tool_call_id: "a", content: [{ type: "text", text: "SUNNY" }, image] };
  const { response, calls } = await exchange("bedrock", { messages: [...messages.slice(0, 2), result] });
  const { param } = (await response.json()).error;
  expect([response.status, param, calls]).toEqual([400, "messages[2].content[1].image_url.url", 0]);
});

test.each<[string, object]>([
  ...withoutTools,
  ["a choice of none and no earlier calls", { tools, tool_choice: "none" }],
])("with %s, an older Claude may only call the SDK's tool for JSON", async (_title, body) => {
  const format = { type: "json_schema", json_schema: { name: "sum", schema: { type: "object" } } };
  const older = { ...body, model: "anthropic/claude-sonnet-4-20250514", response_format: format };
  expect((await exchange("anthropic", older)).sent?.body).toMatchObject({
    tools: [{ name: "look" }, { name: "json" }],
    tool_choice: { type: "tool", name: "json", disable_parallel_tool_use: true },
  });
});

test.each<[string, object, boolean]>([
  ["tools", { messages, tools }, true],
  ["a forced tool", { messages, tools, tool_choice: "required" }, true],
  ["no earlier calls and a choice of none", { tools, tool_choice: "none" }, false],
])("with %s, a choice is sent as before", async (_title, body, hasTools) => {
  const anthropic = (await exchange("anthropic", body)).sent?.body;
  const bedrock = (await exchange("bedrock", body)).sent?.body;
  expect(JSON.stringify(anthropic)).not.toContain('"none"');
  expect(anthropic).toEqual(hasTools ? expect.objectContaining({ tools: expect.anything() }) : expect.anything());
  expect(Object.hasOwn(bedrock as object, "toolConfig")).toBe(hasTools);
});
