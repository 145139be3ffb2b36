import { describe, expect, test } from "vitest";
import type { Attributes } from "./attributes";
import { type EventContent, type Meaning, projectName, readMeaning, sessionName } from "./span-meaning";

const cases: [name: string, attributes: Attributes, meaning: Partial<Meaning>, events?: EventContent[]][] = [
  [
    "GenAI conventions: messages, usage, provider",
    {
      "gen_ai.operation.name": "chat",
      "gen_ai.provider.name": "openai",
      "gen_ai.request.model": "gpt-4o",
      "gen_ai.response.model": "gpt-4o-2024-08-06",
      "gen_ai.usage.input_tokens": 12,
      "gen_ai.usage.output_tokens": "30",
      "gen_ai.input.messages": '[{"role":"user","parts":[{"type":"text","content":"Hi"}]}]',
      "gen_ai.output.messages": [{ role: "assistant" }],
    },
    {
      observationType: "llm",
      provider: "openai",
      model: "gpt-4o-2024-08-06",
      promptTokens: 12,
      completionTokens: 30,
      totalTokens: 42,
      input: [{ role: "user", parts: [{ type: "text", content: "Hi" }] }],
      output: [{ role: "assistant" }],
      costUsd: null,
    },
  ],
  [
    "GenAI conventions, deprecated: system, prompt_tokens, contents in events",
    { "gen_ai.system": "anthropic", "gen_ai.request.model": "claude", "gen_ai.usage.prompt_tokens": 5 },
    {
      observationType: "llm",
      provider: "anthropic",
      promptTokens: 5,
      completionTokens: null,
      totalTokens: 5,
      input: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Hi" },
      ],
      output: [{ role: "assistant", index: 0 }],
    },
    [
      { name: "gen_ai.system.message", attributes: { content: "Be brief." } },
      { name: "gen_ai.user.message", attributes: { content: "Hi" } },
      { name: "gen_ai.choice", attributes: { index: 0 } },
      { name: "exception", attributes: {} },
    ],
  ],
  [
    "content events",
    {},
    { input: "What?", output: { text: "That." } },
    [
      { name: "gen_ai.content.prompt", attributes: { "gen_ai.prompt": "What?" } },
      { name: "gen_ai.content.completion", attributes: { "gen_ai.completion": '{"text":"That."}' } },
    ],
  ],
  [
    "OpenInference: values, kind, token counts, cost",
    {
      "openinference.span.kind": "CHAIN",
      "input.value": "plain words",
      "output.value": '{"answer":42}',
      "output.mime_type": "application/json",
      "llm.token_count.prompt": 1,
      "llm.token_count.completion": 2,
      "llm.token_count.total": 4,
      "llm.cost.total": 0.0025,
    },
    {
      observationType: "chain",
      input: "plain words",
      output: { answer: 42 },
      totalTokens: 4,
      costUsd: 0.0025,
      model: null,
    },
  ],
  [
    "a text that looks like JSON and declares nothing, or text",
    { "input.value": '{"a": 1.10}', "output.value": "[1]", "output.mime_type": "text/plain" },
    { input: '{"a": 1.10}', output: "[1]" },
  ],
  [
    "declared JSON with numbers that a double cannot hold, and broken JSON",
    {
      "input.value": '{"id": 12345678901234567890}',
      "input.mime_type": "application/json; charset=utf-8",
      "output.value": "{broken",
      "output.mime_type": "application/json",
    },
    { input: { id: "12345678901234567890" }, output: "{broken" },
  ],
  [
    "a model's text, as the AI SDK reports it",
    { "ai.prompt.messages": '[{"role":"user"}]', "ai.response.text": '{"a":1.10}' },
    { input: [{ role: "user" }], output: '{"a":1.10}' },
  ],
  [
    "OpenInference: flattened messages in the order of their numbers",
    {
      "llm.model_name": "m",
      "llm.input_messages.10.message.content": "third",
      "llm.input_messages.0.message.role": "system",
      "llm.input_messages.0.message.content": "first",
      "llm.input_messages.2.message.content": "second",
      "llm.output_messages.0.message.tool_calls.0.tool_call.function.name": "lookup",
    },
    {
      observationType: "llm",
      input: [{ role: "system", content: "first" }, { content: "second" }, { content: "third" }],
      output: [{ tool_calls: [{ tool_call: { function: { name: "lookup" } } }] }],
    },
  ],
  [
    "OpenLLMetry: flattened prompts and completions",
    {
      "llm.request.type": "chat",
      "gen_ai.prompt.0.role": "user",
      "gen_ai.prompt.0.content": "Hi",
      "gen_ai.completion.0.content": "Hello",
    },
    { observationType: "llm", input: [{ role: "user", content: "Hi" }], output: [{ content: "Hello" }] },
  ],
  [
    "OpenLLMetry: entities",
    {
      "traceloop.span.kind": "workflow",
      "traceloop.entity.input": '{"q":1}',
      "traceloop.entity.output": '"quoted"',
    },
    { observationType: "chain", input: { q: 1 }, output: '"quoted"' },
  ],
  [
    "a tool",
    {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.call.arguments": '{"city":"Oslo"}',
      "gen_ai.tool.call.result": 4,
    },
    { observationType: "tool", input: { city: "Oslo" }, output: 4 },
  ],
  ["nothing of the kind", { "http.method": "GET" }, { observationType: "unknown", input: null, output: null }],
  [
    "figures that are none",
    { "gen_ai.usage.input_tokens": -1, "gen_ai.usage.output_tokens": 1.5, "gen_ai.usage.cost": "free" },
    { promptTokens: null, completionTokens: null, totalTokens: null, costUsd: null },
  ],
  ["a figure beyond the column", { "gen_ai.usage.input_tokens": 3_000_000_000 }, { promptTokens: null }],
  [
    "an unknown kind, then a known one",
    { "openinference.span.kind": "POET", "gen_ai.operation.name": "chat" },
    { observationType: "llm" },
  ],
  ["a NUL that hides in JSON text", { "ai.prompt": '{"a":"\\u0000"}' }, { input: { a: "\uFFFD" } }],
  [
    "JSON that is nested without end stays text",
    { "ai.prompt": `${"[".repeat(999)}${"]".repeat(999)}` },
    { input: `${"[".repeat(999)}${"]".repeat(999)}` },
  ],
  [
    "a key of thousands of steps is left where it is",
    { [`gen_ai.prompt${".x".repeat(20_000)}`]: "deep" },
    { input: null },
  ],
];

