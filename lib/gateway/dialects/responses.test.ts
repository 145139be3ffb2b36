// Which members of a response a chat has, which it does without, and which it cannot have.
import { describe, expect, test } from "vitest";
import { ask, chat, memoryParts, settings, streamOf, upstream, webGateway } from "../testing/memory-parts";
import { exchange } from "../testing/over-chat";

type Json = Record<string, unknown>;

const PATH = "/v1/responses";
const odds = [{ token: "hi", logprob: -0.5, bytes: [104, 105], top_logprobs: [] }];
const logprobs = { content: odds, refusal: null };
const withOdds = "message.output_text.logprobs";

describe("over chat, responses keep", () => {
  test.each<[what: string, more: Json, sent: Json, echo: Json]>([
    [
      "verbosity",
      { text: { verbosity: "low" } },
      { verbosity: "low" },
      { text: { format: { type: "text" }, verbosity: "low" } },
    ],
    ["the number of likely tokens", { top_logprobs: 2 }, { logprobs: true, top_logprobs: 2 }, { top_logprobs: 2 }],
    ["the odds that it includes", { include: [withOdds] }, { logprobs: true }, {}],
    ["a tier", { service_tier: "flex" }, { service_tier: "flex" }, {}],
  ])("%s", async (_what, more, expected, echo) => {
    const { status, sent, answer } = await exchange(PATH, more);
    expect([status, sent, answer]).toMatchObject([200, {}, echo]);
    expect(sent).toEqual({ ...chat("small"), ...expected });
  });

  test("the log probabilities of tokens, whole and streamed", async () => {
    const { answer } = await exchange(PATH, { include: [withOdds] }, { choice: { logprobs } });
    expect(answer.output[0].content).toMatchObject([{ type: "output_text", text: "hi", logprobs: odds }]);
    const chunk = (delta: Json, more: Json) =>
      `data: ${JSON.stringify({ id: "c1", choices: [{ index: 0, delta, finish_reason: null, ...more }] })}\n\n`;
    const chunks = [chunk({ content: "hi" }, { logprobs }), chunk({}, { finish_reason: "stop" }), "data: [DONE]\n\n"];
    const parts = memoryParts({
      settings: { ...settings, providers: [upstream] },
      fetch: async () => streamOf(chunks),
    });
    const body = { model: "small", input: "Hello there", include: [withOdds], stream: true };
    const text = await (await webGateway(parts).createResponse(ask({ path: PATH, body }))).text();
    const events = text
      .trim()
      .split("\n\n")
      .map((event) => JSON.parse(event.split("data: ")[1] ?? ""));
    const of = (type: string) => events.find((event) => event.type === type);
    expect(of("response.output_text.delta")).toMatchObject({ delta: "hi", logprobs: odds });
    expect(of("response.output_text.done")).toMatchObject({ text: "hi", logprobs: odds });
    expect(of("response.completed").response.output[0].content).toMatchObject([{ text: "hi", logprobs: odds }]);
  });

  test("metadata as the call's labels and in the answer, without sending it to a provider", async () => {
    const metadata = { session_id: "s-2", team: "red" };
    const { sent, labels, answer } = await exchange(PATH, { metadata });
    expect([labels, answer.metadata]).toMatchObject([{ session: "s-2", metadata }, metadata]);
    expect(sent).toEqual(chat("small"));
    expect((await exchange(PATH, {})).answer.metadata).toEqual({});
  });

  test("the tier that answered", async () => {
    expect((await exchange(PATH, {}, { answer: { service_tier: "default" } })).answer.service_tier).toBe("default");
    expect((await exchange(PATH, { service_tier: "flex" })).answer).not.toHaveProperty("service_tier");
  });
});

test.each<[string, Json]>([
  ["of models that think", { include: ["reasoning.encrypted_content"] }],
  ["of a provider's own tools", { include: ["file_search_call.results"], max_tool_calls: 3 }],
  ["of the history", { truncation: "auto", context_management: [{ type: "compaction" }] }],
  ["of a provider's cache", { prompt_cache_key: "k", prompt_cache_retention: "24h", safety_identifier: "s" }],
  ["of streams", { stream_options: { include_obfuscation: false } }],
])("over chat, responses drop members %s, and do not show them", async (_what, more) => {
  const { status, sent, answer } = await exchange(PATH, more);
  expect([status, sent]).toEqual([200, chat("small")]);
  expect(answer).toMatchObject({ truncation: "disabled", reasoning: { summary: null } });
  expect(answer).not.toHaveProperty("max_tool_calls");
});

test("over chat, a wish for summaries shapes the answer, and no provider gets it", async () => {
  const { sent, answer } = await exchange(PATH, { reasoning: { summary: "auto" } });
  expect([sent, answer.reasoning]).toEqual([chat("small"), { effort: null, summary: "auto" }]);
});

test("over chat, responses that ask for moderation are refused by name", async () => {
  const { status, answer } = await exchange(PATH, { moderation: { model: "omni" } });
  expect([status, answer.error.param]).toEqual([400, "moderation"]);
});

test.each<[string, Json, string, string]>([
  [
    "a part",
    { input: [{ role: "user", content: [{ type: "input_file", file_id: "f" }] }] },
    "input[0].content[0].type",
    "parts are",
  ],
  [
    "a part of a later item",
    {
      input: [
        { role: "user", content: "a" },
        { role: "user", content: [{ type: "input_text", text: "b" }, { type: "input_audio" }] },
      ],
    },
    "input[1].content[1].type",
    "parts are",
  ],
  [
    "a part of an output",
    { input: [{ type: "function_call_output", call_id: "c", output: [{ type: "input_file" }] }] },
    "input[0].output[0].type",
    "parts are",
  ],
  ["an item", { input: [{ type: "item_of_tomorrow" }] }, "input[0]", "items are"],
  [
    "a missing member of an item",
    { input: [{ type: "function_call", name: "look", arguments: "{}" }] },
    "input[0].call_id",
    "required",
  ],
  ["a number as input", { input: 7 }, "input", "Must be a string"],
  ["a choice without its name", { tool_choice: { type: "function" } }, "tool_choice.name", "required"],
  ["an unknown choice", { tool_choice: { type: "mcp" } }, "tool_choice", "Must be auto"],
])("a refused response names %s", async (_what, more, param, message) => {
  const { status, answer } = await exchange(PATH, more);
  expect([status, answer.error]).toMatchObject([400, { param, message: expect.stringContaining(`${param}: `) }]);
  expect(answer.error.message).toContain(message);
});
