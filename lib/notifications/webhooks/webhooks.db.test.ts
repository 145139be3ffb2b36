// A webhook's life: events of its organization reach a real server, signed; failures are tried again, and end.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eq } from "drizzle-orm";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { auditEntries, outboxEvents, queueMembers, webhookDeliveries, webhooks } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { MAX_WEBHOOKS } from "@/lib/contracts/accounts/webhooks";
import { providerPool } from "@/lib/gateway/providers/pool";
import type { Send } from "@/lib/gateway/providers/provider";
import { fitOf } from "@/lib/platform/sealed";
import { listNotifications } from "../notifications";
import { attemptDelivery, stalledDeliveries } from "./attempt";
import { forgetDeliveries, listWebhookDeliveries, redeliverWebhookEvent, testWebhook } from "./deliveries";
import { MAX_ATTEMPTS } from "./rules/schedule";
import { createWebhook, deleteWebhook, getWebhook, listWebhooks, updateWebhook } from "./webhooks";

const AUTH_SECRET = "a secret of more than thirty-two characters";
const database = suiteDatabase();
const pool = providerPool();
const received: { headers: Record<string, string>; body: string }[] = [];
let status = 200;
const server = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  // Safe: none of the headers that are read here comes twice.
  received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
  response.writeHead(status, { location: "http://127.0.0.1:1/" }).end("x".repeat(1_000_000));
});
let url: string;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let owner: Context;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // safe: it listens on a port
  url = `http://127.0.0.1:${port}/hook`;
  vi.stubEnv("ASSAY_ALLOWED_HOSTS", `127.0.0.1:${port}`);
  vi.stubEnv("AUTH_SECRET", AUTH_SECRET);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await pool.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(async () => {
  received.length = 0;
  status = 200;
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const create = (change: object = {}) => createWebhook(owner, { url, events: ["queue.completed"], ...change });
const deliveries = async (webhook_id: string) =>
  (await listWebhookDeliveries(owner, { webhook_id, page: 1, limit: 100 })).results;
const attempt = (deliveryId: string, now = new Date(), send: Send = pool.send) =>
  attemptDelivery(database.db, { organizationId: organization.id, deliveryId }, { send, now, site: undefined });

async function completeQueue(): Promise<string> {
  const annotator = await createCaller(database.db, organization);
  const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
  const key = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
  await submitAnnotations(annotator, { ...key, annotations: [{ label_id: queue.labelId, value: { rating: 4 } }] });
  await completeItem(annotator, key);
  return queue.queue_id;
}

test("a completed queue is delivered once, signed, to each webhook that chose the event", async () => {
  const { webhook, secret } = await create();
  const other = await create({ events: ["export.ready"] });
  const off = await create();
  await updateWebhook(owner, { webhook_id: off.webhook.id, enabled: false });
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const foreign = await createWebhook(stranger, { url, events: ["queue.completed"] });
  const queueId = await completeQueue();
  const [delivery] = await deliveries(webhook.id);
  expect(delivery).toMatchObject({ event: "queue.completed", status: "waiting", attempts: 0 });
  expect([await deliveries(other.webhook.id), await deliveries(off.webhook.id)]).toEqual([[], []]);
  const theirs = await listWebhookDeliveries(stranger, { webhook_id: foreign.webhook.id, page: 1 });
  expect(theirs.count).toBe(0);
  const [event] = await database.db
    .select()
    .from(outboxEvents)
    .where(eq(outboxEvents.id, `webhook-${delivery?.id}`));
  expect(event?.data).toEqual({ deliveryId: delivery?.id, organizationId: organization.id });

  expect(await attempt(delivery?.id ?? "")).toMatchObject({ done: true });
  expect(await attempt(delivery?.id ?? "")).toMatchObject({ done: true });
  expect(received).toHaveLength(1);
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  const verified = new Webhook(secret).verify(body, headers);
  expect(verified).toMatchObject({ type: "queue.completed", data: { queue_id: queueId, items: 1 } });
  expect(headers["webhook-id"]).toBe(delivery?.id);
  expect((await deliveries(webhook.id))[0]).toMatchObject({ status: "delivered", attempts: 1, response_code: 200 });
});

test.each([
  [500, "It answered with status 500."],
  [302, "It answered with status 302."],
])("status %s causes a retry, and redirects are not followed", async (code, error) => {
  status = code;
  const { webhook } = await create();
  const { id } = await testWebhook(owner, { webhook_id: webhook.id });
  const now = new Date();
  expect(await attempt(id, now)).toEqual({ done: false, retryAfterMs: 5000 });
  // Not due yet: a job that runs twice sends nothing.
  expect((await attempt(id, now)).done).toBe(false);
  expect(received).toHaveLength(1);
  expect((await deliveries(webhook.id))[0]).toMatchObject({
    status: "waiting",
    attempts: 1,
    response_code: code,
    error,
  });
  status = 204;
  expect(await attempt(id, new Date(now.getTime() + 5000))).toMatchObject({ done: true });
  expect((await deliveries(webhook.id))[0]).toMatchObject({ status: "delivered", attempts: 2, error: null });
});

test("a day of failures disables a webhook and notifies Owners and Admins; it can be resumed", async () => {
  status = 503;
  const admin = await createCaller(database.db, organization, "Admin");
  const { webhook } = await create();
  const { id } = await testWebhook(owner, { webhook_id: webhook.id });
  let now = Date.now();
  for (let index = 0; index < MAX_ATTEMPTS; index += 1) now += (await attempt(id, new Date(now))).retryAfterMs;
  expect(received).toHaveLength(MAX_ATTEMPTS);
  expect((await deliveries(webhook.id))[0]).toMatchObject({ status: "failed", attempts: MAX_ATTEMPTS });
  expect((await listWebhooks(owner, {})).webhooks[0]?.enabled).toBe(false);
  for (const person of [owner, admin]) {
    const [notification] = (await listNotifications(person, { page: 1, unread: true })).results;
    expect(notification).toMatchObject({ kind: "webhook_disabled", path: `/settings/webhooks/${webhook.id}` });
  }
  const again = { webhook_id: webhook.id, delivery_id: id };
  await expect(redeliverWebhookEvent(owner, again)).rejects.toMatchObject({ kind: "conflict" });
  await updateWebhook(owner, { webhook_id: webhook.id, enabled: true });
  status = 200;
  expect(await redeliverWebhookEvent(owner, again)).toMatchObject({ status: "waiting", attempts: 0 });
  await expect(redeliverWebhookEvent(owner, again)).rejects.toMatchObject({ kind: "conflict" });
  expect(await attempt(id)).toMatchObject({ done: true });
  expect((await deliveries(webhook.id))[0]?.status).toBe("delivered");
});

test("a webhook that accepted another event stays enabled", async () => {
  const { webhook } = await create();
  const failing = await testWebhook(owner, { webhook_id: webhook.id });
  const accepted = await testWebhook(owner, { webhook_id: webhook.id });
  await attempt(accepted.id, new Date(Date.now() + 1000));
  status = 500;
  let now = Date.now() + 2000;
  for (let index = 0; index < MAX_ATTEMPTS; index += 1) now += (await attempt(failing.id, new Date(now))).retryAfterMs;
  expect((await listWebhooks(owner, {})).webhooks[0]?.enabled).toBe(true);
});

test("private addresses are refused at setup and again at sending", async () => {
  for (const address of ["http://localhost:1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/latest"])
    await expect(create({ url: address })).rejects.toMatchObject({ detail: { fields: { url: expect.anything() } } });
  await expect(create({ url: "https://user:word@example.com/" })).rejects.toThrow("user name");
  const { webhook } = await create();
  // As if the name had led elsewhere when it was set up.
  await database.db.update(webhooks).set({ url: "http://127.0.0.1:1/" }).where(eq(webhooks.id, webhook.id));
  const { id } = await testWebhook(owner, { webhook_id: webhook.id });
  await attempt(id);
  expect((await deliveries(webhook.id))[0]?.error).toBe("Its address is not a public one.");
});

test("a delivery times out after ten seconds", async () => {
  const { webhook } = await create();
  const { id } = await testWebhook(owner, { webhook_id: webhook.id });
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    expect(ms).toBe(10_000);
    return AbortSignal.abort(new Error("timeout"));
  });
  await attempt(id, new Date(), () => Promise.reject(new Error("aborted")));
  timeout.mockRestore();
  expect((await deliveries(webhook.id))[0]?.error).toBe("It did not answer within 10 s.");
});

