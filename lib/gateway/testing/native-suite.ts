// Requests in protocols that their providers speak themselves, run in Node and in the edge runtime alike.
import { describe, expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import type { ProviderSettings } from "../settings";
import { memoryMoney } from "./memory-money";
import { ask, claude, memoryParts, settings, streamOf, upstream, type World, webGateway } from "./memory-parts";
import { completion } from "./recorded-calls";

const MAIL = "ann@example.com";
type Json = Record<string, unknown>;

const openai: ProviderSettings = { ...upstream, name: "own", models: [], native: ["responses"] } as ProviderSettings;
const providers = [openai, claude];

interface SentRequest {
  url: string;
  headers: Headers;
  body: Json;
}

/** A gateway whose providers answer so, in turn, the last one again. */
function open(answers: (() => Response)[], more: World = {}) {
  const sent: SentRequest[] = [];
  const parts = memoryParts({
    organization: { providers },
    fetch: async (url, init) => {
      sent.push({ url: String(url), headers: new Headers(init?.headers), body: JSON.parse(String(init?.body)) });
      const answer = answers[Math.min(sent.length, answers.length) - 1];
      if (!answer) throw new TypeError("nobody answers");
      return answer();
    },
    ...more,
  });
  const gateway = webGateway(parts);
  return {
    sent,
    parts,
    responses: (body: Json) => gateway.createResponse(ask({ path: "/v1/responses", body })),
    messages: (body: Json, headers: Record<string, string> = {}) =>
      gateway.createMessage(ask({ path: "/v1/messages", body, headers })),
  };
}

const response = (text: string) => ({
  id: "resp_1",
  object: "response",
  model: "x-1",
  status: "completed",
  instructions: "Be kind.",
  output: [
    { type: "web_search_call", id: "ws_1", status: "completed" },
    {
      type: "message",
      id: "m_1",
      role: "assistant",
      content: [{ type: "output_text", text, annotations: [], logprobs: [] }],
    },
  ],
  usage: {
    input_tokens: 50,
    input_tokens_details: { cached_tokens: 20 },
    output_tokens: 9,
    output_tokens_details: { reasoning_tokens: 4 },
  },
});
const event = (data: Json) => `event: ${String(data.type)}\ndata: ${JSON.stringify(data)}\n\n`;
const at = { item_id: "m_1", output_index: 0, content_index: 0 };
const deltas = (...texts: string[]) =>
  texts.map((delta, index) => event({ type: "response.output_text.delta", ...at, delta, sequence_number: index + 1 }));
const created = event({
  type: "response.created",
  response: { id: "resp_1", model: "x-1", output: [] },
  sequence_number: 0,
});
const streamed = (...texts: string[]) => [
  created,
  ...deltas(...texts),
  event({ type: "response.output_text.done", ...at, text: texts.join(""), sequence_number: 90 }),
  event({ type: "response.completed", response: response(texts.join("")), sequence_number: 91 }),
];
const message = (text: string) => ({
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-x",
  content: [
    { type: "thinking", thinking: "Hm.", signature: "s" },
    { type: "text", text },
  ],
  stop_reason: "end_turn",
  usage: { input_tokens: 10, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 7 },
});
const messageStream = (...texts: string[]) => [
  event({ type: "message_start", message: { ...message(""), content: [] } }),
  event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } }),
  ...texts.map((text) => event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
  event({ type: "content_block_stop", index: 0 }),
  event({ type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 7 } }),
  event({ type: "message_stop" }),
];
/** What no chat can say. */
const rich = {
  model: "own/x",
  input: [
    { type: "reasoning", id: "rs_1", encrypted_content: "abc" },
    { type: "item_of_tomorrow", payload: { deep: true } },
    { role: "user", content: [{ type: "input_text", text: "Where?" }] },
  ],
  instructions: "Be kind.",
  tools: [{ type: "web_search", search_context_size: "low" }],
  previous_response_id: "resp_0",
  unheard_of: { a: 1 },
};
const free = { input: 0, cachedInput: 0, cacheWrite: 0, output: 0, from: null, until: null };
const plain = { model: "own/x", input: "Where?" };
const question = { model: "claude/claude-x", max_tokens: 50, messages: [{ role: "user", content: "Where?" }] };
const masking = (more: Json = {}) =>
  guardrails.parse({
    rules: [{ type: "pii-detection", action: "block", stage: "post", config: { entities: ["email"], ...more } }],
  });

