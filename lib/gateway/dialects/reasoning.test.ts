// What models think, in the protocols over chat: as the published clients see it, and what the provider gets back of it.
import type { LanguageModelV3Content, LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import type Anthropic from "@anthropic-ai/sdk";
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import { recordsIn } from "@/lib/records";
import { clientsFor, provider } from "../testing/clients";
import { claude, settings, streamOf, upstream } from "../testing/memory-parts";
import { exchange } from "../testing/over-chat";

type Json = Record<string, unknown>;
const messagesIn = (body: Json | undefined): Json[] => recordsIn(body?.messages);
type Member = "reasoning" | "reasoning_content";

const usage = { prompt_tokens: 10, completion_tokens: 4, total_tokens: 14 };
const lookup = { id: "t1", type: "function", function: { name: "lookup", arguments: '{"city":"Oslo"}' } };
const whole =
  (message: object, finish_reason = "stop") =>
  () =>
    Response.json({ id: "c1", model: "small-1", usage, choices: [{ index: 0, message, finish_reason }] });
const event = (choice: object | null, more: object = {}) =>
  `data: ${JSON.stringify({ id: "c1", model: "small-1", choices: choice ? [{ index: 0, ...choice }] : [], ...more })}\n\n`;
const streamed =
  (...deltas: object[]) =>
  () =>
    streamOf([
      ...deltas.map((delta) => event({ delta, finish_reason: null })),
      event({ delta: {}, finish_reason: deltas.some((delta) => "tool_calls" in delta) ? "tool_calls" : "stop" }),
      event(null, { usage }),
      "data: [DONE]\n\n",
    ]);

/** A model that thinks, says something and calls a tool. */
const message = (member: Member) => ({
  role: "assistant",
  content: "I look.",
  [member]: "Hm, where?",
  tool_calls: [lookup],
});
const deltas = (member: Member) => [
  { role: "assistant", content: null, [member]: "Hm, " },
  { [member]: "where?" },
  { content: "I " },
  { content: "look." },
  { tool_calls: [{ index: 0, ...lookup }] },
];
const wholeOf = (member: Member) => whole(message(member), "tool_calls");
const streamedOf = (member: Member) => streamed(...deltas(member));
const answersOf: [string, Member, () => Response][] = [
  ["whole", "reasoning_content", wholeOf("reasoning_content")],
  ["whole", "reasoning", wholeOf("reasoning")],
  ["streamed", "reasoning_content", streamedOf("reasoning_content")],
  ["streamed", "reasoning", streamedOf("reasoning")],
];
const sentBack = (member: Member) => [
  { role: "user", content: "Where?" },
  {
    role: "assistant",
    content: "I look.",
    [member]: "Hm, where?",
    tool_calls: [{ ...lookup, function: { name: "lookup", arguments: '{"city":"Oslo"}' } }],
  },
  { role: "tool", tool_call_id: "t1", content: "Rain" },
];
/** A provider that gives these answers, one after another. */
const turns = (...answers: (() => Response)[]) => provider(() => (answers.shift() ?? Response.error)());
const last = whole({ role: "assistant", content: "Wet." });

describe("Anthropic's client", () => {
  const asking = {
    model: "small",
    max_tokens: 3000,
    thinking: { type: "enabled" as const, budget_tokens: 2000 },
    messages: [{ role: "user" as const, content: "Where?" }] as Anthropic.MessageParam[],
  };

  test.each(answersOf)(
    "gets thoughts first (%s, as %s), and may send them back as they are",
    async (how, member, answer) => {
      const { sent, fetch } = turns(answer, last);
      const { anthropic, parts } = await clientsFor({ fetch });
      const first =
        how === "whole"
          ? await anthropic.messages.create(asking)
          : await anthropic.messages.stream(asking).finalMessage();
      expect(first.content).toMatchObject([
        { type: "thinking", thinking: "Hm, where?", signature: `assay:${member}` },
        { type: "text", text: "I look." },
        { type: "tool_use", id: "t1", name: "lookup", input: { city: "Oslo" } },
      ]);
      expect(first).toMatchObject({ stop_reason: "tool_use", usage: { input_tokens: 10, output_tokens: 4 } });
      const result = { type: "tool_result" as const, tool_use_id: "t1", content: "Rain" };
      const again = [...asking.messages, { role: "assistant" as const, content: first.content }];
      await anthropic.messages.create({ ...asking, messages: [...again, { role: "user", content: [result] }] });
      expect(sent[1]?.messages).toEqual(sentBack(member));
      expect(parts.calls[0]?.answer?.choices[0]?.message).toMatchObject({ [member]: "Hm, where?" });
    },
  );

  test("gets the events of thoughts in Anthropic's order", async () => {
    const { anthropic } = await clientsFor(turns(streamedOf("reasoning")));
    const kinds: string[] = [];
    for await (const event of await anthropic.messages.create({ ...asking, stream: true })) {
      const { type } = event;
      if (type === "content_block_start") kinds.push(`start ${event.index} ${event.content_block.type}`);
      else if (type === "content_block_delta") kinds.push(`${event.index} ${event.delta.type}`);
      else if (type === "content_block_stop") kinds.push(`stop ${event.index}`);
    }
    expect(kinds).toEqual([
      ...["start 0 thinking", "0 thinking_delta", "0 thinking_delta", "0 signature_delta", "stop 0"],
      ...["start 1 text", "1 text_delta", "1 text_delta", "stop 1"],
      ...["start 2 tool_use", "2 input_json_delta", "stop 2"],
    ]);
  });

  test.each<[string, object, string[]]>([
    ["asks for none", {}, ["thinking", "text", "tool_use"]],
    ["lets the model decide", { thinking: { type: "adaptive" } }, ["thinking", "text", "tool_use"]],
    ["turns them off", { thinking: { type: "disabled" } }, ["text", "tool_use"]],
    ["does not want to see them", { thinking: { type: "adaptive", display: "omitted" } }, ["text", "tool_use"]],
  ])("that %s gets blocks accordingly", async (_what, more, types) => {
    const { thinking: _, ...plain } = asking;
    const request = { ...plain, ...more } as typeof asking; // safe: the client takes each of them
    const { anthropic } = await clientsFor(turns(wholeOf("reasoning_content"), streamedOf("reasoning_content")));
    const made = await anthropic.messages.create(request);
    expect(made.content.map(({ type }) => type)).toEqual(types);
    const read = await anthropic.messages.stream(request).finalMessage();
    expect(read.content.map(({ type }) => type)).toEqual(types);
  });
});

describe("OpenAI's client of responses", () => {
  const asking = { model: "small", input: "Where?" };
  const summarized = { ...asking, reasoning: { summary: "auto" as const } };
  const text = { content: [{ type: "reasoning_text", text: "Hm, where?" }], summary: [] };
  const summary = { summary: [{ type: "summary_text", text: "Hm, where?" }] };

  test.each(
    answersOf.flatMap(([how, member, answer]) => [
      { how, member, answer, as: "text", request: asking, expected: text },
      { how, member, answer, as: "summary", request: summarized, expected: summary },
    ]),
  )(
    "gets thoughts first ($how, of $member, as $as), and may send them back",
    async ({ how, member, answer, request, expected }) => {
      const { sent, fetch } = turns(answer, last, last);
      const { openai } = await clientsFor({ fetch });
      const first =
        how === "whole"
          ? await openai.responses.create(request)
          : await openai.responses.stream(request).finalResponse();
      expect(first.output).toMatchObject([
        { type: "reasoning", id: expect.stringMatching(/^rs_/), status: "completed", ...expected },
        { type: "message", content: [{ type: "output_text", text: "I look." }] },
        { type: "function_call", call_id: "t1" },
      ]);
      expect(Object.keys(first.output[0] ?? {}).includes("content")).toBe(expected === text);
      const result = { type: "function_call_output" as const, call_id: "t1", output: "Rain" };
      const history = [{ role: "user" as const, content: "Where?" }, ...first.output, result];
      await openai.responses.create({ ...request, input: history as never }); // safe: the items of an answer are taken as input
      await openai.responses.create({ ...request, previous_response_id: first.id, input: [result] });
      expect([sent[1]?.messages, sent[2]?.messages]).toEqual([sentBack(member), sentBack(member)]);
    },
  );

  test.each([
    {
      as: "text",
      request: asking,
      expected: [
        "content_part.added",
        "reasoning_text.delta",
        "reasoning_text.delta",
        "reasoning_text.done",
        "content_part.done",
      ],
    },
    {
      as: "a summary",
      request: summarized,
      expected: [
        ...["reasoning_summary_part.added", "reasoning_summary_text.delta", "reasoning_summary_text.delta"],
        ...["reasoning_summary_text.done", "reasoning_summary_part.done"],
      ],
    },
  ])("follows them as they come, as $as", async ({ request, expected }) => {
    const { openai } = await clientsFor(turns(streamedOf("reasoning_content")));
    const stream = openai.responses.stream(request);
    const kinds: string[] = [];
    const numbers: number[] = [];
    stream.on("event", (event) => {
      kinds.push(event.type.replace("response.", ""));
      if ("sequence_number" in event) numbers.push(event.sequence_number);
    });
    await stream.finalResponse();
    expect(kinds.slice(0, 9)).toEqual(["created", "in_progress", "output_item.added", ...expected, "output_item.done"]);
    expect(numbers).toEqual(numbers.map((_, index) => index));
  });
});

describe("the AI SDK", () => {
  const question: LanguageModelV3Prompt = [{ role: "user", content: [{ type: "text", text: "Where?" }] }];
  const tools = [
    { type: "function" as const, name: "lookup", inputSchema: { type: "object" as const, properties: {} } },
  ];

  /** As it hands a step's parts to the next one. */
  function stepped(content: LanguageModelV3Content[]): LanguageModelV3Prompt {
    type Assistant = Extract<LanguageModelV3Message, { role: "assistant" }>;
    const parts = content.flatMap((part): Assistant["content"] => {
      const options =
        "providerMetadata" in part && part.providerMetadata ? { providerOptions: part.providerMetadata } : {};
      if (part.type === "text" || part.type === "reasoning") return [{ type: part.type, text: part.text, ...options }];
      return part.type === "tool-call" ? [{ ...part, input: JSON.parse(part.input), ...options }] : [];
    });
    const output = { type: "text" as const, value: "Rain" };
    const result = { type: "tool-result" as const, toolCallId: "t1", toolName: "lookup", output };
    return [...question, { role: "assistant", content: parts }, { role: "tool", content: [result] }];
  }

  test.each([true, false])("over responses shows and sends back what was thought (stored: %s)", async (store) => {
    const { sent, fetch } = turns(wholeOf("reasoning"), last);
    const { aiSdk } = await clientsFor({ fetch });
    const options = { tools, providerOptions: { openai: { store, reasoningSummary: "auto", forceReasoning: true } } };
    const { content } = await aiSdk("small").doGenerate({ prompt: question, ...options });
    expect(content[0]).toMatchObject({ type: "reasoning", text: "Hm, where?" });
    await aiSdk("small").doGenerate({ prompt: stepped(content), ...options });
    expect(sent[1]?.messages).toEqual(sentBack("reasoning"));
  });

  test.each(["messages", "responses"])("streams what was thought over %s, with the mark", async (protocol) => {
    const { aiSdk, aiSdkAnthropic } = await clientsFor(turns(streamedOf("reasoning")));
    const model = protocol === "messages" ? aiSdkAnthropic("small") : aiSdk("small");
    const options = { openai: { reasoningSummary: "auto", forceReasoning: true } };
    const { stream } = await model.doStream({ prompt: question, tools, providerOptions: options });
    let text = "";
    const metadata: unknown[] = [];
    for await (const part of stream) {
      if (part.type === "reasoning-delta") text += part.delta;
      if (part.type.startsWith("reasoning")) metadata.push("providerMetadata" in part ? part.providerMetadata : null);
    }
    expect(text).toBe("Hm, where?");
    expect(JSON.stringify(metadata)).toContain('"assay:reasoning"');
  });

  test("over messages, too", async () => {
    const { sent, fetch } = turns(wholeOf("reasoning_content"), last);
    const { aiSdkAnthropic } = await clientsFor({ fetch });
    const { content } = await aiSdkAnthropic("small").doGenerate({ prompt: question, tools });
    expect(content[0]).toMatchObject({ type: "reasoning", text: "Hm, where?" });
    await aiSdkAnthropic("small").doGenerate({ prompt: stepped(content), tools });
    expect(sent[1]?.messages).toEqual(sentBack("reasoning_content"));
  });
});

describe("thoughts that a client sends back", () => {
  const thought = (text: string, signature: unknown = "assay:reasoning") => ({
    type: "thinking",
    thinking: text,
    signature,
  });
  const spoken = { type: "text", text: "Hi." };
  const messagesOf = (...content: object[]) => ({
    messages: [
      { role: "user", content: "Hello" },
      { role: "assistant", content },
      { role: "user", content: "And?" },
    ],
  });
  const item = (more: object) => ({ type: "reasoning", id: "rs_1", summary: [], ...more });
  const reply = { type: "message", role: "assistant", content: [{ type: "output_text", text: "Hi." }] };
  const call = { type: "function_call", call_id: "t", name: "f", arguments: "{}" };
  const user = (content: string) => ({ role: "user", content });
  const inputOf = (...items: object[]) => ({ input: [user("Hello"), ...items, user("And?")] });

  test.each<[string, object[], object]>([
    ["of a chat", [thought("Hm."), spoken], { content: "Hi.", reasoning: "Hm." }],
    ["without a signature", [thought("Hm.", ""), spoken], { content: "Hi.", reasoning_content: "Hm." }],
    ["that another provider has signed", [thought("Hm.", "EqQB"), spoken], { content: "Hi." }],
    ["in several blocks", [thought("Hm."), spoken, thought("So.")], { content: "Hi.", reasoning: "Hm.\n\nSo." }],
    ["alone, of an answer that was cut", [thought("Hm.")], { content: "", reasoning: "Hm." }],
    ["without text, or encrypted", [thought(""), { type: "redacted_thinking", data: "x" }, spoken], { content: "Hi." }],
    ["of no known form", [{ type: "thinking" }, thought("Hm.", 7), spoken], { content: "Hi." }],
  ])("in a message: %s", async (_what, content, expected) => {
    const { status, sent } = await exchange("/v1/messages", messagesOf(...content));
    expect([status, messagesIn(sent)[1]]).toEqual([200, { role: "assistant", ...expected }]);
  });

  test.each<[string, object[], object[]]>([
    [
      "a summary that OpenAI has encrypted",
      [item({ summary: [{ type: "summary_text", text: "Hm." }], encrypted_content: "gA" }), reply],
      [{ content: "Hi." }],
    ],
    [
      "a text and its summary",
      [
        item({ content: [{ type: "reasoning_text", text: "Hm." }], summary: [{ type: "summary_text", text: "H" }] }),
        reply,
      ],
      [{ content: "Hi.", reasoning_content: "Hm." }],
    ],
    [
      "between a message and its call",
      [
        item({ content: [{ type: "reasoning_text", text: "Hm." }] }),
        reply,
        item({ content: [{ type: "reasoning_text", text: "So." }] }),
        call,
      ],
      [
        {
          content: "Hi.",
          reasoning_content: "Hm.\n\nSo.",
          tool_calls: [{ id: "t", type: "function", function: { name: "f", arguments: "{}" } }],
        },
      ],
    ],
    ["without an answer", [item({ content: [{ type: "reasoning_text", text: "Hm." }] })], []],
    ["without text", [item({ encrypted_content: "gA" }), reply], [{ content: "Hi." }]],
    ["of no known form", [{ type: "reasoning", summary: "x", content: 7 }, reply], [{ content: "Hi." }]],
  ])("in a response: %s", async (_what, items, expected) => {
    const { status, sent } = await exchange("/v1/responses", inputOf(...items));
    expect([status, messagesIn(sent).slice(1, -1)]).toEqual([
      200,
      expected.map((message) => ({ role: "assistant", ...message })),
    ]);
  });

  test.each([
    "https://api.openai.com/v1",
    "https://eu.api.openai.com/v1",
    "https://acme.openai.azure.com/openai/v1",
    "https://api.groq.com/openai/v1",
    "https://api.cerebras.ai/v1",
    "https://api.mistral.ai/v1",
    "https://generativelanguage.googleapis.com/v1beta/openai",
  ])("are not sent to %s, which refuses them", async (baseUrl) => {
    for (const signature of ["", "assay:reasoning"]) {
      const { sent } = await exchange("/v1/messages", messagesOf(thought("Hm.", signature), spoken), { baseUrl });
      expect(messagesIn(sent)[1]).toEqual({ role: "assistant", content: "Hi." });
    }
  });

  test("of a chat are the client's own: they pass unchanged, also there", async () => {
    const { sent, fetch } = turns(last);
    const strict = { ...upstream, baseUrl: "https://api.groq.com/openai/v1" } as typeof upstream; // safe: of its kind
    const { openai } = await clientsFor({ fetch, settings: { ...settings, providers: [strict] } });
    const messages = [user("Hello"), { role: "assistant", content: "Hi.", reasoning: "Hm." }, user("And?")];
    await openai.chat.completions.create({ model: "small", messages: messages as never }); // safe: providers take it
    expect(sent[0]?.messages).toEqual(messages);
  });

  test("and that the gateway made of a chat's are not sent to providers that look for their own", async () => {
    const own = { ...upstream, name: "own", models: [], native: ["responses" as const] };
    const answer = { id: "x_1", type: "message", role: "assistant", content: [], output: [], usage: {} };
    const { sent, fetch } = turns(...Array.from({ length: 2 }, () => () => Response.json(answer)));
    const { anthropic, openai } = await clientsFor({ fetch, organization: { providers: [claude, own] } });
    const made = { type: "thinking" as const, thinking: "Hm.", signature: "assay:reasoning_content" };
    const real = { ...made, signature: "EqQB" };
    const question = { role: "user" as const, content: "Hello" };
    const answered = (...content: Anthropic.ContentBlockParam[]) => ({ role: "assistant" as const, content });
    const text = { type: "text" as const, text: "Hi." };
    await anthropic.messages.create({
      model: "claude/x",
      max_tokens: 9,
      messages: [question, answered(made, text), question, answered(made), question, answered(real, text), question],
    });
    expect(sent[0]?.messages).toEqual([question, answered(text), question, question, answered(real, text), question]);
    const items = [
      { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "assay:reasoning" },
      { type: "reasoning", id: "rs_2", summary: [], encrypted_content: "gAAA" },
    ];
    await openai.responses.create({ model: "own/x", input: [...items, question] as never }); // safe: items of answers
    expect(sent[1]?.input).toEqual([items[1], question]);
  });
});

describe("a stream of thoughts", () => {
  test("that come after text, or while a call is under way, are blocks of their own", async () => {
    const { anthropic } = await clientsFor(
      turns(
        streamed(
          { content: "One." },
          { reasoning_content: "Hm." },
          { content: "Two.", reasoning_content: "So." },
          { tool_calls: [{ index: 0, ...lookup, function: { name: "lookup", arguments: '{"city":' } }] },
          { reasoning_content: "Wait." },
          { tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] },
        ),
      ),
    );
    const asking = { model: "small", max_tokens: 9, messages: [{ role: "user" as const, content: "Where?" }] };
    const { content } = await anthropic.messages.stream(asking).finalMessage();
    expect(
      content.map((block) => ("thinking" in block ? `(${block.thinking})` : "text" in block ? block.text : block.type)),
    ).toEqual(["One.", "(Hm.So.)", "Two.", "tool_use", "(Wait.)"]);
  });

  test("that waits for a call to end is bounded", async () => {
    const begun = { tool_calls: [{ index: 0, ...lookup, function: { name: "lookup", arguments: '{"city":' } }] };
    const { anthropic } = await clientsFor(
      turns(streamed(begun, ...Array.from({ length: 11 }, () => ({ reasoning: "x".repeat(100_000) })))),
    );
    const asking = { model: "small", max_tokens: 9, messages: [{ role: "user" as const, content: "Where?" }] };
    await expect(anthropic.messages.stream(asking).finalMessage()).rejects.toThrow(/million characters/);
  });
});

