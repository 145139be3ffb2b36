import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditEntries, gatewaySettings, notifications, queueExports } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { forgetExports } from "@/lib/annotation/export/close-export";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { perform } from "@/lib/audit/perform";
import type { Context } from "@/lib/context";
import { setRetention as contract } from "@/lib/contracts/accounts/retention";
import { overWeb } from "@/lib/exchange/testing";
import * as gatewayOperations from "@/lib/gateway-admin/operations";
import { adminRequest, startTestGateway } from "@/lib/gateway-admin/testing";
import { forgetLogs } from "./forget-logs";
import { getRetention, setRetention } from "./retention";

const operations = overWeb(gatewayOperations);
// A setting is a version of the gateway's configuration, which goes to Redis too.
let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let owner: Context;
beforeAll(async () => {
  gateway = await startTestGateway();
});
afterAll(() => gateway.close());
beforeEach(async () => {
  await gateway.db.delete(gatewaySettings);
  owner = await createCaller(gateway.db, await createOrganization(gateway.db), "Owner");
});

const kindOf = async (kind: string, context = owner) =>
  (await getRetention(context, {})).kinds.find((entry) => entry.kind === kind);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

async function entries(...ages: number[]): Promise<void> {
  const { organizationId } = owner.caller;
  const act = { organizationId, actor: "person", action: "updateOrganization", targetType: "organization" } as const;
  await gateway.db.insert(auditEntries).values(ages.map((days) => ({ ...act, createdAt: daysAgo(days) })));
}

test("each kind shows how long it is kept, how much there is, and what the next sweep deletes", async () => {
  await entries(1, 40, 50);
  const { organizationId, userId } = owner.caller;
  const notice = {
    organizationId,
    userId,
    kind: "mention",
    cause: "c",
    subject: {},
    shown: true,
    mails: false,
  } as const;
  await gateway.db.insert(notifications).values({ ...notice, createdAt: daysAgo(91) });
  await gateway.db.execute(sql`analyze`);
  expect(await kindOf("audit_log")).toMatchObject({
    days: null,
    rows: 3,
    is_estimated: false,
    due_rows: 0,
    is_fixed: false,
  });
  expect(await kindOf("traces")).toMatchObject({ days: null, rows: 0, bytes: 0, oldest_at: null });
  expect(await kindOf("gateway_log")).toMatchObject({ days: 90, server_days: 90, own_days: null });
  expect(await kindOf("notifications")).toMatchObject({ days: 90, rows: 1, due_rows: 1, is_fixed: true });
  const { kinds } = await setRetention(owner, { audit_log: 30 });
  const log = kinds.find(({ kind }) => kind === "audit_log");
  expect(log).toMatchObject({ days: 30, own_days: 30, due_rows: 2, rows: 3 });
  expect(log?.bytes).toBeGreaterThan(0);
  expect(log?.oldest_at?.slice(0, 10)).toBe(daysAgo(50).toISOString().slice(0, 10));
});

test("a change creates a new version of the configuration, and keeps its other sections", async () => {
  const { organizationId } = owner.caller;
  const config = { cache: { enabled: true }, retention: { trace_days: 10 } };
  await gateway.db.insert(gatewaySettings).values({ organizationId, version: 1, config, origin: "api", active: true });
  await setRetention(owner, { gateway_log: 20 });
  const versions = await gateway.db
    .select()
    .from(gatewaySettings)
    .where(eq(gatewaySettings.organizationId, organizationId))
    .orderBy(gatewaySettings.version);
  expect(versions.map(({ active }) => active)).toEqual([false, true]);
  expect(versions[1]?.config).toEqual({ ...config, retention: { trace_days: 10, request_log_days: 20 } });
  await setRetention(owner, { traces: null });
  expect(await kindOf("traces")).toMatchObject({ own_days: null, days: null });
  expect(await kindOf("gateway_log")).toMatchObject({ own_days: 20, days: 20 });
});

test("the audit log shows only the days that changed", async () => {
  await setRetention(owner, { gateway_log: 20, traces: 100 });
  const act = { action: "setRetention", userAgent: null, isRecorded: false };
  await setRetention({ ...owner, act }, { gateway_log: 20, traces: 50 });
  const own = eq(auditEntries.organizationId, owner.caller.organizationId);
  const recorded = await gateway.db.select().from(auditEntries).where(own);
  expect(recorded).toMatchObject([{ before: { trace_days: 100 }, after: { trace_days: 50 } }]);
  expect(Object.keys(recorded[0]?.after ?? {})).toEqual(["trace_days"]);
});

test("a request that changes nothing makes no version and no entry", async () => {
  await setRetention(owner, { traces: 50 });
  const act = { action: "setRetention", userAgent: null, isRecorded: false };
  for (const input of [{}, { traces: 50, audit_log: null }])
    await perform(contract, (context: Context) => setRetention(context, input), { ...owner, act }, input);
  const { organizationId } = owner.caller;
  expect(await gateway.db.$count(gatewaySettings, eq(gatewaySettings.organizationId, organizationId))).toBe(1);
  expect(await gateway.db.$count(auditEntries, eq(auditEntries.organizationId, organizationId))).toBe(0);
});

test("the audit log keeps who changed how long it is kept", async () => {
  await entries(0.5, 3);
  const { organizationId } = owner.caller;
  const act = { organizationId, actor: "person", targetType: "organization" } as const;
  await gateway.db.insert(auditEntries).values({ ...act, action: "setRetention", createdAt: daysAgo(3) });
  await setRetention(owner, { audit_log: 1 });
  expect(await kindOf("audit_log")).toMatchObject({ rows: 3, due_rows: 1 });
  await forgetLogs(gateway.db, Date.now(), Date.now() + 60_000);
  const left = await gateway.db.select().from(auditEntries).where(eq(auditEntries.organizationId, organizationId));
  expect(left.map(({ action }) => action).sort()).toEqual(["setRetention", "updateOrganization"]);
  expect(await kindOf("audit_log")).toMatchObject({ rows: 2, due_rows: 0 });
});

