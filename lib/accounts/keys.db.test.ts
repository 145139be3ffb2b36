import { setTimeout as wait } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { apiKeys, auditEntries, memberships } from "@/db/schema";
import {
  contextOf,
  createCaller,
  createOrganization,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { sha256 } from "@/lib/auth/hash";
import type { Context } from "@/lib/context";
import { keyScopes } from "@/lib/contracts/names";
import { exchangeOf } from "@/lib/exchange/web";
import { authenticate } from "@/lib/http/authenticate";
import { checkKey, listKeys } from "./key-list";
import { createKey, deleteKey, disableKey, enableKey, updateKey } from "./keys";
import { removeMember } from "./members";

const gateway = vi.hoisted(() => ({ keys: new Map<string, unknown>(), project: vi.fn() }));
vi.mock("@/lib/gateway-admin/projection", () => ({ projectPlatformKey: gateway.project }));

const database = suiteDatabase();
let organization: TestOrganization;
let member: Context;
beforeEach(async () => {
  gateway.keys.clear();
  gateway.project.mockReset();
  gateway.project.mockImplementation(async (hash: string, key: unknown) => {
    if (key === null) gateway.keys.delete(hash);
    else gateway.keys.set(hash, key);
  });
  organization = await createOrganization(database.db);
  member = await createCaller(database.db, organization);
});

const list = (context: Context, query: Partial<Parameters<typeof listKeys>[1]> = {}) =>
  listKeys(context, { page_size: 20, ...query });
const withHeaders = (headers: HeadersInit) =>
  authenticate(database.db, exchangeOf(new Request("http://test/", { headers })), { access: "read", scope: "read" });
const rowOf = async (id: string) => (await database.db.select().from(apiKeys).where(eq(apiKeys.id, id)))[0];

test("a key is shown once, stored only as hashes, and masked afterwards", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  expect(made.api_key).toMatch(/^assay_[\da-f]{48}$/);
  expect(made.secret_key).toMatch(/^assay_secret_[\da-f]{48}$/);
  const stored = JSON.stringify(await database.db.execute(sql`select * from api_keys where id = ${made.key_id}`));
  expect(stored).toContain(sha256(made.api_key));
  expect(stored).toContain(sha256(made.secret_key));
  const { table } = await list(member);
  expect(table).toMatchObject([
    { key_name: "Nightly", api_key: made.masked_api_key, secret_key: made.masked_secret_key, enabled: true },
  ]);
  for (const text of [stored, JSON.stringify(table)]) {
    expect(text).not.toContain(made.api_key);
    expect(text).not.toContain(made.secret_key);
  }
  expect(made.masked_api_key.length).toBeLessThan(16);
});

test("the audit log has both names of a key that is renamed", async () => {
  const { key_id } = await createKey(member, { key_name: "Nightly" });
  const act = { action: "updateKey", userAgent: null, isRecorded: false };
  await updateKey({ ...member, act }, { key_id, key_name: "Weekly" });
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.targetId, key_id));
  const changed = { before: { name: "Nightly" }, after: { name: "Weekly" } };
  expect(entries).toMatchObject([{ action: "updateKey", targetName: "Weekly", ...changed }]);
});