describe("guardrails read thoughts that go out in other protocols", () => {
  const world = (fetch: typeof globalThis.fetch, more: object) => {
    const rule = { type: "keyword-blocklist", stage: "post", action: "block", config: { words: ["where"], ...more } };
    return { fetch, settings: { ...settings, guardrails: guardrails.parse({ rules: [rule] }) } };
  };
  const messages = { model: "small", max_tokens: 9, messages: [{ role: "user" as const, content: "So?" }] };
  const responses = { model: "small", input: "So?" };

  test.each(answersOf)("and block them (%s, %s)", async (how, _member, answer) => {
    const { fetch } = turns(answer, answer);
    const { anthropic, openai } = await clientsFor(world(fetch, {}));
    const isWhole = how === "whole";
    const message = isWhole ? anthropic.messages.create(messages) : anthropic.messages.stream(messages).finalMessage();
    await expect(message).rejects.toThrow(/guardrail/);
    const response = isWhole ? openai.responses.create(responses) : openai.responses.stream(responses).finalResponse();
    await expect(response).rejects.toThrow(/guardrail/);
  });

  test.each(answersOf)("and redact them (%s, %s)", async (how, _member, answer) => {
    const { fetch } = turns(answer, answer);
    const { anthropic, openai } = await clientsFor(world(fetch, { remediation: "redact" }));
    const isWhole = how === "whole";
    const message = isWhole
      ? await anthropic.messages.create(messages)
      : await anthropic.messages.stream(messages).finalMessage();
    const response = isWhole
      ? await openai.responses.create(responses)
      : await openai.responses.stream(responses).finalResponse();
    for (const text of [JSON.stringify(message.content), JSON.stringify(response.output)]) {
      expect(text).toContain("Hm, ");
      expect(text).not.toContain("where");
    }
  });
});
