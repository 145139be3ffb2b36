// Signing in as a browser does it: requests to Auth.js' endpoints, and what the session's cookie is worth afterwards.

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { connection } from "@/db/client";
import { memberships, throttles, users } from "@/db/schema";
import { createOrganization, createUser, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { handleAuth } from "@/lib/accounts/auth-endpoint";
import { signIn as signInHere, signInMessage, signOut } from "@/lib/client/auth";
import { exchangeOf, webHandler } from "@/lib/exchange/web";
import { authenticate } from "@/lib/http/authenticate";
import { configFor } from "./config";
import { hashPassword } from "./password";
import { callerFromHeaders, sessionCaller } from "./session";

const password = "a long pass phrase";
const site = "http://assay.test:3000";

const database = suiteDatabase();
let organization: TestOrganization;
let userId: string;
let email: string;
let passwordHash: string;
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("ASSAY_TRUST_PROXY", "true");
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  passwordHash = await hashPassword(password);
});
afterAll(async () => {
  await connection().close();
  vi.unstubAllEnvs();
});
beforeEach(async () => {
  organization = await createOrganization(database.db);
  userId = await createUser(database.db, organization, "Admin");
  email = `${userId}@example.test`;
  await database.db.update(users).set({ passwordHash }).where(eq(users.id, userId));
});

/** A browser's request, which Next hands over under an address of its own. */
const browser = (path: string, init: RequestInit = {}) =>
  webHandler(handleAuth)(
    new Request(`http://localhost:9${path}`, { ...init, headers: { host: "assay.test:3000", ...init.headers } }),
  );
const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
const form = (fields: Record<string, string>, headers: Record<string, string> = { origin: site }) => ({
  method: "POST",
  headers,
  body: new URLSearchParams(fields),
});
const submit = (fields: Record<string, string>, headers?: Record<string, string>) =>
  browser("/api/auth/callback/credentials", form(fields, headers));
const signIn = async () => cookiesOf(await submit({ email: email.toUpperCase(), password }));
const callerWith = (cookie: string, headers: Record<string, string> = {}) =>
  sessionCaller(database.db, exchangeOf(new Request(site, { headers: { cookie, ...headers } })));

test("a plain form sign-in redirects to the requested page and sets an HttpOnly cookie", async () => {
  const response = await submit({ email, password, callbackUrl: "/queues" });
  expect(response.status).toBe(302);
  expect(response.headers.get("location")).toBe("/queues");
  const session = response.headers.getSetCookie().find((cookie) => cookie.startsWith("authjs.session-token="));
  expect(session).toMatch(/HttpOnly/);
  expect(session).toMatch(/SameSite=Lax/);
  const caller = { userId, organizationId: organization.id, workspaceId: organization.workspaceId, role: "Admin" };
  const headers = new Headers({ cookie: cookiesOf(response) });
  expect(await callerFromHeaders(headers)).toEqual({ ...caller, apiKeyId: null, sessionId: expect.any(String) });
});

test("behind a TLS proxy, a plain form signs in at the public address", async () => {
  const proxied = {
    host: "assay.test:3430",
    "x-forwarded-host": "app.assay.test",
    "x-forwarded-proto": "https",
    origin: "https://app.assay.test",
  };
  const response = await submit({ email, password, callbackUrl: "/queues" }, proxied);
  expect(response.headers.get("location")).toBe("/queues");
  expect(cookiesOf(response)).toContain("__Secure-authjs.session-token=");
});

test.each([
  ["Host", { host: "evil.test", origin: "http://evil.test" }],
  ["X-Forwarded-Host", { "x-forwarded-host": "evil.test", origin: "http://evil.test" }],
])("a forged header %s appears in no redirect, not even one to a provider", async (_, headers) => {
  vi.stubEnv("AUTH_GITHUB_ID", "id");
  vi.stubEnv("AUTH_GITHUB_SECRET", "gho-16C7e42F292c");
  const answers = await Promise.all([
    submit({ email, password }, headers),
    submit({ email, password: "a wrong phrase" }, headers),
    browser("/api/auth/signin", { headers }),
    browser("/api/auth/signout", form({}, headers)),
    submit({ email, password }, { ...headers, "x-auth-return-redirect": "1" }),
    browser("/api/auth/signin/github", form({}, headers)),
  ]);
  for (const answer of answers) {
    expect(answer.headers.get("location") ?? "").not.toContain("evil.test");
    expect(await answer.text()).not.toContain("evil.test");
  }
  expect(answers.at(-1)?.status).toBe(400);
});

test("sign-in leads to ASSAY_URL, whatever the request's host", async () => {
  vi.stubEnv("AUTH_GITHUB_ID", "id");
  vi.stubEnv("AUTH_GITHUB_SECRET", "gho-16C7e42F292c");
  vi.stubEnv("ASSAY_URL", "https://assay.example.com");
  const response = await submit({ email, password, callbackUrl: "/queues" });
  expect(response.headers.get("location")).toBe("https://assay.example.com/queues");
  expect(cookiesOf(response)).toContain("__Secure-authjs.session-token=");
  const toGitHub = await browser("/api/auth/signin/github", form({}));
  const back = new URL(toGitHub.headers.get("location") ?? "").searchParams.get("redirect_uri");
  expect(back).toBe("https://assay.example.com/api/auth/callback/github");
  vi.stubEnv("ASSAY_URL", "");
});

