// Which members of a message a chat has, which it does without, and which it cannot have.
import { describe, expect, test } from "vitest";
import { recordsIn } from "@/lib/records";
import { chat } from "../testing/memory-parts";
import { exchange } from "../testing/over-chat";

type Json = Record<string, unknown>;

const base = { ...chat("small"), max_tokens: 9 };
const properties = { city: { type: "string" } };
const schema = { type: "object", properties, required: ["city"], additionalProperties: false };
const loose = { type: "object", properties, additionalProperties: false };
const formatted = (of: Json, strict: boolean) => ({
  response_format: { type: "json_schema", json_schema: { name: "answer", schema: of, strict } },
});
const tool = { name: "look", input_schema: { type: "object", properties: {}, additionalProperties: false } };
const sentTool = (more: Json) => ({
  tools: [{ type: "function", function: { name: "look", parameters: tool.input_schema, ...more } }],
});
const called = { role: "assistant", content: [{ type: "tool_use", id: "t0", name: "look", input: {} }] };
const result = (more: Json) => [
  { role: "user", content: "Where?" },
  called,
  { role: "user", content: [{ type: "tool_result", tool_use_id: "t0", ...more }] },
];

describe("over chat, messages keep", () => {
  test.each<[string, Json, Json]>([
    ["a schema of the answer", { output_config: { format: { type: "json_schema", schema } } }, formatted(schema, true)],
    [
      "one whose properties may be missing, which OpenAI takes only if it is not strict",
      { output_config: { format: { type: "json_schema", schema: loose } } },
      formatted(loose, false),
    ],
    ["one under its older name", { output_format: { type: "json_schema", schema } }, formatted(schema, true)],
    ["a tool that is strict", { tools: [{ ...tool, strict: true }] }, sentTool({ strict: true })],
    ["all but an empty list of stop sequences", { stop_sequences: [] }, {}],
    ["a tool that is not", { tools: [{ ...tool, strict: false }] }, sentTool({ strict: false })],
  ])("%s", async (_what, more, expected) => {
    const { status, sent } = await exchange("/v1/messages", more);
    expect([status, sent]).toEqual([200, { ...base, ...expected }]);
  });

  test.each<[string, Json, string]>([
    ["with a text", { content: "No such city" }, "Error: No such city"],
    ["with texts", { content: [{ type: "text", text: "No such city" }] }, "Error: No such city"],
    ["without one", {}, "Error"],
  ])("the failure of a tool %s", async (_what, more, content) => {
    const { sent } = await exchange("/v1/messages", { messages: result({ ...more, is_error: true }) });
    expect(sent?.messages).toContainEqual({ role: "tool", tool_call_id: "t0", content });
  });
});

test("over chat, the images of a tool's result follow as the user's, before the rest of the message", async () => {
  const data = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
  const [question, call, answered] = result({ content: [{ type: "text", text: "Here" }, data] });
  const content = [...recordsIn(answered?.content), { type: "text", text: "And?" }];
  const { status, sent } = await exchange("/v1/messages", { messages: [question, call, { role: "user", content }] });
  const image = { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } };
  expect([status, recordsIn(sent?.messages).slice(2)]).toEqual([
    200,
    [
      { role: "tool", tool_call_id: "t0", content: "Here" },
      { role: "user", content: [image, { type: "text", text: "And?" }] },
    ],
  ]);
});

describe("over chat, messages do without", () => {
  test.each<[string, Json]>([
    ["what trims the history", { context_management: { edits: [{ type: "clear_tool_uses_20250919" }] } }],
    ["thoughts", { thinking: { type: "adaptive" } }],
    ["an effort, which models refuse that do not think", { output_config: { effort: "max", format: null } }],
    ["the number of likely tokens, which OpenAI refuses", { top_k: 5 }],
    ["marks for a cache", { cache_control: { type: "ephemeral" } }],
    ["a speed", { speed: "fast" }],
    ["a tier", { service_tier: "standard_only" }],
    ["an empty configuration of the output", { output_config: {} }],
    ["servers, a container and a region that are none", { mcp_servers: [], container: null, inference_geo: "global" }],
  ])("%s", async (_what, more) => {
    const { status, sent } = await exchange("/v1/messages", more);
    expect([status, sent]).toEqual([200, base]);
  });
});

describe("over chat, messages are refused by name for", () => {
  test.each<[string, string, Json]>([
    ["servers of tools", "mcp_servers", { mcp_servers: [{ type: "url", url: "https://mcp.test", name: "m" }] }],
    ["a container", "container", { container: "container_1" }],
    ["a summary of the history", "compaction", { compaction: { type: "summarize" } }],
    ["other models", "fallbacks", { fallbacks: [{ model: "claude-x" }] }],
    ["a conversation that is stored", "thread", { thread: { type: "create" } }],
    ["a region", "inference_geo", { inference_geo: "us" }],
    [
      "a budget of a task",
      "output_config.task_budget",
      { output_config: { task_budget: { type: "tokens", total: 9 } } },
    ],
    ["a format that chats do not have", "output_config.format.type", { output_config: { format: { type: "regex" } } }],
    ["examples of a tool", "tools[0].input_examples", { tools: [{ ...tool, input_examples: [{}] }] }],
  ])("%s", async (_what, param, more) => {
    const { status, sent, answer } = await exchange("/v1/messages", more);
    expect([status, sent, answer.error]).toMatchObject([
      400,
      undefined,
      { code: "invalid_request_error", param, message: expect.stringContaining(param) },
    ]);
  });
});

test.each<[string, Json, string]>([
  [
    "a document",
    { messages: [{ role: "user", content: [{ type: "document", source: {} }] }] },
    "messages[0].content[0].type",
  ],
  [
    "a source",
    { messages: [{ role: "user", content: [{ type: "image", source: { type: "file" } }] }] },
    "messages[0].content[0].source",
  ],
  [
    "a result's document",
    { messages: result({ content: [{ type: "document" }] }) },
    "messages[2].content[0].content[0].type",
  ],
  [
    "a result's image",
    { messages: result({ content: [{ type: "image" }] }) },
    "messages[2].content[0].content[0].source",
  ],
  ["an invalid text", { system: [{ type: "text", text: 7 }] }, "system[0].text"],
  ["contents of no kind", { messages: [{ role: "user", content: 7 }] }, "messages[0].content"],
])("a refused message names %s", async (_what, more, param) => {
  const { status, answer } = await exchange("/v1/messages", more);
  expect([status, answer.error.param]).toEqual([400, param]);
});