test("the secret is sealed at rest and counts in the AUTH_SECRET check", async () => {
  const { webhook, secret } = await create();
  const [row] = await database.db.select().from(webhooks).where(eq(webhooks.id, webhook.id));
  expect(row?.secret).toMatch(/^v1\./);
  expect(JSON.stringify(await listWebhooks(owner, {}))).not.toContain(secret);
  expect(await fitOf(database.db, AUTH_SECRET)).toBe("fits");
  expect(await fitOf(database.db, "another secret of more than thirty-two")).toBe("does not fit");
});

test("lost deliveries are restarted, and old or orphaned ones are deleted", async () => {
  const { webhook } = await create();
  const { id } = await testWebhook(owner, { webhook_id: webhook.id });
  const now = new Date(Date.now() + 3_600_000);
  const found = await stalledDeliveries.find(database.db, { now, before: now, limit: 1000 });
  const stalled = found.find((row) => row.id === id);
  expect(stalled?.lastProgressAt).toBeInstanceOf(Date);
  expect(stalled && (await stalledDeliveries.restart(database.db, stalled, now))).toMatchObject({
    name: "webhooks/delivery.due",
    data: { deliveryId: id },
  });
  const old = new Date(Date.now() - 31 * 86_400_000);
  await database.db.update(webhookDeliveries).set({ createdAt: old }).where(eq(webhookDeliveries.id, id));
  await forgetDeliveries(database.db, new Date());
  expect(await deliveries(webhook.id)).toEqual([]);
  await testWebhook(owner, { webhook_id: webhook.id });
  await deleteWebhook(owner, { webhook_id: webhook.id });
  expect(await database.db.$count(webhookDeliveries, eq(webhookDeliveries.webhookId, webhook.id))).toBe(0);
});

