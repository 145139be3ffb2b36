import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import {
  apiKeys,
  gatewayKeys,
  gatewaySettings,
  gatewaySpend,
  notifications,
  webhookDeliveries,
  webhooks,
} from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { announceBudgets } from "./budgets";

const database = suiteDatabase();
const now = new Date("2026-03-04T12:00:00Z");
let owner: Context;
let keyId: string;

beforeEach(async () => {
  owner = await createCaller(database.db, await createOrganization(database.db), "Owner");
  keyId = crypto.randomUUID();
  const { organizationId } = owner.caller;
  await database.db.insert(gatewayKeys).values({
    ...{ id: keyId, organizationId, name: "ci", keyHash: keyId, keyHint: "sk" },
    budget: { period: "daily", limit: 10, action: "block" },
  });
  await database.db.insert(webhooks).values({
    ...{ organizationId, url: "https://example.com/hook", secret: "", format: "standard", events: ["budget.reached"] },
  });
});

const spend = (model: string, micros: number) =>
  database.db.insert(gatewaySpend).values({
    ...{ day: "2026-03-04", organizationId: owner.caller.organizationId, keyId, requestedModel: model },
    ...{ provider: "p", model, calls: 1, inputTokens: 1, outputTokens: 1, costMicros: micros },
  });
const heard = async () => {
  const rows = await database.db.select().from(notifications).where(eq(notifications.userId, owner.caller.userId));
  return rows.map(({ subject }) => [subject.percent, subject.key_id, subject.finding]).sort();
};

test("a key's budget is announced once each at 80 and 100 %, to Owners and webhooks", async () => {
  await spend("a", 7_000_000);
  await announceBudgets(database.db, now);
  expect(await heard()).toEqual([]);
  await spend("b", 1_500_000);
  await announceBudgets(database.db, now);
  await announceBudgets(database.db, now);
  const nearly = [80, keyId, "The key ci has spent $8.50 of $10.00 a day."];
  expect(await heard()).toEqual([nearly]);
  await spend("c", 2_000_000);
  await announceBudgets(database.db, now);
  expect(await heard()).toEqual([[100, keyId, "The key ci has spent $10.50 of $10.00 a day."], nearly]);
  const { organizationId } = owner.caller;
  expect(await database.db.$count(webhookDeliveries, eq(webhookDeliveries.organizationId, organizationId))).toBe(2);
  // The next day begins at nothing.
  await announceBudgets(database.db, new Date("2026-03-05T12:00:00Z"));
  expect(await heard()).toHaveLength(2);
});

test("the budget of a key that was revoked is not announced", async () => {
  await spend("a", 9_000_000);
  await database.db.update(gatewayKeys).set({ revokedAt: now }).where(eq(gatewayKeys.id, keyId));
  await announceBudgets(database.db, now);
  expect(await heard()).toEqual([]);
});

test("a raised budget is announced again when it is nearly spent", async () => {
  await spend("a", 8_500_000);
  await announceBudgets(database.db, now);
  const budget = { period: "daily" as const, limit: 20, action: "block" as const };
  await database.db.update(gatewayKeys).set({ budget }).where(eq(gatewayKeys.id, keyId));
  await announceBudgets(database.db, now);
  const first = [80, keyId, "The key ci has spent $8.50 of $10.00 a day."];
  expect(await heard()).toEqual([first]);
  await spend("b", 8_000_000);
  await announceBudgets(database.db, now);
  await announceBudgets(database.db, now);
  expect(await heard()).toEqual([[80, keyId, "The key ci has spent $16.50 of $20.00 a day."], first]);
  const { organizationId } = owner.caller;
  expect(await database.db.$count(webhookDeliveries, eq(webhookDeliveries.organizationId, organizationId))).toBe(2);
});

test("a platform key is called by its name, and a deleted one is not linked", async () => {
  const { organizationId, userId } = owner.caller;
  await database.db.delete(gatewayKeys).where(eq(gatewayKeys.id, keyId));
  await database.db.insert(gatewaySettings).values({
    ...{ organizationId, version: 1, origin: "api", active: true },
    config: { budgets: { key_budget: { period: "daily", limit: 10 } } },
  });
  await spend("a", 8_500_000);
  await announceBudgets(database.db, now);
  expect(await kindsHeard()).toEqual([["deleted", "The key that was deleted has spent $8.50 of $10.00 a day."]]);
  const { workspaceId } = owner.caller;
  await database.db.insert(apiKeys).values({
    ...{ id: keyId, organizationId, workspaceId, userId, name: "deploy", keyHint: "a", secretHint: "b" },
    ...{ keyHash: keyId, secretHash: keyId },
  });
  await spend("b", 2_000_000);
  await announceBudgets(database.db, now);
  expect(await kindsHeard()).toContainEqual(["platform", "The key deploy has spent $10.50 of $10.00 a day."]);
});

async function kindsHeard() {
  const rows = await database.db.select().from(notifications).where(eq(notifications.userId, owner.caller.userId));
  return rows.map(({ subject }) => [subject.key_kind, subject.finding]);
}
