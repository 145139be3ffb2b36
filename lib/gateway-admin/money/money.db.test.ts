// Money through the whole gateway: real requests in parallel, PostgreSQL, and a Redis that forgets.
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { apiKeys, gatewayKeys, gatewayLedger, gatewaySettings, gatewaySpend } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { createKey } from "@/lib/accounts/keys";
import { webHandler } from "@/lib/exchange/web";
import { liveParts } from "@/lib/gateway/live";
import { exactUsd } from "@/lib/gateway/money/amount";
import { OUTBOX, STORE_EPOCH } from "@/lib/gateway/money/names";
import { createChatCompletion } from "@/lib/gateway/operations";
import { addGatewayCredits, createGatewayKey, getGatewayKey, updateGatewayKey } from "../operations";
import { rebuildProjection } from "../projection";
import { adminRequest, startTestGateway } from "../testing";
import { bringMoney, storeEntries } from "./ledger";

let world: Awaited<ReturnType<typeof startTestGateway>>;
let organizationId: string;

/** A hundredth of a dollar a token; of the second model only what it answers costs, so that many calls are held at once. */
const pricing = {
  models: { "sandbox/echo": { input: 10_000, output: 10_000 }, "sandbox/chat": { input: 0, output: 10_000 } },
};

beforeAll(async () => {
  world = await startTestGateway();
  organizationId = (await createOrganization(world.db)).id;
  const config = { pricing, rate_limiting: { enabled: false } };
  await world.db.insert(gatewaySettings).values({ version: 1, config, origin: "config", active: true });
  await rebuildProjection();
});
afterAll(() => world.close());

const admin = async (operation: Parameters<typeof webHandler>[0], ...args: Parameters<typeof adminRequest>) => {
  const response = await webHandler(operation)(adminRequest(...args));
  return { status: response.status, body: await response.json() };
};
const create = async (body: object): Promise<{ id: string; key: string }> =>
  (await admin(createGatewayKey, "POST", "/-/keys", { name: "k", ...body })).body;

const chatUnder = (key: string, more: object = {}, headers: Record<string, string> = {}) =>
  webHandler(createChatCompletion)(
    new Request("http://gateway.test/v1/chat/completions", {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: JSON.stringify({
        model: "sandbox/echo",
        max_tokens: 10,
        messages: [{ role: "user", content: "Hello" }],
        ...more,
      }),
    }),
  );

