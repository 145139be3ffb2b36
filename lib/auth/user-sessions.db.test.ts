// What a session's cookie is worth, and to whom: also when somebody has copied it.

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { memberships, userSessions, users } from "@/db/schema";
import {
  contextOf,
  createOrganization,
  createUser,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { handleAuth } from "@/lib/accounts/auth-endpoint";
import { changePassword } from "@/lib/accounts/people";
import { endOtherUserSessions, endUserSession, listUserSessions } from "@/lib/accounts/user-sessions";
import type { Context } from "@/lib/context";
import { exchangeOf, webHandler } from "@/lib/exchange/web";
import { hashPassword } from "./password";
import { sessionCaller } from "./session";
import { beginSession } from "./user-sessions";

const password = "a long pass phrase";
const site = "http://assay.test";
const chrome = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";

const database = suiteDatabase();
let organization: TestOrganization;
let userId: string;
let passwordHash: string;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await connection().close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  organization = await createOrganization(database.db);
  userId = await createUser(database.db, organization);
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
});

const auth = (path: string, fields: Record<string, string>, headers: Record<string, string>) =>
  webHandler(handleAuth)(
    new Request(`${site}/api/auth/${path}`, {
      method: "POST",
      headers: { origin: site, ...headers },
      body: new URLSearchParams(fields),
    }),
  );
/** A browser that is signed in: its cookies. */
async function signIn(headers: Record<string, string> = {}): Promise<string> {
  const response = await auth("callback/credentials", { email: `${userId}@example.test`, password }, headers);
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
  return cookies.join("; ");
}
const callerWith = (cookie: string, headers: Record<string, string> = {}) =>
  sessionCaller(database.db, exchangeOf(new Request(site, { headers: { cookie, ...headers } })));
/** The context that a request with this cookie has. */
async function contextWith(cookie: string): Promise<Context> {
  const caller = await callerWith(cookie);
  if (!caller) throw new Error("nobody is signed in");
  return { ...contextOf(database.db, organization, userId), caller };
}
const works = async (cookies: string[]) =>
  Promise.all(cookies.map(async (cookie) => (await callerWith(cookie)) !== null));
const userRow = async () => {
  const [user] = await database.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error("the user is gone");
  return user;
};

test("signing out ends the session, so that a copied cookie fails on the next request", async () => {
  const [cookie, other] = [await signIn(), await signIn()];
  expect(await works([cookie, other])).toEqual([true, true]);
  const response = await auth("signout", {}, { cookie });
  expect(response.status).toBe(302);
  expect(await works([cookie, other])).toEqual([false, true]);
});

test("a sign-out that cannot end the session fails and keeps the cookie", async () => {
  const cookie = await signIn();
  await database.db.execute(sql`alter table user_sessions rename to user_sessions_away`);
  const written = vi.spyOn(console, "error").mockReturnValue(undefined);
  const response = await auth("signout", {}, { cookie });
  written.mockRestore();
  await database.db.execute(sql`alter table user_sessions_away rename to user_sessions`);
  expect(response.status).toBe(500);
  expect(response.headers.getSetCookie()).toEqual([]);
  expect(await works([cookie])).toEqual([true]);
});

test("signing in again in a browser replaces its session", async () => {
  const first = await signIn();
  const second = await signIn({ cookie: first });
  expect(await works([first, second])).toEqual([false, true]);
});

test("the list shows each browser, its network, and the current session", async () => {
  const phone = await signIn({ "user-agent": "Assay-App/1.0", "x-assay-client-address": "2001:db8:1:2:3::4" });
  const desktop = await signIn({ "user-agent": chrome, "x-assay-client-address": "203.0.113.7" });
  const { sessions } = await listUserSessions(await contextWith(phone), {});
  expect(sessions).toMatchObject([
    { device: "Chrome on Linux", network: "203.0.113.7", is_current: false },
    { device: "Assay-App", network: "2001:db8:1:2::/64", is_current: true },
  ]);
  await database.db.update(userSessions).set({ lastSeenAt: new Date(Date.now() - 90_000) });
  await callerWith(desktop, { "x-assay-client-address": "198.51.100.1" });
  const seen = await vi.waitFor(async () => {
    const [first] = (await listUserSessions(await contextWith(desktop), {})).sessions;
    expect(first).toMatchObject({ device: "Chrome on Linux", network: "198.51.100.1", is_current: true });
    return first;
  });
  expect(Date.now() - Date.parse(seen?.last_seen_at ?? "")).toBeLessThan(30_000);
});

