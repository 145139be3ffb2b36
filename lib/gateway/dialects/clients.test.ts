// The official clients of the other protocols against the gateway on a real socket.
import type { LanguageModelV3Content, LanguageModelV3Message, LanguageModelV3Prompt } from "@ai-sdk/provider";
import OpenAI from "openai";
import { describe, expect, test } from "vitest";
import { redisOver } from "@/lib/redis/redis";
import { redisResponses } from "../stored-responses/store";
import { clientsFor, provider, served } from "../testing/clients";
import {
  chunk,
  claude,
  KEY,
  memoryLimiter,
  memoryParts,
  streamOf,
  upstream,
  type World,
} from "../testing/memory-parts";

const lookup = { id: "t1", type: "function", function: { name: "lookup", arguments: '{"city":"Oslo"}' } };
const usage = {
  prompt_tokens: 10,
  completion_tokens: 4,
  total_tokens: 14,
  prompt_tokens_details: { cached_tokens: 6 },
};
const completion = (message: object, finish_reason: string) => () =>
  Response.json({
    id: "c1",
    object: "chat.completion",
    model: "small-1",
    usage,
    choices: [{ index: 0, message, finish_reason }],
  });
const streamedDelta = (delta: object, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", model: "small-1", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
const callChunks = [
  streamedDelta({ role: "assistant", content: "Let me see." }),
  streamedDelta({ tool_calls: [{ index: 0, ...lookup, function: { name: "lookup", arguments: "" } }] }),
  streamedDelta({ tool_calls: [{ index: 0, function: { arguments: '{"city":' } }] }),
  streamedDelta({ tool_calls: [{ index: 0, function: { arguments: '"Oslo"}' } }] }),
  streamedDelta({}, "tool_calls"),
  `data: ${JSON.stringify({ id: "c1", model: "small-1", choices: [], usage })}\n\n`,
  "data: [DONE]\n\n",
];
const hello = { model: "sandbox/echo", max_tokens: 100, messages: [{ role: "user" as const, content: "Hello there" }] };
const tool = { name: "lookup", description: "Looks up", input_schema: { type: "object" as const, properties: {} } };

describe("Anthropic's client", () => {
  test("lists models on one page, and finds one", async () => {
    const { anthropic } = await clientsFor();
    const page = await anthropic.models.list();
    const [first] = page.data;
    expect(first).toMatchObject({
      type: "model",
      id: "small",
      display_name: "small",
      created_at: "1970-01-01T00:00:00Z",
    });
    expect([page.first_id, page.last_id, page.has_more]).toEqual(["small", page.data.at(-1)?.id, false]);
    expect(await anthropic.models.retrieve("small")).toEqual(first);
  });

  test("gets a message and its headers", async () => {
    const { anthropic, parts } = await clientsFor();
    const { data, response } = await anthropic.messages.create(hello).withResponse();
    expect(data).toMatchObject({
      type: "message",
      role: "assistant",
      model: "sandbox/echo",
      content: [{ type: "text", text: "Sandbox echo: Hello there" }],
      stop_reason: "end_turn",
      usage: { input_tokens: 2, output_tokens: 5 },
    });
    expect(response.headers.get("x-ratelimit-limit-requests")).toBe("100");
    expect(response.headers.get("x-gateway-provider")).toBe("sandbox");
    expect(parts.calls).toHaveLength(1);
  });

  test("gets its system prompt, tools, images and tool results translated", async () => {
    const { sent, fetch } = provider(
      completion({ role: "assistant", content: null, tool_calls: [lookup] }, "tool_calls"),
    );
    const { anthropic } = await clientsFor({ fetch });
    const answer = await anthropic.messages.create({
      model: "small",
      max_tokens: 9,
      system: [{ type: "text", text: "Be kind." }],
      stop_sequences: ["END"],
      tools: [tool],
      tool_choice: { type: "any", disable_parallel_tool_use: true },
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Where?" },
            { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
          ],
        },
        {
          role: "assistant",
          content: [
            { type: "text", text: "I look." },
            { type: "tool_use", id: "t0", name: "lookup", input: { a: 1 } },
          ],
        },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "t0", content: "Rain" },
            { type: "text", text: "And?" },
          ],
        },
      ],
    });
    expect(sent[0]).toEqual({
      model: "small",
      max_tokens: 9,
      stop: ["END"],
      tools: [
        { type: "function", function: { name: "lookup", description: "Looks up", parameters: tool.input_schema } },
      ],
      tool_choice: "required",
      parallel_tool_calls: false,
      messages: [
        { role: "system", content: "Be kind." },
        {
          role: "user",
          content: [
            { type: "text", text: "Where?" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
          ],
        },
        {
          role: "assistant",
          content: "I look.",
          tool_calls: [{ id: "t0", type: "function", function: { name: "lookup", arguments: '{"a":1}' } }],
        },
        { role: "tool", tool_call_id: "t0", content: "Rain" },
        { role: "user", content: "And?" },
      ],
    });
    expect(answer).toMatchObject({
      content: [{ type: "tool_use", id: "t1", name: "lookup", input: { city: "Oslo" } }],
      stop_reason: "tool_use",
      usage: { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 4 },
    });
  });

  test("streams text and tool calls", async () => {
    const { anthropic } = await clientsFor(provider(() => streamOf(callChunks)));
    const stream = anthropic.messages.stream({ ...hello, model: "small", tools: [tool] });
    const kinds: string[] = [];
    stream.on("streamEvent", ({ type }) => kinds.push(type));
    expect(await stream.finalMessage()).toMatchObject({
      content: [
        { type: "text", text: "Let me see." },
        { type: "tool_use", id: "t1", name: "lookup", input: { city: "Oslo" } },
      ],
      stop_reason: "tool_use",
      usage: { input_tokens: 4, cache_read_input_tokens: 6, output_tokens: 4 },
    });
    expect(kinds.join(" ")).toBe(
      "message_start content_block_start content_block_delta content_block_stop content_block_start " +
        "content_block_delta content_block_delta content_block_stop message_delta message_stop",
    );
  });

  test("sees a cut stream as an error", async () => {
    const { anthropic } = await clientsFor();
    const stream = anthropic.messages.stream({ ...hello, model: "sandbox/cut" });
    await expect(stream.finalMessage()).rejects.toThrow(/broke off/);
  });

  test.each<[string, World, object, string, number, string, string]>([
    ["an unknown key", {}, {}, "no", 401, "authentication_error", "unauthorized"],
    ["an unknown model", {}, { model: "nobody/x" }, KEY, 404, "not_found_error", "model_not_found"],
    ["a forbidden model", { key: { allowedModels: ["x"] } }, {}, KEY, 403, "permission_error", "permission_denied"],
    ["no model", {}, { model: undefined }, KEY, 400, "invalid_request_error", "missing_model"],
    ["no messages", {}, { messages: [] }, KEY, 400, "invalid_request_error", "missing_messages"],
    ["no limit of tokens", {}, { max_tokens: undefined }, KEY, 400, "invalid_request_error", "invalid_request_error"],
    [
      "a tool of the provider's",
      {},
      { tools: [{ type: "web_search_20250305", name: "web_search" }] },
      KEY,
      400,
      "invalid_request_error",
      "invalid_request_error",
    ],
    ["a provider's 500", {}, { model: "sandbox/error-500" }, KEY, 502, "api_error", "provider_error"],
    ["a provider's 529", {}, { model: "sandbox/error-529" }, KEY, 502, "overloaded_error", "provider_error"],
  ])("throws for %s", async (_name, world, more, apiKey, status, type, code) => {
    const { anthropic } = await clientsFor(world, apiKey);
    const failed = anthropic.messages.create({ ...hello, ...more });
    await expect(failed).rejects.toMatchObject({ status, error: { type: "error", error: { type, code } } });
  });

  test.each<[string, string[], object, object]>([
    ["a chat", [streamedDelta({ content: "a" })], {}, {}],
    [
      "its own protocol",
      [
        'event: message_start\ndata: {"type":"message_start","message":{}}\n\n',
        'event: content_block_delta\ndata: {"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"a"}}\n\n',
      ],
      { organization: { providers: [claude] } },
      { model: "claude/x" },
    ],
  ])("learns that a provider is overloaded in the middle of a stream of %s", async (_what, begun, world, more) => {
    const overloaded =
      'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n';
    const { anthropic } = await clientsFor({ fetch: async () => streamOf([...begun, overloaded]), ...world });
    const read = async () => {
      for await (const _ of await anthropic.messages.create({ ...hello, model: "small", ...more, stream: true }));
    };
    await expect(read()).rejects.toMatchObject({ error: { error: { type: "overloaded_error" } } });
  });

  test("shares its rate limit with other clients", async () => {
    const { anthropic, openai } = await clientsFor({ limiter: memoryLimiter(), key: { rateLimitRpm: 2 } });
    await anthropic.messages.create(hello);
    await openai.responses.create({ model: "sandbox/echo", input: "Hello" });
    await expect(anthropic.messages.create(hello)).rejects.toMatchObject({ status: 429 });
    await expect(openai.completions.create({ model: "sandbox/echo", prompt: "Hello" })).rejects.toMatchObject({
      status: 429,
    });
  });

  test("counts tokens without asking a model", async () => {
    const { fetch, sent } = provider(() => Response.json({}));
    const { anthropic, parts } = await clientsFor({ fetch });
    const { input_tokens } = await anthropic.messages.countTokens({
      model: "small",
      messages: hello.messages,
      tools: [tool],
    });
    // As the ledger estimates it: a token for four bytes of text and tools, and four for the message.
    const { input_schema: parameters, ...named } = tool;
    const tools = JSON.stringify([{ type: "function", function: { ...named, parameters } }]);
    expect(input_tokens).toBe(4 + Math.ceil(("Hello there".length + tools.length) / 4));
    expect([sent, parts.calls]).toEqual([[], []]);
    await expect(anthropic.messages.countTokens({ ...hello, model: "no" })).rejects.toMatchObject({ status: 404 });
  });
});

