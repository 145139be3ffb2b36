import { describe, expect, test } from "vitest";
import { usageOf } from "../../money/usage";
import { readAnswer, StreamedAnswer } from "../../record/answer";
import type { RemoteSettings } from "../../settings";
import { asChunks, asCompletion } from "./answers";
import { addressOf } from "./call";
import type { NativeOperation } from "./operations";

const response = {
  id: "resp_1",
  object: "response",
  model: "gpt-x",
  status: "completed",
  output: [
    { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "xyz" },
    { type: "web_search_call", id: "ws_1", status: "completed" },
    {
      type: "message",
      id: "msg_1",
      role: "assistant",
      content: [{ type: "output_text", text: "Oslo", annotations: [] }],
    },
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "look", arguments: '{"a":1}' },
  ],
  usage: {
    input_tokens: 100,
    input_tokens_details: { cached_tokens: 60 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 130,
  },
};
const message = {
  id: "msg_1",
  type: "message",
  model: "claude-x",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "text", text: "Oslo" },
    { type: "tool_use", id: "call_1", name: "look", input: { a: 1 } },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 30, cache_read_input_tokens: 60, cache_creation_input_tokens: 10, output_tokens: 30 },
};
const chatMessage = {
  content: "Oslo",
  reasoning_content: "Hm.",
  tool_calls: [{ id: "call_1", type: "function", function: { name: "look", arguments: '{"a":1}' } }],
};

describe("a native answer, as counting and recording read it", () => {
  test.each<[NativeOperation, Record<string, unknown>, number | null]>([
    ["responses", response, null],
    ["messages", message, 10],
  ])("of %s that came whole", (operation, native, written) => {
    const completion = asCompletion(operation, native);
    expect(completion.native).toBe(native);
    expect(readAnswer(completion)).toMatchObject({
      id: native.id,
      model: native.model,
      choices: [{ message: chatMessage, finishReason: "tool_calls" }],
      inputTokens: 100,
      cachedInputTokens: 60,
      cacheWriteTokens: written,
      outputTokens: 30,
    });
  });

  test.each<[NativeOperation, object, string]>([
    ["responses", { ...response, output: [], incomplete_details: { reason: "max_output_tokens" } }, "length"],
    ["responses", { ...response, output: [], incomplete_details: { reason: "content_filter" } }, "content_filter"],
    ["responses", { ...response, output: [] }, "stop"],
    ["messages", { ...message, stop_reason: "max_tokens" }, "length"],
    ["messages", { ...message, stop_reason: "refusal" }, "content_filter"],
    ["messages", { ...message, content: [], stop_reason: "end_turn" }, "stop"],
  ])("of %s keeps its finish reason: %#", (operation, native, reason) => {
    expect(asCompletion(operation, { ...native })).toMatchObject({ choices: [{ finish_reason: reason }] });
  });

  test("that reports a failure is a failure", () => {
    const error = { code: "server_error", message: "no" };
    expect(asCompletion("responses", { ...response, status: "failed", error })).toEqual({ error });
    expect(asCompletion("responses", { ...response, status: "failed" })).toMatchObject({ error: {} });
    expect(asChunks("responses")({ type: "response.failed", response: { error } })).toEqual({ error });
    expect(asChunks("messages")({ type: "error", error })).toEqual({ error });
  });

  test.each<[NativeOperation, Record<string, unknown>[]]>([
    [
      "responses",
      [
        { type: "response.created", response: { id: "resp_1", model: "gpt-x" } },
        { type: "response.reasoning_summary_text.delta", output_index: 0, delta: "Hm." },
        { type: "response.web_search_call.searching", output_index: 1 },
        { type: "response.output_text.delta", output_index: 2, delta: "Os" },
        { type: "response.output_text.delta", output_index: 2, delta: "lo" },
        { type: "response.output_item.added", output_index: 3, item: { ...response.output[3], arguments: "" } },
        { type: "response.function_call_arguments.delta", output_index: 3, delta: '{"a":1}' },
        { type: "response.completed", response },
      ],
    ],
    [
      "messages",
      [
        { type: "message_start", message: { ...message, content: [], usage: { ...message.usage, output_tokens: 1 } } },
        { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } },
        { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Oslo" } },
        { type: "content_block_start", index: 2, content_block: { ...message.content[2], input: {} } },
        { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"a":1}' } },
        { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 30 } },
        { type: "message_stop" },
      ],
    ],
  ])("of %s that came as a stream", (operation, events) => {
    const chunkOf = asChunks(operation);
    const answer = new StreamedAnswer();
    for (const event of events) answer.follow(chunkOf(event));
    expect(answer.isFinished).toBe(true);
    expect(answer.read()).toMatchObject({
      choices: [{ message: chatMessage, finishReason: "tool_calls" }],
      inputTokens: 100,
      cachedInputTokens: 60,
      outputTokens: 30,
    });
  });
});

