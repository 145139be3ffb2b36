// What OpenAI-compatible providers get for bodies in other protocols.
import { describe, expect, test } from "vitest";
import { ask, chat, memoryParts, settings, upstream, webGateway } from "../testing/memory-parts";
import { completion } from "../testing/recorded-calls";

type Json = Record<string, unknown>;

const operations = { "/v1/messages": "createMessage", "/v1/responses": "createResponse" } as const;
type Path = keyof typeof operations;

/** The body that the provider gets, the user that the call is recorded with, and the answer. */
async function exchange(path: Path, more: Json, { baseUrl = "https://llm.acme.test/v1", usage = {} } = {}) {
  const sent: Json[] = [];
  const parts = memoryParts({
    settings: { ...settings, providers: [{ ...upstream, kind: "openai", baseUrl } as typeof upstream] }, // safe: its own kind
    fetch: async (_url, init) => {
      sent.push(JSON.parse(String(init?.body)));
      return Response.json({ ...completion({ content: "hi" }), usage });
    },
  });
  const base = path === "/v1/messages" ? { ...chat("small"), max_tokens: 9 } : { model: "small", input: "Hello there" };
  const response = await webGateway(parts)[operations[path]](ask({ path, body: { ...base, ...more } }));
  return { sent: sent[0], user: parts.calls[0]?.labels.user, status: response.status, answer: await response.json() };
}

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

describe("a user", () => {
  test.each<[string, Path, Json]>([
    ["of messages", "/v1/messages", { metadata: { user_id: long } }],
    ["of responses", "/v1/responses", { user: long }],
  ])("%s that is too long for chats is not sent, and is still the call's", async (_name, path, more) => {
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
])("%s shows thoughts that a provider counts beside its answer", async (path, usage) => {
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

test.each([
  ["https://llm.acme.test/v1", { max_tokens: 7 }],
  ["https://api.openai.com/v1", { max_completion_tokens: 7 }],
])("the limit of responses at %s is sent under the provider's name", async (baseUrl, limit) => {
  const { sent } = await exchange("/v1/responses", { max_output_tokens: 7 }, { baseUrl });
  expect(sent).toEqual({ ...chat("small"), ...limit });
});
