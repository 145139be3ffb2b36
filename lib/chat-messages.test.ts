import { describe, expect, test } from "vitest";
import { type ChatMessage, readMessages } from "./chat-messages";

const message = (role: string, more: Partial<ChatMessage> = {}): ChatMessage => ({
  role,
  text: "",
  reasoning: "",
  calls: [],
  ...more,
});
const call = { name: "lookup", input: '{"id":7}' };

describe("readMessages", () => {
  test.each<[convention: string, value: unknown, messages: ChatMessage[]]>([
    ["OpenAI", [{ role: "user", content: "Hi" }], [message("user", { text: "Hi" })]],
    [
      "OpenAI: refusals as a member and as a part, speech, and the older form of a call",
      [
        { role: "assistant", content: null, refusal: "I can't help with that." },
        { role: "assistant", content: [{ type: "refusal", refusal: "No." }], refusal: null },
        { role: "assistant", content: null, audio: { id: "a", data: "UklG", transcript: "Hello." } },
        { role: "assistant", content: null, function_call: { name: "lookup", arguments: '{"id":7}' } },
      ],
      [
        message("assistant", { text: "I can't help with that." }),
        message("assistant", { text: "No." }),
        message("assistant", { text: "Hello." }),
        message("assistant", { calls: [call] }),
      ],
    ],
    [
      "OpenAI: a lone refusal",
      { role: "assistant", content: null, refusal: "I can't help with that." },
      [message("assistant", { text: "I can't help with that." })],
    ],
    [
      "OpenAI: parts, images, tool calls, reasoning",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "a" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          reasoning_content: "Hm.",
          tool_calls: [{ id: "1", function: { name: "lookup", arguments: '{"id":7}' } }],
        },
        { role: "tool", tool_call_id: "1", content: "Found" },
      ],
      [
        message("user", { text: "Look\n[image_url]" }),
        message("assistant", { reasoning: "Hm.", calls: [call] }),
        message("tool", { text: "Found" }),
      ],
    ],
    [
      "OpenTelemetry: parts of every type",
      [
        { role: "system", parts: [{ type: "text", content: "Be brief." }] },
        {
          role: "user",
          parts: [
            { type: "text", content: "Look" },
            { type: "blob", modality: "image", mime_type: "image/png", content: "aGk=" },
            { type: "uri", modality: "audio", uri: "https://example.test/a.mp3" },
            { type: "file", modality: "video", file_id: "f1" },
          ],
        },
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "Hm." },
            { type: "tool_call", id: "1", name: "lookup", arguments: { id: 7 } },
          ],
          finish_reason: "tool_call",
        },
        { role: "tool", parts: [{ type: "tool_call_response", id: "1", response: { found: true } }] },
      ],
      [
        message("system", { text: "Be brief." }),
        message("user", {
          text: "Look\n[image]\n[audio]\n[video]",
          media: ["data:image/png;base64,aGk=", "https://example.test/a.mp3", ""],
        }),
        message("assistant", { reasoning: "Hm.", calls: [{ name: "lookup", input: { id: 7 } }] }),
        message("tool", { text: '{"found":true}' }),
      ],
    ],
    [
      "Anthropic",
      [
        {
          role: "assistant",
          content: [
            { type: "thinking", thinking: "Hm." },
            { type: "text", text: "One moment." },
            { type: "tool_use", id: "1", name: "lookup", input: { id: 7 } },
          ],
        },
        {
          role: "user",
          content: [{ type: "tool_result", tool_use_id: "1", content: [{ type: "text", text: "Found" }] }],
        },
      ],
      [
        message("assistant", { text: "One moment.", reasoning: "Hm.", calls: [{ name: "lookup", input: { id: 7 } }] }),
        message("tool", { text: "Found" }),
      ],
    ],
    [
      "Vercel AI SDK: system beside the messages",
      {
        system: "Be brief.",
        messages: [{ role: "assistant", content: [{ type: "tool-call", toolName: "lookup", args: { id: 7 } }] }],
      },
      [
        message("system", { text: "Be brief." }),
        message("assistant", { calls: [{ name: "lookup", input: { id: 7 } }] }),
      ],
    ],
    [
      "OpenInference: contents and wrapped calls",
      [
        { role: "user", contents: [{ message_content: { type: "text", text: "Hi" } }] },
        { role: "assistant", tool_calls: [{ tool_call: { function: { name: "lookup", arguments: '{"id":7}' } } }] },
      ],
      [message("user", { text: "Hi" }), message("assistant", { calls: [call] })],
    ],
    ["LangChain: a batch of one", { messages: [[{ role: "user", content: "Hi" }]] }, [message("user", { text: "Hi" })]],
    [
      "a whole chat completion",
      { choices: [{ index: 0, message: { role: "assistant", content: "Hi" } }] },
      [message("assistant", { text: "Hi" })],
    ],
    [
      "OpenTelemetry: tools of the provider, and parts of unknown types",
      [
        {
          role: "assistant",
          parts: [
            { type: "server_tool_call", id: "1", name: "web_search", server_tool_call: { type: "web", query: "x" } },
            { type: "server_tool_call_response", id: "1", server_tool_call_response: { results: 2 } },
            { type: "hologram", angle: 7 },
            { type: "note", content: "Seen." },
          ],
        },
      ],
      [
        message("assistant", {
          text: '{"results":2}\n[hologram]\nSeen.',
          calls: [{ name: "web_search", input: { type: "web", query: "x" } }],
        }),
      ],
    ],
    ["one message", { role: "assistant", content: "Hi" }, [message("assistant", { text: "Hi" })]],
    [
      "OpenAI's responses: a request",
      { model: "m", instructions: "Be brief.", input: "Hi" },
      [message("system", { text: "Be brief." }), message("user", { text: "Hi" })],
    ],
    [
      "OpenAI's responses: items",
      {
        object: "response",
        model: "m",
        output: [
          { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] },
          { type: "function_call", call_id: "1", name: "lookup", arguments: '{"id":7}' },
          { type: "function_call_output", call_id: "1", output: "Found" },
          { type: "message", role: "assistant", content: [{ type: "output_text", text: "Here." }] },
        ],
      },
      [
        message("assistant", { reasoning: "Hm." }),
        message("assistant", { calls: [call] }),
        message("tool", { text: "Found" }),
        message("assistant", { text: "Here." }),
      ],
    ],
    ["a completion", { choices: [{ index: 0, text: "Hi" }] }, [message("assistant", { text: "Hi" })]],
    [
      "Anthropic: rules in parts",
      { system: [{ type: "text", text: "Be brief." }], messages: [{ role: "user", content: "Hi" }] },
      [message("system", { text: "Be brief." }), message("user", { text: "Hi" })],
    ],
    [
      "Google",
      {
        candidates: [
          {
            content: {
              role: "model",
              parts: [
                { text: "Hm.", thought: true },
                { functionCall: { name: "lookup", args: { id: 7 } } },
                { inlineData: { mimeType: "image/png", data: "aGk=" } },
              ],
            },
          },
        ],
      },
      [
        message("model", {
          text: "[image/png]",
          media: ["data:image/png;base64,aGk="],
          reasoning: "Hm.",
          calls: [{ name: "lookup", input: { id: 7 } }],
        }),
      ],
    ],
    [
      "Vercel AI SDK: a prompt, and answers of tools",
      { system: "Be brief.", prompt: "Hi" },
      [message("system", { text: "Be brief." }), message("user", { text: "Hi" })],
    ],
    [
      "Vercel AI SDK: the kind of an answer",
      [{ role: "tool", content: [{ type: "tool-result", toolName: "lookup", output: { type: "json", value: [7] } }] }],
      [message("tool", { text: "[7]" })],
    ],
    [
      "OpenInference: calls that are also among the contents",
      [
        {
          role: "assistant",
          contents: [
            { message_content: { type: "text", text: "One moment." } },
            {
              message_content: { type: "tool_use" },
              tool_call: { function: { name: "lookup", arguments: '{"id":7}' } },
            },
          ],
          tool_calls: [{ tool_call: { function: { name: "lookup", arguments: '{"id":7}' } } }],
        },
      ],
      [message("assistant", { text: "One moment.", calls: [call] })],
    ],
    [
      "LangChain: serialized messages and generations",
      {
        generations: [
          [
            {
              text: "Hi",
              message: {
                lc: 1,
                type: "constructor",
                id: ["langchain_core", "messages", "AIMessageChunk"],
                kwargs: { content: "Hi", tool_calls: [{ name: "lookup", args: { id: 7 } }] },
              },
            },
          ],
        ],
      },
      [message("assistant", { text: "Hi", calls: [{ name: "lookup", input: { id: 7 } }] })],
    ],
    [
      "LangChain: types in place of roles",
      [
        { type: "human", content: "Hi" },
        { type: "ai", data: { content: "Hello" } },
      ],
      [message("user", { text: "Hi" }), message("assistant", { text: "Hello" })],
    ],
  ])("%s", (_, value, messages) => expect(readMessages(value)).toEqual(messages));

  test.each([
    [null],
    ["Hi"],
    [[]],
    [[1]],
    [{ a: 1 }],
    [{ role: "admin", content: "Hi" }],
    [{ role: "user" }],
    [{ prompt: "Hi", style: "dry" }],
    [{ input: [{ role: "user", content: "Hi" }], expected: "Hello" }],
    [{ model: "T", input: 4 }],
    [[{ type: "text", text: "Hi", index: 0 }]],
    [{ messages: [] }],
    [[{ name: "user", content: "hi" }]],
    [[{ role: "user", content: 7 }]],
    [[{ role: "user", content: [{ a: 1 }] }]],
    [[{ role: "assistant", tool_calls: "none" }]],
    [{ role: "user", audio: "https://x.test/a.mp3", text: "Hi" }],
    [{ role: "assistant", refusal: false, answer: "Paris" }],
    [{ role: "user", function_call: "none", question: "Where?" }],
  ])("%j contains no messages", (value) => expect(readMessages(value)).toBeNull());
});