describe("a stream of messages that ends early", () => {
  const hello = "Hello there, dear"; // five tokens as estimated
  const start = (usage: object) => ({ type: "message_start", message: { id: "msg_1", model: "claude-x", usage } });
  const word = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: hello } };
  const ended = (usage?: object) => ({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage });
  const stop = { type: "message_stop" };
  const read = { input_tokens: 30, cache_read_input_tokens: 60, cache_creation_input_tokens: 10 };
  const chat = { model: "m", messages: [{ role: "user", content: "a".repeat(80) }] }; // 24 tokens as estimated

  test.each<[string, Record<string, unknown>[], object]>([
    [
      "has the input that its beginning reports",
      [start({ ...read, output_tokens: 1 }), word],
      { inputTokens: 100, cachedInputTokens: 60, cacheWriteTokens: 10, outputTokens: 5, isEstimated: true },
    ],
    [
      "has the output that it reports before its last event",
      [start({ ...read, output_tokens: 1 }), word, ended({ output_tokens: 9 })],
      { inputTokens: 100, cachedInputTokens: 60, outputTokens: 9, isEstimated: false },
    ],
    [
      "keeps what its end does not repeat",
      [start({ ...read, output_tokens: 1 }), word, ended({ input_tokens: null, output_tokens: 9 }), stop],
      { inputTokens: 100, cachedInputTokens: 60, outputTokens: 9, isEstimated: false },
    ],
    [
      "has the input that is only reported with the output",
      [start({ input_tokens: 0, output_tokens: 0 }), word, ended({ input_tokens: 33, output_tokens: 9 })],
      { inputTokens: 33, outputTokens: 9, isEstimated: false },
    ],
    [
      "is estimated if its beginning reports nothing",
      [start({ input_tokens: 0, output_tokens: 0 }), word],
      { inputTokens: 24, outputTokens: 5, isEstimated: true },
    ],
    [
      "is estimated if nothing is ever reported",
      [{ type: "message_start", message: {} }, word, ended(), stop],
      { inputTokens: 24, outputTokens: 5, isEstimated: true },
    ],
    [
      "believes no output of its beginning, also at the end",
      [start({ ...read, output_tokens: 1 }), word, ended(), stop],
      { inputTokens: 100, outputTokens: 5, isEstimated: true },
    ],
    [
      "believes that nothing was written",
      [start({ ...read, output_tokens: 1 }), word, ended({ output_tokens: 0 })],
      { inputTokens: 100, outputTokens: 0, isEstimated: false },
    ],
  ])("%s", (_name, events, expected) => {
    const chunkOf = asChunks("messages");
    const answer = new StreamedAnswer();
    for (const event of events) answer.follow(chunkOf(event));
    expect(usageOf(chat, answer.read())).toMatchObject(expected);
  });
});

const shared = { name: "p", apiKey: null, models: [], timeoutMs: null };
test.each<[NativeOperation, RemoteSettings, string]>([
  ["responses", { ...shared, kind: "openai", baseUrl: "https://o.test/v1/" }, "https://o.test/v1/responses"],
  ["messages", { ...shared, kind: "openai", baseUrl: "http://o.test:8000" }, "http://o.test:8000/v1/messages"],
  ["messages", { ...shared, kind: "anthropic", baseUrl: "https://a.test/v1/" }, "https://a.test/v1/messages"],
  [
    "responses",
    { ...shared, kind: "azure", baseUrl: "https://z.test/openai/", apiVersion: "2024-10-21", isBearer: false },
    "https://z.test/openai/v1/responses",
  ],
])("%s of %j are sent to %s", (operation, settings, address) => {
  expect(addressOf(operation, settings).href).toBe(address);
});
