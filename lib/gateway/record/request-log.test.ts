// What the log keeps of requests that are answered, refused, replayed and left, and how much of what was said.
import { expect, test } from "vitest";
import { guardrails } from "@/lib/contracts/gateway/guardrails";
import type { RequestRecord } from "@/lib/contracts/gateway/request-record";
import { sha256 } from "../sha256";
import { ask, chat, chunk, memoryLimiter, memoryParts, type World, webGateway } from "../testing/memory-parts";
import { callsOf, completion, json, stream } from "../testing/recorded-calls";
import { recordOf } from "./record-of";
import { mayRecordRefusal, REFUSALS_A_MINUTE } from "./refusals";

const limiter = memoryLimiter();
const full: World = {
  limiter: {
    ...limiter,
    take: async (levels) => (await limiter.peek(levels)).map((reading) => ({ ...reading, admitted: false })),
  },
};
const answering = json(completion({ content: "The capital is Oslo." }));
const blocking = (stage: "pre" | "post", word: string, action = "block"): World => ({
  ...answering,
  organization: {
    guardrails: guardrails.parse({
      rules: [{ name: "no-words", type: "keyword-blocklist", stage, action, config: { words: [word] } }],
    }),
  },
});
/** The provider refuses, and the sandbox answers in its place. */
const failingOver: World = {
  ...json({ error: { message: "overloaded" } }, 503),
  organization: { routing: { modelFallbacks: { small: ["sandbox/echo"] } } },
};

const cases: [name: string, world: World, request: Request, expected: Partial<RequestRecord>][] = [
  [
    "an answer",
    answering,
    ask({ body: chat("alias", { user: "u-1" }), headers: { "user-agent": "client/1", "x-gateway-session-id": "s-1" } }),
    {
      operation: "chat",
      requestedModel: "alias",
      provider: "acme",
      model: "small",
      user: "u-1",
      session: "s-1",
      status: 200,
      code: null,
      inputTokens: 3,
      outputTokens: 5,
      isStream: false,
      userAgent: "client/1",
      cache: null,
      // Servers of the version before require it.
      words: "",
    },
  ],
  [
    "a stream",
    stream([chunk("Hel"), chunk("lo", "stop"), "data: [DONE]\n\n"]),
    ask({ body: chat("small", { stream: true }) }),
    { status: 200, isStream: true, firstChunkMs: 0 },
  ],
  [
    "an unreadable body",
    {},
    ask({ body: "{" }),
    { status: 400, code: "invalid_json", requestedModel: null, provider: null, traceId: null },
  ],
  [
    "an unknown model",
    {},
    ask({ body: chat("none") }),
    { status: 404, code: "model_not_found", requestedModel: "none" },
  ],
  ["a limit", full, ask({ body: chat("small") }), { status: 429, code: "rate_limit_exceeded", costMicros: 0 }],
  [
    "a guardrail before the provider, without what was blocked",
    blocking("pre", "hello"),
    ask({ body: chat("small") }),
    {
      status: 403,
      code: "content_blocked",
      provider: null,
      traceId: null,
      guardrails: [expect.objectContaining({ name: "no-words", stage: "pre", effect: "block" })],
    },
  ],
  [
    "a guardrail after the provider",
    blocking("post", "oslo"),
    ask({ body: chat("small") }),
    {
      status: 403,
      code: "content_blocked",
      provider: "acme",
      guardrails: [expect.objectContaining({ stage: "post" })],
    },
  ],
  [
    "a guardrail that warns",
    blocking("pre", "hello", "warn"),
    ask({ body: chat("small") }),
    { status: 200, code: null, guardrails: [expect.objectContaining({ effect: "warn" })] },
  ],
  [
    "a provider's failure, and who answered in its place",
    failingOver,
    ask({ body: chat("small") }),
    {
      status: 200,
      provider: "sandbox",
      attempts: [
        expect.objectContaining({ provider: "acme", code: "provider_error", provider_status: 503 }),
        expect.objectContaining({ provider: "sandbox", code: null }),
      ],
    },
  ],
  [
    "a key without an organization, of which nothing is kept that was said",
    { ...answering, key: { organizationId: null } },
    ask({ body: chat("small") }),
    { organizationId: null, status: 200, traceId: null },
  ],
  [
    "figures and names alone, where the key says so: a provider's words may quote what was said",
    { ...json({ error: { message: "I do not like 'Hello there'" } }, 400), key: { tracing: "metadata" } },
    ask({ body: chat("small") }),
    { message: "provider error (HTTP 400)", code: "invalid_request_error" },
  ],
];

