// The log through the whole gateway: what calls leave in it, what finds them, and who sees them.
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewayLedger, gatewayRequests, gatewaySettings } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import type { GatewayContext } from "@/lib/context";
import type { Input } from "@/lib/contracts/contract";
import type { getGatewaySpend as getSpendContract } from "@/lib/contracts/gateway/money/spend";
import type * as contracts from "@/lib/contracts/gateway/requests";
import { webHandler } from "@/lib/exchange/web";
import { recordCallsBy } from "@/lib/gateway/live";
import { createChatCompletion } from "@/lib/gateway/operations";
import { createCallRecorder } from "../call-recorder";
import { createGatewayKey } from "../operations";
import { rebuildProjection } from "../projection";
import { adminRequest, startTestGateway } from "../testing";
import { getGatewayRequest, listGatewayRequests } from "./requests";
import { getGatewaySpend } from "./spend";

let world: Awaited<ReturnType<typeof startTestGateway>>;
let organizationId: string;
let strangers: string;
const calls = createCallRecorder();

const context = (scope: string | null): GatewayContext => ({
  db: world.db,
  scope: { organizationId: scope, userId: null },
  now: () => new Date(),
  emit: async () => undefined,
  address: null,
  idempotencyKey: null,
});
type Query = Partial<Input<typeof contracts.listGatewayRequests>>;
const list = (query: Query = {}, scope: string | null = organizationId) =>
  listGatewayRequests(context(scope), { limit: 50, ...query });
const idsOf = async (query: Query, scope?: string | null) =>
  (await list(query, scope)).data.map(({ request_id }) => request_id);

async function keyOf(body: object): Promise<{ id: string; key: string }> {
  const request = adminRequest("POST", "/-/keys", { name: "robot", ...body });
  return (await webHandler(createGatewayKey)(request)).json();
}

/** Asks, and waits for nothing: the log is read once it is written. */
async function ask(key: string, id: string, body: object = {}, headers: Record<string, string> = {}) {
  const response = await webHandler(createChatCompletion)(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "x-request-id": id, ...headers },
      body: JSON.stringify({ model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }], ...body }),
    }),
  );
  await response.text();
  return response;
}

let key: { id: string; key: string };

beforeAll(async () => {
  world = await startTestGateway();
  organizationId = (await createOrganization(world.db)).id;
  strangers = (await createOrganization(world.db)).id;
  const config = { pricing: { models: { "sandbox/echo": { input: 10_000, output: 10_000 } } } };
  const guardrails = {
    rules: [{ name: "no-oil", type: "keyword-blocklist", action: "block", config: { words: ["oil"] } }],
  };
  await world.db.insert(gatewaySettings).values([
    { version: 1, config, origin: "config", active: true },
    { version: 1, config: { guardrails }, organizationId, origin: "api", active: true },
  ]);
  await rebuildProjection();
  recordCallsBy(calls.recorder);
  key = await keyOf({ organization_id: organizationId });
  const [stranger, scarce, secretive] = await Promise.all([
    keyOf({ organization_id: strangers }),
    keyOf({ organization_id: organizationId, rate_limit_rpm: 1 }),
    keyOf({ organization_id: organizationId, tracing: "metadata" }),
  ]);
  const says = (content: string) => ({ messages: [{ role: "user", content }] });
  await ask(key.key, "plain", { ...says("Where is Oslo?"), user: "ann" }, { "user-agent": "probe/2" });
  await ask(key.key, "streamed", { stream: true, ...says("Tell me of fjords") }, { "x-gateway-session-id": "tour" });
  await ask(key.key, "blocked", says("Sell me oil"));
  await ask(key.key, "unknown", { model: "nobody/knows" });
  await ask(scarce.key, "first");
  await ask(scarce.key, "refused");
  await ask(secretive.key, "silent", says("Nobody may read of geysers"));
  await ask(stranger.key, "foreign", says("Where is Oslo?"));
  await calls.drain();
  await world.drain();
});
afterAll(() => world.close());

