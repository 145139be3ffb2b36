import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  auditEntries,
  datasetColumns,
  datasetRows,
  datasets,
  erasures,
  gatewayLedger,
  gatewayRequests,
  gatewaySpend,
  memberships,
  organizations,
  users,
} from "@/db/schema";
import { createCaller, createOrganization, createUser } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { furnish } from "@/lib/http/testing/furnish";
import { inviteMember } from "../invitations";
import { changeMemberRole } from "../members";
import { advanceErasure, stalledErasures } from "./advance-erasure";
import { deleteAccount, getAccountLosses } from "./delete-account";
import { deleteOrganization, getOrganizationLosses } from "./delete-organization";
import { columnsWith } from "./testing";

// Every column of every table is read.
vi.setConfig({ testTimeout: 120_000 });
let world: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  world = await startTestGateway();
});
afterAll(() => world.close());

const acting = (context: Context, action: string, address = "192.0.2.77"): Context => ({
  ...context,
  address,
  act: { action, userAgent: "a browser", isRecorded: false },
});

async function finish(erasureId: string): Promise<void> {
  // Each step ends at once, as if the job was killed after it.
  for (let steps = 0; steps < 5000; steps += 1)
    if ((await advanceErasure(world.db, { erasureId, until: steps % 2 ? Date.now() : Date.now() + 20_000 })).done)
      return;
  throw new Error("The erasure did not end.");
}

test("a deleted organization leaves nothing in the database or in Redis, and others keep everything", async () => {
  const mark = `Mark${randomUUID().slice(0, 8)}`;
  const organization = await createOrganization(world.db, mark);
  const owner = acting(await createCaller(world.db, organization, "Owner"), "deleteOrganization");
  await furnish(owner, mark);
  const keyId = await spend(organization.id, mark);
  const neighbour = await createOrganization(world.db, "Neighbour");
  const other = `Other${randomUUID().slice(0, 8)}`;
  await furnish(await createCaller(world.db, neighbour, "Owner"), other);
  const kept = await rowsOf(neighbour.id);
  const [person] = await world.db.select().from(users).where(eq(users.id, owner.caller.userId));
  const texts = [mark, person?.email ?? ""];
  expect((await columnsWith(world.db, [mark])).length).toBeGreaterThan(60);

  expect(await redisText(organization.id)).toContain(organization.id);
  const losses = await getOrganizationLosses(owner, {});
  expect(losses).toMatchObject({ name: `${mark} organization`, people: 2, members: 2 });
  await expect(deleteOrganization(owner, { name: mark })).rejects.toMatchObject({
    detail: { fields: { name: ["This is not the organization's name."] } },
  });
  const { erasure_id } = await deleteOrganization(owner, { name: losses.name });
  // Nobody sees it any more, before the background has done anything.
  expect(await world.db.$count(memberships, eq(memberships.organizationId, organization.id))).toBe(0);
  await finish(erasure_id);

  expect(await columnsWith(world.db, texts)).toEqual([]);
  expect(await redisText(organization.id)).not.toContain(mark);
  expect(await redisText(organization.id)).not.toContain(organization.id);
  const [erasure] = await world.db.select().from(erasures).where(eq(erasures.id, erasure_id));
  expect(erasure?.completedAt).toBeInstanceOf(Date);
  expect(erasure?.deletedRows).toBeGreaterThan(100);
  // The ledger keeps the money.
  const [entry] = await world.db.select().from(gatewayLedger).where(eq(gatewayLedger.keyId, keyId));
  expect(entry).toMatchObject({ costMicros: 1234, endUser: null, requestId: null });
  const sums = await world.db.select().from(gatewaySpend).where(eq(gatewaySpend.keyId, keyId));
  expect(sums).toHaveLength(1);
  expect(sums[0]).toMatchObject({ costMicros: 30, calls: 2, endUser: null });
  expect(await rowsOf(neighbour.id)).toEqual(kept);
});

async function spend(organizationId: string, mark: string): Promise<string> {
  const keyId = randomUUID();
  const call = { organizationId, keyId, requestId: mark, endUser: mark, requestedModel: mark, occurredAt: new Date() };
  await world.db.insert(gatewayLedger).values({ ...call, kind: "call", costMicros: 1234, provider: "p", model: "m" });
  const day = { day: "2026-01-01", organizationId, keyId, provider: "p", model: "m", calls: 1, inputTokens: 1 };
  const sums = { ...day, outputTokens: 1, requestedModel: mark };
  await world.db.insert(gatewaySpend).values([
    { ...sums, endUser: `${mark} 1`, costMicros: 10 },
    { ...sums, endUser: `${mark} 2`, costMicros: 20 },
  ]);
  await world.db.execute(sql`
    insert into ${gatewayRequests} (organization_id, key_id, request_id, operation, status, started_at, latency_ms, is_stream,
      terms, message, user_agent)
    values (${organizationId}, ${keyId}, ${mark}, 'chat.completions', 200, now(), 1, false, to_tsvector('simple', ${mark}),
      ${mark}, ${mark})`);
  await world.redis.set(`gateway:cache:${organizationId}:7`, mark);
  await world.redis.hset(`gateway:responses:organization:${organizationId}`, { a: mark });
  return keyId;
}

