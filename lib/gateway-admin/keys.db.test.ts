import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys, auditEntries, gatewayKeys, memberships } from "@/db/schema";
import { createOrganization, createUser } from "@/db/testing/factories";
import { sha256 } from "@/lib/auth/hash";
import { overWeb } from "@/lib/exchange/testing";
import { webHandler } from "@/lib/exchange/web";
import { redisDirectory } from "@/lib/gateway/limits/directory";
import { redisLimiter } from "@/lib/gateway/limits/limiter";
import { KEYS, MARKER } from "@/lib/gateway/limits/projected";
import { liveParts } from "@/lib/gateway/live";
import { getCurrentKey } from "@/lib/gateway/operations";
import { webGateway } from "@/lib/gateway/testing/memory-parts";
import { createGatewayKey, MOST_KEYS } from "./keys";
import * as ownOperations from "./operations";
import { projectPlatformKey, rebuildProjection } from "./projection";
import { adminRequest, chatRequest, chatWith, limitOf, startTestGateway } from "./testing";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  world = await startTestGateway();
  await rebuildProjection();
});
afterAll(() => world.close());

const create = async (body: object) => {
  const response = await operations.createGatewayKey(adminRequest("POST", "/-/keys", { name: "test", ...body }));
  expect(response.status).toBe(200);
  return response.json();
};
const change = (id: string, body: object) =>
  operations.updateGatewayKey(adminRequest("PATCH", `/-/keys/${id}`, body)).then((response) => response.json());
const revoke = (id: string) => operations.revokeGatewayKey(adminRequest("DELETE", `/-/keys/${id}/`));
const rotate = (id: string, body?: object) =>
  operations.rotateGatewayKey(adminRequest("POST", `/-/keys/${id}/rotate`, body)).then((response) => response.json());
const statusesOf = (...keys: { key: string }[]) =>
  Promise.all(keys.map(async ({ key }) => (await chatWith(key)).status));
const errorOf = async (response: Response) => ({ status: response.status, ...(await response.json()).error });

