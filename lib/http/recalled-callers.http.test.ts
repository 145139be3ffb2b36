// A server remembers who calls. Whatever another process changes of a key, a session, a role, a label or a queue counts on the
// very next request all the same.
import { and, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  apiKeys,
  companyDomains,
  companySignIns,
  labels,
  memberships,
  queueMembers,
  queues,
  userSessions,
  users,
} from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { hashPassword } from "@/lib/auth/password";
import { bearer, type Credentials, createCredentials, send } from "./testing/api";
import { type Mounted, mounts, startMount } from "./testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let credentials: Credentials;
  let queue: TestQueue;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startMount(mount);
  }, 120_000);
  afterAll(() => server?.stop());
  beforeEach(async () => {
    const organization = await createOrganization(server.db);
    credentials = await createCredentials(server.db, "Member", organization);
    const manager = await createCaller(server.db, organization, "Owner");
    const annotator = { ...manager, caller: { ...manager.caller, userId: credentials.userId } };
    queue = await createTestQueue(manager, organization, { items: 2, annotators: [annotator] });
    headers = bearer(credentials);
    expect(await desk()).toMatchObject({ status: 200 });
  });

  const path = (operation: string) =>
    `/model-hub/annotation-queues/${queue.queue_id}/items/${queue.itemIds[0]}/${operation}/`;
  const desk = (as = headers) => send(server.url, "GET", path("annotate-detail"), { headers: as });
  const submit = (annotations: unknown = [{ label_id: queue.labelId, value: { rating: 4 } }]) =>
    send(server.url, "POST", path("annotations/submit"), { headers, body: { annotations } });
  const ownKey = () => eq(apiKeys.userId, credentials.userId);
  const membership = () =>
    and(eq(memberships.userId, credentials.userId), eq(memberships.organizationId, credentials.organization.id));

  test("a key is refused at once when disabled or deleted, and works when enabled again", async () => {
    await server.db.update(apiKeys).set({ disabledAt: new Date() }).where(ownKey());
    expect(await desk()).toMatchObject({ status: 401, body: { code: "authentication_failed" } });
    await server.db.update(apiKeys).set({ disabledAt: null }).where(ownKey());
    expect(await desk()).toMatchObject({ status: 200 });
    expect(await submit()).toMatchObject({ status: 200 });
    await server.db.update(apiKeys).set({ deletedAt: new Date() }).where(ownKey());
    expect(await submit()).toMatchObject({ status: 401 });
    expect(await desk()).toMatchObject({ status: 401 });
  });

  test("a key loses a scope, regains it and expires with its next request", async () => {
    await server.db
      .update(apiKeys)
      .set({ scopes: ["read"] })
      .where(ownKey());
    expect(await desk()).toMatchObject({ status: 200 });
    expect(await submit()).toMatchObject({ status: 403, body: { code: "scope_missing" } });
    await server.db
      .update(apiKeys)
      .set({ scopes: ["write"] })
      .where(ownKey());
    expect(await submit()).toMatchObject({ status: 200 });
    expect(await desk()).toMatchObject({ status: 403, body: { code: "scope_missing" } });
    await server.db.update(apiKeys).set({ expiresAt: new Date() }).where(ownKey());
    expect(await submit()).toMatchObject({ status: 401, body: { code: "key_expired" } });
  });

  test("the use of a key is recorded soon afterwards, once a minute", async () => {
    const usedAt = async () => (await server.db.select().from(apiKeys).where(ownKey()))[0]?.lastUsedAt ?? null;
    await expect.poll(usedAt).not.toBeNull();
    const noted = await usedAt();
    for (let time = 0; time < 3; time += 1) await desk();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await usedAt()).toEqual(noted);
  });

  test("a revoked key is refused before any other fault of the request", async () => {
    await server.db.update(apiKeys).set({ deletedAt: new Date() }).where(ownKey());
    expect(await submit("no list")).toMatchObject({ status: 401 });
    const elsewhere = `/model-hub/annotation-queues/${crypto.randomUUID()}/items/next-item/`;
    expect(await send(server.url, "GET", elsewhere, { headers })).toMatchObject({ status: 401 });
  });

  test("a changed role in the queue or organization applies to the next request", async () => {
    const member = eq(queueMembers.userId, credentials.userId);
    await server.db
      .update(queueMembers)
      .set({ roles: ["reviewer"] })
      .where(member);
    expect(await submit()).toMatchObject({ status: 403 });
    await server.db.delete(queueMembers).where(member);
    expect(await desk()).toMatchObject({ status: 403 });
    await server.db.update(memberships).set({ role: "Owner" }).where(membership());
    expect(await submit()).toMatchObject({ status: 200 });
    await server.db.update(memberships).set({ role: "Viewer" }).where(membership());
    expect(await submit()).toMatchObject({ status: 403 });
    await server.db.delete(memberships).where(membership());
    expect(await desk()).toMatchObject({ status: 401 });
  });

  test("a changed label or queue applies to the next request", async () => {
    await server.db.update(labels).set({ name: "Renamed" }).where(eq(labels.id, queue.labelId));
    expect((await desk()).body.result.labels).toMatchObject([{ name: "Renamed" }]);
    await server.db.execute(sql`delete from queue_labels where label_id = ${queue.labelId}`);
    expect((await desk()).body.result.labels).toEqual([]);
    expect((await submit()).body.result).toMatchObject({ submitted: 0 });
    await server.db.update(queues).set({ status: "paused" }).where(eq(queues.id, queue.queue_id));
    expect(await submit()).toMatchObject({ status: 400, body: { code: "queue_not_active" } });
    await server.db.update(queues).set({ deletedAt: new Date() }).where(eq(queues.id, queue.queue_id));
    expect(await submit()).toMatchObject({ status: 404 });
  });

  /** With a password, in a browser. */
  const person = () => eq(users.id, credentials.userId);
  const signIn = async () => {
    await server.db
      .update(users)
      .set({ passwordHash: await hashPassword("a long pass phrase") })
      .where(person());
    const form = new URLSearchParams({ email: `${credentials.userId}@example.test`, password: "a long pass phrase" });
    const url = `${server.url}/api/auth/callback/credentials`;
    const answer = await fetch(url, {
      method: "POST",
      body: form,
      redirect: "manual",
      headers: { origin: server.url },
    });
    const cookie = answer.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    return { cookie, "x-organization-id": credentials.organization.id };
  };

  test("a session is refused when it expires, its password changes, or another site uses it", async () => {
    const session = await signIn();
    for (let time = 0; time < 2; time += 1) expect(await desk(session)).toMatchObject({ status: 200 });
    const foreign = { ...session, origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
    const body = { annotations: [{ label_id: queue.labelId, value: { rating: 4 } }] };
    const forged = await send(server.url, "POST", path("annotations/submit"), { headers: foreign, body });
    expect(forged).toMatchObject({ status: 403, body: { code: "csrf_failed" } });
    await server.db
      .update(users)
      .set({ passwordHash: await hashPassword("another pass phrase") })
      .where(person());
    expect(await desk(session)).toMatchObject({ status: 401 });
    const next = await signIn();
    expect(await desk(next)).toMatchObject({ status: 200 });
    await server.db.delete(userSessions).where(eq(userSessions.userId, credentials.userId));
    expect(await desk(next)).toMatchObject({ status: 401 });
  });

  test("a required company sign-in refuses password sessions and accepts its own", async () => {
    const session = await signIn();
    const own = eq(userSessions.userId, credentials.userId);
    for (let time = 0; time < 2; time += 1) expect(await desk(session)).toMatchObject({ status: 200 });
    const { id: organizationId } = credentials.organization;
    const domain = `${crypto.randomUUID()}.example.test`;
    const email = `${crypto.randomUUID()}@${domain}`;
    await server.db.update(users).set({ email }).where(person());
    await server.db.insert(companyDomains).values({ organizationId, domain, token: "a token", provenAt: new Date() });
    const provider = { issuer: "https://login.example.com", clientId: "assay", clientSecret: "sealed" };
    await server.db.insert(companySignIns).values({ organizationId, ...provider, role: "Member", isRequired: true });
    expect(await desk(session)).toMatchObject({ status: 403, body: { code: "company_sign_in_missing" } });
    expect(await desk()).toMatchObject({ status: 200 });
    await server.db.update(userSessions).set({ organizationId }).where(own);
    for (let time = 0; time < 2; time += 1) expect(await desk(session)).toMatchObject({ status: 200 });
    const elsewhere = await createOrganization(server.db);
    await server.db.update(userSessions).set({ organizationId: elsewhere.id }).where(own);
    expect(await desk(session)).toMatchObject({ status: 401 });
    await server.db.update(userSessions).set({ organizationId: null }).where(own);
    await server.db.update(memberships).set({ role: "Owner" }).where(membership());
    for (let time = 0; time < 2; time += 1) expect(await desk(session)).toMatchObject({ status: 200 });
  });

  test("a revoked key is refused even if every database connection was cut", async () => {
    await server.db.update(apiKeys).set({ deletedAt: new Date() }).where(ownKey());
    await server.db.execute(sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    expect(await desk()).toMatchObject({ status: 401 });
  });
});