test("a key works as bearer and as pair, and is refused everywhere once disabled or deleted", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const bearer = () => withHeaders({ authorization: `Bearer ${made.api_key}` });
  const pair = () => withHeaders({ "x-api-key": made.api_key, "x-secret-key": made.secret_key });
  const works = async () => {
    expect(await bearer()).toMatchObject({ userId: member.caller.userId, apiKeyId: made.key_id });
    expect(await pair()).toMatchObject({ organizationId: organization.id });
    expect([...gateway.keys]).toEqual([
      [
        sha256(made.api_key),
        { id: made.key_id, organizationId: organization.id, scopes: [...keyScopes], expiresAt: null, role: "Member" },
      ],
    ]);
  };
  const isRefused = async () => {
    await expect(bearer()).rejects.toMatchObject({ kind: "unauthenticated" });
    await expect(pair()).rejects.toMatchObject({ kind: "unauthenticated" });
    expect(gateway.keys.size).toBe(0);
  };
  const input = { key_id: made.key_id };
  await works();
  expect(await disableKey(member, input)).toEqual({ ...input, enabled: false });
  await isRefused();
  await expect(disableKey(member, input)).rejects.toThrow("already disabled");
  expect(await enableKey(member, input)).toEqual({ ...input, enabled: true });
  await works();
  await expect(enableKey(member, input)).rejects.toThrow("already enabled");
  expect(await deleteKey(member, input)).toEqual({ ...input, deleted: true });
  await isRefused();
  for (const verb of [enableKey, disableKey, deleteKey]) {
    await expect(verb(member, input)).rejects.toMatchObject({ kind: "notFound" });
  }
  expect(await rowOf(made.key_id)).toMatchObject({ deletedAt: expect.any(Date) });
});

test("a name is taken while its key exists, ignoring case", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const again = () => createKey(member, { key_name: "NIGHTLY" });
  await expect(again()).rejects.toMatchObject({
    kind: "invalid",
    detail: { fields: { key_name: [expect.any(String)] } },
  });
  await deleteKey(member, { key_id: made.key_id });
  await again();
});

test("names are unique per person, even for parallel requests, and colleagues may reuse them", async () => {
  await createKey(member, { key_name: "Nightly" });
  const colleague = await createCaller(database.db, organization);
  await createKey(colleague, { key_name: "Nightly" });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, () => createKey(colleague, { key_name: "Hourly" })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("members manage their own keys; Owners and Admins manage all keys of the organization", async () => {
  const made = await createKey(member, { key_name: "Mine" });
  const colleague = await createCaller(database.db, organization);
  const admin = await createCaller(database.db, organization, "Admin");
  const foreign = await createCaller(database.db, await createOrganization(database.db), "Owner");
  for (const context of [colleague, foreign]) {
    expect((await list(context)).table).toEqual([]);
    for (const verb of [enableKey, disableKey, deleteKey]) {
      await expect(verb(context, { key_id: made.key_id })).rejects.toMatchObject({ kind: "notFound" });
    }
  }
  expect((await list(admin)).table).toHaveLength(1);
  await disableKey(admin, { key_id: made.key_id });
});

test("only Owners enable, disable or revoke an Owner's key; Admins can end a former Owner's key", async () => {
  const owner = await createCaller(database.db, organization, "Owner");
  const other = await createCaller(database.db, organization, "Owner");
  const admin = await createCaller(database.db, organization, "Admin");
  const made = await createKey(owner, { key_name: "Owner's" });
  const input = { key_id: made.key_id };
  const before = await rowOf(made.key_id);
  for (const verb of [enableKey, disableKey, deleteKey]) {
    await expect(verb(admin, input)).rejects.toMatchObject({ kind: "forbidden" });
    expect(await rowOf(made.key_id)).toEqual(before);
  }
  expect(gateway.keys.size).toBe(1);
  await disableKey(other, input);
  await enableKey(owner, input);
  const { userId } = owner.caller;
  await database.db.update(memberships).set({ role: "Member" }).where(eq(memberships.userId, userId));
  await disableKey(admin, input);
});

test("a key can create no keys and manage none but itself, so revoking a leaked one is enough", async () => {
  const admin = await createCaller(database.db, organization, "Admin");
  const leaked = await createKey(admin, { key_name: "Leaked" });
  const other = await createKey(member, { key_name: "Other" });
  await disableKey(member, { key_id: other.key_id });
  const withKey = { ...admin, caller: { ...admin.caller, apiKeyId: leaked.key_id } };
  const refusal = { kind: "forbidden", detail: { code: "session_required" } };
  await expect(createKey(withKey, { key_name: "Heir" })).rejects.toMatchObject(refusal);
  for (const verb of [enableKey, disableKey, deleteKey]) {
    await expect(verb(withKey, { key_id: other.key_id })).rejects.toMatchObject(refusal);
  }
  expect((await list(withKey)).table.map((key) => key.key_name)).toEqual(["Other", "Leaked"]);
  await deleteKey(withKey, { key_id: leaked.key_id });
  expect(gateway.keys.size).toBe(0);
});

test("a key created while its user is being removed works neither on the platform nor at the gateway", async () => {
  const owner = await createCaller(database.db, organization, "Owner");
  for (let round = 0; round < 12; round += 1) {
    const leaver = await createCaller(database.db, organization);
    await Promise.allSettled([
      removeMember(owner, { user_id: leaver.caller.userId }),
      ...Array.from({ length: 12 }, (_, n) => wait(n * 10 + round).then(() => createKey(leaver, { key_name: `${n}` }))),
    ]);
    const remaining = await database.db.select().from(apiKeys).where(eq(apiKeys.userId, leaver.caller.userId));
    expect(remaining.filter((key) => key.deletedAt === null)).toEqual([]);
    expect([...gateway.keys.keys()], `round ${round}`).toEqual([]);
  }
});

test("a change that the gateway cannot take changes nothing", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const before = await rowOf(made.key_id);
  gateway.project.mockRejectedValue(new Error("the gateway's store is away"));
  for (const verb of [disableKey, deleteKey]) {
    await expect(verb(member, { key_id: made.key_id })).rejects.toThrow("is away");
    expect(await rowOf(made.key_id)).toEqual(before);
  }
  await expect(createKey(member, { key_name: "Second" })).rejects.toThrow("is away");
  expect((await list(member)).table.map((key) => key.key_name)).toEqual(["Nightly"]);
});

test("after concurrent changes the gateway has the current state", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const input = { key_id: made.key_id };
  for (let round = 0; round < 8; round += 1) {
    await Promise.allSettled([disableKey(member, input), enableKey(member, input), disableKey(member, input)]);
    const row = await rowOf(made.key_id);
    expect(gateway.keys.size, `round ${round}`).toBe(row?.disabledAt === null ? 1 : 0);
  }
});