test("organizations have a limit of keys; the operator can exceed it, and revoking one makes room", async () => {
  const { id: organizationId } = await createOrganization(world.db);
  const own = eq(gatewayKeys.organizationId, organizationId);
  await world.db.execute(sql`
    insert into gateway_keys (organization_id, name, key_hint, key_hash)
    select ${organizationId}, 'many', 'sk', md5(nth::text) || ${organizationId} from generate_series(2, ${MOST_KEYS}::int) as nth`);
  const scope = { organizationId, userId: null };
  const context = { db: world.db, now: () => new Date(), emit: async () => undefined, address: null, scope };
  const make = () => createGatewayKey(context, { name: "one", key_type: "byok" });
  const made = await Promise.allSettled([make(), make(), make()]);
  expect(made.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  await expect(make()).rejects.toThrow("An organization has at most 10,000 keys that are not revoked. Revoke some.");
  expect((await create({ organization_id: organizationId })).organization_id).toBe(organizationId);
  const two = world.db.select({ id: gatewayKeys.id }).from(gatewayKeys).where(own).limit(2);
  await world.db.update(gatewayKeys).set({ revokedAt: new Date() }).where(inArray(gatewayKeys.id, two));
  await make();
  await world.db.delete(gatewayKeys).where(own);
});

describe("a key", () => {
  test("is shown once, stored as a hash, and works for the next request", async () => {
    const created = await create({ key_type: "managed", credit_balance: 10.5, metadata: { team: "a" } });
    expect(created).toMatchObject({
      status: "active",
      key_type: "managed",
      credit_balance: 10.5,
      metadata: { team: "a" },
    });
    expect(created.key).toMatch(/^sk-assay-[0-9a-f]{48}$/);
    expect((await chatWith(created.key)).status).toBe(200);
    const [row] = await world.db.select().from(gatewayKeys).where(eq(gatewayKeys.id, created.id));
    expect(row?.keyHash).toBe(sha256(created.key));
    const shown = await (await operations.getGatewayKey(adminRequest("GET", `/-/keys/${created.id}`))).text();
    const listed = await (await operations.listGatewayKeys(adminRequest("GET", "/-/keys"))).text();
    for (const text of [shown, listed, JSON.stringify(row, (_, value) => String(value))]) {
      expect(text).not.toContain(created.key);
    }
    expect(shown + listed).not.toContain(row?.keyHash);
    expect(JSON.parse(listed)).toMatchObject({ object: "list", data: [{ id: created.id }] });
  });

  test("applies changes and revocation to the next request", async () => {
    const created = await create({ rate_limit_rpm: 5, allowed_models: ["sandbox/echo"], metadata: { a: "1" } });
    expect(limitOf(await chatWith(created.key))).toBe(5);
    expect((await chatWith(created.key, "sandbox/chat")).status).toBe(403);
    const changed = await change(created.id, { rate_limit_rpm: 7, allowed_models: [], metadata: { b: "2" } });
    expect(changed).toMatchObject({
      name: "test",
      rate_limit_rpm: 7,
      allowed_models: [],
      metadata: { a: "1", b: "2" },
    });
    expect(limitOf(await chatWith(created.key, "sandbox/chat"))).toBe(7);
    expect(await (await revoke(created.id)).json()).toEqual({ id: created.id, status: "revoked" });
    expect((await chatWith(created.key)).status).toBe(401);
    await change(created.id, { rate_limit_rpm: 9 });
    expect((await chatWith(created.key)).status).toBe(401);
  });

  test("passes its restrictions to the gateway", async () => {
    const restrictions = { allowed_providers: ["openai"], allowed_ips: ["10.0.0.0/8", "2001:db8::/32", "::1"] };
    const metadata = { allow_policy_override: "true", refuse_unpriced: "true" };
    const created = await create({ ...restrictions, metadata });
    expect(created).toMatchObject(restrictions);
    const projected = {
      allowedProviders: ["openai"],
      allowedIps: restrictions.allowed_ips,
      allowPolicyOverride: true,
      refusesUnpriced: true,
    };
    const found = await liveParts().directory.find(sha256(created.key));
    expect(found.key).toMatchObject(projected);
    expect(await change(created.id, { allowed_ips: [] })).toMatchObject({ ...restrictions, allowed_ips: [] });
  });

  test("is paused and resumed from the next request on; its limits and its secrets stay", async () => {
    const created = await create({ rate_limit_rpm: 50, key_type: "managed", credit_balance: 5 });
    const rotated = await rotate(created.id, { grace_seconds: 600 });
    const paused = await change(created.id, { paused: true });
    expect(paused).toMatchObject({ status: "paused", paused_at: expect.any(String), rate_limit_rpm: 50 });
    for (const key of [created.key, rotated.key])
      expect(await errorOf(await chatWith(key))).toEqual({
        ...{ status: 403, code: "key_paused", type: "permission_error", param: null },
        message: "The API key is paused. The gateway's operator can resume it.",
      });
    const others = overWeb({ getCurrentKey });
    const own = new Request("http://gateway.test/v1/key", { headers: { authorization: `Bearer ${created.key}` } });
    expect((await others.getCurrentKey(own)).status).toBe(403);
    // Pausing it again, and other changes, keep the time. The administration still sees its limits.
    expect((await change(created.id, { paused: true, name: "resting" })).paused_at).toBe(paused.paused_at);
    const shown = await operations.getGatewayKey(adminRequest("GET", `/-/keys/${created.id}?standing=true`));
    expect(await shown.json()).toMatchObject({ name: "resting", standing: { credits: { remaining: 5 } } });
    await world.redis.flushall();
    await rebuildProjection();
    expect((await chatWith(created.key)).status).toBe(403);
    expect(await change(created.id, { paused: false })).toMatchObject({ status: "active", paused_at: null });
    expect(await statusesOf(created, rotated)).toEqual([200, 200]);
    const acts = await world.db.select().from(auditEntries).where(eq(auditEntries.targetId, created.id));
    expect(acts.filter(({ after }) => after?.status !== undefined)).toHaveLength(3);
  });

  test("that is revoked cannot be paused or resumed", async () => {
    const created = await create({});
    await revoke(created.id);
    for (const paused of [true, false])
      expect((await change(created.id, { paused })).error).toMatchObject({
        ...{ code: "invalid_request_error", param: "paused", message: "paused: The key is revoked." },
      });
  });

  test("loses an entry of its metadata by null, and what the entry allowed", async () => {
    const { id: organizationId } = await createOrganization(world.db);
    const rights = { allow_policy_override: "true", refuse_unpriced: "true" };
    const metadata = { team: "a", env: "test", ...rights, org_id: organizationId };
    const created = await create({ metadata });
    const removed = { env: null, allow_policy_override: null, refuse_unpriced: null, org_id: null };
    const changed = await change(created.id, { metadata: removed });
    expect(changed).toMatchObject({ metadata: { team: "a" }, organization_id: organizationId });
    expect(Object.keys(changed.metadata)).toEqual(["team"]);
    const stored = await world.redis.hget<string>(KEYS, sha256(created.key));
    expect(JSON.parse(stored ?? "")).toMatchObject({ allowPolicyOverride: false });
    expect(JSON.parse(stored ?? "")).not.toHaveProperty("refusesUnpriced");
  });

  test("is rotated: both texts work during the grace period, under one id and one limit", async () => {
    const first = await create({ rate_limit_rpm: 50 });
    const second = await rotate(first.id, { grace_seconds: 3600 });
    expect(second).toMatchObject({ id: first.id, rate_limit_rpm: 50, grace_ends_at: expect.any(String) });
    expect(second.key).not.toBe(first.key);
    expect(await statusesOf(first, second)).toEqual([200, 200]);
    expect((await chatWith(second.key)).headers.get("x-ratelimit-remaining-requests")).toBe("47");
    await rebuildProjection();
    expect(await statusesOf(first, second)).toEqual([200, 200]);
    const third = await rotate(first.id, { grace_seconds: 3600 });
    expect(await statusesOf(first, second, third)).toEqual([401, 200, 200]);
    await world.db
      .update(gatewayKeys)
      .set({ graceEndsAt: new Date(Date.now() - 1) })
      .where(eq(gatewayKeys.id, first.id));
    await rebuildProjection();
    expect(await statusesOf(first, second, third)).toEqual([401, 401, 200]);
    const last = await rotate(first.id);
    expect(last.grace_ends_at).toBeNull();
    expect(await statusesOf(second, third, last)).toEqual([401, 401, 200]);
    await revoke(first.id);
    expect(await statusesOf(third, last)).toEqual([401, 401]);
    expect(await rotate(first.id)).toMatchObject({ error: { code: "invalid_request_error" } });
  });

  test("has one working text after parallel rotations", async () => {
    const created = await create({});
    const rotated = await Promise.all(Array.from({ length: 8 }, () => rotate(created.id)));
    const statuses = await statusesOf(created, ...rotated);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  });

  test("is listed page by page, newest first", async () => {
    const made = [await create({ name: "one" }), await create({ name: "two" }), await create({ name: "three" })];
    const list = async (query: string) =>
      (await operations.listGatewayKeys(adminRequest("GET", `/-/keys?${query}`))).json();
    const first = await list("limit=2");
    const ids = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    expect([ids(first), first.has_more]).toEqual([[made[2].id, made[1].id], true]);
    expect(ids(await list(`limit=1&after=${made[1].id}`))).toEqual([made[0].id]);
    expect(await list(`after=${randomUUID()}`)).toMatchObject({ error: { code: "key_not_found" } });
  });

  test("is found by name, owner, first characters and status", async () => {
    const live = await create({ name: "100% found", owner: "Ann" });
    const gone = await create({ name: "found and revoked" });
    await revoke(gone.id);
    const list = async (query: Record<string, string>) => {
      const request = adminRequest("GET", `/-/keys?${new URLSearchParams(query)}`);
      const { data } = await (await operations.listGatewayKeys(request)).json();
      return data.map(({ id }: { id: string }) => id);
    };
    expect(await list({ search: "FOUND" })).toEqual([gone.id, live.id]);
    expect(await list({ search: "0% f" })).toEqual([live.id]);
    expect(await list({ search: "ann" })).toEqual([live.id]);
    expect(await list({ search: live.key.slice(0, 12) })).toEqual([live.id]);
    expect(await list({ search: "found", status: "revoked" })).toEqual([gone.id]);
    expect(await list({ search: "found", status: "active" })).toEqual([live.id]);
    await change(live.id, { paused: true });
    expect(await list({ search: "found", status: "active" })).toEqual([]);
    expect(await list({ search: "found", status: "paused" })).toEqual([live.id]);
  });

  test("shows the administration the same limit status as itself", async () => {
    const budget = { period: "daily", limit: 2, action: "block" };
    const limits = { rate_limit_rpm: 9, rate_limit_tpm: 900, budget, key_type: "managed", credit_balance: 3 };
    const created = await create(limits);
    await chatWith(created.key);
    const own = webHandler(getCurrentKey);
    const headers = { authorization: `Bearer ${created.key}` };
    const { requests, tokens, budgets, credits } = await (
      await own(new Request("http://gateway.test/v1/key", { headers }))
    ).json();
    expect([requests.at(-1).limit, tokens[0].limit, budgets[0].limit, credits.balance]).toEqual([9, 900, 2, 3]);
    const shown = async () =>
      (await operations.getGatewayKey(adminRequest("GET", `/-/keys/${created.id}?standing=true`))).json();
    expect((await shown()).standing).toEqual({ requests, tokens, budgets, credits });
    await revoke(created.id);
    expect((await shown()).standing).toBeNull();
    const many = await operations.listGatewayKeys(adminRequest("GET", "/-/keys?standing=true&limit=101"));
    expect(await errorOf(many)).toMatchObject({ status: 400, param: "limit" });
  });

  test("belongs to an organization, which its metadata can name", async () => {
    const { id } = await createOrganization(world.db);
    const created = await create({ metadata: { org_id: id } });
    expect(created.organization_id).toBe(id);
    expect(await change(created.id, { organization_id: null })).toMatchObject({ organization_id: null });
  });

  test("stops working when it expires", async () => {
    const created = await create({ expires_at: new Date(Date.now() + 3_600_000).toISOString() });
    expect((await chatWith(created.key)).status).toBe(200);
    await world.db
      .update(gatewayKeys)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(gatewayKeys.id, created.id));
    await rebuildProjection();
    expect((await chatWith(created.key)).status).toBe(401);
    const shown = await operations.getGatewayKey(adminRequest("GET", `/-/keys/${created.id}`));
    expect(await shown.json()).toMatchObject({ status: "expired" });
  });

  test("has the limit stored in PostgreSQL after parallel changes", async () => {
    const created = await create({});
    await Promise.all(Array.from({ length: 20 }, (_, index) => change(created.id, { rate_limit_rpm: index + 1 })));
    const [row] = await world.db.select().from(gatewayKeys).where(eq(gatewayKeys.id, created.id));
    expect(limitOf(await chatWith(created.key))).toBe(row?.rateLimitRpm);
  });
});