test("a person can end one session or all others, but nobody else's", async () => {
  const [here, there, elsewhere] = [await signIn(), await signIn(), await signIn()];
  const context = await contextWith(here);
  const stranger = await createUser(database.db, organization);
  const asStranger = contextOf(database.db, organization, stranger);
  const session_id = (await contextWith(there)).caller.sessionId ?? "";
  await expect(endUserSession(asStranger, { session_id })).rejects.toMatchObject({ kind: "notFound" });
  expect(await endOtherUserSessions(asStranger, {})).toEqual({ ended: 0 });
  expect(await works([here, there, elsewhere])).toEqual([true, true, true]);
  await endUserSession(context, { session_id });
  await expect(endUserSession(context, { session_id })).rejects.toMatchObject({ kind: "notFound" });
  expect(await works([here, there, elsewhere])).toEqual([true, false, true]);
  expect(await endOtherUserSessions(context, {})).toEqual({ ended: 1 });
  expect(await works([here, there, elsewhere])).toEqual([true, false, false]);
});

test("an API key can neither see nor end sessions", async () => {
  const context = await contextWith(await signIn());
  const withKey = { ...context, caller: { ...context.caller, apiKeyId: userId, sessionId: null } };
  const refusal = { kind: "forbidden", detail: { code: "session_required" } };
  await expect(listUserSessions(withKey, {})).rejects.toMatchObject(refusal);
  await expect(endUserSession(withKey, { session_id: userId })).rejects.toMatchObject(refusal);
  await expect(endOtherUserSessions(withKey, {})).rejects.toMatchObject(refusal);
});

test("a changed password ends every session, even one that begins then with the old password", async () => {
  const cookies = [await signIn(), await signIn()];
  const context = await contextWith(cookies[0] ?? "");
  const verified = await userRow();
  await changePassword(context, { current_password: password, new_password: "lantern over the harbour" });
  expect(await works(cookies)).toEqual([false, false]);
  await beginSession(database.db, { user: verified, method: "password" }, { userAgent: null, network: null });
  expect((await listUserSessions(context, {})).sessions).toEqual([]);
});

test("a person removed from an organization loses access on the next request", async () => {
  const cookie = await signIn();
  const second = await createOrganization(database.db);
  await database.db.insert(memberships).values({ organizationId: second.id, userId, role: "Viewer" });
  await database.db.delete(memberships).where(eq(memberships.organizationId, organization.id));
  expect(await callerWith(cookie, { "x-organization-id": organization.id })).toMatchObject({
    organizationId: second.id,
    role: "Viewer",
  });
  await database.db.delete(memberships).where(eq(memberships.organizationId, second.id));
  expect(await callerWith(cookie)).toBeNull();
});

test("sessions expire and are deleted, and a person has at most a hundred", async () => {
  const cookie = await signIn();
  const seconds = sql`update user_sessions set expires_at = now() - interval '1 second' where user_id = ${userId}`;
  await database.db.execute(seconds);
  expect(await works([cookie])).toEqual([false]);
  const user = await userRow();
  const begin = () => beginSession(database.db, { user: user, method: "password" }, { userAgent: null, network: null });
  for (let round = 0; round < 4; round += 1) await Promise.all(Array.from({ length: 30 }, begin));
  await begin();
  const remaining = await database.db.select().from(userSessions).where(eq(userSessions.userId, userId));
  expect(remaining).toHaveLength(100);
  expect(remaining.every((session) => session.expiresAt > new Date())).toBe(true);
});