test("an organization has at most twenty webhooks, and Slack addresses get the Slack format", async () => {
  for (let index = 0; index < 19; index += 1) await create();
  const slack = await create({ url: `https://hooks.slack.com/services/${randomUUID()}` });
  expect(slack.webhook.format).toBe("slack");
  await expect(create()).rejects.toThrow("at most 20 webhooks");
});

test("the audit log says that a webhook was pointed elsewhere on its host, and not where", async () => {
  const { webhook } = await create({ url: "https://hooks.example.com/a-secret-path" });
  const act = { action: "updateWebhook", userAgent: null, isRecorded: false };
  const changed = { url: "https://hooks.example.com/another-path", format: "slack" } as const;
  await updateWebhook({ ...owner, act }, { webhook_id: webhook.id, ...changed });
  const [entry] = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, webhook.id));
  const hash = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(entry).toMatchObject({
    before: { address_hash: hash, format: "standard" },
    after: { address_hash: hash, format: "slack" },
  });
  expect(Object.keys(entry?.after ?? {}).sort()).toEqual(["address_hash", "format"]);
  expect(entry?.before?.address_hash).not.toBe(entry?.after?.address_hash);
  expect(JSON.stringify(entry)).not.toContain("path");
});

test("concurrent changes are all kept, and none enables a webhook again", async () => {
  for (let round = 0; round < 8; round++) {
    const { webhook } = await create();
    const webhook_id = webhook.id;
    await Promise.all([
      updateWebhook(owner, { webhook_id, enabled: false }),
      updateWebhook(owner, { webhook_id, events: ["export.ready"] }),
      updateWebhook(owner, { webhook_id, format: "slack" }),
    ]);
    const after = await getWebhook(owner, { webhook_id });
    expect(after).toMatchObject({ enabled: false, events: ["export.ready"], format: "slack" });
    await deleteWebhook(owner, { webhook_id });
  }
});

test("concurrent requests cannot exceed the limit", async () => {
  const results = await Promise.allSettled(Array.from({ length: MAX_WEBHOOKS + 6 }, () => create()));
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(MAX_WEBHOOKS);
  expect((await listWebhooks(owner, {})).webhooks).toHaveLength(MAX_WEBHOOKS);
});

test("a completed queue without a manager notifies webhooks, Owners and Admins", async () => {
  const { webhook } = await create();
  const admin = await createCaller(database.db, organization, "Admin");
  const member = await createCaller(database.db, organization);
  const annotator = await createCaller(database.db, organization);
  const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
  await database.db
    .update(queueMembers)
    .set({ roles: ["annotator"] })
    .where(eq(queueMembers.queueId, queue.queue_id));
  const key = { queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" };
  await submitAnnotations(annotator, { ...key, annotations: [{ label_id: queue.labelId, value: { rating: 4 } }] });
  await completeItem(annotator, key);
  expect(await deliveries(webhook.id)).toMatchObject([{ event: "queue.completed" }]);
  const notified = async (context: Context) =>
    (await listNotifications(context, { page: 1, unread: false })).results.map(({ kind }) => kind);
  expect([await notified(owner), await notified(admin), await notified(member)]).toEqual([
    ["queue_completed"],
    ["queue_completed"],
    [],
  ]);
});