test("requests are listed newest first, refused ones too, page by page without a gap", async () => {
  const all = await list();
  expect(all.data.map(({ request_id }) => request_id)).toEqual([
    "silent",
    "refused",
    "first",
    "unknown",
    "blocked",
    "streamed",
    "plain",
  ]);
  const seen: string[] = [];
  for (let after: string | undefined, more = true; more; ) {
    const page = await list({ limit: 3, after });
    seen.push(...page.data.map(({ id }) => id));
    after = page.data.at(-1)?.id;
    more = page.has_more;
  }
  expect(seen).toEqual(all.data.map(({ id }) => id));
});

describe("requests can be found by", () => {
  test.each<[string, Query, string[]]>([
    ["a word of the question", { search: "oslo" }, ["plain"]],
    ["a word, and the beginning of another", { search: "tell FJOR" }, ["streamed"]],
    ["a word of what was blocked", { search: "oil" }, []],
    ["a word that nobody may keep", { search: "geysers" }, []],
    ["a status", { status: 429 }, ["refused"]],
    ["a code", { code: "content_blocked" }, ["blocked"]],
    ["that they failed", { failed: true }, ["refused", "unknown", "blocked"]],
    ["a model as asked for", { model: "nobody/knows" }, ["unknown"]],
    ["a model as answered, and a user", { model: "echo", user: "ann" }, ["plain"]],
    ["a provider and a word", { provider: "sandbox", search: "where" }, ["plain"]],
    ["a session", { session: "tour" }, ["streamed"]],
    ["the request's id", { request_id: "silent" }, ["silent"]],
    ["a guardrail", { guardrail: "no-oil" }, ["blocked"]],
    ["any guardrail", { guardrail: "" }, ["blocked"]],
    ["a cost that some reach", { min_cost_micros: 100_000, search: "fjords" }, ["streamed"]],
    ["a latency that none reaches", { min_latency_ms: 600_000 }, []],
    ["a time before all", { to: "2020-01-01T00:00:00Z" }, []],
    ["quotes and operators, which are no words", { search: "' | !(oslo" }, ["plain"]],
    ["the same at its end", { search: "oslo !" }, ["plain"]],
    ["signs without a word", { search: "👍" }, []],
    ["signs without a word, and a model", { search: "***", model: "echo" }, []],
    ["blanks, which are no search", { search: "  ", model: "echo", user: "ann" }, ["plain"]],
    ["a word, and the beginning of one that is elsewhere", { search: "oslo fjo" }, []],
    ["a user and the beginning of a word", { user: "ann", search: "osl" }, ["plain"]],
  ])("%s", async (_name, query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
  });

  test("a key, and a start time", async () => {
    expect(await idsOf({ key_id: key.id })).toEqual(["unknown", "blocked", "streamed", "plain"]);
    const [newest] = (await list()).data;
    expect(await idsOf({ from: newest?.started_at })).toEqual(["silent"]);
  });
});

test("an organization sees only its own requests, and the operator those of all or of one", async () => {
  expect(await idsOf({ search: "oslo" }, strangers)).toEqual(["foreign"]);
  expect(await idsOf({ search: "oslo" }, null)).toEqual(["foreign", "plain"]);
  expect(await idsOf({ search: "oslo", organization_id: strangers }, null)).toEqual(["foreign"]);
  await expect(list({ organization_id: strangers })).rejects.toMatchObject({ code: "not_found" });
  const [foreign] = (await list({}, strangers)).data;
  const id = foreign?.id ?? "";
  await expect(getGatewayRequest(context(organizationId), { log_id: id })).rejects.toMatchObject({ code: "not_found" });
  await expect(list({ after: id })).rejects.toMatchObject({ code: "not_found" });
  expect(await getGatewayRequest(context(null), { log_id: id })).toMatchObject({ request_id: "foreign" });
});

test("a request shows its content, guardrails, cost and trace", async () => {
  const detailOf = async (request_id: string) => {
    const [found] = (await list({ request_id })).data;
    return getGatewayRequest(context(organizationId), { log_id: found?.id ?? randomUUID() });
  };
  const plain = await detailOf("plain");
  expect(plain).toMatchObject({
    key_name: "robot",
    user: "ann",
    user_agent: "probe/2",
    trace: { project_name: "Gateway", input: [{ content: "Where is Oslo?" }], output: "Sandbox echo: Where is Oslo?" },
    ledger: { cost_micros: plain.cost_micros, is_estimated: false },
  });
  expect(plain.cost_micros).toBeGreaterThan(0);
  expect(plain.trace?.attributes["gateway.request_id"]).toBe("plain");
  expect(await detailOf("blocked")).toMatchObject({
    trace: null,
    ledger: null,
    cost_micros: 0,
    guardrails: [{ name: "no-oil", stage: "pre", effect: "block" }],
    message: expect.stringContaining("no-oil"),
  });
  expect(await detailOf("silent")).toMatchObject({ trace: { input: null, output: null } });
});