describe("the administration refuses", () => {
  test.each([
    ["no token", null, 401, "unauthorized"],
    ["a wrong token", "wrong", 401, "unauthorized"],
  ])("%s", async (_name, token, status, code) => {
    const response = await operations.createGatewayKey(adminRequest("POST", "/-/keys", { name: "x" }, token));
    expect(response.headers.get("x-request-id")).toBeTruthy();
    expect(limitOf(response)).toBeGreaterThan(0);
    expect(await errorOf(response)).toMatchObject({ status, code, param: null });
  });

  test("an address that tried too many tokens, even in parallel, but no other address", async () => {
    const list = (token: string | null | undefined, address: string) =>
      operations.listGatewayKeys(adminRequest("GET", "/-/keys", undefined, token, address));
    const guesses = await Promise.all(Array.from({ length: 30 }, (_, n) => list(`guess-${n}`, "2001:db8::1")));
    const statuses = guesses.map((response) => response.status);
    expect([401, 429].map((code) => statuses.filter((status) => status === code).length)).toEqual([20, 10]);
    // The right token as well, and from anywhere in the network: an answer would tell a guess that it is right.
    const refused = await list(undefined, "2001:db8::2");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(3000);
    expect(await errorOf(refused)).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect((await list(null, "2001:db8::1")).status).toBe(401);
    expect((await list(undefined, "2001:db8:0:1::1")).status).toBe(200);
  });

  test("every request while no token is set", async () => {
    const token = process.env.ADMIN_TOKEN;
    delete process.env.ADMIN_TOKEN;
    const response = await operations.listGatewayKeys(adminRequest("GET", "/-/keys"));
    process.env.ADMIN_TOKEN = token;
    expect(await errorOf(response)).toMatchObject({ status: 403, code: "permission_denied" });
  });

  test.each([
    ["broken JSON", "{", "invalid_json", null],
    ["no name", {}, "missing_name", "name"],
    ["a blank name", { name: " " }, "missing_name", "name"],
    ["a name that is too long", { name: "x".repeat(256) }, "invalid_request_error", "name"],
    ["a name of another type", { name: 5 }, "invalid_request_error", "name"],
    ["what is not an address", { name: "x", allowed_ips: ["::1", "1.2.3"] }, "invalid_request_error", "allowed_ips.1"],
    ["a negative limit", { name: "x", rate_limit_rpm: -1 }, "invalid_request_error", "rate_limit_rpm"],
    [
      "credits as text",
      { name: "x", key_type: "managed", credit_balance: "10" },
      "invalid_request_error",
      "credit_balance",
    ],
    ["credits without a managed key", { name: "x", credit_balance: 10 }, "invalid_request_error", "credit_balance"],
    [
      "a restriction that it does not know",
      { name: "x", allowed_tools: ["search"] },
      "invalid_request_error",
      "allowed_tools",
    ],
    [
      "an unknown organization",
      { name: "x", organization_id: randomUUID() },
      "invalid_request_error",
      "organization_id",
    ],
    [
      "an organization that is no id",
      { name: "x", metadata: { org_id: "acme" } },
      "invalid_request_error",
      "metadata.org_id",
    ],
    ["an end in the past", { name: "x", expires_at: "2020-01-01T00:00:00Z" }, "invalid_request_error", "expires_at"],
  ])("%s with 400", async (_name, body, code, param) => {
    const response = await operations.createGatewayKey(adminRequest("POST", "/-/keys", body));
    expect(await errorOf(response)).toMatchObject({ status: 400, code, param, type: "invalid_request_error" });
  });

  test("a key that does not exist", async () => {
    expect(await errorOf(await revoke(randomUUID()))).toMatchObject({ status: 404, code: "key_not_found" });
    expect(await errorOf(await operations.unknownAdminPath(adminRequest("GET", "/-/x")))).toMatchObject({
      status: 404,
      code: "not_found",
    });
  });

  test("a change that Redis does not accept, and PostgreSQL keeps the old state", async () => {
    const created = await create({ rate_limit_rpm: 5 });
    const url = process.env.UPSTASH_REDIS_REST_URL;
    process.env.UPSTASH_REDIS_REST_URL = "http://127.0.0.1:9";
    const response = await operations.updateGatewayKey(
      adminRequest("PATCH", `/-/keys/${created.id}`, { rate_limit_rpm: 6 }),
    );
    process.env.UPSTASH_REDIS_REST_URL = url;
    expect(await errorOf(response)).toMatchObject({ status: 503, code: "service_unavailable" });
    expect(response.headers.get("retry-after")).toBe("2");
    expect(limitOf(await chatWith(created.key))).toBe(5);
  });
});