test.each(cases)("%s", async (_name, world, request, expected) => {
  const { requests } = await callsOf(world, request);
  expect(requests).toHaveLength(1);
  const [only] = requests;
  if (!only) throw new Error("nothing was recorded");
  const recorded = (await recordOf(only, 1000, sha256)).request;
  expect(recorded).toMatchObject(expected);
  expect(JSON.stringify(recorded)).not.toMatch(/Hello|Oslo/);
});

test.each<[string, World, string | null]>([
  ["the span", answering, "Hello there"],
  ["nowhere, where the key says so", { ...answering, key: { tracing: "metadata" } }, null],
  ["nowhere, if the key has no organization", { ...answering, key: { organizationId: null } }, null],
])("contents are in %s", async (_name, world, expected) => {
  const [only] = (await callsOf(world, ask({ body: chat("small") }))).requests;
  if (!only) throw new Error("nothing was recorded");
  const { span } = await recordOf(only, 1000, sha256);
  expect(span?.input ?? null).toEqual(expected && [expect.objectContaining({ content: expected })]);
  expect(span?.output ?? null).toEqual(expected && "The capital is Oslo.");
});

test.each<[string, World, Request]>([
  ["under no key", { key: null }, ask({ body: chat("small") })],
  ["where nothing is to be recorded", { ...full, key: { tracing: "off" } }, ask({ body: chat("small") })],
])("a request %s is not recorded", async (_name, world, request) => {
  expect((await callsOf(world, request)).requests).toEqual([]);
});

test.each([false, true])(
  "a cached answer is recorded as a call that costs nothing (streamed: %s)",
  async (streamed) => {
    const parts = memoryParts({ ...answering, organization: { cache: { ttlMs: 60_000 } } });
    const gateway = webGateway(parts);
    for (let time = 0; time < 2; time++) {
      const response = await gateway.createChatCompletion(
        ask({ body: chat("small", { stream: streamed && time > 0 }) }),
      );
      await response.text();
      expect(response.headers.has("x-gateway-trace-id")).toBe(true);
    }
    const [missed, hit] = await Promise.all(parts.requests.map((request) => recordOf(request, 1000, sha256)));
    expect(parts.requests).toHaveLength(2);
    expect(missed).toMatchObject({ request: { cache: "miss" }, span: { output: "The capital is Oslo." } });
    expect(hit).toMatchObject({
      request: { cache: "hit", status: 200, costMicros: 0, outputTokens: 5 },
      span: { output: "The capital is Oslo.", costUsd: 0, attributes: { "gateway.cache": "hit" } },
    });
    expect(parts.entries).toHaveLength(1);
  },
);

test("the span shows guardrail actions, failed attempts and the operation", async () => {
  const of = async (world: World) => {
    const [request] = (await callsOf(world, ask({ body: chat("small") }))).requests;
    if (!request) throw new Error("nothing was recorded");
    return (await recordOf(request, 1000, sha256)).span;
  };
  expect((await of(blocking("post", "oslo")))?.events).toMatchObject([
    {
      name: "gateway.guardrail",
      attributes: { "gateway.guardrail.name": "no-words", "gateway.guardrail.action": "block" },
    },
  ]);
  expect((await of(failingOver))?.events).toMatchObject([
    { name: "gateway.attempt.failed", attributes: { "gen_ai.provider.name": "acme", "gateway.provider_status": 503 } },
  ]);
  const parts = memoryParts();
  const body = { model: "sandbox/echo", input: ["One", "Two"] };
  await (await webGateway(parts).createEmbedding(ask({ path: "/v1/embeddings", body }))).text();
  const [embedding] = parts.requests;
  if (!embedding) throw new Error("nothing was recorded");
  expect(await recordOf(embedding, 1000, sha256)).toMatchObject({
    request: { operation: "embeddings" },
    span: { name: "embeddings sandbox/echo", observationType: "embedding", output: null },
  });
});

test("refused requests are logged up to a limit per key and minute", () => {
  const at = Date.UTC(2026, 0, 1);
  const kept = (key: string, now: number) =>
    Array.from({ length: REFUSALS_A_MINUTE + 5 }, () => mayRecordRefusal(key, now)).filter(Boolean).length;
  expect([kept("one", at), kept("two", at + 59_999), kept("one", at + 60_000)]).toEqual(
    Array(3).fill(REFUSALS_A_MINUTE),
  );
});