/** As many as there are, and then those that were settled, until all have reached the ledger. */
const settled = async (keyId: string, count: number): Promise<number> => {
  for (let attempt = 1; ; attempt += 1) {
    await world.drain();
    const [sums] = await world.db
      .select({ calls: sql<number>`count(*)::int`, micros: sql<number>`coalesce(sum(cost_micros), 0)::bigint::float8` })
      .from(gatewayLedger)
      .where(sql`${gatewayLedger.keyId} = ${keyId} and ${gatewayLedger.kind} = 'call'`);
    if (sums && sums.calls >= count) return sums.micros;
    if (attempt === 250) throw new Error(`${sums?.calls} of ${count} calls have reached the ledger.`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

const ask = async (key: string, count: number, more: object = {}) => {
  const answers = await Promise.all(Array.from({ length: count }, () => chatUnder(key, more)));
  return Promise.all(
    answers.map(async (response) => ({
      status: response.status,
      code: (await response.json()).error?.code ?? null,
      credits: response.headers.get("x-gateway-credits-remaining"),
      cost: response.headers.get("x-gateway-cost"),
      retry: response.headers.get("x-should-retry"),
    })),
  );
};

/** Until only refusals come that no retry cures. */
async function spendAll(key: string): Promise<{ passed: number; codes: Set<string>; credits: Set<boolean> }> {
  let passed = 0;
  const codes = new Set<string>();
  const credits = new Set<boolean>();
  for (let round = 1; ; round += 1) {
    const answers = await ask(key, 200, { model: "sandbox/chat" });
    passed += answers.filter(({ status }) => status === 200).length;
    for (const answer of answers) {
      if (answer.code) codes.add(`${answer.status} ${answer.code}`);
      credits.add(answer.credits !== null);
    }
    if (round === 50) throw new Error(`After ${passed} requests: ${JSON.stringify([...codes])}`);
    if (answers.every(({ retry }) => retry === "false")) return { passed, codes, credits };
  }
}

const DOLLAR = 1_000_000;

describe("200 parallel requests", () => {
  test("against a dollar of credits overspend by less than one request", async () => {
    const { id, key } = await create({ key_type: "managed", credit_balance: 1 });
    const { passed, codes, credits } = await spendAll(key);
    expect(codes).toEqual(new Set(["402 payment_required"]));
    expect(credits).toEqual(new Set([true]));
    const spent = await settled(id, passed);
    expect(spent).toBeGreaterThanOrEqual(DOLLAR);
    expect(spent - DOLLAR).toBeLessThan(spent / passed);
    const { body } = await admin(getGatewayKey, "GET", `/-/keys/${id}`);
    expect(exactUsd(DOLLAR - spent)).toBe(body.credit_balance.toFixed(6));
    expect(await bringMoney()).toEqual([]);
  });

  test("against a dollar's budget overspend by less than one request", async () => {
    const { id, key } = await create({ budget: { period: "monthly", limit: 1 } });
    const { passed, codes } = await spendAll(key);
    expect(codes).toEqual(new Set(["429 budget_exceeded"]));
    const spent = await settled(id, passed);
    expect(spent).toBeGreaterThanOrEqual(DOLLAR);
    expect(spent - DOLLAR).toBeLessThan(spent / passed);
    expect(await bringMoney()).toEqual([]);
  });
});

test("a new budget counts earlier spending, and a removed one blocks nothing", async () => {
  const { id, key } = await create({});
  await ask(key, 3);
  const spent = await settled(id, 3);
  const limit = spent / DOLLAR;
  expect((await admin(updateGatewayKey, "PATCH", `/-/keys/${id}`, { budget: { period: "total", limit } })).status).toBe(
    200,
  );
  expect(await ask(key, 1)).toMatchObject([{ status: 429, code: "budget_exceeded", retry: "false" }]);
  await admin(updateGatewayKey, "PATCH", `/-/keys/${id}`, { budget: null });
  expect(await ask(key, 1)).toMatchObject([{ status: 200 }]);
});

describe("credits", () => {
  const pay = (id: string, body: unknown, idempotencyKey?: string) => {
    const request = adminRequest("POST", `/-/keys/${id}/credits`, body);
    if (idempotencyKey) request.headers.set("idempotency-key", idempotencyKey);
    return webHandler(addGatewayCredits)(request);
  };

  test("pay for the next request once added, once for each idempotency key", async () => {
    const { id, key } = await create({ key_type: "managed" });
    expect(await ask(key, 1)).toMatchObject([{ status: 402, credits: "0.000000" }]);
    const payments = await Promise.all(Array.from({ length: 5 }, () => pay(id, { amount: 2.5 }, "p-1")));
    for (const payment of payments)
      expect(await payment.json()).toEqual({ key_id: id, added: 2.5, credit_balance: 2.5 });
    expect((await (await pay(id, { amount: 3 }, "p-1")).json()).error).toMatchObject({
      code: "invalid_request_error",
      param: "Idempotency-Key",
    });
    const [answer] = await ask(key, 1);
    expect(answer?.status).toBe(200);
    expect(Number(answer?.credits) + Number(answer?.cost)).toBeCloseTo(2.5, 9);
  });

  test.each([
    [{ amount: 0 }, "invalid_amount"],
    [{ amount: -1 }, "invalid_amount"],
    [{ amount: "5" }, "invalid_amount"],
    [{}, "invalid_amount"],
    [{ amount: 1e300 }, "invalid_amount"],
    ['{"amount": NaN}', "invalid_json"],
  ])("%j are refused with 400 %s", async (body, code) => {
    const { id } = await create({ key_type: "managed" });
    const response = await pay(id, body);
    expect([response.status, (await response.json()).error.code]).toEqual([400, code]);
  });

  test("cannot be added to another kind of key, or to an unknown one", async () => {
    const { id } = await create({});
    const refusals = await Promise.all([pay(id, { amount: 1 }), pay(organizationId, { amount: 1 })]);
    expect(await Promise.all(refusals.map(async (refusal) => (await refusal.json()).error.code))).toEqual([
      "not_managed",
      "key_not_found",
    ]);
  });
});

describe("the cost of calls", () => {
  test("is in the ledger once, with tokens, price and user, and in its day's sums", async () => {
    const { id, key } = await create({ key_type: "managed", credit_balance: 1, organization_id: organizationId });
    await (await chatUnder(key, { user: "ann" })).text();
    const micros = await settled(id, 1);
    const calls = await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, id));
    const call = calls.find(({ kind }) => kind === "call");
    expect(call).toMatchObject({
      organizationId,
      endUser: "ann",
      requestedModel: "sandbox/echo",
      provider: "sandbox",
      model: "echo",
      inputTokens: 1,
      isEstimated: false,
      costMicros: micros,
      creditMicros: -micros,
      priceVersion: "configured 10000/10000/10000/10000",
    });
    expect(calls.map(({ kind }) => kind).sort()).toEqual(["call", "top_up"]);
    const days = await world.db.select().from(gatewaySpend).where(eq(gatewaySpend.keyId, id));
    expect(days).toMatchObject([{ organizationId, endUser: "ann", calls: 1, inputTokens: 1, costMicros: micros }]);
  });

  test("includes the judges of the organization's guardrails as rows of their own, in Redis too", async () => {
    const { id: judged } = await createOrganization(world.db);
    const rule = { type: "judge", fail_open: true, config: { model: "sandbox/echo", criteria: "Must be polite." } };
    const config = {
      guardrails: { rules: [rule, { ...rule, stage: "post" }] },
      budgets: { org_budget: { period: "total", limit: 10_000 } },
    };
    await world.db
      .insert(gatewaySettings)
      .values({ organizationId: judged, version: 1, config, origin: "api", active: true });
    await rebuildProjection();
    const { id, key } = await create({ key_type: "managed", credit_balance: 10_000, organization_id: judged });
    await Promise.all(Array.from({ length: 3 }, () => chatUnder(key)));
    const rows = async () => {
      await world.drain();
      return world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, id));
    };
    await vi.waitFor(async () => expect(await rows()).toHaveLength(1 + 3 + 6), 5000);
    const spent = (await rows()).filter(({ kind }) => kind !== "top_up");
    for (const { kind, costMicros, creditMicros, organizationId, endUser } of spent)
      expect([kind, costMicros, organizationId, endUser]).toEqual([kind, -creditMicros, judged, null]);
    const micros = spent.reduce((sum, { costMicros }) => sum + (costMicros ?? 0), 0);
    expect(spent.filter(({ kind }) => kind === "judge").map(({ costMicros }) => (costMicros ?? 0) > 0)).toEqual(
      Array(6).fill(true),
    );
    const [sum] = await world.db
      .select({ micros: sql<number>`sum(cost_micros)::float8`, calls: sql<number>`sum(calls)::int` })
      .from(gatewaySpend)
      .where(eq(gatewaySpend.organizationId, judged));
    expect(sum).toEqual({ micros, calls: 9 });
    const { body } = await admin(getGatewayKey, "GET", `/-/keys/${id}`);
    expect(exactUsd(10_000 * DOLLAR - micros)).toBe(body.credit_balance.toFixed(6));
    expect(await bringMoney()).toEqual([]);
  });

  test("marks its key as used, once a minute for all calls", async () => {
    const { id, key } = await create({});
    const shown = async () => (await admin(getGatewayKey, "GET", `/-/keys/${id}`)).body.last_used_at;
    const version = async () => {
      const [row] = await world.db
        .select({ xmin: sql<string>`xmin::text` })
        .from(gatewayKeys)
        .where(eq(gatewayKeys.id, id));
      return row?.xmin;
    };
    expect(await shown()).toBeNull();
    await (await chatUnder(key)).text();
    await settled(id, 1);
    const [first, written] = [await shown(), await version()];
    expect(Math.abs(Date.parse(first) - Date.now())).toBeLessThan(60_000);
    await (await chatUnder(key)).text();
    await settled(id, 2);
    expect([await shown(), await version()]).toEqual([first, written]);
    await world.db
      .update(gatewayKeys)
      .set({ lastUsedAt: new Date(0) })
      .where(eq(gatewayKeys.id, id));
    await (await chatUnder(key)).text();
    await settled(id, 3);
    expect(Date.parse(await shown())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  test("marks a platform API key as used, with the network that it was used from", async () => {
    const organization = await createOrganization(world.db);
    const made = await createKey(await createCaller(world.db, organization), { key_name: "App" });
    const used = async () => (await world.db.select().from(apiKeys).where(eq(apiKeys.id, made.key_id)))[0];
    await (await chatUnder(made.api_key, {}, { "x-assay-client-address": "2001:db8::7" })).text();
    await settled(made.key_id, 1);
    expect(await used()).toMatchObject({ lastUsedAt: expect.any(Date), lastUsedNetwork: "2001:db8::/64" });
    const first = (await used())?.lastUsedAt;
    await (await chatUnder(made.api_key)).text();
    await settled(made.key_id, 2);
    expect(await used()).toMatchObject({ lastUsedAt: first, lastUsedNetwork: "2001:db8::/64" });
  });

  test("is known again after Redis has forgotten it", async () => {
    const { id, key } = await create({ key_type: "managed", credit_balance: 100 });
    await ask(key, 3);
    const micros = await settled(id, 3);
    await world.redis.flushall();
    await rebuildProjection();
    expect(await bringMoney()).toEqual([]);
    const [answer] = await ask(key, 1);
    expect(Number(answer?.credits)).toBeCloseTo(100 - micros / DOLLAR - Number(answer?.cost), 9);
  });

  test("reaches the ledger once, even if its process was killed or it arrives again", async () => {
    const { id, key } = await create({ key_type: "managed", credit_balance: 100 });
    const parts = liveParts();
    const lost = { ...parts.ledger };
    parts.ledger.begin = () => () => undefined;
    await ask(key, 2);
    Object.assign(parts.ledger, lost);
    await vi.waitFor(async () => expect(await outbox()).toHaveLength(4));
    const entries = (await outbox()).filter((_, index) => index % 2 === 1).map((text) => JSON.parse(text));
    await Promise.all([bringMoney(), storeEntries(world.db, entries), storeEntries(world.db, entries)]);
    await settled(id, 2);
    const calls = await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, id));
    expect(calls.filter(({ kind }) => kind === "call")).toHaveLength(2);
    expect(await outbox()).toEqual([]);
    expect(await bringMoney()).toEqual([]);
  });

  const outbox = async (): Promise<string[]> => ((await world.redis.hgetall(OUTBOX)) ?? []) as unknown as string[];
});

test("Redis gets a new epoch only with everything that it had forgotten", async () => {
  const { id } = await create({ key_type: "managed", credit_balance: 1 });
  await world.redis.flushall();
  await bringMoney(id);
  expect(await world.redis.get(STORE_EPOCH)).toBeNull();
  await rebuildProjection();
  expect(await world.redis.get(STORE_EPOCH)).not.toBeNull();
  const [row] = await world.db.select().from(gatewayKeys).where(eq(gatewayKeys.id, id));
  expect(row?.creditBalanceMicros).toBe(1_000_000n);
});
