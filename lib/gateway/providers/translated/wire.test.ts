import { afterEach, describe, expect, test, vi } from "vitest";
import { ask, memoryParts, settings, streamOf, webGateway } from "../../testing/memory-parts";
import { serve } from "../../testing/serve";
import { wires } from "../../testing/wire-cases";
import {
  askProvider,
  chunksOf,
  describeWire,
  exchange,
  nowhere,
  type SeenRequest,
  type Settle,
  wireOf,
} from "../../testing/wire-suite";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** On a real socket. */
const settle: Settle = async (answer) => {
  const seen: SeenRequest[] = [];
  const { url, stop } = await serve(async (request) => {
    const { pathname, search } = new URL(request.url);
    seen.push({ path: pathname + search, headers: request.headers, body: await request.json() });
    return answer();
  });
  stops.push(stop);
  return { baseUrl: url, fetch: globalThis.fetch, seen };
};

for (const wire of wires) describeWire("Node", wire, settle);

const schema = { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false };
const format = { type: "json_schema", json_schema: { name: "answer", schema } };
const tools = [{ type: "function", function: { name: "look", parameters: { type: "object" } } }];
const user = (...content: object[]) => ({ messages: [{ role: "user", content }] });

describe("what Cohere bills", () => {
  const reported = { prompt_tokens: 15, completion_tokens: 5, billed_units: { input_tokens: 9, output_tokens: 5 } };

  test.each([[false], [true]])("is booked, and the client sees all tokens; streamed: %s", async (stream) => {
    const { reply, stream: chunks, provider, model } = wireOf("cohere");
    const fake = await nowhere(() => (stream ? streamOf([...chunks]) : Response.json(reply)));
    const parts = memoryParts({ settings: { ...settings, providers: [provider(fake.baseUrl)] }, fetch: fake.fetch });
    const messages = [{ role: "user", content: "Hi" }];
    const body = { model: `cohere/${model}`, messages, stream, stream_options: { include_usage: true } };
    const response = await webGateway(parts).createChatCompletion(ask({ body }));
    const usage = stream ? (await chunksOf(response)).usage : (await response.json()).usage;
    expect(usage).toMatchObject(reported);
    expect(parts.entries).toMatchObject([{ inputTokens: 9, outputTokens: 5, isEstimated: false }]);
    expect(parts.calls).toMatchObject([{ answer: { inputTokens: 15, outputTokens: 5 } }]);
  });
});