async function redisText(organizationId: string): Promise<string> {
  await new Promise((resolve) => setTimeout(resolve, 10));
  const hashes = ["gateway:keys", "gateway:settings", `gateway:prompts:${organizationId}`].concat(
    `gateway:responses:organization:${organizationId}`,
  );
  const all = await Promise.all(hashes.map((name) => world.redis.hgetall(name)));
  return JSON.stringify([...all, await world.redis.get(`gateway:cache:${organizationId}:7`)]);
}

/** How many rows of each table name an organization. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const tables = await world.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organization_id'`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const own = sql`select count(*)::int as count from ${sql.identifier(name)} where organization_id = ${organizationId}`;
    counts[name] = (await world.db.execute<{ count: number }>(own))[0]?.count ?? 0;
  }
  return counts;
}

test("a deleted person leaves only the work, and the last Owner must hand over first", async () => {
  const organization = await createOrganization(world.db, "Acme");
  const mark = `Other${randomUUID().slice(0, 8)}`;
  const owner = acting(await createCaller(world.db, organization, "Owner"), "deleteAccount");
  const { userId } = owner.caller;
  await furnish(owner, mark);
  const [name, email] = [`Zoë ${randomUUID()}`, `zoe-${randomUUID()}@example.test`];
  await world.db.update(users).set({ name, email }).where(eq(users.id, userId));
  const rowId = await nameThemEverywhere(owner, name, email);
  const before = await getAccountLosses(owner, {});
  expect(before.last_owner_of).toEqual([{ id: organization.id, name: `${mark} organization` }]);
  await expect(deleteAccount(owner, { email })).rejects.toMatchObject({
    message: expect.stringContaining("first. Deleting the organization deletes your account too."),
    detail: { code: "last_owner" },
  });
  const heir = await createUser(world.db, organization, "Admin");
  await changeMemberRole(acting(owner, "changeMemberRole"), { user_id: heir, role: "Owner" });
  await expect(deleteAccount(owner, { email: "another@example.test" })).rejects.toThrow();
  expect(await deleteAccount(owner, { email: email.toUpperCase() })).toEqual({ deleted: true });

  expect(await columnsWith(world.db, [name, email, "192.0.2.77"])).toEqual([]);
  const [row] = await world.db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  expect(Object.values(row?.cells ?? {}).toSorted()).toEqual(["Deleted user", "Deleted user", "an answer"]);
  const [user] = await world.db.select().from(users).where(eq(users.id, userId));
  expect(user).toMatchObject({ name: "Deleted user", passwordHash: null });
  expect(await world.db.$count(memberships, eq(memberships.userId, userId))).toBe(0);
  const [house] = await world.db.select().from(organizations).where(eq(organizations.id, organization.id));
  expect(house?.deletedAt).toBeNull();
});

/** As a dataset made from an export does, and an invitation with its entry in the audit log. Returns the dataset's row. */
async function nameThemEverywhere(owner: Context, name: string, email: string): Promise<string> {
  const { organizationId, workspaceId } = owner.caller;
  const [dataset] = await world.db.insert(datasets).values({ organizationId, workspaceId, name: "Export" }).returning();
  const datasetId = dataset?.id ?? "";
  const columns = ["Tone annotator name", "Tone annotator email", "answer"].map((column, order) => ({
    datasetId,
    name: column,
    dataType: "text" as const,
    order,
  }));
  const stored = await world.db.insert(datasetColumns).values(columns).returning();
  const texts = [name, email, "an answer"];
  const cells = Object.fromEntries(stored.map(({ id }, index) => [id, texts[index] ?? ""]));
  const [row] = await world.db.insert(datasetRows).values({ datasetId, organizationId, order: 0, cells }).returning();
  const elsewhere = await createCaller(world.db, await createOrganization(world.db), "Owner");
  await inviteMember(acting(elsewhere, "inviteMember", "192.0.2.1"), { email, role: "Member" });
  const used = { organizationId, actor: "person", userId: owner.caller.userId, address: "192.0.2.77" } as const;
  await world.db.insert(auditEntries).values({ ...used, action: "updateOrganization", targetType: "organization" });
  return row?.id ?? "";
}

test("an erasure whose job was lost is restarted", async () => {
  const { id: organizationId } = await createOrganization(world.db, "Lost");
  const old = new Date(Date.now() - 3_600_000);
  const [row] = await world.db
    .insert(erasures)
    .values({ organizationId, kind: "organization", targetId: organizationId, createdAt: old })
    .returning();
  const now = new Date();
  const found = await stalledErasures.find(world.db, { now, before: new Date(now.getTime() - 60_000), limit: 10 });
  const stalled = found.find(({ id }) => id === row?.id);
  expect(stalled && (await stalledErasures.restart(world.db, stalled, now))).toMatchObject({
    name: "erasure/requested",
  });
});