test("on localhost, sign-in follows the request's host", async () => {
  const local = { host: "localhost:3000", origin: "http://localhost:3000" };
  const response = await submit({ email, password, callbackUrl: "/queues" }, local);
  expect(response.headers.get("location")).toBe("http://localhost:3000/queues");
});

test("a redirect never leads to another site", async () => {
  const response = await submit({ email, password, callbackUrl: "https://elsewhere.test/" });
  expect(response.headers.get("location")).toBe("/");
});

test.each([["//evil.test/x"], ["/\\evil.test/x"], ["/.//evil.test/x"]])(
  "nor does %s, which a browser would read as a host",
  async (callbackUrl) => {
    const answers = await Promise.all([
      submit({ email, password, callbackUrl }),
      browser("/api/auth/signout", form({ callbackUrl })),
      browser(`/api/auth/signin?${new URLSearchParams({ callbackUrl })}`),
    ]);
    for (const answer of answers) {
      const location = answer.headers.get("location") ?? "";
      expect(new URL(location, site).origin).toBe(site);
      const next = new URL(location, site).searchParams.get("callbackUrl") ?? "/";
      expect(new URL(next, site).origin).toBe(site);
    }
    const script = await submit({ email, password, callbackUrl }, { origin: site, "x-auth-return-redirect": "1" });
    expect((await script.json()).url).toBe("/");
  },
);

test("an old address of an error in a cookie is not taken for the outcome", async () => {
  const cookie = `authjs.callback-url=${encodeURIComponent(`${site}/traces?error=true`)}`;
  vi.stubGlobal("location", { origin: site });
  vi.stubGlobal("fetch", (path: string, init: RequestInit = {}) =>
    browser(path, { ...init, headers: { ...init.headers, cookie, origin: site } }),
  );
  const outcomes = [await signInHere({ email, password }), await signOut()];
  vi.unstubAllGlobals();
  expect(outcomes).toEqual([{ ok: true }, true]);
});

test("what a visitor enters at random is no line for the operator", async () => {
  const written = vi.spyOn(console, "error").mockReturnValue(undefined);
  const answers = [
    await browser("/api/auth/callback/credentials"),
    await browser("/api/auth/signin/nope", form({})),
    await browser("/api/auth/signin/nope"),
    await submit({ email: "a\0b@x.test", password }),
  ];
  const lines = written.mock.calls.map(([line]) => String(line));
  written.mockRestore();
  expect(lines).toEqual([]);
  expect(answers.at(-1)?.headers.get("location")).toContain("error=CredentialsSignin");
});

test("scripts sign in with Auth.js' own token, and get a reason for a failure", async () => {
  const csrf = await browser("/api/auth/csrf");
  const { csrfToken } = await csrf.json();
  const headers = { cookie: cookiesOf(csrf), "x-auth-return-redirect": "1" };
  const good = await submit({ email, password, csrfToken }, headers);
  expect(signInMessage(new URL((await good.json()).url, site).searchParams)).toBeNull();
  expect(await callerWith(cookiesOf(good))).toMatchObject({ userId });
  const bad = await submit({ email, password: "a wrong phrase", csrfToken }, headers);
  expect(signInMessage(new URL((await bad.json()).url, site).searchParams)).toBe("The email or password is incorrect.");
  expect(cookiesOf(bad)).not.toContain("session-token");
});

test.each([
  ["another site", { origin: "https://elsewhere.test" }],
  ["another site, as the browser says", { origin: site, "sec-fetch-site": "cross-site" }],
  ["nobody knows where", {}],
])("a form without a token from %s does not sign in", async (_, headers) => {
  const response = await submit({ email, password }, headers);
  expect(cookiesOf(response)).not.toContain("session-token");
  expect(response.headers.get("location")).toContain("/sign-in?error=MissingCSRF");
});

test.each([
  ["a wrong password", () => ({ email, password: "a wrong phrase" })],
  ["an unknown email", () => ({ email: "nobody@example.test", password })],
  ["no password", () => ({ email })],
  ["a password of a megabyte's part", () => ({ email, password: "x".repeat(10_000) })],
])("%s is refused with the same answer", async (_, fields) => {
  const response = await submit(fields());
  expect(response.headers.get("location")).toBe("/sign-in?error=CredentialsSignin&code=credentials");
});

test("after ten failures the account is closed to that address temporarily, with a message", async () => {
  await submit({ email, password: "a wrong phrase" });
  await database.db.update(throttles).set({ attempts: 10 });
  const address = new URL((await submit({ email, password })).headers.get("location") ?? "", site);
  expect(signInMessage(address.searchParams)).toBe("Too many failed attempts. Try again in 60 minutes.");
  await database.db.delete(throttles);
  expect(await callerWith(await signIn())).toMatchObject({ userId });
});

