import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { apiKeys } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { keyScopes } from "@/lib/contracts/names";
import { exchangeOf } from "@/lib/exchange/web";
import { authenticate, type Needed } from "@/lib/http/authenticate";
import { listKeys } from "./key-list";
import { createKey, updateKey } from "./keys";

const projected = vi.hoisted(() => vi.fn(async (_hash: string, _key: unknown) => undefined));
vi.mock("@/lib/gateway-admin/projection", () => ({ projectPlatformKey: projected }));

const database = suiteDatabase();
let organization: TestOrganization;
let member: Context;
beforeEach(async () => {
  projected.mockReset();
  organization = await createOrganization(database.db);
  member = await createCaller(database.db, organization);
});

const reading = { access: "read", scope: "read" } as const;
const writing = { access: "write", scope: "write" } as const;
const asAnyKey = { access: "read", scope: "any" } as const;
const use = (key: string, needed: Needed) => {
  const headers = { authorization: `Bearer ${key}`, "x-assay-client-address": "192.0.2.7" };
  return authenticate(database.db, exchangeOf(new Request("http://test/", { headers })), needed);
};
const HOUR_MS = 3_600_000;
const later = () => new Date(Date.now() + HOUR_MS).toISOString();
const shown = async () => (await listKeys(member, { page_size: 20 })).table;

test("a key has every scope and no expiry by default, like keys from before scopes", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  expect(await shown()).toMatchObject([{ scopes: keyScopes, expires_at: null, last_used_network: null }]);
  for (const needed of [reading, writing, asAnyKey]) expect(await use(made.api_key, needed)).toBeTruthy();
});

test("a key only does what its scopes allow, and the refusal names the missing one", async () => {
  const made = await createKey(member, { key_name: "Reader", scopes: ["ingest", "read", "read"] });
  expect(await shown()).toMatchObject([{ scopes: ["read", "ingest"] }]);
  expect(await use(made.api_key, reading)).toMatchObject({ apiKeyId: made.key_id });
  expect(await use(made.api_key, asAnyKey)).toMatchObject({ apiKeyId: made.key_id });
  await expect(use(made.api_key, writing)).rejects.toMatchObject({
    kind: "forbidden",
    message: "This API key does not have the scope write. It has: read, ingest.",
    detail: { code: "scope_missing" },
  });
});

test("a scope grants nothing beyond the user's role", async () => {
  const viewer = await createCaller(database.db, organization, "Member");
  const made = await createKey(viewer, { key_name: "Admin's work", scopes: ["admin"] });
  await expect(use(made.api_key, { access: "admin", scope: "admin" })).rejects.toMatchObject({
    detail: {},
    kind: "forbidden",
  });
});

test("a key is refused once it expires, and works again after its expiry is changed", async () => {
  const made = await createKey(member, { key_name: "Short", expires_at: later() });
  expect(await use(made.api_key, reading)).toMatchObject({ apiKeyId: made.key_id });
  await database.db
    .update(apiKeys)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(apiKeys.id, made.key_id));
  await expect(use(made.api_key, reading)).rejects.toMatchObject({
    kind: "unauthenticated",
    detail: { code: "key_expired" },
  });
  await updateKey(member, { key_id: made.key_id, expires_at: null });
  expect(await use(made.api_key, reading)).toMatchObject({ apiKeyId: made.key_id });
});

test("an expiry in the past is refused by field", async () => {
  const past = new Date(Date.now() - HOUR_MS).toISOString();
  const refusal = { kind: "invalid", detail: { fields: { expires_at: ["Must be in the future."] } } };
  await expect(createKey(member, { key_name: "Past", expires_at: past })).rejects.toMatchObject(refusal);
  const made = await createKey(member, { key_name: "Now" });
  await expect(updateKey(member, { key_id: made.key_id, expires_at: past })).rejects.toMatchObject(refusal);
});

test("a change keeps fields that it leaves out, and reaches the gateway", async () => {
  const made = await createKey(member, { key_name: "Nightly", expires_at: later() });
  await updateKey(member, { key_id: made.key_id, scopes: ["read"] });
  expect(await shown()).toMatchObject([{ key_name: "Nightly", scopes: ["read"], expires_at: expect.any(String) }]);
  expect(projected.mock.lastCall?.[1]).toMatchObject({ scopes: ["read"], expiresAt: expect.any(Date) });
  await updateKey(member, { key_id: made.key_id, key_name: "Hourly" });
  expect(await shown()).toMatchObject([{ key_name: "Hourly", scopes: ["read"] }]);
  await createKey(member, { key_name: "Daily" });
  await expect(updateKey(member, { key_id: made.key_id, key_name: "DAILY" })).rejects.toMatchObject({
    detail: { fields: { key_name: [expect.any(String)] } },
  });
});

test("a change that the gateway cannot take changes nothing", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  const before = await shown();
  projected.mockRejectedValueOnce(new Error("the gateway's store is away"));
  await expect(updateKey(member, { key_id: made.key_id, key_name: "Other", scopes: ["read"] })).rejects.toThrow("away");
  expect(await shown()).toEqual(before);
});

test("only the person who owns a key can change it, and not with an API key", async () => {
  const made = await createKey(member, { key_name: "Mine" });
  const input = { key_id: made.key_id, scopes: ["read" as const] };
  const admin = await createCaller(database.db, organization, "Admin");
  await expect(updateKey(admin, input)).rejects.toMatchObject({ kind: "forbidden" });
  const colleague = await createCaller(database.db, organization);
  await expect(updateKey(colleague, input)).rejects.toMatchObject({ kind: "notFound" });
  const asKey = { ...member, caller: { ...member.caller, apiKeyId: made.key_id } };
  await expect(updateKey(asKey, input)).rejects.toMatchObject({ detail: { code: "session_required" } });
});

test("a key's last use is recorded with its network and time", async () => {
  const made = await createKey(member, { key_name: "Nightly" });
  await use(made.api_key, reading);
  await expect
    .poll(async () => (await shown())[0])
    .toMatchObject({ last_used_at: expect.any(String), last_used_network: "192.0.2.7" });
});
