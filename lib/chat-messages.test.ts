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
        message("user", { text: "Look\n[image]\n[audio]\n[video]" }),
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
  ])("%s", (_, value, messages) => expect(readMessages(value)).toEqual(messages));

  test.each([
    [null],
    ["Hi"],
    [[]],
    [[1]],
    [{ a: 1 }],
    [[{ name: "user", content: "hi" }]],
    [[{ role: "user", content: 7 }]],
    [[{ role: "user", content: [{ a: 1 }] }]],
    [[{ role: "assistant", tool_calls: "none" }]],
  ])("%j holds no messages", (value) => expect(readMessages(value)).toBeNull());
});