test.each(cases)("%s", (_, attributes, expected, events = []) => {
  expect(readMeaning(attributes, events)).toMatchObject(expected);
});

describe("projects", () => {
  test.each<[string, Attributes, Attributes, string]>([
    ["the service", { "service.name": "shop" }, {}, "shop"],
    ["the resource's project before its service", { "service.name": "shop", "project.name": "bot" }, {}, "bot"],
    ["OpenInference's first", { "project.name": "bot", "openinference.project.name": "oi" }, {}, "oi"],
    ["the span's before the resource's", { "openinference.project.name": "oi" }, { "project.name": "mine" }, "mine"],
    ["nothing", {}, {}, "default"],
    ["blanks", { "service.name": "  " }, {}, "default"],
    ["a service that its SDK does not know", { "service.name": "unknown_service:node" }, {}, "default"],
    ["a long name", { "service.name": "x".repeat(300) }, {}, "x".repeat(255)],
  ])("%s", (_, resource, attributes, expected) => {
    expect(projectName(resource, attributes)).toBe(expected);
  });
});

describe("sessions", () => {
  test.each<[string, Attributes, Attributes, string | null]>([
    ["session.id", {}, { "session.id": "s-1" }, "s-1"],
    ["a number", {}, { "session.id": 7 }, "7"],
    ["a conversation", {}, { "gen_ai.conversation.id": "c" }, "c"],
    ["of the resource", { "session.id": "r" }, {}, "r"],
    ["of the span first", { "session.id": "r" }, { "langfuse.session.id": "l" }, "l"],
    ["none", {}, { "session.id": "" }, null],
  ])("%s", (_, resource, attributes, expected) => {
    expect(sessionName(resource, attributes)).toBe(expected);
  });
});