test("messages and responses reach an organization's own models, and show tokens and the answering model", async () => {
  const own = { ...upstream, name: "own", models: ["house"] };
  const nameless = Response.json({ usage, choices: [{ index: 0, message: { content: "hi" }, finish_reason: "stop" }] });
  const { sent, fetch } = provider(() => nameless.clone());
  const { anthropic, openai } = await clientsFor({
    fetch,
    organization: { providers: [own], modelMap: { best: "own/house" } },
  });
  const message = await anthropic.messages.create({ ...hello, model: "best" });
  expect(message).toMatchObject({ model: "house", usage: { input_tokens: 4, output_tokens: 4 } });
  const response = await openai.responses.create({ model: "own/house", input: "Hello there" });
  expect(response).toMatchObject({ model: "house", usage: { input_tokens: 10, output_tokens: 4 } });
  expect(sent.map(({ model }) => model)).toEqual(["house", "house"]);
  const chunks = callChunks.map((text) => text.replaceAll('"model":"small-1",', ""));
  const streaming = await clientsFor({ fetch: async () => streamOf(chunks), organization: { providers: [own] } });
  const streamed = streaming.anthropic.messages.stream({ ...hello, model: "house" });
  expect(await streamed.finalMessage()).toMatchObject({ model: "house", usage: { output_tokens: 4 } });
});