test.each([
  ["OpenAI's", { type: "image_url", image_url: { url: "https://a.example/b" } }, "https://a.example/b"],
  [
    "OpenAI's responses",
    { type: "input_image", image_url: "data:image/png;base64,aGk=" },
    "data:image/png;base64,aGk=",
  ],
  [
    "OpenAI's audio",
    { type: "input_audio", input_audio: { data: "aGk=", format: "wav" } },
    "data:audio/wav;base64,aGk=",
  ],
  [
    "OpenAI's file",
    { type: "file", file: { file_data: "data:application/pdf;base64,aGk=" } },
    "data:application/pdf;base64,aGk=",
  ],
  [
    "Anthropic's",
    { type: "image", source: { type: "base64", media_type: "image/png", data: "aGk=" } },
    "data:image/png;base64,aGk=",
  ],
  [
    "Anthropic's address",
    { type: "image", source: { type: "url", url: "https://a.example/b" } },
    "https://a.example/b",
  ],
  ["Google's", { fileData: { mimeType: "image/png", fileUri: "https://a.example/b" } }, "https://a.example/b"],
  ["the AI SDK's", { type: "image", image: "https://a.example/b" }, "https://a.example/b"],
  ["the AI SDK's file", { type: "file", data: "aGk=", mediaType: "audio/mpeg" }, "data:audio/mpeg;base64,aGk="],
  [
    "OpenInference's",
    { message_content: { type: "image", image: { image: { url: "https://a.example/b" } } } },
    "https://a.example/b",
  ],
])("%s media have an address", (_, part, address) => {
  const [message] = readMessages([{ role: "user", content: [part] }]) ?? [];
  expect(message?.media).toEqual([address]);
});

test.each([
  ["another scheme", { type: "image_url", image_url: { url: "javascript:alert(1)" } }],
  ["a file's id", { type: "file", file: { file_id: "f1" } }],
])("%s is not an address", (_, part) => {
  const [message] = readMessages([{ role: "user", content: [part] }]) ?? [];
  expect(message).toMatchObject({ text: expect.stringMatching(/^\[/) });
  expect(message?.media).toBeUndefined();
});
