// What OpenAI-compatible providers get for bodies in other protocols.
import { describe, expect, test } from "vitest";
import { chat } from "../testing/memory-parts";
import { exchange, type Path } from "../testing/over-chat";

type Json = Record<string, unknown>;

const messages = { ...chat("small"), max_tokens: 9 };
/** As xAI reports it. */
const xai = {
  prompt_tokens: 12,
  completion_tokens: 1,
  total_tokens: 399,
  completion_tokens_details: { reasoning_tokens: 386 },
};
const long = `user_${"a".repeat(150)}`;
const short = "u".repeat(64);

describe("a user id", () => {
  test.each<[string, Path, Json]>([
    ["of messages", "/v1/messages", { metadata: { user_id: long } }],
    ["of responses", "/v1/responses", { user: long }],
  ])("%s that is too long for chats is not sent, but stays with the call", async (_name, path, more) => {
    expect(await exchange(path, more)).toMatchObject({ user: long, sent: expect.not.objectContaining({ user: long }) });
    expect((await exchange(path, more)).sent).not.toHaveProperty("user");
  });

  test.each<[string, Path, Json]>([
    ["of messages", "/v1/messages", { metadata: { user_id: short } }],
    ["of responses", "/v1/responses", { user: short }],
  ])("%s of 64 characters is sent", async (_name, path, more) => {
    expect(await exchange(path, more)).toMatchObject({ user: short, sent: { user: short } });
  });
});

test.each<[Path, object]>([
  ["/v1/messages", { input_tokens: 12, output_tokens: 387 }],
  ["/v1/responses", { output_tokens: 387, output_tokens_details: { reasoning_tokens: 386 }, total_tokens: 399 }],
])("%s includes reasoning that a provider counts beside its answer", async (path, usage) => {
  expect((await exchange(path, {}, { usage: xai })).answer.usage).toMatchObject(usage);
});

test.each<[string, Path, Json]>([
  ["an empty list of tools", "/v1/messages", { tools: [] }],
  ["a choice among no tools", "/v1/messages", { tool_choice: { type: "auto", disable_parallel_tool_use: true } }],
  ["a choice among an empty list of tools", "/v1/messages", { tools: [], tool_choice: { type: "any" } }],
])("%s of %s is not sent", async (_name, path, more) => {
  expect((await exchange(path, more)).sent).toEqual(messages);
});

test.each<[string, Json]>([
  ["a choice among no tools", { tool_choice: "auto", parallel_tool_calls: true }],
  ["a choice among an empty list of tools", { tools: [], tool_choice: "none" }],
  ["a named choice among no tools", { tool_choice: { type: "function", name: "look" } }],
])("%s of responses is not sent", async (_name, more) => {
  expect((await exchange("/v1/responses", more)).sent).toEqual(chat("small"));
});

describe("images in responses", () => {
  const image = (name: string) => ({ type: "input_image", image_url: `https://x.test/${name}.png` });
  const sentImage = (name: string) => ({ type: "image_url", image_url: { url: `https://x.test/${name}.png` } });
  const text = (value: string) => ({ type: "input_text", text: value });
  const call = (id: string) => ({ type: "function_call", call_id: id, name: "look", arguments: "{}" });
  const output = (id: string, value: unknown) => ({ type: "function_call_output", call_id: id, output: value });
  const calls = (...ids: string[]) => ({
    role: "assistant",
    content: null,
    tool_calls: ids.map((id) => ({ id, type: "function", function: { name: "look", arguments: "{}" } })),
  });
  const result = (id: string, value: string) => ({ role: "tool", tool_call_id: id, content: value });
  const seen = (...names: string[]) => ({ role: "user", content: names.map(sentImage) });

  test.each<[string, object[], object[]]>([
    [
      "of one output",
      [call("a"), output("a", [text("A cat"), image("cat"), text(" and more")])],
      [calls("a"), result("a", "A cat and more"), seen("cat")],
    ],
    [
      "of outputs that follow each other",
      [
        call("a"),
        call("b"),
        output("a", [image("cat"), image("dog")]),
        { type: "reasoning" },
        output("b", [image("cow")]),
      ],
      [calls("a", "b"), result("a", ""), result("b", ""), seen("cat", "dog", "cow")],
    ],
    [
      "of two turns, before what comes next",
      [
        call("a"),
        output("a", [image("cat")]),
        call("b"),
        output("b", [image("dog")]),
        { role: "user", content: "And?" },
        { role: "user", content: "So?" },
      ],
      [
        calls("a"),
        result("a", ""),
        seen("cat"),
        calls("b"),
        result("b", ""),
        seen("dog"),
        { role: "user", content: "And?" },
        { role: "user", content: "So?" },
      ],
    ],
  ])("%s become a user message after the tool messages", async (_name, input, expected) => {
    expect((await exchange("/v1/responses", { input })).sent?.messages).toEqual(expected);
  });

  test.each(["system", "developer", "assistant"])("in a message of the role %s are refused by name", async (role) => {
    const input = [
      { role: "user", content: "Hello there" },
      { role, content: [text("See"), image("cat")] },
    ];
    const { status, sent, answer } = await exchange("/v1/responses", { input });
    expect([status, sent, answer.error]).toMatchObject([
      400,
      undefined,
      { code: "invalid_request_error", param: "input[1].content[1].type", message: expect.stringContaining("user") },
    ]);
  });
});

test.each([
  ["https://llm.acme.test/v1", { max_tokens: 7 }],
  ["https://api.openai.com/v1", { max_completion_tokens: 7 }],
])("the token limit of responses at %s is sent under the provider's name", async (baseUrl, limit) => {
  const { sent } = await exchange("/v1/responses", { max_output_tokens: 7 }, { baseUrl });
  expect(sent).toEqual({ ...chat("small"), ...limit });
});