export function describeNative(runtime: string): void {
  describe(`requests in their providers' own protocol in ${runtime}`, () => {
    test("of responses go and come back as they are, and are counted", async () => {
      const { responses, sent, parts } = open([() => Response.json(response("Oslo"))]);
      const reply = await responses(rich);
      expect([reply.status, await reply.json()]).toEqual([200, response("Oslo")]);
      expect(sent).toMatchObject([{ url: "https://llm.acme.test/v1/responses", body: { ...rich, model: "x" } }]);
      expect(sent[0]?.headers.get("authorization")).toBe("Bearer sk-upstream-secret");
      expect(reply.headers.get("x-gateway-provider")).toBe("own");
      expect(reply.headers.get("x-gateway-cache")).toBeNull();
      expect(parts.entries).toMatchObject([
        { inputTokens: 50, cachedInputTokens: 20, outputTokens: 9, isEstimated: false },
      ]);
      await responses({ ...rich, metadata: { session_id: "s-3" } });
      expect(parts.calls.pop()).toMatchObject({ labels: { session: "s-3" } });
      expect(parts.calls).toMatchObject([
        { operation: "responses", outcome: "answered", answer: { choices: [{ message: { content: "Oslo" } }] } },
      ]);
    });

    test("end with their last event, also where the provider leaves the connection open", async () => {
      const { messages, responses, parts } = open([
        () => streamOf(messageStream("Oslo"), { hang: true }),
        () => streamOf(streamed("Oslo"), { hang: true }),
      ]);
      expect(await (await messages({ ...question, stream: true })).text()).toBe(messageStream("Oslo").join(""));
      expect(await (await responses({ ...plain, stream: true })).text()).toBe(streamed("Oslo").join(""));
      expect(parts.calls).toMatchObject([{ outcome: "answered" }, { outcome: "answered" }]);
    });

    test("with a provider's own tools, which have no price, are refused where what has none is", async () => {
      const { responses, sent } = open([() => Response.json(response("Oslo"))], {
        organization: { providers, pricing: { models: {}, unknown: "refuse", defaultOutputTokens: null } },
        settings: { ...settings, pricing: { models: { "own/x": [free] }, unknown: null, defaultOutputTokens: null } },
      });
      const refused = await responses(rich);
      expect([refused.status, (await refused.json()).error]).toMatchObject([
        403,
        { code: "permission_denied", param: "tools[0]" },
      ]);
      const own = {
        ...rich,
        tools: [
          { type: "custom", name: "shout" },
          { type: "function", name: "look" },
        ],
      };
      expect([(await responses(own)).status, sent.length]).toEqual([200, 1]);
    });

    test("of messages with fallbacks, which are other models, are refused to keys that may not use every model", async () => {
      const body = { ...question, fallbacks: [{ model: "claude-y" }] };
      const limited = open([], { key: { allowedModels: [question.model] } });
      const refused = await limited.messages(body);
      expect([refused.status, limited.sent]).toEqual([403, []]);
      expect((await refused.json()).error.message).toContain("fallbacks");
      const free = open([() => Response.json(message("Oslo"))]);
      expect((await free.messages(body)).status).toBe(200);
      const none = open([() => Response.json(message("Oslo"))], { key: { allowedModels: [question.model] } });
      expect((await none.messages({ ...question, fallbacks: [] })).status).toBe(200);
    });

    test("of messages do, with the protocol's headers and its way to count caches", async () => {
      const body = {
        ...question,
        thinking: { type: "enabled", budget_tokens: 1024 },
        tools: [{ type: "web_search_20250305", name: "web_search" }],
      };
      const { messages, sent, parts } = open([() => Response.json(message("Oslo"))]);
      const reply = await messages(body, { "anthropic-version": "2023-06-01", "anthropic-beta": "b-1", cookie: "c" });
      expect([reply.status, await reply.json()]).toEqual([200, message("Oslo")]);
      expect(sent).toMatchObject([{ url: "https://claude.test/v1/messages", body: { ...body, model: "claude-x" } }]);
      const headers = ["x-api-key", "anthropic-version", "anthropic-beta", "cookie", "authorization"].map((name) =>
        sent[0]?.headers.get(name),
      );
      expect(headers).toEqual(["sk-claude", "2023-06-01", "b-1", null, null]);
      expect(parts.entries).toMatchObject([
        { inputTokens: 18, cachedInputTokens: 5, cacheWriteTokens: 3, outputTokens: 7 },
      ]);
    });

    test("stream their provider's own events", async () => {
      const { responses, messages, parts } = open([
        () => streamOf(streamed("Os", "lo")),
        () => streamOf(messageStream("Os", "lo")),
      ]);
      expect(await (await responses({ ...rich, stream: true })).text()).toBe(streamed("Os", "lo").join(""));
      expect(await (await messages({ ...question, stream: true })).text()).toBe(messageStream("Os", "lo").join(""));
      expect(parts.entries).toMatchObject([
        { inputTokens: 50, cachedInputTokens: 20, outputTokens: 9 },
        { inputTokens: 18, cachedInputTokens: 5, outputTokens: 7 },
      ]);
      for (const call of parts.calls)
        expect(call).toMatchObject({
          outcome: "answered",
          answer: { choices: [{ message: { content: "Oslo" }, finishReason: "stop" }] },
        });
    });

    test("that are cut end in the protocol's own error event", async () => {
      const { responses, messages, parts } = open([
        () => streamOf(streamed("Os", "lo").slice(0, 2)),
        () => streamOf(messageStream("Os", "lo").slice(0, 3)),
      ]);
      const [, last] = (await (await responses({ ...plain, stream: true })).text()).trim().split("\n\n").slice(-2);
      expect(last).toMatch(/^event: error\n/);
      expect(JSON.parse(last?.split("data: ")[1] ?? "")).toMatchObject({
        type: "error",
        code: "upstream_error",
        sequence_number: 2,
      });
      const text = await (await messages({ ...question, stream: true })).text();
      expect(text).toMatch(/event: error\ndata: \{"type":"error","error":\{"type":"api_error"/);
      expect(text).not.toContain("message_stop");
      expect(parts.calls.map(({ outcome }) => outcome)).toMatchObject([
        { code: "upstream_error" },
        { code: "upstream_error" },
      ]);
    });

    test.each<[string, (gateway: ReturnType<typeof open>) => Promise<Response>, () => Response]>([
      ["a response", ({ responses }) => responses(plain), () => Response.json(response(`To ${MAIL}!`))],
      [
        "a response's stream",
        ({ responses }) => responses({ ...plain, stream: true }),
        () => streamOf(streamed("To ann@ex", "ample.com", "!")),
      ],
      ["a message", ({ messages }) => messages(question), () => Response.json(message(`To ${MAIL}!`))],
      [
        "a message's stream",
        ({ messages }) => messages({ ...question, stream: true }),
        () => streamOf(messageStream("To ann@ex", "ample.com", "!")),
      ],
    ])("are guarded after the provider: %s", async (_what, send, answer) => {
      const world = (rules: ReturnType<typeof masking>): World => ({
        organization: { providers, guardrails: rules },
      });
      const blocked = await send(open([answer], world(masking())));
      const refusal = await blocked.text();
      expect(refusal).toContain("content_blocked");
      expect(refusal).not.toMatch(/ann@|example.com|message_stop|response.completed/);
      const masked = await send(open([answer], world(masking({ remediation: "mask" }))));
      const text = await masked.text();
      expect([masked.status, text.includes("***"), /ann@|example\.com/.test(text)]).toEqual([200, true, false]);
      expect(text).toContain("!");
    });

    test("are guarded before it, in every text, also where a chat's provider answers", async () => {
      const rules = guardrails.parse({
        rules: [{ type: "pii-detection", action: "block", config: { entities: ["email"] } }],
      });
      const world = { organization: { providers, guardrails: rules } };
      const bodies: Json[] = [
        { ...plain, input: MAIL },
        { ...plain, instructions: MAIL },
        { ...plain, input: [{ role: "user", content: [{ type: "input_text", text: MAIL }] }] },
        { ...plain, input: [{ type: "function_call_output", call_id: "c", output: MAIL }] },
        { ...plain, input: [{ type: "item_of_tomorrow", payload: { deep: MAIL } }] },
        { ...plain, tools: [{ type: "mcp", server_description: MAIL }] },
      ];
      for (const body of bodies) {
        const { responses, sent } = open([() => Response.json(response("hi"))], world);
        expect([(await responses(body)).status, sent.length]).toEqual([403, 0]);
      }
      for (const body of [
        { ...question, system: MAIL },
        {
          ...question,
          messages: [{ role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: MAIL }] }],
        },
      ]) {
        const { messages, sent } = open([() => Response.json(message("hi"))], world);
        expect([(await messages(body)).status, sent.length]).toEqual([403, 0]);
      }
    });

    const both = {
      best: [
        { provider: "own", model: "x", weight: 1 },
        { provider: "acme", model: "small", weight: 1 },
      ],
    };
    const routed = (more: Json = {}): World => ({
      settings: { ...settings, ...more },
      organization: { providers, routing: { targets: both, strategy: "ordered" } },
    });

    test("fail over to a chat that says the same, altered as guardrails have it", async () => {
      const rules = guardrails.parse({
        rules: [{ type: "pii-detection", action: "block", config: { entities: ["email"], remediation: "mask" } }],
      });
      const { responses, sent } = open(
        [() => new Response("no", { status: 500 }), () => Response.json(completion({ content: "Oslo" }))],
        routed({ guardrails: rules }),
      );
      const reply = await responses({ model: "best", input: `Where is ${MAIL}?` });
      expect(await reply.json()).toMatchObject({
        object: "response",
        status: "completed",
        output: [{ content: [{ text: "Oslo" }] }],
      });
      expect(sent.map(({ url }) => url.replace(/.*\/v1/, ""))).toEqual(["/responses", "/chat/completions"]);
      expect(sent.map(({ body }) => JSON.stringify(body).includes("ann@"))).toEqual([false, false]);
      expect(sent[1]?.body).toMatchObject({ model: "small", messages: [{ role: "user", content: "Where is ***?" }] });
    });

    test("that say more than a chat go to nobody who only chats, and are refused where nobody else is", async () => {
      const { responses, sent } = open([() => new Response("no", { status: 500 })], routed());
      expect((await responses({ ...rich, model: "best" })).status).toBe(502);
      expect(sent.every(({ url }) => url.endsWith("/responses"))).toBe(true);
      const alone = open([]);
      const refused = await alone.responses({ ...rich, model: "small" });
      expect([refused.status, (await refused.json()).error.code, alone.sent]).toEqual([
        400,
        "invalid_request_error",
        [],
      ]);
    });

    test.each<[what: string, more: Json, chats: Json | null]>([
      [
        "a schema",
        { output_config: { format: { type: "json_schema", schema: {} } } },
        { response_format: { type: "json_schema", json_schema: { name: "answer", schema: {}, strict: true } } },
      ],
      ["an effort", { output_config: { effort: "high" } }, {}],
      ["what trims the history", { context_management: { edits: [] } }, {}],
      ["servers of tools", { mcp_servers: [{ type: "url", url: "https://m.test", name: "m" }] }, null],
      ["a container", { container: "container_1" }, null],
    ])("of messages with %s fail over to a chat only as a whole", async (_what, more, chats) => {
      const targets = {
        best: [
          { provider: "claude", model: "claude-x", weight: 1 },
          { provider: "acme", model: "small", weight: 1 },
        ],
      };
      const { messages, sent } = open(
        [() => new Response("no", { status: 500 }), () => Response.json(completion({ content: "{}" }))],
        { organization: { providers, routing: { targets, strategy: "ordered" } } },
      );
      const reply = await messages({ ...question, ...more, model: "best" });
      expect(sent[0]?.body).toEqual({ ...question, ...more, model: "claude-x" });
      const { messages: turns, max_tokens } = question;
      const others = chats && [{ model: "small", messages: turns, max_tokens, ...chats }];
      expect([reply.status, sent.slice(1).map(({ body }) => body)]).toEqual([chats ? 200 : 502, others ?? []]);
    });

    test("that refer to what a provider keeps stay with the organization's own, and that cost more than tokens are paid by no credits", async () => {
      const shared: World = { settings: { ...settings, providers: [openai] }, organization: {} };
      for (const body of [
        { ...plain, previous_response_id: "resp_0" },
        { ...plain, input: [{ type: "item_reference", id: "i" }] },
      ]) {
        const { responses, sent } = open([() => Response.json(response("hi"))], shared);
        expect([(await responses(body)).status, sent.length]).toEqual([400, 0]);
        expect(
          (
            await open([() => Response.json(response("hi"))], { ...shared, key: { organizationId: null } }).responses(
              body,
            )
          ).status,
        ).toBe(200);
      }
      const managed = open([() => Response.json(response("hi"))], {
        key: { isManaged: true },
        money: memoryMoney({ credits: 1_000_000 }),
      });
      const refused = await managed.responses({ ...plain, tools: [{ type: "web_search" }] });
      expect([refused.status, (await refused.json()).error.param, managed.sent]).toEqual([400, "tools[0].type", []]);
    });

    test("that their provider refuses, or answers with a failure, are so in the gateway's envelope", async () => {
      const error = { message: "Bad tool", param: "tools", code: "x" };
      const refused = await open([() => Response.json({ error }, { status: 400 })]).responses(plain);
      expect([refused.status, (await refused.json()).error]).toMatchObject([
        400,
        { type: "invalid_request_error", code: "x", param: "tools" },
      ]);
      const failed = await open([() => Response.json({ ...response(""), status: "failed", error })]).responses(plain);
      expect([failed.status, (await failed.json()).error.code]).toEqual([502, "provider_error"]);
      const lost = open([() => streamOf([created, event({ type: "response.failed", response: { error } })])]);
      expect((await lost.responses({ ...plain, stream: true })).status).toBe(502);
      expect(lost.parts.entries).toEqual([]);
    });
  });
}
