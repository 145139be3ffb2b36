// How providers of other protocols are asked, and what they answer, as their documentation shows it.
import { EventStreamCodec } from "@smithy/eventstream-codec";
import { expect } from "vitest";
import type { ProviderSettings } from "../settings";

export interface Wire {
  name: string;
  provider: (baseUrl: string) => ProviderSettings;
  model: string;
  /** Members of the requests: the path of a whole answer and of a stream, headers, and the body. */
  sent: { path: string; streamPath: string; headers: Record<string, unknown>; body: object };
  /** A whole answer with a text and a call of a tool. */
  reply: object;
  usage: object;
  /** A stream of a text in two pieces and of a call of a tool; a Uint8Array where it is not text. */
  stream: (string | Uint8Array)[];
  /** A refusal in the provider's own form. */
  refusal: object;
}

const remote = { apiKey: "sk-wired", models: [], timeoutMs: null };
const sse = (...events: object[]) => events.map((event) => `data: ${JSON.stringify(event)}\n\n`);
const named = (...events: { type: string }[]) =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);

/** Asks for most of what is translated. */
export const request = {
  messages: [
    { role: "system", content: "Be brief." },
    { role: "developer", content: "Be kind." },
    {
      role: "user",
      content: [
        { type: "text", text: "What is it?" },
        { type: "image_url", image_url: { url: "data:image/png;base64,aGVsbG8=" } },
      ],
    },
    {
      role: "assistant",
      content: "",
      tool_calls: [
        { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"it"}' } },
        { id: "call_2", type: "function", function: { name: "look", arguments: '{"at":"that"}' } },
      ],
    },
    { role: "tool", tool_call_id: "call_1", content: "a cat" },
    { role: "tool", tool_call_id: "call_2", content: "a dog" },
  ],
  tools: [{ type: "function", function: { name: "look", description: "Looks.", parameters: { type: "object" } } }],
  tool_choice: "required",
  stop: "END",
  temperature: 0.5,
};
/** Cohere's models take no pictures. */
export const withoutPicture = {
  ...request,
  messages: request.messages.map((message) =>
    message.role === "user" ? { ...message, content: "What is it?" } : message,
  ),
};

const anthropic: Wire = {
  name: "anthropic",
  provider: (baseUrl) => ({ kind: "anthropic", name: "anthropic", baseUrl: `${baseUrl}/v1`, ...remote }),
  model: "claude-sonnet-4-5",
  sent: {
    path: "/v1/messages",
    streamPath: "/v1/messages",
    headers: { "x-api-key": "sk-wired", "anthropic-version": "2023-06-01" },
    body: {
      model: "claude-sonnet-4-5",
      max_tokens: 4096,
      temperature: 0.5,
      stop_sequences: ["END"],
      system: [{ type: "text", text: "Be brief.\n\nBe kind." }],
      tool_choice: { type: "any" },
      tools: [{ name: "look", description: "Looks.", input_schema: { type: "object" } }],
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "What is it?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "aGVsbG8=" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "tool_use", id: "call_1", name: "look", input: { at: "it" } },
            { type: "tool_use", id: "call_2", name: "look", input: { at: "that" } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "call_1", content: "a cat" },
            { type: "tool_result", tool_use_id: "call_2", content: "a dog" },
          ],
        },
      ],
    },
  },
  reply: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-sonnet-4-5-20250929",
    content: [
      { type: "text", text: "Hello there" },
      { type: "tool_use", id: "tu_1", name: "look", input: { at: "you" } },
    ],
    stop_reason: "tool_use",
    stop_sequence: null,
    usage: { input_tokens: 10, output_tokens: 5, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
  },
  usage: {
    prompt_tokens: 15,
    completion_tokens: 5,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
  },
  stream: named(
    {
      type: "message_start",
      message: {
        id: "msg_1",
        type: "message",
        role: "assistant",
        model: "claude-sonnet-4-5-20250929",
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 10, output_tokens: 1, cache_read_input_tokens: 3, cache_creation_input_tokens: 2 },
      },
    } as { type: string },
    { type: "ping" },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } } as { type: string },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hello " } } as { type: string },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "there" } } as { type: string },
    { type: "content_block_stop", index: 0 } as { type: string },
    {
      type: "content_block_start",
      index: 1,
      content_block: { type: "tool_use", id: "tu_1", name: "look", input: {} },
    } as { type: string },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '{"at":' } } as {
      type: string;
    },
    { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json: '"you"}' } } as {
      type: string;
    },
    { type: "content_block_stop", index: 1 } as { type: string },
    { type: "message_delta", delta: { stop_reason: "tool_use", stop_sequence: null }, usage: { output_tokens: 5 } } as {
      type: string;
    },
    { type: "message_stop" },
  ),
  refusal: { type: "error", error: { type: "invalid_request_error", message: "prompt is too long" } },
};