test("the audit log keeps which configurations changed how long it is kept", async () => {
  await entries(0);
  const { organizationId } = owner.caller;
  const configure = async (sections: object) => {
    const request = adminRequest("POST", `/-/orgs/${organizationId}/config`, sections);
    expect((await operations.createOrganizationConfig(request)).status).toBe(200);
  };
  const cache = { enabled: true };
  await configure({ cache, retention: { audit_days: 1 } });
  await configure({ retention: { audit_days: 1 } });
  await configure({ cache });
  await configure({ cache, retention: { audit_days: 1 } });
  const later = { ...owner, now: () => daysAgo(-3) };
  expect(await kindOf("audit_log", later)).toMatchObject({ rows: 5, due_rows: 2 });
  await forgetLogs(gateway.db, daysAgo(-3).getTime(), Date.now() + 60_000);
  const left = await gateway.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.organizationId, organizationId))
    .orderBy(auditEntries.createdAt);
  expect(left.map(({ before, after }) => [before?.retention, after?.retention])).toEqual([
    [undefined, { audit_days: 1 }],
    [{ audit_days: 1 }, null],
    [null, { audit_days: 1 }],
  ]);
  expect(await kindOf("audit_log", later)).toMatchObject({ rows: 3, due_rows: 0 });
});

test("the audit log keeps the change of a configuration that is too long for its entry", async () => {
  const { organizationId } = owner.caller;
  const model_map = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`name-${index}`, "x".repeat(480)]));
  const request = adminRequest("POST", `/-/orgs/${organizationId}/config`, { model_map, retention: { audit_days: 1 } });
  expect((await operations.createOrganizationConfig(request)).status).toBe(200);
  const own = eq(auditEntries.organizationId, organizationId);
  const isCut = [{ after: { cut: true, fields: expect.arrayContaining(["retention"]) } }];
  expect(await gateway.db.select().from(auditEntries).where(own)).toMatchObject(isCut);
  await forgetLogs(gateway.db, daysAgo(-3).getTime(), Date.now() + 60_000);
  expect(await gateway.db.select().from(auditEntries).where(own)).toMatchObject(isCut);
});

test("files of exports are due by when they were finished, and expired ones no more", async () => {
  const organization = await createOrganization(gateway.db);
  owner = await createCaller(gateway.db, organization, "Owner");
  const { organizationId, userId } = owner.caller;
  const { queue_id: queueId } = await createTestQueue(owner, organization, { items: 1 });
  const row = { organizationId, queueId, requestedBy: userId, format: "json", includeDrafts: false } as const;
  const old = { createdAt: daysAgo(20), finishedAt: daysAgo(19) };
  await gateway.db.insert(queueExports).values([
    { ...row, ...old, status: "expired" },
    { ...row, ...old, status: "failed" },
    { ...row, ...old, finishedAt: daysAgo(6), status: "completed" },
    { ...row, ...old, status: "completed" },
    { ...row, createdAt: daysAgo(20), status: "running" },
  ]);
  expect(await kindOf("exports")).toMatchObject({ rows: 3, due_rows: 2 });
  await forgetExports(gateway.db, new Date());
  expect(await kindOf("exports")).toMatchObject({ rows: 1, due_rows: 0 });
});

test("exports whose files are gone are neither counted nor the oldest", async () => {
  const organization = await createOrganization(gateway.db);
  owner = await createCaller(gateway.db, organization, "Owner");
  const { organizationId, userId } = owner.caller;
  const { queue_id: queueId } = await createTestQueue(owner, organization, { items: 1 });
  const row = { organizationId, queueId, requestedBy: userId, format: "json", includeDrafts: false } as const;
  const expired = { ...row, status: "expired", createdAt: daysAgo(20), finishedAt: daysAgo(19) } as const;
  await gateway.db.insert(queueExports).values(expired);
  expect(await kindOf("exports")).toMatchObject({ rows: 0, bytes: 0, oldest_at: null, due_rows: 0 });
  const finishedAt = daysAgo(2);
  await gateway.db.insert(queueExports).values({ ...row, status: "completed", createdAt: daysAgo(3), finishedAt });
  const oldest_at = finishedAt.toISOString();
  expect(await kindOf("exports")).toMatchObject({ rows: 1, oldest_at, due_rows: 0 });
});

test("the server's limit applies if it is shorter", async () => {
  const config = { retention: { audit_days: 30 } };
  await gateway.db
    .insert(gatewaySettings)
    .values({ organizationId: null, version: 1, config, origin: "config", active: true });
  await setRetention(owner, { audit_log: 60 });
  expect(await kindOf("audit_log")).toMatchObject({ days: 30, own_days: 60, server_days: 30 });
});

test("the sweep deletes old entries only of organizations that set a retention", async () => {
  await entries(1, 40);
  const other = owner;
  owner = await createCaller(gateway.db, await createOrganization(gateway.db), "Owner");
  await entries(1, 40);
  await setRetention(owner, { audit_log: 30 });
  expect(await forgetLogs(gateway.db, Date.now(), Date.now() + 10_000)).toBe(true);
  expect(await kindOf("audit_log")).toMatchObject({ rows: 1, due_rows: 0 });
  expect(await kindOf("audit_log", other)).toMatchObject({ rows: 2 });
});