describe("the projection", () => {
  test("is rebuilt after Redis has lost its memory", async () => {
    const live = await create({});
    const revoked = await create({});
    await revoke(revoked.id);
    await world.redis.flushall();
    const statuses = await Promise.all([live, live, revoked].map(async ({ key }) => (await chatWith(key)).status));
    expect(statuses).toEqual([200, 200, 401]);
  });

  test("emptied under load is rebuilt, without refusing active keys or admitting revoked ones", async () => {
    const live = await create({});
    const revoked = await create({});
    await chatWith(revoked.key);
    await revoke(revoked.id);
    const answers: [string, number][] = [];
    let isOver = false;
    const load = Array.from({ length: 6 }, async (_, index) => {
      const { key } = index % 2 ? live : revoked;
      while (!isOver) answers.push([key, (await chatWith(key)).status]);
    });
    for (let flush = 0; flush < 4; flush += 1) {
      await world.redis.flushall();
      await expect.poll(() => world.redis.hget(KEYS, MARKER)).not.toBeNull();
      await wait(100);
    }
    isOver = true;
    await Promise.all(load);
    const statuses = (key: string) => new Set(answers.filter(([used]) => used === key).map(([, status]) => status));
    expect(statuses(live.key)).toEqual(new Set([200]));
    expect(statuses(revoked.key)).toEqual(new Set([401]));
  });

  test("applies changes at every gateway at once, whatever it remembers", async () => {
    const other = webGateway({
      ...liveParts(),
      directory: redisDirectory({
        ...liveParts(),
        redis: world.redis,
        unseal: async () => "",
        recover: rebuildProjection,
      }),
      limiter: redisLimiter(world.redis, Date.now, () => undefined),
    });
    const chats = (key: string) =>
      Promise.all([chatWith(key), other.createChatCompletion(chatRequest(key))]).then((answers) =>
        answers.map((answer) => [answer.status, limitOf(answer)]),
      );
    const created = await create({ rate_limit_rpm: 50 });
    expect(await chats(created.key)).toEqual([
      [200, 50],
      [200, 50],
    ]);
    for (const limit of [60, 70]) {
      await change(created.id, { rate_limit_rpm: limit });
      expect(await chats(created.key)).toEqual([
        [200, limit],
        [200, limit],
      ]);
    }
    for (const [paused, status] of [
      [true, 403],
      [false, 200],
    ]) {
      await change(created.id, { paused });
      expect((await chats(created.key)).map(([each]) => each)).toEqual([status, status]);
    }
    await revoke(created.id);
    expect((await chats(created.key)).map(([status]) => status)).toEqual([401, 401]);
  });

  test("drops keys that PostgreSQL does not have", async () => {
    await world.redis.hset(KEYS, { [sha256("stray")]: JSON.stringify({ id: "x" }) });
    await rebuildProjection();
    expect(await world.redis.hget(KEYS, sha256("stray"))).toBeNull();
  });

  test("contains platform keys only of current members", async () => {
    const organization = await createOrganization(world.db);
    const userId = await createUser(world.db, organization);
    const [id, key] = [randomUUID(), `key-${randomUUID()}`];
    await world.db.insert(apiKeys).values({
      id,
      organizationId: organization.id,
      workspaceId: organization.workspaceId,
      userId,
      name: id,
      keyHint: "",
      secretHint: "",
      keyHash: sha256(key),
      secretHash: "",
    });
    expect((await chatWith(key)).status).toBe(401);
    await projectPlatformKey(sha256(key), {
      id,
      organizationId: organization.id,
      scopes: ["gateway"],
      role: "Member",
      expiresAt: null,
    });
    expect((await chatWith(key)).status).toBe(200);
    await rebuildProjection();
    expect((await chatWith(key)).status).toBe(200);
    await world.db.update(memberships).set({ role: "Viewer" }).where(eq(memberships.userId, userId));
    await rebuildProjection();
    expect((await chatWith(key)).status).toBe(403);
    await projectPlatformKey(sha256(key), null);
    expect((await chatWith(key)).status).toBe(401);
    await world.db.delete(memberships).where(eq(memberships.userId, userId));
    await rebuildProjection();
    expect((await chatWith(key)).status).toBe(401);
  });

  test("never restores a key that is revoked during a rebuild", async () => {
    const created = await Promise.all(Array.from({ length: 8 }, () => create({})));
    await Promise.all(created.flatMap(({ id }) => [rebuildProjection(), revoke(id)]));
    const statuses = await Promise.all(created.map(async ({ key }) => (await chatWith(key)).status));
    expect(new Set(statuses)).toEqual(new Set([401]));
  });
});