const geminiParts = [
  { text: "Hello there" },
  { functionCall: { name: "look", args: { at: "you" } }, thoughtSignature: "c2ln" },
];
const geminiUsage = {
  promptTokenCount: 15,
  candidatesTokenCount: 4,
  thoughtsTokenCount: 1,
  cachedContentTokenCount: 3,
  totalTokenCount: 20,
};
const gemini: Wire = {
  name: "gemini",
  provider: (baseUrl) => ({ kind: "gemini", name: "gemini", baseUrl: `${baseUrl}/v1beta`, ...remote }),
  model: "gemini-2.5-pro",
  sent: {
    path: "/v1beta/models/gemini-2.5-pro:generateContent",
    streamPath: "/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse",
    headers: { "x-goog-api-key": "sk-wired" },
    body: {
      generationConfig: { temperature: 0.5, stopSequences: ["END"] },
      systemInstruction: { parts: [{ text: "Be brief.\n\nBe kind." }] },
      toolConfig: { functionCallingConfig: { mode: "ANY" } },
      contents: [
        { role: "user", parts: [{ text: "What is it?" }, { inlineData: { mimeType: "image/png", data: "aGVsbG8=" } }] },
        {
          role: "model",
          parts: [
            { functionCall: { name: "look", args: { at: "it" } } },
            { functionCall: { name: "look", args: { at: "that" } } },
          ],
        },
        {
          role: "user",
          parts: [
            { functionResponse: { name: "look", response: { name: "look", content: "a cat" } } },
            { functionResponse: { name: "look", response: { name: "look", content: "a dog" } } },
          ],
        },
      ],
    },
  },
  reply: {
    candidates: [{ content: { role: "model", parts: geminiParts }, finishReason: "STOP", index: 0 }],
    usageMetadata: geminiUsage,
  },
  usage: {
    prompt_tokens: 15,
    completion_tokens: 5,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 3 },
    completion_tokens_details: { reasoning_tokens: 1 },
  },
  stream: sse(
    { candidates: [{ content: { role: "model", parts: [{ text: "Hello " }] }, index: 0 }] },
    { candidates: [{ content: { role: "model", parts: [{ text: "there" }] }, index: 0 }] },
    {
      candidates: [{ content: { role: "model", parts: geminiParts.slice(1) }, finishReason: "STOP", index: 0 }],
      usageMetadata: geminiUsage,
    },
  ),
  refusal: { error: { code: 400, message: "prompt is too long", status: "INVALID_ARGUMENT" } },
};

const cohereUsage = {
  billed_units: { input_tokens: 9, output_tokens: 5 },
  tokens: { input_tokens: 15, output_tokens: 5 },
};
const cohere: Wire = {
  name: "cohere",
  provider: (baseUrl) => ({ kind: "cohere", name: "cohere", baseUrl: `${baseUrl}/v2`, ...remote }),
  model: "command-a",
  sent: {
    path: "/v2/chat",
    streamPath: "/v2/chat",
    headers: { authorization: "Bearer sk-wired" },
    body: {
      model: "command-a",
      temperature: 0.5,
      stop_sequences: ["END"],
      tool_choice: "REQUIRED",
      messages: [
        { role: "system", content: "Be brief.\n\nBe kind." },
        { role: "user", content: "What is it?" },
        {
          role: "assistant",
          tool_calls: [
            { id: "call_1", type: "function", function: { name: "look", arguments: '{"at":"it"}' } },
            { id: "call_2", type: "function", function: { name: "look", arguments: '{"at":"that"}' } },
          ],
        },
        { role: "tool", content: "a cat", tool_call_id: "call_1" },
        { role: "tool", content: "a dog", tool_call_id: "call_2" },
      ],
    },
  },
  reply: {
    id: "c_1",
    finish_reason: "TOOL_CALL",
    message: {
      role: "assistant",
      content: [{ type: "text", text: "Hello there" }],
      tool_calls: [{ id: "tu_1", type: "function", function: { name: "look", arguments: '{"at":"you"}' } }],
    },
    usage: cohereUsage,
  },
  usage: { prompt_tokens: 15, completion_tokens: 5, total_tokens: 20 },
  stream: named(
    { type: "message-start", id: "c_1", delta: { message: { role: "assistant" } } } as { type: string },
    { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } } as {
      type: string;
    },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "Hello " } } } } as { type: string },
    { type: "content-delta", index: 0, delta: { message: { content: { text: "there" } } } } as { type: string },
    { type: "content-end", index: 0 } as { type: string },
    {
      type: "tool-call-start",
      delta: {
        message: { tool_calls: { id: "tu_1", type: "function", function: { name: "look", arguments: "" } } },
      },
    } as { type: string },
    {
      type: "tool-call-delta",
      delta: { message: { tool_calls: { function: { arguments: '{"at":"you"}' } } } },
    } as { type: string },
    { type: "tool-call-end" },
    { type: "message-end", delta: { finish_reason: "TOOL_CALL", usage: cohereUsage } } as { type: string },
  ),
  refusal: { message: "prompt is too long" },
};

