import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { memberships, outboxEvents, passwordResets, users } from "@/db/schema";
import {
  contextOf,
  createCaller,
  createOrganization,
  createUser,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { checkCredentials } from "@/lib/auth/credentials";
import { hashPassword } from "@/lib/auth/password";
import { findSession } from "@/lib/auth/session";
import { beginSession } from "@/lib/auth/user-sessions";
import type { Context, PublicContext } from "@/lib/context";
import {
  createPasswordReset,
  mailedReset,
  previewPasswordReset,
  requestPasswordReset,
  resetPassword,
} from "./password-resets";

const HOUR_MS = 3600 * 1000;
const old = "the old pass phrase";
const fresh = "a fresh pass phrase";

const database = suiteDatabase();
let organization: TestOrganization;
let admin: Context;
let grace: string;
let email: string;
beforeEach(async () => {
  organization = await createOrganization(database.db, "Harbour");
  admin = await createCaller(database.db, organization, "Admin");
  grace = await createUser(database.db, organization);
  email = `grace.${organization.id}@example.test`;
  const passwordHash = await hashPassword(old);
  await database.db.update(users).set({ email, passwordHash }).where(eq(users.id, grace));
});

const visitor = (at = new Date(), address: string | null = null): PublicContext => ({
  db: database.db,
  now: () => at,
  emit: async () => undefined,
  address,
});
const link = (by = admin, user_id = grace) => createPasswordReset(by, { user_id });
const reset = (token: string, at = new Date()) => resetPassword(visitor(at), { token, new_password: fresh });
const signsIn = async (password: string) =>
  (await checkCredentials(database.db, { email, password, address: null })) !== null;

test("a member sets a new password with an administrator's link, once, and all sessions end", async () => {
  const [user] = await database.db.select().from(users).where(eq(users.id, grace));
  if (!user) throw new Error("no user");
  const sid = await beginSession(database.db, { user: user, method: "password" }, { userAgent: null, network: null });
  const { token, link: path } = await link();
  expect(path).toBe(`/reset-password?token=${token}`);
  expect(await previewPasswordReset(visitor(), { token })).toMatchObject({ email });
  expect(await signsIn(old)).toBe(true);
  expect(await reset(token)).toEqual({ email });
  expect([await signsIn(old), await signsIn(fresh)]).toEqual([false, true]);
  expect(await findSession(database.db, { sub: grace, sid, exp: 0 }, null)).toBeNull();
  await expect(reset(token)).rejects.toMatchObject({ kind: "notFound" });
});

test("three parallel uses of a link change the password once", async () => {
  const { token } = await link();
  const outcomes = await Promise.allSettled([reset(token), reset(token), reset(token)]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a link ends after a day or when a newer one is made; tokens are only stored as hashes", async () => {
  const first = await link();
  const second = await link();
  expect(JSON.stringify(await database.db.select().from(passwordResets))).not.toContain(second.token);
  await expect(reset(first.token)).rejects.toMatchObject({ kind: "notFound" });
  await expect(reset(second.token, new Date(Date.now() + 25 * HOUR_MS))).rejects.toMatchObject({ kind: "notFound" });
  await reset(second.token, new Date(Date.now() + 23 * HOUR_MS));
});

test("an easily guessed password is refused, and the link still works", async () => {
  const { token } = await link();
  const easy = resetPassword(visitor(), { token, new_password: email });
  await expect(easy).rejects.toMatchObject({ detail: { fields: { new_password: [expect.any(String)] } } });
  await reset(token);
});

test("an Admin makes no link for an Owner, and no one for people of another or of two organizations", async () => {
  const owner = await createUser(database.db, organization, "Owner");
  await expect(link(admin, owner)).rejects.toMatchObject({ kind: "forbidden" });
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  await expect(link(stranger)).rejects.toMatchObject({ kind: "notFound" });
  const member = contextOf(database.db, organization, grace);
  await expect(link({ ...member, caller: { ...member.caller, role: "Member" } })).rejects.toMatchObject({
    kind: "forbidden",
  });
  const elsewhere = { organizationId: stranger.caller.organizationId, userId: grace, role: "Viewer" as const };
  await database.db.insert(memberships).values(elsewhere);
  await expect(link()).rejects.toMatchObject({ kind: "conflict" });
});

test("nobody makes a link for themselves: a session alone would choose a new password, or a first one", async () => {
  const refusal = { kind: "invalid", detail: { fields: { user_id: [expect.stringContaining("your own account")] } } };
  await expect(link(admin, admin.caller.userId)).rejects.toMatchObject(refusal);
  await expect(link(admin, admin.caller.userId.toUpperCase())).rejects.toMatchObject(refusal);
});

test("an API key cannot make a link, because a leaked key would become a session", async () => {
  const withKey = { ...admin, caller: { ...admin.caller, apiKeyId: crypto.randomUUID() } };
  const refusal = { kind: "forbidden", detail: { code: "session_required" } };
  await expect(link(withKey)).rejects.toMatchObject(refusal);
  await expect(link(withKey, admin.caller.userId)).rejects.toMatchObject(refusal);
});

const setRole = (userId: string, role: "Owner" | "Member") =>
  database.db
    .update(memberships)
    .set({ role })
    .where(and(eq(memberships.organizationId, organization.id), eq(memberships.userId, userId)));
const removed = (userId: string) =>
  database.db
    .delete(memberships)
    .where(and(eq(memberships.organizationId, organization.id), eq(memberships.userId, userId)));

test.each([
  [
    "the person has joined another organization",
    async () => {
      const other = await createOrganization(database.db);
      await database.db.insert(memberships).values({ organizationId: other.id, userId: grace, role: "Viewer" });
    },
  ],
  ["the person has become an Owner", () => setRole(grace, "Owner")],
  ["the person has been removed", () => removed(grace)],
  ["the Admin has been demoted", () => setRole(admin.caller.userId, "Member")],
  ["the Admin has been removed", () => removed(admin.caller.userId)],
])("an administrator's link ends when they lose the right to make it: %s", async (_, lose) => {
  const { token } = await link();
  await lose();
  await expect(previewPasswordReset(visitor(), { token })).rejects.toMatchObject({ kind: "notFound" });
  await expect(reset(token)).rejects.toMatchObject({ kind: "notFound" });
  expect(await signsIn(old)).toBe(true);
  expect(await database.db.select().from(passwordResets).where(eq(passwordResets.userId, grace))).toEqual([]);
});

test("a mailed link works for a member of two organizations, and for an Owner", async () => {
  const other = await createOrganization(database.db);
  await database.db.insert(memberships).values({ organizationId: other.id, userId: grace, role: "Owner" });
  const mailed = await mailedReset(database.db, email, new Date());
  await reset(mailed?.path.split("token=")[1] ?? "");
});

const waitsForLock = async () => {
  const waiting = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await database.db.execute(waiting)).length > 0;
};

test("a link that is used while its person joins another organization no longer works", async () => {
  const { token } = await link();
  const other = await createOrganization(database.db);
  let used: Promise<unknown> = Promise.resolve();
  await database.db.transaction(async (tx) => {
    await tx.insert(memberships).values({ organizationId: other.id, userId: grace, role: "Viewer" });
    used = reset(token).then(
      () => "used",
      (error: { kind: string }) => error.kind,
    );
    await expect.poll(waitsForLock).toBe(true);
  });
  expect(await used).toBe("notFound");
});

test("a mailed link works for an hour, and only for the owner of the address", async () => {
  expect(await mailedReset(database.db, "nobody@example.test", new Date())).toBeNull();
  const mailed = await mailedReset(database.db, email, new Date());
  const token = mailed?.path.split("token=")[1] ?? "";
  await expect(reset(token, new Date(Date.now() + 61 * 60_000))).rejects.toMatchObject({ kind: "notFound" });
  await reset(token);
});

test("without a mail server a request sends nothing, and answers every address the same, five times an hour", async () => {
  const nobody = `nobody.${organization.id}@example.test`;
  for (const address of [email, nobody]) {
    const requests = Array.from({ length: 5 }, () => requestPasswordReset(visitor(), { email: address }));
    expect(new Set((await Promise.all(requests)).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set(['{"sends_mail":false}']),
    );
    await expect(requestPasswordReset(visitor(), { email: address })).rejects.toMatchObject({ kind: "rateLimited" });
  }
  const sent = sql`${outboxEvents.name} like 'accounts/password%'`;
  expect(await database.db.select().from(outboxEvents).where(sent)).toEqual([]);
});

test("guesses are limited per address", async () => {
  const guess = () => previewPasswordReset(visitor(new Date(), "203.0.113.9"), { token: "assay_reset_guess" });
  const guesses = await Promise.allSettled(Array.from({ length: 60 }, guess));
  expect(guesses.every((one) => one.status === "rejected" && one.reason.kind === "notFound")).toBe(true);
  await expect(guess()).rejects.toMatchObject({ kind: "rateLimited" });
});