test("successful sign-ins use up no attempts", async () => {
  for (let round = 0; round < 3; round += 1) await signIn();
  const rows = await database.db.select().from(throttles);
  expect(rows.filter((row) => row.attempts > 0)).toEqual([]);
});

test("the session uses the requested organization, else the last one, else the oldest", async () => {
  const cookie = await signIn();
  const second = await createOrganization(database.db);
  const stranger = await createOrganization(database.db);
  await database.db.insert(memberships).values({ organizationId: second.id, userId, role: "Viewer" });
  const inOrganization = async (requested?: string) =>
    (await callerWith(cookie, requested ? { "x-organization-id": requested } : {}))?.organizationId;
  expect(await inOrganization()).toBe(organization.id);
  expect(await inOrganization(second.id)).toBe(second.id);
  for (const requested of [stranger.id, "nonsense"]) expect(await inOrganization(requested)).toBe(organization.id);
  await database.db.update(users).set({ lastOrganizationId: second.id }).where(eq(users.id, userId));
  expect(await callerWith(cookie)).toMatchObject({ organizationId: second.id, role: "Viewer" });
  await database.db.delete(memberships).where(eq(memberships.organizationId, second.id));
  expect(await inOrganization()).toBe(organization.id);
  await database.db.delete(memberships).where(eq(memberships.userId, userId));
  expect(await callerWith(cookie)).toBeNull();
});

test("a request that names another user is refused", async () => {
  const cookie = await signIn();
  expect(await callerWith(cookie, { "x-user-id": userId })).toMatchObject({ userId });
  expect(await callerWith(cookie, { "x-user-id": organization.id })).toBeNull();
});

test("a session ends when its password changes, whether renewed or not", async () => {
  const cookie = await signIn();
  const renewed = cookiesOf(await browser("/api/auth/session", { headers: { cookie } }));
  expect(await callerWith(renewed)).toMatchObject({ userId });
  const changed = await hashPassword(password);
  await database.db.update(users).set({ passwordHash: changed }).where(eq(users.id, userId));
  expect(await callerWith(cookie)).toBeNull();
  expect(await callerWith(renewed)).toBeNull();
  const response = await browser("/api/auth/session", { headers: { cookie } });
  expect(await response.json()).toBeNull();
  expect(cookiesOf(response)).toContain("authjs.session-token=");
  expect(cookiesOf(response)).not.toMatch(/session-token=\w/);
});

test("with sign-up by invitation, an unknown provider account is refused with a message", async () => {
  const sign = (address: string) => {
    const { callbacks } = configFor(exchangeOf(new Request(site)), async () => undefined).config;
    const account = { provider: "github", providerAccountId: address, type: "oauth" as const };
    return callbacks?.signIn?.({ account, profile: { email: address, email_verified: true }, user: { name: "Ada" } });
  };
  expect(await sign(email)).toBe(true);
  const answer = await sign("stranger@example.test");
  expect(signInMessage(new URL(String(answer), site).searchParams)).toMatch("needs an invitation");
  expect(await database.db.select().from(users).where(eq(users.email, "stranger@example.test"))).toEqual([]);
});

test("forged and foreign tokens give no session", async () => {
  const cookie = await signIn();
  const forged = cookie.replace(/session-token=(.{20})./, "session-token=$1A");
  expect(await callerWith(forged === cookie ? `${cookie}x` : forged)).toBeNull();
  vi.stubEnv("AUTH_SECRET", "another secret for tests, long enough to be one");
  expect(await callerWith(cookie)).toBeNull();
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  expect(await callerWith("authjs.session-token=nonsense")).toBeNull();
  expect(await callerWith("")).toBeNull();
});

test("over https the cookie is secure and works", async () => {
  const secure = site.replace("http:", "https:");
  const init = form({ email, password }, { origin: secure });
  const response = await webHandler(handleAuth)(new Request(`${secure}/api/auth/callback/credentials`, init));
  expect(cookiesOf(response)).toContain("__Secure-authjs.session-token=");
  expect(await callerWith(cookiesOf(response))).toMatchObject({ userId });
});

test("a session may write only from our own pages", async () => {
  const cookie = await signIn();
  const post = (headers: Record<string, string>) =>
    authenticate(database.db, exchangeOf(new Request(site, { method: "POST", headers: { cookie, ...headers } })), {
      access: "write",
      scope: "write",
    });
  expect(await post({ origin: site })).toMatchObject({ userId });
  await expect(post({ origin: "https://elsewhere.test" })).rejects.toMatchObject({ kind: "forbidden" });
});

test("signing out deletes the cookie", async () => {
  const cookie = await signIn();
  const response = await browser("/api/auth/signout", form({}, { origin: site, cookie }));
  expect(response.headers.getSetCookie().join()).toMatch(/authjs\.session-token=;[^,]*Max-Age=0/);
});

test("a person removed from all organizations gets a new one of their own", async () => {
  await database.db.delete(memberships).where(eq(memberships.userId, userId));
  const caller = await callerWith(await signIn());
  expect(caller).toMatchObject({ userId, role: "Owner" });
  expect(caller?.organizationId).not.toBe(organization.id);
});