const codec = new EventStreamCodec(
  (bytes) => new TextDecoder().decode(bytes),
  (text) => new TextEncoder().encode(text),
);
const frame = (type: string, body: object): Uint8Array =>
  codec.encode({
    headers: {
      ":message-type": { type: "string", value: "event" },
      ":event-type": { type: "string", value: type },
      ":content-type": { type: "string", value: "application/json" },
    },
    body: new TextEncoder().encode(JSON.stringify(body)),
  });
const bedrockUsage = {
  inputTokens: 10,
  outputTokens: 5,
  totalTokens: 20,
  cacheReadInputTokens: 3,
  cacheWriteInputTokens: 2,
};
const bedrock: Wire = {
  name: "bedrock",
  provider: (baseUrl) => ({
    kind: "bedrock",
    name: "bedrock",
    baseUrl,
    ...remote,
    apiKey: null,
    region: "eu-central-1",
    accessKeyId: "AKIDEXAMPLE",
    secretAccessKey: "sk-wired",
    sessionToken: null,
  }),
  model: "eu.amazon.nova-pro-v1:0",
  sent: {
    path: "/model/eu.amazon.nova-pro-v1%3A0/converse",
    streamPath: "/model/eu.amazon.nova-pro-v1%3A0/converse-stream",
    headers: {
      authorization: expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/bedrock\//),
      "x-amz-date": expect.stringMatching(/^\d{8}T\d{6}Z$/),
    },
    body: {
      system: [{ text: "Be brief.\n\nBe kind." }],
      inferenceConfig: { temperature: 0.5, stopSequences: ["END"] },
      toolConfig: {
        tools: [{ toolSpec: { name: "look", description: "Looks.", inputSchema: { json: { type: "object" } } } }],
        toolChoice: { any: {} },
      },
      messages: [
        {
          role: "user",
          content: [{ text: "What is it?" }, { image: { format: "png", source: { bytes: "aGVsbG8=" } } }],
        },
        {
          role: "assistant",
          content: [
            { toolUse: { toolUseId: "call_1", name: "look", input: { at: "it" } } },
            { toolUse: { toolUseId: "call_2", name: "look", input: { at: "that" } } },
          ],
        },
        {
          role: "user",
          content: [
            { toolResult: { toolUseId: "call_1", content: [{ text: "a cat" }] } },
            { toolResult: { toolUseId: "call_2", content: [{ text: "a dog" }] } },
          ],
        },
      ],
    },
  },
  reply: {
    output: {
      message: {
        role: "assistant",
        content: [{ text: "Hello there" }, { toolUse: { toolUseId: "tu_1", name: "look", input: { at: "you" } } }],
      },
    },
    stopReason: "tool_use",
    usage: bedrockUsage,
  },
  usage: {
    prompt_tokens: 15,
    completion_tokens: 5,
    total_tokens: 20,
    prompt_tokens_details: { cached_tokens: 3, cache_write_tokens: 2 },
  },
  stream: [
    frame("messageStart", { role: "assistant" }),
    frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Hello " } }),
    frame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "there" } }),
    frame("contentBlockStop", { contentBlockIndex: 0 }),
    frame("contentBlockStart", { contentBlockIndex: 1, start: { toolUse: { toolUseId: "tu_1", name: "look" } } }),
    frame("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '{"at":' } } }),
    frame("contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '"you"}' } } }),
    frame("contentBlockStop", { contentBlockIndex: 1 }),
    frame("messageStop", { stopReason: "tool_use" }),
    frame("metadata", { usage: bedrockUsage, metrics: { latencyMs: 5 } }),
  ],
  refusal: { message: "prompt is too long" },
};

export const wires = [anthropic, gemini, cohere, bedrock];