describe("translated requests", () => {
  test.each<[string, string, object, object]>([
    ["a limit", "anthropic", { max_completion_tokens: 7, max_tokens: 9 }, { max_tokens: 7 }],
    [
      "a named tool",
      "anthropic",
      { tools, tool_choice: { type: "function", function: { name: "look" } } },
      { tool_choice: { type: "tool", name: "look" } },
    ],
    [
      "one tool at a time",
      "anthropic",
      { tools, tool_choice: "auto", parallel_tool_calls: false },
      { tool_choice: { type: "auto", disable_parallel_tool_use: true } },
    ],
    ["effort", "anthropic", { reasoning_effort: "low" }, { thinking: { type: "enabled", budget_tokens: 1024 } }],
    [
      "thought",
      "anthropic",
      { thinking: { type: "enabled", budget_tokens: 2000 } },
      { thinking: { type: "enabled", budget_tokens: 2000 } },
    ],
    [
      "an image's address",
      "anthropic",
      user({ type: "image_url", image_url: { url: "https://x.test/a.png" } }),
      { messages: [{ content: [{ type: "image", source: { type: "url", url: "https://x.test/a.png" } }] }] },
    ],
    [
      "a file",
      "anthropic",
      user({ type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,aGk=" } }),
      {
        messages: [
          { content: [{ type: "document", source: { type: "base64", media_type: "application/pdf", data: "aGk=" } }] },
        ],
      },
    ],
    [
      "a schema",
      "gemini",
      { response_format: format },
      {
        generationConfig: { responseMimeType: "application/json", responseSchema: { type: "object", required: ["a"] } },
      },
    ],
    [
      "JSON",
      "gemini",
      { response_format: { type: "json_object" } },
      { generationConfig: { responseMimeType: "application/json" } },
    ],
    [
      "effort",
      "gemini",
      { reasoning_effort: "low" },
      { generationConfig: { thinkingConfig: { thinkingBudget: 1024, includeThoughts: true } } },
    ],
    [
      "a sound",
      "gemini",
      user({ type: "input_audio", input_audio: { data: "aGk=", format: "wav" } }),
      { contents: [{ parts: [{ inlineData: { mimeType: "audio/wav", data: "aGk=" } }] }] },
    ],
    ["no tool", "gemini", { tools, tool_choice: "none" }, { toolConfig: { functionCallingConfig: { mode: "NONE" } } }],
    ["top_p", "cohere", { top_p: 0.5 }, { p: 0.5 }],
    [
      "JSON",
      "cohere",
      { response_format: format },
      { response_format: { type: "json_object", json_schema: { type: "object" } } },
    ],
    ["a limit", "bedrock", { max_tokens: 7 }, { inferenceConfig: { maxTokens: 7 } }],
  ])("%s (%s): %j", async (_title, name, body, expected) => {
    expect((await exchange(name, body)).sent?.body).toMatchObject(expected);
  });

  test.each([
    ["several choices", { n: 2 }, "n"],
    ["another role", { messages: [{ role: "narrator", content: "Once" }] }, "messages[0].role"],
    ["a part that nobody knows", user({ type: "smell" }), "messages[0].content[0].type"],
    [
      "a file of this machine",
      user({ type: "image_url", image_url: { url: "file:///etc/passwd" } }),
      "messages[0].content[0].image_url.url",
    ],
    ["a tool without a name", { tools: [{ type: "function" }] }, "tools[0]"],
    ["an invalid choice", { tool_choice: "any" }, "tool_choice"],
    ["a format without its schema", { response_format: { type: "json_schema" } }, "response_format"],
  ])("%s is refused with its field's name, and the provider is not called", async (_title, body, param) => {
    const { response, calls } = await exchange("anthropic", body);
    expect([response.status, (await response.json()).error.param, calls]).toEqual([400, param, 0]);
  });
});

describe("translated answers", () => {
  const stopped = (reason: string) => () =>
    Response.json({ ...wireOf("anthropic").reply, content: [{ type: "text", text: "x" }], stop_reason: reason });
  const candidate = (part: object) => () =>
    Response.json({ candidates: [{ content: { parts: [{ text: "x" }] }, ...part }] });

  test.each([
    ["anthropic", stopped("end_turn"), "stop"],
    ["anthropic", stopped("stop_sequence"), "stop"],
    ["anthropic", stopped("max_tokens"), "length"],
    ["anthropic", stopped("refusal"), "content_filter"],
    ["gemini", candidate({ finishReason: "STOP" }), "stop"],
    ["gemini", candidate({ finishReason: "MAX_TOKENS" }), "length"],
    ["gemini", candidate({ finishReason: "SAFETY" }), "content_filter"],
    ["gemini", candidate({ finishReason: "RECITATION" }), "content_filter"],
  ])("stop reason of %s, number %#: %s%s", async (name, answer, expected) => {
    const { choices } = await (await exchange(name, {}, answer)).response.json();
    expect(choices[0].finish_reason).toBe(expected);
  });

  test("Gemini's thought signature is sent back with its tool call", async () => {
    const first = await (await exchange("gemini", {})).response.json();
    const { sent } = await exchange("gemini", {
      messages: [
        { role: "user", content: "Hi" },
        first.choices[0].message,
        { role: "tool", tool_call_id: first.choices[0].message.tool_calls[0].id, content: "seen" },
      ],
    });
    const calls = [{ text: "Hello there" }, { functionCall: { name: "look" }, thoughtSignature: "c2ln" }];
    const results = [{ functionResponse: { name: "look", response: { content: "seen" } } }];
    expect(sent?.body).toMatchObject({ contents: [{}, { parts: calls }, { parts: results }] });
  });

  test("Anthropic's thinking stays separate, and an error event ends the stream", async () => {
    const event = (type: string, more: object) => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`;
    const start = wireOf("anthropic").stream[0] ?? "";
    const chunks = [
      start,
      event("content_block_start", { index: 0, content_block: { type: "thinking", thinking: "", signature: "" } }),
      event("content_block_delta", { index: 0, delta: { type: "thinking_delta", thinking: "Hm" } }),
      event("error", { error: { type: "overloaded_error", message: "Overloaded" } }),
    ];
    const { response } = await exchange("anthropic", { stream: true }, () => streamOf(chunks));
    const { deltas, isDone, error } = await chunksOf(response);
    expect(deltas[0].delta).toEqual({ role: "assistant", reasoning_content: "Hm" });
    expect([isDone, error]).toMatchObject([
      false,
      { code: "provider_error", type: "overloaded_error", message: expect.stringContaining("Overloaded") },
    ]);
  });

  test("only configured credentials are sent, and answers never show them", async () => {
    vi.stubEnv("ANTHROPIC_API_KEY", "sk-of-the-environment");
    const wire = wireOf("anthropic");
    const fake = await nowhere(() => Response.json({ error: { message: "bad key sk-wired" } }, { status: 400 }));
    const provider = { ...wire.provider(fake.baseUrl), apiKey: null } as ReturnType<typeof wire.provider>; // the same kind
    await askProvider(fake, provider, {
      model: `anthropic/${wire.model}`,
      messages: [{ role: "user", content: "Hi" }],
    });
    vi.unstubAllEnvs();
    expect(JSON.stringify([...(fake.seen[0]?.headers ?? [])])).not.toContain("environment");
    const { response } = await exchange("anthropic", {}, () =>
      Response.json({ error: { message: "bad key sk-wired at provider.test" } }, { status: 400 }),
    );
    expect((await response.json()).error.message).toBe("bad key *** at ***");
  });

  test("the request to the provider is aborted when the client leaves", async () => {
    let signal: AbortSignal | null | undefined;
    const client = new AbortController();
    const fake = await nowhere(() => Response.json({}));
    const fetch: typeof globalThis.fetch = (_url, init) =>
      new Promise((_resolve, reject) => {
        signal = init?.signal;
        signal?.addEventListener("abort", () => reject(signal?.reason));
        client.abort();
      });
    const wire = wireOf("anthropic");
    const body = { model: `anthropic/${wire.model}`, messages: [{ role: "user", content: "Hi" }] };
    const response = await askProvider({ ...fake, fetch }, wire.provider(fake.baseUrl), body, client.signal);
    expect([response.status, signal?.aborted]).toEqual([499, true]);
  });
});
