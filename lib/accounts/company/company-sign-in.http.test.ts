// Sign-in with a company's provider, over HTTP and with a real provider on the other side.
import { randomUUID } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { companyDomains, companyIdentities, companySignIns, memberships, userSessions, users } from "@/db/schema";
import { createOrganization, createUser, type TestOrganization } from "@/db/testing/factories";
import { seal } from "@/lib/auth/encryption";
import { hashPassword } from "@/lib/auth/password";
import { type Mounted, mounts, startMount } from "@/lib/http/testing/mounts";
import { Browser, type Landing } from "./testing/browser";
import { type Person, startProvider, type TestProvider } from "./testing/provider";

const password = "a long pass phrase";

describe.each(mounts)("on the %s mount", (mount) => {
  let provider: TestProvider;
  let mounted: Mounted;
  let organization: TestOrganization;
  let domain: string;
  let browser: Browser;
  const callbacks = new Set<string>();

  beforeAll(async () => {
    provider = await startProvider(() => [...callbacks]);
    const settings = { ASSAY_ALLOWED_HOSTS: provider.host, ASSAY_SIGNUP: "invite" };
    mounted = await startMount(mount, undefined, settings);
    // The provider reads its clients once, with its first request.
    organization = await createOrganization(mounted.db, "Harbour");
    callbacks.add(new URL(`/api/auth/callback/company-${organization.id}`, mounted.url).href);
    other = await createOrganization(mounted.db, "Lighthouse");
    callbacks.add(new URL(`/api/auth/callback/company-${other.id}`, mounted.url).href);
  });
  let other: TestOrganization;
  afterAll(async () => {
    await mounted?.stop();
    await provider?.stop();
  });
  beforeEach(async () => {
    provider.fault = null;
    browser = new Browser(mounted.url);
    await forgetCompanies();
    domain = `${randomUUID()}.example.com`;
    await setUp(organization, domain);
  });

  async function forgetCompanies(): Promise<void> {
    for (const table of [companyIdentities, companySignIns, companyDomains]) await mounted.db.delete(table);
  }
  async function setUp({ id }: TestOrganization, proven: string, more: object = {}): Promise<void> {
    const { issuer, clientId, clientSecret } = provider;
    const sealed = await seal(clientSecret, process.env.AUTH_SECRET ?? "");
    const settings = { issuer, clientId, clientSecret: sealed, role: "Member" as const, ...more };
    await mounted.db.insert(companySignIns).values({ organizationId: id, ...settings });
    await mounted.db
      .insert(companyDomains)
      .values({ organizationId: id, domain: proven, token: "a token", provenAt: new Date() });
  }
  const change = (settings: Partial<typeof companySignIns.$inferInsert>, { id } = organization) =>
    mounted.db.update(companySignIns).set(settings).where(eq(companySignIns.organizationId, id));
  const personAt = (email: string, more: object = {}): Person => ({
    ...{ sub: `sub-${email}`, email, email_verified: true, name: "Ada Moreno" },
    ...more,
  });
  const begin = ({ id } = organization, to = "/queues") =>
    browser.send(`/api/auth/signin/company-${id}`, {
      method: "POST",
      body: new URLSearchParams({ callbackUrl: `${mounted.url}${to}` }),
    });
  const isPage = (url: URL) => url.origin === mounted.url && !url.pathname.startsWith("/api/auth/");
  async function signIn(person: Person, at = organization): Promise<Landing> {
    provider.person = person;
    browser.forget(provider.issuer);
    return browser.follow(await begin(at), isPage);
  }
  const outcome = ({ url }: Landing) => url.pathname + url.search;
  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await browser.send(path, { headers });
    return { status: response.status, json: await response.json() };
  };
  const whoAmI = async (headers?: Record<string, string>) => (await get("/accounts/user-info/", headers)).json;
  const userOf = async (email: string) => {
    const [user] = await mounted.db.select().from(users).where(eq(users.email, email));
    return user;
  };
  async function memberWith(email: string, role: "Owner" | "Admin" | "Member" = "Member", at = organization) {
    const id = await createUser(mounted.db, at, role);
    await mounted.db
      .update(users)
      .set({ email, passwordHash: await hashPassword(password) })
      .where(eq(users.id, id));
    return id;
  }
  const withPassword = (email: string) =>
    browser.send("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ email, password }),
    });

  test("the first sign-in creates a member with the company's role, and the second one finds it", async () => {
    const email = `ada@${domain}`;
    expect(outcome(await signIn(personAt(email)))).toBe("/queues");
    expect(await whoAmI()).toMatchObject({
      email,
      name: "Ada Moreno",
      has_password: false,
      organization: { id: organization.id },
      organization_role: "Member",
    });
    const first = await userOf(email);
    browser.forget();
    // By its subject, whatever the email has become.
    expect(outcome(await signIn({ ...personAt(email), email: "elsewhere@example.org" }))).toBe("/queues");
    expect(await whoAmI()).toMatchObject({ id: first?.id, email });
    const [settings] = await mounted.db.select().from(companySignIns);
    expect(settings?.lastSignInAt).toBeInstanceOf(Date);
  });

  test("parallel first sign-ins create one member", async () => {
    const email = `ada@${domain}`;
    provider.person = personAt(email);
    const landings = await Promise.all(
      [1, 2, 3].map(async () => {
        const own = new Browser(mounted.url);
        const start = await own.send(`/api/auth/signin/company-${organization.id}`, {
          method: "POST",
          body: new URLSearchParams({ callbackUrl: "/" }),
        });
        return own.follow(start, isPage);
      }),
    );
    expect(landings.map(outcome)).toEqual(["/", "/", "/"]);
    expect(await mounted.db.$count(companyIdentities)).toBe(1);
  });

  test("the request to the provider carries PKCE, a state and a nonce, and the session lasts a day", async () => {
    const toProvider = new URL((await begin()).headers.get("location") ?? "");
    const parameters = Object.fromEntries(toProvider.searchParams);
    expect(parameters).toMatchObject({
      code_challenge_method: "S256",
      response_type: "code",
      scope: "openid profile email",
    });
    for (const name of ["code_challenge", "state", "nonce"]) expect(parameters[name]).toMatch(/.{20}/);
    await signIn(personAt(`ada@${domain}`));
    const user = await userOf(`ada@${domain}`);
    const [session] = await mounted.db
      .select()
      .from(userSessions)
      .where(eq(userSessions.userId, user?.id ?? ""));
    const hours = ((session?.expiresAt.getTime() ?? 0) - Date.now()) / 3_600_000;
    expect(hours).toBeGreaterThan(23);
    expect(hours).toBeLessThan(25);
  });

  test.each<[string, object, string]>([
    ["an unverified email", { email_verified: false }, "CompanyEmailNotVerified"],
    ["an email without a word about it", { email_verified: undefined }, "CompanyEmailNotVerified"],
    ["no email", { email: undefined }, "CompanyEmailNotVerified"],
    ["a foreign domain", { email: "ada@elsewhere.example" }, "CompanyDomain"],
  ])("%s creates no user", async (_, claims, error) => {
    const before = await mounted.db.$count(users);
    expect(outcome(await signIn(personAt(`ada@${domain}`, claims)))).toBe(`/sign-in/company?error=${error}`);
    expect(await mounted.db.$count(users)).toBe(before);
    expect((await get("/accounts/user-info/")).status).toBe(401);
  });

  test("an administrator can choose to trust a provider that does not say whether emails are verified", async () => {
    await change({ trustsEmails: true });
    expect(outcome(await signIn(personAt(`ada@${domain}`, { email_verified: undefined })))).toBe("/queues");
    const unverified = personAt(`bob@${domain}`, { email_verified: false });
    expect(outcome(await signIn(unverified))).toBe("/sign-in/company?error=CompanyEmailNotVerified");
  });

  test("a domain counts only while it is proven", async () => {
    await mounted.db.update(companyDomains).set({ provenAt: null });
    expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe("/sign-in/company?error=CompanyDomain");
  });

  test("a member with a password is linked and keeps it, and the session only reaches this organization", async () => {
    const email = `bob@${domain}`;
    const id = await memberWith(email, "Admin");
    await mounted.db.insert(memberships).values({ organizationId: other.id, userId: id, role: "Owner" });
    expect(outcome(await signIn(personAt(email)))).toBe("/queues");
    expect(await whoAmI({ "x-organization-id": other.id })).toMatchObject({
      id,
      has_password: true,
      organization: { id: organization.id },
      organization_role: "Admin",
    });
    const { json } = await get("/accounts/organizations/");
    expect(json.result.organizations.map((one: { id: string }) => one.id)).toEqual([organization.id]);
    const post = (path: string, body: object) =>
      browser.send(path, {
        method: "POST",
        body: JSON.stringify(body),
        headers: { "content-type": "application/json" },
      });
    expect((await post("/accounts/organizations/switch/", { organization_id: other.id })).status).toBe(404);
    expect((await post("/accounts/profile/delete/", { email })).status).toBe(403);
    const elsewhere = new Browser(mounted.url);
    await elsewhere.send("/api/auth/callback/credentials", {
      method: "POST",
      body: new URLSearchParams({ email, password }),
    });
    expect((await get("/accounts/sessions/")).json.result.sessions).toHaveLength(1);
    expect(await (await post("/accounts/sessions/end-others/", {})).json()).toMatchObject({ result: { ended: 0 } });
  });

  test("a company session cannot set a first password", async () => {
    await signIn(personAt(`ada@${domain}`));
    const response = await browser.send("/accounts/password/change/", {
      method: "POST",
      body: JSON.stringify({ new_password: "lantern over the harbour" }),
      headers: { "content-type": "application/json" },
    });
    expect([response.status, (await response.json()).code]).toEqual([403, "company_session"]);
  });

  test("a person with an account who is not a member cannot sign in, and is not linked", async () => {
    const email = `eve@${domain}`;
    await memberWith(email, "Member", other);
    expect(outcome(await signIn(personAt(email)))).toBe("/sign-in/company?error=CompanyNotMember");
    expect(await mounted.db.$count(companyIdentities)).toBe(0);
  });

  test("a removed member is signed out on the next request, and cannot sign in again", async () => {
    const email = `ada@${domain}`;
    await signIn(personAt(email));
    const user = await userOf(email);
    const own = and(eq(memberships.userId, user?.id ?? ""), eq(memberships.organizationId, organization.id));
    await mounted.db.delete(memberships).where(own);
    expect((await get("/accounts/user-info/")).status).toBe(401);
    expect(outcome(await signIn(personAt(email)))).toBe("/sign-in/company?error=CompanyNotMember");
    // Also with another account at the provider, or after the provider was set up again.
    const again = personAt(email, { sub: "another subject" });
    expect(outcome(await signIn(again))).toBe("/sign-in/company?error=CompanyNotMember");
    expect(await mounted.db.$count(memberships, eq(memberships.userId, user?.id ?? ""))).toBe(0);
  });

  test("the same provider account is a different user in a second organization", async () => {
    const second = `${randomUUID()}.example.com`;
    await setUp(other, second);
    expect(outcome(await signIn(personAt(`ada@${domain}`, { sub: "shared" })))).toBe("/queues");
    const inFirst = (await whoAmI()).id;
    expect(outcome(await signIn(personAt(`ada@${domain}`, { sub: "shared" }), other))).toBe(
      "/sign-in/company?error=CompanyDomain",
    );
    expect(outcome(await signIn(personAt(`ada@${second}`, { sub: "shared" }), other))).toBe("/queues");
    expect(await whoAmI()).toMatchObject({ organization: { id: other.id } });
    expect((await whoAmI()).id).not.toBe(inFirst);
  });

  describe("an answer that does not belong to this request", () => {
    const failed = "/sign-in/company?error=Configuration";
    const isBack = (url: URL) => url.pathname.startsWith("/api/auth/callback/");
    async function callback(): Promise<URL> {
      provider.person = personAt(`ada@${domain}`);
      return (await browser.follow(await begin(), isBack)).url;
    }
    const land = async (url: URL) => outcome(await browser.follow(await browser.send(url), isPage));

    test("with another state is refused", async () => {
      const url = await callback();
      url.searchParams.set("state", "x".repeat(40));
      expect(await land(url)).toBe(failed);
    });

    test("in a browser that did not start the sign-in is refused", async () => {
      const url = await callback();
      browser.forget();
      expect(await land(url)).toBe(failed);
    });

    test("whose code was already used is refused", async () => {
      const url = await callback();
      const cookies = browser.cookies();
      expect(await land(url)).toBe("/queues");
      const replayed = await browser.send(url, { headers: { cookie: cookies } });
      expect(outcome(await browser.follow(replayed, isPage))).toBe(failed);
    });

    test("with another request's nonce is refused", async () => {
      const first = await callback();
      const theirs = new Map(
        browser
          .cookies()
          .split("; ")
          .map((pair) => [pair.split("=")[0] ?? "", pair] as const),
      );
      const nonce = [...theirs].find(([name]) => name.includes("nonce"))?.[1] ?? "";
      browser.forget();
      const second = await callback();
      expect(first.href).not.toBe(second.href);
      const mixed = browser
        .cookies()
        .split("; ")
        .map((pair) => (pair.startsWith(nonce.split("=")[0] ?? "-") ? nonce : pair))
        .join("; ");
      const response = await browser.send(second, { headers: { cookie: mixed } });
      expect(outcome(await browser.follow(response, isPage))).toBe(failed);
    });

    test("to another organization's request is refused", async () => {
      await setUp(other, `${randomUUID()}.example.com`);
      const url = await callback();
      url.pathname = `/api/auth/callback/company-${other.id}`;
      expect(await land(url)).toBe(failed);
    });
  });

  describe("a provider that fails", () => {
    const failed = "/sign-in/company?error=Configuration";
    const failure = async () => (await mounted.db.select().from(companySignIns))[0]?.lastFailure;
    const answers =
      (path: string, status: number, text: string, type = "application/json"): TestProvider["fault"] =>
      (request, answer) => {
        if (!request.url?.startsWith(path)) return false;
        answer.writeHead(status, { "content-type": type }).end(text);
        return true;
      };
    const discovery = "/.well-known/";

    test.each<[string, TestProvider["fault"], RegExp]>([
      ["answers its discovery with an error", answers(discovery, 500, "{}"), /status 500/],
      [
        "has no discovery document",
        answers(discovery, 200, "<html>", "text/html"),
        /not answer with a discovery document/,
      ],
      ["redirects its discovery", answers(discovery, 302, ""), /status 302/],
      ["sends too much", answers(discovery, 200, `"${"x".repeat(300_000)}"`), /too long an answer/],
      ["answers the code with garbage", answers("/token", 200, "{"), /JSON/],
      ["answers the code with nothing", answers("/token", 200, "{}"), /access_token/],
      ["refuses the client", answers("/token", 401, '{"error":"invalid_client"}'), /invalid_client/],
      [
        "has a forged ID token",
        answers("/token", 200, '{"access_token":"a","token_type":"bearer","id_token":"a.b.c"}'),
        /./,
      ],
      ["answers for somebody else", answers("/me", 200, '{"sub":"somebody else"}'), /sub/],
    ])("because it %s", async (_, fault, reason) => {
      provider.fault = fault;
      expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe(failed);
      expect(await failure()).toMatch(reason);
      expect(await failure()).not.toContain(provider.clientSecret);
      provider.fault = null;
      expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe("/queues");
      expect(await failure()).toBeNull();
    });

    test("because its address is not allowed", async () => {
      await change({ issuer: "http://127.0.0.1:9" });
      expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe(failed);
      // The port is not one that the operator allows.
      expect(await failure()).toMatch(/must be an https address/);
    });

    test("because it is too slow", async () => {
      provider.fault = (request) => request.url?.startsWith("/token") === true;
      const before = Date.now();
      expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe(failed);
      expect(Date.now() - before).toBeLessThan(20_000);
      expect(await failure()).toMatch(/did not answer within 10 s/);
    });

    test("because it denies access", async () => {
      const start = await browser.follow(await begin(), (url) => url.pathname === "/auth");
      const state = start.url.searchParams.get("state") ?? "";
      const answer = new URLSearchParams({ error: "access_denied", state, iss: provider.issuer });
      const back = await browser.send(`/api/auth/callback/company-${organization.id}?${answer}`);
      expect(outcome(await browser.follow(back, isPage))).toBe("/sign-in/company?error=OAuthCallbackError");
      expect(await failure()).toBeNull();
    });

    test("because its secret cannot be decrypted", async () => {
      await change({ clientSecret: await seal("a secret", "another AUTH_SECRET, long enough to be one") });
      expect(outcome(await signIn(personAt(`ada@${domain}`)))).toBe(failed);
      expect(await failure()).toMatch(/AUTH_SECRET has changed/);
    });
  });

  test("an organization without a provider, or an unknown one, is not found", async () => {
    for (const id of [other.id, "nonsense", "-".repeat(36)]) expect((await begin({ ...other, id })).status).toBe(404);
  });

  describe("required company sign-in", () => {
    const code = async () => (await get("/accounts/organization/members/")).json.code;

    test("refuses other sessions of people in its domains, except the Owner's", async () => {
      const [owner, member] = [`owner@${domain}`, `bob@${domain}`];
      await memberWith(owner, "Owner");
      await memberWith(member, "Admin");
      await withPassword(member);
      expect(await code()).toBeUndefined();
      await change({ isRequired: true });
      expect(await code()).toBe("company_sign_in_missing");
      expect(await whoAmI()).toMatchObject({ email: member });
      expect(outcome(await signIn(personAt(member)))).toBe("/queues");
      expect(await code()).toBeUndefined();
      await withPassword(owner);
      expect(await code()).toBeUndefined();
      const guest = `guest@${randomUUID()}.example.org`;
      await memberWith(guest);
      await withPassword(guest);
      expect(await code()).toBeUndefined();
    });

    test("lets a person whose session it refuses leave, and remove nobody else", async () => {
      const member = `bob@${domain}`;
      const [id, colleague] = [await memberWith(member, "Admin"), await memberWith(`cat@${domain}`)];
      await change({ isRequired: true });
      await withPassword(member);
      const remove = async (user_id: string) => {
        const body = JSON.stringify({ user_id });
        const headers = { "content-type": "application/json" };
        const response = await browser.send("/accounts/organization/members/remove/", {
          method: "POST",
          body,
          headers,
        });
        return [response.status, (await response.json()).code];
      };
      expect(await remove(colleague)).toEqual([403, "company_sign_in_missing"]);
      expect(await remove(id)).toEqual([200, undefined]);
      expect((await get("/accounts/user-info/")).status).toBe(401);
    });
  });

  test("the provider for an email depends on its domain, not on an account", async () => {
    const find = async (email: string) => {
      const response = await browser.send("/accounts/company-sign-in/", {
        method: "POST",
        body: JSON.stringify({ email }),
        headers: { "content-type": "application/json" },
      });
      return (await response.json()).result;
    };
    await memberWith(`bob@${domain}`);
    const found = { provider_id: `company-${organization.id}` };
    expect(await find(`bob@${domain}`)).toEqual(found);
    expect(await find(`nobody@${domain.toUpperCase()}`)).toEqual(found);
    expect(await find("ada@elsewhere.example")).toEqual({ provider_id: null });
    await mounted.db.update(companyDomains).set({ provenAt: null });
    expect(await find(`bob@${domain}`)).toEqual({ provider_id: null });
  });
});
