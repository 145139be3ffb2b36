// An upgrade from a version whose installations shared their names in Redis: nothing spent or unsettled is lost.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayLedger, gatewaySettings } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import { webHandler } from "@/lib/exchange/web";
import { KEYS, VERSION } from "@/lib/gateway/limits/projected";
import type { LedgerEntry } from "@/lib/gateway/money/ledger-entry";
import { OUTBOX, STORE_EPOCH } from "@/lib/gateway/money/names";
import { createGatewayKey } from "../operations";
import { rebuildProjection } from "../projection";
import { adminRequest, chatWith, startTestGateway } from "../testing";
import { bringMoney } from "./ledger";

let world: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  world = await startTestGateway();
  const pricing = { models: { "sandbox/echo": { input: 10_000, output: 10_000 } } };
  await world.db.insert(gatewaySettings).values({ version: 1, config: { pricing }, origin: "config", active: true });
});
afterAll(() => world.close());

const SPENT = 600_000;

const left = (keyId: string, organizationId: string, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: randomUUID(),
  kind: "call",
  requestId: "r",
  organizationId,
  keyId,
  user: null,
  requestedModel: "sandbox/echo",
  provider: "sandbox",
  model: "echo",
  inputTokens: 30,
  cachedInputTokens: 0,
  cacheWriteTokens: 0,
  outputTokens: 30,
  isEstimated: false,
  cost: SPENT,
  priceVersion: null,
  isManaged: false,
  at: Date.now(),
  isCounted: true,
  life: "former",
  ...more,
});

test("unwritten calls are added to the ledger and counted, and another installation's stay", async () => {
  const { shared, redis } = world.server;
  const organizationId = (await createOrganization(world.db)).id;
  const budget = { period: "total", limit: 1, action: "block" };
  const body = { name: "k", organization_id: organizationId, budget };
  const created = await webHandler(createGatewayKey)(adminRequest("POST", "/-/keys", body));
  const { id, key } = await created.json();
  const ours = left(id, organizationId);
  const theirs = left(randomUUID(), randomUUID());
  const odd = left("no-uuid", randomUUID());
  await shared.set(STORE_EPOCH, "former");
  await shared.hset(OUTBOX, Object.fromEntries([ours, theirs, odd].map((each) => [each.id, JSON.stringify(each)])));

  await rebuildProjection();
  const rows = await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, id));
  expect(rows).toMatchObject([{ id: ours.id, costMicros: SPENT }]);
  const remaining = (await shared.hgetall(OUTBOX)) as unknown as string[];
  expect(remaining.filter((_, index) => index % 2 === 0).toSorted()).toEqual([theirs.id, odd.id].toSorted());

  // What the former process spent counts.
  const answer = await chatWith(key);
  expect(answer.status).toBe(200);
  const cost = Number(answer.headers.get("x-gateway-cost"));
  expect(Number(answer.headers.get("x-gateway-budget-remaining"))).toBeCloseTo(1 - SPENT / 1_000_000 - cost, 2);
  await world.drain();
  expect(await bringMoney()).toEqual([]);
  expect(await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, id))).toHaveLength(2);
  expect(await redis.get(STORE_EPOCH)).not.toBe("former");
  expect(await shared.hget(KEYS, VERSION)).toBeNull();
});