describe("OpenAI's responses client", () => {
  test("gets a response", async () => {
    const { openai, parts } = await clientsFor();
    const response = await openai.responses.create({ model: "sandbox/echo", input: "Hello there" });
    expect(response).toMatchObject({ object: "response", status: "completed", model: "sandbox/echo" });
    expect(response.output_text).toBe("Sandbox echo: Hello there");
    expect(response.usage).toMatchObject({ input_tokens: 2, output_tokens: 5, total_tokens: 7 });
    expect(parts.calls).toHaveLength(1);
    const short = await openai.responses.create({ model: "sandbox/echo", input: "Hello", max_output_tokens: 1 });
    expect(short).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
  });

  test("gets its items, tools and formats translated", async () => {
    const { sent, fetch } = provider(
      completion({ role: "assistant", content: null, tool_calls: [lookup] }, "tool_calls"),
    );
    const { openai } = await clientsFor({ fetch });
    const parameters = { type: "object", properties: {} };
    const response = await openai.responses.create({
      model: "small",
      instructions: "Be kind.",
      reasoning: { effort: "low" },
      text: { format: { type: "json_schema", name: "city", schema: parameters, strict: true } },
      tools: [{ type: "function", name: "lookup", parameters, strict: true }],
      tool_choice: { type: "function", name: "lookup" },
      input: [
        {
          role: "user",
          content: [
            { type: "input_text", text: "Where?" },
            { type: "input_image", image_url: "http://x.test/a.png", detail: "low" },
          ],
        },
        { type: "function_call", call_id: "t0", name: "lookup", arguments: "{}" },
        { type: "function_call_output", call_id: "t0", output: "Rain" },
      ],
    });
    expect(sent[0]).toEqual({
      model: "small",
      reasoning_effort: "low",
      response_format: { type: "json_schema", json_schema: { name: "city", schema: parameters, strict: true } },
      tools: [{ type: "function", function: { name: "lookup", parameters, strict: true } }],
      tool_choice: { type: "function", function: { name: "lookup" } },
      messages: [
        { role: "system", content: "Be kind." },
        {
          role: "user",
          content: [
            { type: "text", text: "Where?" },
            { type: "image_url", image_url: { url: "http://x.test/a.png", detail: "low" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [{ id: "t0", type: "function", function: { name: "lookup", arguments: "{}" } }],
        },
        { role: "tool", tool_call_id: "t0", content: "Rain" },
      ],
    });
    expect(response.output).toMatchObject([
      { type: "function_call", call_id: "t1", name: "lookup", arguments: '{"city":"Oslo"}' },
    ]);
  });

  test("streams text and tool calls, and ends with the complete response", async () => {
    const { openai } = await clientsFor(provider(() => streamOf(callChunks)));
    const stream = openai.responses.stream({ model: "small", input: "Hello" });
    const kinds: string[] = [];
    const numbers: number[] = [];
    stream.on("event", (event) => {
      kinds.push(event.type.replace("response.", ""));
      if ("sequence_number" in event) numbers.push(event.sequence_number);
    });
    const response = await stream.finalResponse();
    expect(response.output).toMatchObject([
      { type: "message", content: [{ type: "output_text", text: "Let me see." }] },
      { type: "function_call", call_id: "t1", arguments: '{"city":"Oslo"}' },
    ]);
    expect(response.usage).toMatchObject({ input_tokens: 10, input_tokens_details: { cached_tokens: 6 } });
    expect(numbers).toEqual(numbers.map((_, index) => index));
    expect(kinds).toEqual(
      expect.arrayContaining(["created", "output_text.done", "function_call_arguments.done", "completed"]),
    );
  });

  test("sees a cut stream as an error", async () => {
    const { openai } = await clientsFor();
    const stream = await openai.responses.create({ model: "sandbox/cut", input: "Hello there", stream: true });
    const kinds: string[] = [];
    const read = async () => {
      for await (const { type } of stream) kinds.push(type);
    };
    await read().catch(() => kinds.push("thrown"));
    expect(kinds.at(-2)).toBe("response.failed");
  });

  test.each([
    ["what the gateway does not keep", { previous_response_id: "resp_1" }, "previous_response_id"],
    ["a tool of the provider's", { tools: [{ type: "web_search" }] }, "tools[0].type"],
    ["no input", { input: undefined }, "input"],
  ])("throws for %s", async (_name, more, param) => {
    const { openai } = await clientsFor();
    const failed = openai.responses.create({ model: "sandbox/echo", input: "Hello", ...more } as never); // on purpose none that it takes
    await expect(failed).rejects.toMatchObject({ status: 400, code: "invalid_request_error", param });
  });
});

describe("responses that later requests refer to", () => {
  const weather = {
    type: "function" as const,
    name: "lookup",
    inputSchema: { type: "object" as const, properties: {} },
  };
  const answerOf = (text: string) => completion({ role: "assistant", content: text }, "stop");
  const looksUp = completion({ role: "assistant", content: "Let me see.", tool_calls: [lookup] }, "tool_calls");
  const turns = (answers: (() => Response)[]) => provider(() => (answers.shift() ?? Response.error)());
  const call = { id: "t1", type: "function", function: { name: "lookup", arguments: '{"city":"Oslo"}' } };
  const conversation = [
    { role: "user", content: "Where?" },
    { role: "assistant", content: "Let me see.", tool_calls: [call] },
    { role: "tool", tool_call_id: "t1", content: "Rain" },
  ];

  /** As the AI SDK hands a step's parts to the next one, and runs the tools in between. */
  function stepped(prompt: LanguageModelV3Prompt, content: LanguageModelV3Content[]): LanguageModelV3Prompt {
    const parts = content.flatMap(
      (part): Exclude<LanguageModelV3Message, { role: "system" | "user" | "tool" }>["content"] => {
        const options = part.providerMetadata && { providerOptions: part.providerMetadata };
        if (part.type === "text") return [{ type: "text", text: part.text, ...options }];
        return part.type === "tool-call" ? [{ ...part, input: JSON.parse(part.input), ...options }] : [];
      },
    );
    const results = content.flatMap((part) => {
      if (part.type !== "tool-call") return [];
      const { toolCallId, toolName } = part;
      return [{ type: "tool-result" as const, toolCallId, toolName, output: { type: "text" as const, value: "Rain" } }];
    });
    return [...prompt, { role: "assistant", content: parts }, { role: "tool", content: results }];
  }
  const question: LanguageModelV3Prompt = [{ role: "user", content: [{ type: "text", text: "Where?" }] }];

  test("serve the AI SDK over several tool steps, whole and streamed, and later in the chat", async () => {
    const asStream = () => streamOf(callChunks);
    const { sent, fetch } = turns([looksUp, asStream, answerOf("Wet.")]);
    const { aiSdk, parts } = await clientsFor({ fetch });
    const model = aiSdk("small");
    const first = await model.doGenerate({ prompt: question, tools: [weather] });
    const second = stepped(question, first.content);
    expect(JSON.stringify(second)).toContain('"itemId":"msg_');
    const streamed: LanguageModelV3Content[] = [];
    const { stream } = await model.doStream({ prompt: second, tools: [weather] });
    let text = { type: "text" as const, text: "" };
    for await (const part of stream) {
      if (part.type === "text-start") text = { type: "text", text: "" };
      if (part.type === "text-delta") text.text += part.delta;
      if (part.type === "text-end") streamed.push({ ...text, providerMetadata: part.providerMetadata ?? {} });
      if (part.type === "tool-call") streamed.push(part);
    }
    const third = await model.doGenerate({ prompt: stepped(second, streamed), tools: [weather] });
    expect(third.content).toMatchObject([{ type: "text", text: "Wet." }]);
    expect(sent.map(({ messages }) => messages)).toEqual([
      conversation.slice(0, 1),
      conversation,
      [...conversation, ...conversation.slice(1)],
    ]);
    expect([parts.calls.length, parts.reported]).toEqual([3, []]);
  });

  test("can be continued, and say so", async () => {
    const { sent, fetch } = turns([looksUp, answerOf("Wet."), answerOf("Yes.")]);
    const { openai } = await clientsFor({ fetch });
    const first = await openai.responses.create({ model: "small", input: "Where?" });
    const second = await openai.responses.create({
      model: "small",
      instructions: "Be kind.",
      previous_response_id: first.id,
      input: [{ type: "function_call_output", call_id: "t1", output: "Rain" }],
    });
    expect(second).toMatchObject({ previous_response_id: first.id, store: true, output_text: "Wet." });
    await openai.responses.create({ model: "small", previous_response_id: second.id, input: "Sure?" });
    expect(sent.map(({ messages }) => messages)).toEqual([
      conversation.slice(0, 1),
      [{ role: "system", content: "Be kind." }, ...conversation],
      [...conversation, { role: "assistant", content: "Wet." }, { role: "user", content: "Sure?" }],
    ]);
  });

  test("cannot be read while Redis is away, while other requests still work", async () => {
    const gone = redisOver({ request: () => Promise.reject(new Error("gone")) });
    const parts = memoryParts();
    const responses = redisResponses(gone, parts.now, parts.report, (work) => void work);
    const url = await served({ ...parts, responses });
    const openai = new OpenAI({ apiKey: KEY, maxRetries: 0, baseURL: `${url}/v1` });
    const { id } = await openai.responses.create({ model: "sandbox/echo", input: "Hello" });
    const failed = openai.responses.create({ model: "sandbox/echo", input: "And?", previous_response_id: id });
    await expect(failed).rejects.toMatchObject({ status: 503, code: "service_unavailable" });
    expect(parts.reported).toContainEqual(new Error("gone"));
  });

  test("stay within their organization, and are not stored if declined or broken off", async () => {
    const world: World = { fetch: provider(answerOf("Wet.")).fetch };
    const { openai, parts } = await clientsFor(world);
    const { id } = await openai.responses.create({ model: "small", input: "Where?" });
    const unstored = await openai.responses.create({ model: "small", input: "Where?", store: false });
    expect(unstored).toMatchObject({ store: false, previous_response_id: null });
    const refused = async (body: object, param: string, client = openai) => {
      const failed = client.responses.create({ model: "small", input: "And?", ...body });
      await expect(failed).rejects.toMatchObject({ status: 400, code: "invalid_request_error", param });
    };
    const reference = (response: string) => ({
      type: "item_reference" as const,
      id: response.replace("resp_", "msg_"),
    });
    await openai.responses.create({ model: "small", input: [reference(id), { role: "user", content: "And?" }] });
    await refused({ previous_response_id: unstored.id }, "previous_response_id");
    await refused({ input: [reference(id), reference(unstored.id)] }, "input[1].id");
    await refused({ input: [{ type: "item_reference", id: "rs_of_another" }] }, "input[0].id");
    const elsewhere = await served({
      ...memoryParts({ ...world, key: { organizationId: "org-2" } }),
      responses: parts.responses,
    });
    const other = new OpenAI({ apiKey: KEY, maxRetries: 0, baseURL: `${elsewhere}/v1` });
    await refused({ previous_response_id: id }, "previous_response_id", other);
    await refused({ input: [reference(id)] }, "input[0].id", other);
    const cut = await openai.responses.create({ model: "sandbox/cut", input: "Hello there", stream: true });
    let begun = "";
    for await (const event of cut) if (event.type === "response.created") begun = event.response.id;
    await refused({ previous_response_id: begun }, "previous_response_id");
  });
});

describe("OpenAI's completions client", () => {
  test("completes a prompt, whole and streamed", async () => {
    const { openai } = await clientsFor();
    const whole = await openai.completions.create({ model: "sandbox/echo", prompt: "Hello there" });
    expect(whole).toMatchObject({
      object: "text_completion",
      choices: [{ text: "Sandbox echo: Hello there", finish_reason: "stop" }],
    });
    let text = "";
    for await (const part of await openai.completions.create({ model: "sandbox/echo", prompt: ["Hi"], stream: true })) {
      text += part.choices[0]?.text ?? "";
    }
    expect(text).toBe("Sandbox echo: Hi");
  });

  test.each([
    ["several prompts", { prompt: ["a", "b"] }, "prompt"],
    ["an echo", { echo: true }, "echo"],
  ])("throws for %s", async (_name, more, param) => {
    const { openai } = await clientsFor();
    const failed = openai.completions.create({ model: "sandbox/echo", prompt: "a", ...more });
    await expect(failed).rejects.toMatchObject({ status: 400, param });
  });
});

describe("OpenAI's embeddings client", () => {
  const input = ["The cat sat", "the cat sat down", "Zwölf Boxkämpfer"];

  test("embeds texts, with similar vectors for similar texts", async () => {
    const { openai, parts } = await clientsFor();
    const { data, usage } = await openai.embeddings.create({ model: "sandbox/embed", input });
    const [one, near, far] = data.map(({ embedding }) => embedding);
    const likeness = (other: number[] = []) =>
      one?.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0) ?? 0;
    expect(likeness(near)).toBeGreaterThan(likeness(far) + 0.5);
    expect([data.length, one?.length, usage.prompt_tokens]).toEqual([3, 64, 9]);
    expect(parts.calls).toHaveLength(1);
    const small = await openai.embeddings.create({
      model: "sandbox/embed",
      input: "x",
      dimensions: 8,
      encoding_format: "float",
    });
    expect(small.data[0]?.embedding).toHaveLength(8);
  });

  test.each([
    ["a text", "Hello", ["Hello"]],
    ["texts", ["a", "b"], ["a", "b"]],
    ["tokens", [[1, 2], [3]], [[1, 2], [3]]],
  ])("sends %s to the provider's embeddings", async (_name, body, expected) => {
    const urls: unknown[] = [];
    const { sent, fetch } = provider(() => Response.json({ object: "list", model: "small-1", data: [], usage: {} }));
    const { openai } = await clientsFor({
      fetch: (url, init) => {
        urls.push(url);
        return fetch(url, init);
      },
    });
    await openai.embeddings.create({ model: "small", input: body, encoding_format: "float" });
    expect(urls).toEqual(["https://llm.acme.test/v1/embeddings"]);
    expect(sent).toEqual([{ model: "small", input: expected, encoding_format: "float" }]);
  });

  test.each<[string, object, object]>([
    ["tells", { prompt_tokens: 3, total_tokens: 3 }, { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 }],
    ["has written", { prompt_tokens: 3, completion_tokens: 2 }, { prompt_tokens: 3, completion_tokens: 2 }],
  ])(
    "reads the tokens that a provider %s, and adds those that published clients need",
    async (_what, reported, expected) => {
      const { fetch } = provider(() => Response.json({ object: "list", model: "small-1", data: [], usage: reported }));
      const { openai } = await clientsFor({ fetch });
      const { usage } = await openai.embeddings.create({ model: "small", input: "a", encoding_format: "float" });
      expect(usage).toEqual(expected);
    },
  );

  test("gets one vector for each list of tokens, and different ones for different lists", async () => {
    const { openai } = await clientsFor();
    const embed = async (input: number[] | number[][]) => {
      const answer = await openai.embeddings.create({ model: "sandbox/embed", input, encoding_format: "float" });
      return { vectors: answer.data.map(({ embedding }) => JSON.stringify(embedding)), usage: answer.usage };
    };
    const lists = [[1, 2, 3], [3, 2, 1], [1, 2], [65], ...Array.from({ length: 100 }, (_, token) => [token + 100])];
    const { vectors, usage } = await embed(lists);
    expect([vectors.length, new Set(vectors).size, usage.prompt_tokens]).toEqual([104, 104, 109]);
    expect((await embed([1, 2, 3])).vectors).toEqual(vectors.slice(0, 1));
  });

  test.each([
    ["no model", { model: "" }, 400, "missing_model"],
    ["no input", { input: undefined }, 400, "invalid_request_error"],
    ["an unknown model", { model: "nobody/x" }, 404, "model_not_found"],
    ["a provider that fails", { model: "sandbox/error-500" }, 502, "provider_error"],
    ["a provider without embeddings", { model: "sandbox/error-501" }, 501, "not_supported"],
  ])("throws for %s", async (_name, more, status, code) => {
    const { openai } = await clientsFor();
    const failed = openai.embeddings.create({ model: "sandbox/embed", input: "a", ...more } as never); // on purpose none that it takes
    await expect(failed).rejects.toMatchObject({ status, code });
  });
});

test("a client of messages that leaves a stream ends the provider's call", async () => {
  let seen: AbortSignal | null | undefined;
  const { anthropic } = await clientsFor({
    fetch: async (_url, init) => {
      seen = init?.signal;
      return streamOf([chunk("a")], { hang: true });
    },
  });
  const stream = await anthropic.messages.create({ ...hello, model: "small", stream: true });
  for await (const event of stream) if (event.type === "content_block_delta") break;
  await expect.poll(() => seen?.aborted).toBe(true);
});

describe("the official clients with providers that speak their protocol", () => {
  const event = (data: { type: string } & Record<string, unknown>) =>
    `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`;
  const response = {
    id: "resp_1",
    object: "response",
    model: "x-1",
    status: "completed",
    output: [
      { type: "web_search_call", id: "ws_1", status: "completed", action: { type: "search", query: "q" } },
      {
        type: "message",
        id: "m_1",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Oslo", annotations: [] }],
      },
    ],
    usage: { input_tokens: 5, output_tokens: 2, total_tokens: 7 },
  };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "claude-x",
    content: [{ type: "thinking", thinking: "Hm.", signature: "s" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage: { input_tokens: 5, output_tokens: 2 },
  };
  const body = {
    model: "own/x",
    input: "Where?",
    tools: [{ type: "web_search" as const }],
    previous_response_id: "resp_0",
  };
  const thinking = {
    ...hello,
    model: "claude/x",
    thinking: { type: "enabled" as const, budget_tokens: 1024 },
    max_tokens: 2000,
  };
  const world = (fetch: typeof globalThis.fetch): World => ({
    fetch,
    organization: {
      providers: [
        {
          kind: "openai",
          name: "own",
          models: [],
          baseUrl: "https://own.test/v1",
          apiKey: "k",
          timeoutMs: null,
          native: ["responses"],
        },
        {
          kind: "anthropic",
          name: "claude",
          baseUrl: "https://c.test/v1",
          apiKey: "k",
          models: [],
          timeoutMs: null,
          native: ["messages"],
        },
      ],
    },
  });

  test("openai's gets built-in tools, whole and streamed, and an error for a cut stream", async () => {
    const item = { item_id: "m_1", output_index: 1, content_index: 0 };
    const events = [
      event({ type: "response.created", response: { ...response, output: [] }, sequence_number: 0 }),
      event({ type: "response.output_text.delta", ...item, delta: "Oslo", sequence_number: 1 }),
      event({ type: "response.completed", response, sequence_number: 2 }),
    ];
    const answers = [() => Response.json(response), () => streamOf(events), () => streamOf(events.slice(0, 2))];
    const { sent, fetch } = provider(() => (answers.shift() ?? Response.error)());
    const { openai } = await clientsFor(world(fetch));
    const whole = await openai.responses.create(body);
    expect([whole.output_text, whole.output[0]?.type, sent[0]?.previous_response_id]).toEqual([
      "Oslo",
      "web_search_call",
      "resp_0",
    ]);
    const types: string[] = [];
    const read = async () => {
      types.length = 0;
      for await (const { type } of await openai.responses.create({ ...body, stream: true })) types.push(type);
    };
    await read();
    expect(types).toEqual(["response.created", "response.output_text.delta", "response.completed"]);
    await read();
    expect(types).toEqual(["response.created", "response.output_text.delta", "error"]);
  });

  test("Anthropic's gets thinking, whole and streamed", async () => {
    const events = [
      event({ type: "message_start", message: { ...message, content: [] } }),
      event({
        type: "content_block_start",
        index: 0,
        content_block: { type: "thinking", thinking: "", signature: "" },
      }),
      event({ type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hm." } }),
      event({ type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "s" } }),
      event({ type: "content_block_stop", index: 0 }),
      event({
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens: 2 },
      }),
      event({ type: "message_stop" }),
    ];
    const answers = [() => Response.json(message), () => streamOf(events)];
    const { sent, fetch } = provider(() => (answers.shift() ?? Response.error)());
    const { anthropic } = await clientsFor(world(fetch));
    expect((await anthropic.messages.create(thinking)).content).toEqual(message.content);
    expect(sent[0]).toMatchObject({ model: "x", thinking: thinking.thinking });
    expect((await anthropic.messages.stream(thinking).finalMessage()).content).toEqual(message.content);
  });
});
