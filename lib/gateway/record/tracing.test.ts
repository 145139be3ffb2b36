// Which calls are recorded, under which ids, and how much of them.
import { describe, expect, test } from "vitest";
import type { Tracing } from "@/lib/contracts/gateway/tracing";
import type { Limiter } from "../parts";
import { ask, chat, memoryLimiter, type World } from "../testing/memory-parts";
import { callsOf, completion, json, onlyCall, spanOf } from "../testing/recorded-calls";

const limiter = memoryLimiter();
const fullLimiter: Limiter = {
  ...limiter,
  take: async (levels) => (await limiter.peek(levels)).map((reading) => ({ ...reading, admitted: false })),
};

describe("trace and span ids", () => {
  const request = (id: string, text = "Hello there") =>
    ask({
      body: { model: "sandbox/echo", messages: [{ role: "user", content: text }] },
      headers: { "x-request-id": id },
    });
  const idsOf = async (id: string, text?: string, world: World = {}) => {
    const { calls, response } = await callsOf(world, request(id, text));
    const [call] = calls;
    if (!call) throw new Error("no call was recorded");
    const { traceId, spanId } = await spanOf(call);
    expect(response.headers.get("x-gateway-trace-id")).toBe(traceId);
    return [traceId, spanId];
  };

  test("a repeated request keeps both ids; a different one with its request id keeps the trace id", async () => {
    const [traceId, spanId] = await idsOf("r-1");
    expect(await idsOf("r-1")).toEqual([traceId, spanId]);
    expect(await idsOf("r-1", "Other")).toEqual([traceId, expect.not.stringMatching(`^${spanId}$`)]);
    expect(await idsOf("r-2")).not.toContain(traceId);
    expect(await idsOf("r-1", undefined, { key: { organizationId: "org-2" } })).not.toContain(traceId);
  });
});

describe("what the tracing settings record", () => {
  const organization = (tracing: Tracing) => ({
    rateLimiting: { enabled: false, rpm: null },
    tracing,
  });
  test.each<[string, World, Tracing | null]>([
    ["everything, by default", {}, "full"],
    ["what the key says", { key: { tracing: "metadata" } }, "metadata"],
    ["what the organization says", { organization: organization("metadata") }, "metadata"],
    ["no more than the organization allows", { organization: organization("off"), key: { tracing: "full" } }, null],
    ["no more than the key allows", { organization: organization("full"), key: { tracing: "off" } }, null],
    ["figures and names without an organization", { key: { organizationId: null } }, "metadata"],
  ])("%s", async (_, world, expected) => {
    const { calls, response } = await callsOf(world, ask());
    expect(calls.map((call) => call.tracing)).toEqual(expected ? [expected] : []);
    // Traces belong to organizations.
    const isTraced = expected !== null && world.key?.organizationId !== null;
    expect(calls.map(({ traceId }) => traceId !== null)).toEqual(expected ? [isTraced] : []);
    expect(response.headers.has("x-gateway-trace-id")).toBe(isTraced);
  });

  test("metadata tracing records everything except messages", async () => {
    const world = { ...json(completion({ content: "secret answer" })), key: { tracing: "metadata" as const } };
    const call = await onlyCall(world, ask({ body: chat("small", { temperature: 1 }) }));
    const span = await spanOf(call);
    expect(span).toMatchObject({ input: null, output: null, totalTokens: 8, status: "OK" });
    expect(JSON.stringify(span)).not.toMatch(/secret answer|Hello there/);
  });

  test.each<[string, World, Request]>([
    ["an unreadable body", {}, ask({ body: "{" })],
    ["an unknown model", {}, ask({ body: chat("none") })],
    ["a limit", { key: { rateLimitRpm: 1 }, limiter: fullLimiter }, ask()],
  ])("%s records no call", async (_, world, request) => {
    expect((await callsOf(world, request)).calls).toEqual([]);
  });

  test.each([
    ["x-gateway-session-id", "x".repeat(255), 200],
    ["x-gateway-session-id", "x".repeat(256), 400],
    ["x-agentcc-session-id", "x".repeat(256), 400],
    ["x-gateway-metadata", JSON.stringify({ session_id: "x".repeat(256) }), 400],
    ["x-gateway-project", "x".repeat(256), 400],
  ])("%s of %.4s… is accepted or refused by its length", async (header, value, status) => {
    const { response, calls } = await callsOf({}, ask({ headers: { [header]: value } }));
    expect([response.status, calls.length]).toEqual([status, status === 200 ? 1 : 0]);
  });

  test.each<[string, object]>([
    ["{", {}],
    ['["a"]', {}],
    ['{"count": 1, "list": ["a"], "cost_center": "c", "org_id": "o"}', { cost_center: "c", org_id: "o" }],
  ])("of the metadata %s, only text values are kept, under any name", async (value, metadata) => {
    const { calls } = await callsOf({}, ask({ headers: { "x-gateway-metadata": value } }));
    expect(calls[0]?.labels.metadata).toEqual(metadata);
  });

  test("contents beyond the limit are cut, and the span shows how much", async () => {
    const messages = [
      { role: "system", content: "Be kind." },
      { role: "user", content: "y".repeat(400) },
      { role: "user", content: "last" },
    ];
    const world = json(completion({ content: "z".repeat(500) }));
    const span = await spanOf(await onlyCall(world, ask({ body: chat("small", { messages }) })), 200);
    expect(span.input).toMatchObject([
      { role: "system" },
      { role: "user", content: expect.stringMatching(/^y+… \[\d+ characters left out\]$/) },
      { role: "user", content: "last" },
    ]);
    expect(span.output).toMatch(/^z{99}… \[401 characters left out\]$/);
    expect(span.attributes["gateway.shortened"]).toBe(true);
  });
});
