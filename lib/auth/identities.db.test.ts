import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { apiKeys, auditEntries, identities, memberships, secondFactors, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase } from "@/db/testing/factories";
import { type ProviderAccount, userOfProvider } from "./identities";
import { hashPassword } from "./password";
import { hasVerifiedEmail } from "./providers";

const database = suiteDatabase();

beforeAll(() => {
  vi.stubEnv("ASSAY_SIGNUP", "open");
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const account = (id: string, email: string) => ({ provider: "github", providerAccountId: id, email, name: "Ada" });
const client = { userAgent: "Firefox", network: "192.0.2.7" };
const signIn = (one: ProviderAccount, projectKeys: (ids: readonly string[]) => Promise<void> = async () => undefined) =>
  userOfProvider(database.db, one, { client, projectKeys });

test("a first sign-in creates a user, and later ones find it despite a changed email", async () => {
  const first = await Promise.all([1, 2, 3].map(() => signIn(account("1", "ada@example.test"))));
  expect(new Set(first.map((user) => user.id)).size).toBe(1);
  const again = await signIn(account("1", "new@example.test"));
  expect(again.id).toBe(first[0]?.id);
  const stored = await database.db.select().from(identities).where(eq(identities.userId, again.id));
  expect(stored).toHaveLength(1);
});

test("a user with the same email is linked, and an unverified password is removed", async () => {
  const userId = await createUser(database.db, await createOrganization(database.db));
  const passwordHash = await hashPassword("set by the first person");
  await database.db.update(users).set({ email: "Bea@example.test", passwordHash }).where(eq(users.id, userId));
  const user = await signIn(account("2", "bea@Example.test"));
  expect(user).toMatchObject({ id: userId, passwordHash: null });
  // A password set after linking is the owner's own.
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
  expect(await signIn(account("2", "bea@example.test"))).toMatchObject({ passwordHash });
});

const withFactor = (userId: string) =>
  database.db
    .insert(secondFactors)
    .values({ userId, secret: "sealed", lastStep: 0, recoveryHashes: [], confirmedAt: new Date() })
    .returning();
const factorsOf = (userId: string) => database.db.$count(secondFactors, eq(secondFactors.userId, userId));

test("another provider's link keeps the password and second factor, which are the verified owner's own", async () => {
  const { id } = await signIn(account("6", "fay@example.test"));
  const passwordHash = await hashPassword("set by the verified owner");
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, id));
  await withFactor(id);
  expect(await signIn({ ...account("6", "fay@example.test"), provider: "google" })).toMatchObject({ id, passwordHash });
  expect(await factorsOf(id)).toBe(1);
});

test("the log of each organization says that the first link removed the password and second factor", async () => {
  const organizations = [await createOrganization(database.db), await createOrganization(database.db)];
  const [first, second] = organizations;
  const userId = await createUser(database.db, first ?? (await createOrganization(database.db)));
  await database.db.insert(memberships).values({ organizationId: second?.id ?? "", userId, role: "Viewer" });
  const passwordHash = await hashPassword("set by the first person");
  await database.db.update(users).set({ email: "gus@example.test", passwordHash }).where(eq(users.id, userId));
  await withFactor(userId);
  await signIn(account("7", "gus@example.test"));
  expect(await factorsOf(userId)).toBe(0);
  for (const { id } of organizations) {
    const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.organizationId, id));
    const from = { address: client.network, userAgent: client.userAgent };
    const entry = { actor: "person", userId, targetType: "member", targetId: userId, after: { by: "github" }, ...from };
    expect(entries.toSorted((a, b) => a.action.localeCompare(b.action))).toMatchObject([
      { action: "changePassword", ...entry },
      { action: "disableSecondFactor", ...entry },
    ]);
  }
});

/** A person with the email, who has a key that works, a disabled one and one that was revoked before. */
async function personWithKeys(email: string) {
  const organization = await createOrganization(database.db);
  const userId = await createUser(database.db, organization);
  await database.db.update(users).set({ email }).where(eq(users.id, userId));
  const long = new Date("2026-01-01T00:00:00Z");
  const keys = [{ name: "live" }, { name: "disabled", disabledAt: long }, { name: "revoked", deletedAt: long }];
  for (const key of keys) {
    const unique = crypto.randomUUID();
    await database.db.insert(apiKeys).values({
      ...{ organizationId: organization.id, workspaceId: organization.workspaceId, userId, ...key },
      ...{ keyHint: "assay", secretHint: "assay", keyHash: unique, secretHash: unique },
    });
  }
  return { userId, organizationId: organization.id };
}
const keysOf = async (userId: string) => {
  const rows = await database.db.select().from(apiKeys).where(eq(apiKeys.userId, userId));
  return { ids: rows.map(({ id }) => id).sort(), live: rows.filter((row) => !row.deletedAt).map(({ name }) => name) };
};

test("the first link revokes the person's unverified keys, in the log and at the gateway", async () => {
  const { userId, organizationId } = await personWithKeys("cy@example.test");
  const { ids } = await keysOf(userId);
  let projected: unknown;
  await signIn(account("3", "cy@example.test"), async (keys) => {
    projected = { ids: [...keys].sort(), live: (await keysOf(userId)).live };
  });
  expect(projected).toEqual({ ids, live: [] });
  const entries = await database.db.select().from(auditEntries).where(eq(auditEntries.organizationId, organizationId));
  const ended = { action: "deleteKey", actor: "person", userId, targetType: "api_key", after: { status: "revoked" } };
  const from = { address: client.network, userAgent: client.userAgent };
  expect(entries.toSorted((a, b) => String(a.targetName).localeCompare(String(b.targetName)))).toMatchObject([
    { ...ended, ...from, targetName: "disabled", before: { status: "disabled" } },
    { ...ended, ...from, targetName: "live", before: { status: "enabled" } },
  ]);
});

test("another link revokes no keys, because they belong to the verified owner", async () => {
  const first = await signIn(account("4", "dee@example.test"));
  const { userId } = await personWithKeys("elsewhere@example.test");
  await database.db.update(apiKeys).set({ userId: first.id }).where(eq(apiKeys.userId, userId));
  const projectKeys = vi.fn(async () => undefined);
  await signIn(account("4", "dee@example.test"), projectKeys);
  await signIn({ ...account("4", "dee@example.test"), provider: "google" }, projectKeys);
  expect((await keysOf(first.id)).live.sort()).toEqual(["disabled", "live"]);
  expect(projectKeys).not.toHaveBeenCalled();
});

test("if the gateway misses the revocation, linking fails and the next sign-in repeats it", async () => {
  const { userId } = await personWithKeys("eve@example.test");
  const { ids } = await keysOf(userId);
  const fails = signIn(account("5", "eve@example.test"), () => Promise.reject(new Error("no Redis")));
  await expect(fails).rejects.toThrow("no Redis");
  const projectKeys = vi.fn(async (_: readonly string[]) => undefined);
  expect(await signIn(account("5", "eve@example.test"), projectKeys)).toMatchObject({ id: userId });
  expect(projectKeys.mock.calls.map(([keys]) => [...keys].sort())).toEqual([ids]);
});

test.each([
  [{ email: "a@example.test", email_verified: true }, true],
  [{ email: "a@example.test", email_verified: false }, false],
  [{ email: "a@example.test" }, false],
  [{ email: null, email_verified: true }, false],
  [undefined, false],
])("the provider must have verified the email: %o", (profile, expected) => {
  expect(hasVerifiedEmail(profile)).toBe(expected);
});
