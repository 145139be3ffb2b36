import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { apiKeys, auditEntries, memberships, organizations, queues, users } from "@/db/schema";
import { createOrganization, databaseOfEachTest } from "@/db/testing/factories";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { exchangeOf } from "@/lib/exchange/web";
import { authenticate } from "@/lib/http/authenticate";
import { readablePassword } from "./demo-owner";
import { configureGateway, provision } from "./provision";

const gateway = vi.hoisted(() => ({
  applyConfigFile: vi.fn(async (_path: string): Promise<string[]> => []),
  rebuildProjection: vi.fn(async () => undefined),
}));
vi.mock("@/lib/gateway-admin/config-file", () => ({ applyConfigFile: gateway.applyConfigFile }));
vi.mock("@/lib/gateway-admin/projection", async (original) => ({
  ...(await original<typeof import("@/lib/gateway-admin/projection")>()),
  rebuildProjection: gateway.rebuildProjection,
  projectPlatformKey: async () => undefined,
}));

const database = databaseOfEachTest();
let directory: string;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "assay-provision-"));
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("ASSAY_DATA_DIR", directory);
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  vi.clearAllMocks();
});
afterEach(async () => {
  await connection().close();
  rmSync(directory, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

const set = (environment: Record<string, string>) => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
};
const owner = {
  ASSAY_INIT_OWNER_EMAIL: "olive@example.test",
  ASSAY_INIT_OWNER_PASSWORD: "first password",
  ASSAY_INIT_ORGANIZATION: "Harbour",
};
const key = { ASSAY_INIT_API_KEY: "assay_initial_key_000001", ASSAY_INIT_SECRET_KEY: "assay_initial_secret_01" };
const tables = ["users", "organizations", "memberships", "api_keys", "datasets", "queues", "queue_items", "scores"];
const counts = async () => {
  const found: Record<string, unknown> = {};
  for (const table of tables) {
    const [row] = await database.db.execute(sql`select count(*)::int as count from ${sql.identifier(table)}`);
    found[table] = row?.count;
  }
  return found;
};
const callerWith = (apiKey: string) =>
  authenticate(
    database.db,
    exchangeOf(new Request("http://test/", { headers: { authorization: `Bearer ${apiKey}` } })),
    { access: "read", scope: "read" },
  );
const userByEmail = async (email: string) => (await database.db.select().from(users).where(eq(users.email, email)))[0];

test("the first start creates the demo and shows its password; later starts name its file and change nothing", async () => {
  const first = await provision();
  const [, password = ""] = /^Sign in as demo@assay.local with the password (\S+)$/.exec(first ?? "") ?? [];
  const user = await userByEmail("demo@assay.local");
  expect(await verifyPassword(password, user?.passwordHash ?? null)).toBe(true);
  expect(await database.db.select().from(organizations)).toMatchObject([{ name: "Larkfield Home (demo)" }]);
  const before = await counts();
  expect(before).toMatchObject({ users: 10, datasets: 4, queues: 3 });
  const path = join(directory, "demo-sign-in.txt");
  expect(await provision()).toBe(`Sign in as demo@assay.local with the password in ${path}`);
  expect(readFileSync(path, "utf8")).toBe(`demo@assay.local\n${password}\n`);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(await counts()).toEqual(before);
});

test.each(["", "demo@assay.local\nof-another-database\n"])(
  "a file with another sign-in, %j, is replaced",
  async (kept) => {
    const path = join(directory, "demo-sign-in.txt");
    writeFileSync(path, kept, { mode: 0o644 });
    const [, password] = /with the password (\S+)$/.exec((await provision()) ?? "") ?? [];
    expect(readFileSync(path, "utf8")).toBe(`demo@assay.local\n${password}\n`);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  },
);

test("concurrent starts leave the same state as one", async () => {
  set({ ...owner, ...key });
  await Promise.all([provision(), provision(), provision()]);
  expect(await counts()).toMatchObject({ users: 10, organizations: 1, memberships: 10, api_keys: 1, queues: 3 });
});

test("the demo's sign-in is not shown after its password was changed", async () => {
  await provision();
  const passwordHash = await hashPassword("my own password");
  await database.db.update(users).set({ passwordHash }).where(eq(users.email, "demo@assay.local"));
  expect(await provision()).toBeNull();
});

test("no demo is created if it is switched off or organizations exist", async () => {
  set({ ASSAY_DEMO: "false" });
  expect(await provision()).toBeNull();
  expect(await counts()).toMatchObject({ users: 0, organizations: 0 });
  set({ ASSAY_DEMO: "" });
  await createOrganization(database.db, "Somebody's");
  expect(await provision()).toBeNull();
  expect(await counts()).toMatchObject({ users: 0, organizations: 1, queues: 0 });
});

test("the named owner gets organization, password, demo and key; later starts follow the environment", async () => {
  set({ ...owner, ...key });
  expect(await provision()).toBeNull();
  expect(await callerWith(key.ASSAY_INIT_API_KEY)).toMatchObject({ role: "Owner" });
  const user = await userByEmail(owner.ASSAY_INIT_OWNER_EMAIL);
  const before = await counts();

  await provision();
  expect(await userByEmail(owner.ASSAY_INIT_OWNER_EMAIL)).toEqual(user);

  set({
    ASSAY_INIT_OWNER_EMAIL: "Olive@Example.test",
    ASSAY_INIT_OWNER_PASSWORD: "second password",
    ASSAY_INIT_ORGANIZATION: "New Harbour",
  });
  await provision();
  expect(await counts()).toEqual(before);
  const changed = await userByEmail(owner.ASSAY_INIT_OWNER_EMAIL);
  expect(await verifyPassword("second password", changed?.passwordHash ?? null)).toBe(true);
  expect(await database.db.select().from(organizations)).toMatchObject([{ name: "New Harbour" }]);
});

test("what another environment replaces is in the audit log, and a start that changes nothing is not", async () => {
  set({ ...owner, ...key, ASSAY_DEMO: "false" });
  await provision();
  await provision();
  set({ ASSAY_INIT_OWNER_PASSWORD: "second password", ASSAY_INIT_API_KEY: "assay_initial_key_000002" });
  await provision();
  await provision();
  const entries = await database.db.select().from(auditEntries).orderBy(auditEntries.createdAt, auditEntries.action);
  expect(entries.map(({ action, actor, targetName }) => [action, actor, targetName])).toEqual([
    ["createKey", "operator", "ASSAY_INIT_API_KEY"],
    ["changePassword", "operator", "olive@example.test"],
    ["deleteKey", "operator", "ASSAY_INIT_API_KEY"],
    ["createKey", "operator", "ASSAY_INIT_API_KEY"],
  ]);
  const [organization] = await database.db.select().from(organizations);
  expect(new Set(entries.map(({ organizationId }) => organizationId))).toEqual(new Set([organization?.id]));
});

test("the initial key is replaced when its values change", async () => {
  set({ ...owner, ...key, ASSAY_DEMO: "false" });
  await provision();
  set({ ASSAY_INIT_SECRET_KEY: "assay_initial_secret_02" });
  await provision();
  const pair = { "x-api-key": key.ASSAY_INIT_API_KEY, "x-secret-key": "assay_initial_secret_02" };
  expect(
    await authenticate(database.db, exchangeOf(new Request("http://test/", { headers: pair })), {
      access: "read",
      scope: "read",
    }),
  ).toBeTruthy();
  set({ ASSAY_INIT_API_KEY: "assay_initial_key_000002" });
  await provision();
  await expect(callerWith(key.ASSAY_INIT_API_KEY)).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(await callerWith("assay_initial_key_000002")).toMatchObject({ role: "Owner" });
});

test.each(["disabledAt", "deletedAt"] as const)("a start does not revive an initial key with %s", async (column) => {
  set({ ...owner, ...key, ASSAY_DEMO: "false" });
  await provision();
  await database.db.update(apiKeys).set({ [column]: new Date() });
  await provision();
  await expect(callerWith(key.ASSAY_INIT_API_KEY)).rejects.toMatchObject({ kind: "unauthenticated" });
  expect(await counts()).toMatchObject({ api_keys: 1 });
});

test("an initial key without a named owner belongs to the demo's owner", async () => {
  set(key);
  await provision();
  const demo = await userByEmail("demo@assay.local");
  expect(await callerWith(key.ASSAY_INIT_API_KEY)).toMatchObject({ userId: demo?.id });
});

test("a deleted demo does not come back", async () => {
  set(owner);
  await provision();
  await database.db.update(queues).set({ deletedAt: new Date(), name: "gone" });
  await database.db.execute(sql`update datasets set deleted_at = now(), name = 'gone'`);
  const before = await counts();
  await provision();
  expect(await counts()).toEqual(before);
});

test("an existing owner keeps their organization, which gets the configured name", async () => {
  const earlier = await createOrganization(database.db, "Before");
  const [user] = await database.db.insert(users).values({ email: "olive@example.test", name: "Olive" }).returning();
  await database.db.insert(memberships).values({ organizationId: earlier.id, userId: user?.id ?? "", role: "Owner" });
  set({ ...owner, ASSAY_DEMO: "false" });
  await provision();
  expect(await database.db.select().from(organizations)).toMatchObject([{ id: earlier.id, name: "Harbour" }]);
});

test("the gateway's configuration is applied before the projection is rebuilt", async () => {
  set({ ASSAY_CONFIG: "/etc/assay.yaml" });
  await configureGateway();
  expect(gateway.applyConfigFile.mock.calls).toEqual([["/etc/assay.yaml"]]);
  const order = (mock: { mock: { invocationCallOrder: number[] } }) => mock.mock.invocationCallOrder[0] ?? 0;
  expect(order(gateway.applyConfigFile)).toBeLessThan(order(gateway.rebuildProjection));
});

test.each([
  [{ ASSAY_INIT_OWNER_EMAIL: "olive@example.test" }, "ASSAY_INIT_OWNER_PASSWORD"],
  [{ ASSAY_INIT_API_KEY: key.ASSAY_INIT_API_KEY }, "ASSAY_INIT_SECRET_KEY"],
  [{ ASSAY_INIT_ORGANIZATION: "Harbour" }, "ASSAY_INIT_OWNER_EMAIL"],
  [{ ...key, ASSAY_DEMO: "false" }, "ASSAY_INIT_OWNER_EMAIL"],
])("incomplete settings stop the start and leave nothing behind: %o", async (environment, missing) => {
  set(environment);
  await expect(provision()).rejects.toThrow(missing);
  expect(await counts()).toMatchObject({ users: 0, organizations: 0, api_keys: 0 });
});

test("the demo's password is readable, stable for a secret, and different from it", () => {
  expect(readablePassword("secret")).toMatch(/^([b-z][aeiu][b-z][aeiu]-){4}[b-z][aeiu][b-z][aeiu]$/);
  expect(readablePassword("secret")).toBe(readablePassword("secret"));
  expect(readablePassword("secret")).not.toBe(readablePassword("secreu"));
});