test("the list is paged, searched and sorted as clients ask", async () => {
  for (const name of ["beta", "Alpha", "gamma_1"]) await createKey(member, { key_name: name });
  const names = async (query: Partial<Parameters<typeof listKeys>[1]>) =>
    (await list(member, query)).table.map((key) => key.key_name);
  expect(await names({})).toEqual(["gamma_1", "Alpha", "beta"]);
  expect(await names({ sort_field: "keyName" })).toEqual(["Alpha", "beta", "gamma_1"]);
  expect(await names({ sort_field: "key_name", sort_order: "desc" })).toEqual(["gamma_1", "beta", "Alpha"]);
  expect(await names({ sort_field: "nonsense" })).toEqual(["gamma_1", "Alpha", "beta"]);
  expect(await names({ sort_field: "constructor" })).toEqual(["gamma_1", "Alpha", "beta"]);
  expect(await names({ search: "A_1" })).toEqual(["gamma_1"]);
  expect(await list(member, { page_size: 2, current_page_index: 1 })).toMatchObject({
    metadata: { total_rows: 3, total_pages: 2, page_number: 1, page_size: 2 },
    table: [{ key_name: "beta" }],
  });
});

test("a client can check its credentials", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const { caller } = member;
  const asKey = {
    ...contextOf(database.db, organization, caller.userId),
    caller: { ...caller, apiKeyId: made.key_id },
  };
  expect((await checkKey(asKey, {})).data).toMatchObject({ key_name: "Nightly", api_key: made.masked_api_key });
  expect((await checkKey(member, {})).data).toMatchObject({ user_id: caller.userId, key_id: null, api_key: null });
});