describe("spending", () => {
  const spend = (query: Partial<Input<typeof getSpendContract>> = {}, scope: string | null = organizationId) =>
    getGatewaySpend(context(scope), { by: "day", limit: 100, ...query });
  const ofLedger = async (scope: string) => {
    const [sums] = await world.db
      .select({
        requests: sql<number>`count(*)::int`,
        input_tokens: sql<number>`sum(input_tokens)::int`,
        output_tokens: sql<number>`sum(output_tokens)::int`,
        cost_micros: sql<number>`sum(cost_micros)::int`,
        unpriced_requests: sql<number>`(count(*) filter (where cost_micros is null))::int`,
      })
      .from(gatewayLedger)
      .where(and(eq(gatewayLedger.organizationId, scope), eq(gatewayLedger.kind, "call")));
    return sums;
  };

  test.each(["day", "model", "key", "user", "provider"] as const)("by %s matches the ledger", async (by) => {
    const { total, data, has_more } = await spend({ by });
    const expected = await ofLedger(organizationId);
    expect(total).toEqual(expected);
    expect(expected?.cost_micros).toBeGreaterThan(0);
    const added = (name: keyof typeof total) => data.reduce((sum, group) => sum + (group[name] ?? 0), 0);
    expect({
      requests: added("requests"),
      input_tokens: added("input_tokens"),
      output_tokens: added("output_tokens"),
      cost_micros: added("cost_micros"),
      unpriced_requests: added("unpriced_requests"),
    }).toEqual(expected);
    expect(has_more).toBe(false);
  });

  test("has an entry for every day, and shows the names of groups", async () => {
    const { data, from, to } = await spend();
    expect(data).toHaveLength(30);
    expect([data[0]?.value, data[29]?.value]).toEqual([from, to]);
    expect((await spend({ by: "key" })).data.map(({ name }) => name)).toEqual(["robot", "robot", "robot"]);
    expect((await spend({ by: "model" })).data.map(({ value }) => value)).toEqual(["sandbox/echo"]);
    expect((await spend({ by: "user" })).data.map(({ value }) => value).sort()).toEqual(["ann", null]);
    expect(await spend({ by: "user", limit: 1 })).toMatchObject({ has_more: true });
  });

  test("can be limited to a key, user or model, and never leaves one's organization", async () => {
    expect((await spend({ key_id: key.id })).total.requests).toBe(2);
    expect((await spend({ user: "ann", model: "sandbox/echo" })).total.requests).toBe(1);
    expect((await spend({ model: "echo" })).total.requests).toBe(4);
    expect((await spend({}, strangers)).total.requests).toBe(1);
    expect((await spend({}, null)).total.requests).toBe(5);
    await expect(spend({ organization_id: strangers })).rejects.toMatchObject({ code: "not_found" });
    expect((await spend({ to: "2020-01-01" })).total).toEqual({
      requests: 0,
      input_tokens: 0,
      output_tokens: 0,
      cost_micros: 0,
      unpriced_requests: 0,
    });
  });

  test.each([
    [{ from: "2026-02-01", to: "2026-01-31" }, "to"],
    [{ from: "2024-01-01", to: "2026-01-31" }, "from"],
  ])("is refused for %j", async (range, field) => {
    await expect(spend(range)).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
  });
});

test("a call delivered several times in parallel is stored once", async () => {
  const before = await world.db.$count(gatewayRequests);
  const { recorder, drain } = createCallRecorder();
  recordCallsBy({
    begin: () => (request) => {
      for (let time = 0; time < 3; time++) recorder.begin()(request);
    },
  });
  await ask(key.key, "thrice");
  recordCallsBy(calls.recorder);
  await drain();
  expect(await world.db.$count(gatewayRequests)).toBe(before + 1);
});
