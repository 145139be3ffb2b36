// Who may administer what: the operator everything, an Owner or Admin what is their organization's, nobody else anything.
// That another organization's is not found is shown operation by operation in lib/http/foreign.http.test.ts.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiKeys, memberships, users } from "@/db/schema";
import { hashPassword } from "@/lib/auth/password";
import { bearer, type Credentials, createCredentials, pair, send } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";
import { operations } from "@/lib/operations";
import { rebuildProjection } from "./projection";

const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const administration = operations
  .map(({ contract }) => contract)
  .filter(({ path }) => path.startsWith("/-/"))
  .map((contract) => [contract.name, contract] as const);

let server: Mounted;
let owner: Credentials;
let other: Credentials;
let config: string;
beforeAll(async () => {
  server = await startMount("stand-alone");
  await rebuildProjection();
  owner = await createCredentials(server.db);
  other = await createCredentials(server.db);
  config = `/-/orgs/${owner.organization.id}/config`;
}, 120_000);
afterAll(() => server.stop());

const ask = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
  const answer = await send(server.url, method, path, { headers, body });
  return { status: answer.status, body: answer.body, code: answer.body.error?.code, param: answer.body.error?.param };
};
const as = (who: Credentials) => (method: string, path: string, body?: unknown) => ask(method, path, bearer(who), body);
const create = (body: object = {}, headers: Record<string, string> = bearer(owner)) =>
  ask("POST", "/-/keys", headers, { name: "made", ...body });
const chat = (key: string) =>
  ask(
    "POST",
    "/v1/chat/completions",
    { authorization: `Bearer ${key}` },
    {
      model: "sandbox/echo",
      messages: [{ role: "user", content: "Hello" }],
    },
  );

async function signIn(who: Credentials): Promise<Record<string, string>> {
  const password = "a long pass phrase";
  await server.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, who.userId));
  const answer = await fetch(`${server.url}/api/auth/callback/credentials`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: server.url },
    body: new URLSearchParams({ email: `${who.userId}@example.test`, password }),
  });
  const cookies = answer.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { cookie: cookies.join("; "), origin: server.url };
}

describe("access to the administration", () => {
  test.each(administration)("%s: refused for Members, Viewers and strangers", async (_, { method, path }) => {
    const url = path.replaceAll(/\{(\w+)\}/g, (_slot, slot) =>
      slot === "org_id" ? owner.organization.id : slot === "version" ? "1" : randomUUID(),
    );
    const body = method === "GET" ? undefined : {};
    for (const role of ["Member", "Viewer"] as const) {
      const member = await createCredentials(server.db, role, owner.organization);
      expect(await ask(method, url, bearer(member), body)).toMatchObject({ status: 403, code: "permission_denied" });
    }
    expect(await ask(method, url, {}, body)).toMatchObject({ status: 401, code: "unauthorized" });
  });

  test("an Admin has access by API key, as bearer and as pair, until key or role is gone", async () => {
    const admin = await createCredentials(server.db, "Admin", owner.organization);
    const list = (headers: Record<string, string>) => ask("GET", "/-/keys", headers).then(({ status }) => status);
    expect([await list(bearer(admin)), await list(pair(admin))]).toEqual([200, 200]);
    const person = eq(memberships.userId, admin.userId);
    await server.db.update(memberships).set({ role: "Member" }).where(person);
    expect(await list(bearer(admin))).toBe(403);
    await server.db.update(memberships).set({ role: "Admin" }).where(person);
    await server.db.update(apiKeys).set({ deletedAt: new Date() }).where(eq(apiKeys.userId, admin.userId));
    expect([await list(bearer(admin)), await list(pair(admin))]).toEqual([401, 401]);
  });

  test("an Owner has access by browser session, but only from the application's own pages", async () => {
    const session = await signIn(owner);
    expect(await create({ name: "by session" }, session)).toMatchObject({
      status: 200,
      body: { organization_id: owner.organization.id },
    });
    const elsewhere = { ...session, origin: "https://elsewhere.test", "sec-fetch-site": "cross-site" };
    expect(await create({ name: "forged" }, elsewhere)).toMatchObject({ status: 403, code: "permission_denied" });
    const { body } = await ask("GET", "/-/keys", session);
    const names = body.data.map(({ name }: { name: string }) => name);
    expect([names.includes("by session"), names.includes("forged")]).toEqual([true, false]);
  });

  test("a gateway key gives no access", async () => {
    const { body } = await create();
    expect(await ask("GET", "/-/keys", { authorization: `Bearer ${body.key}` })).toMatchObject({ status: 401 });
  });
});

describe("an organization's own resources", () => {
  test("keys can be seen, changed and revoked by its Owner and the operator, not by others", async () => {
    const { body } = await create({ rate_limit_rpm: 5 });
    expect(body.organization_id).toBe(owner.organization.id);
    expect((await chat(body.key)).status).toBe(200);
    const change = (who: Credentials) => as(who)("PATCH", `/-/keys/${body.id}`, { rate_limit_rpm: 7 });
    expect(await change(owner)).toMatchObject({ status: 200, body: { rate_limit_rpm: 7 } });
    expect(await change(other)).toMatchObject({ status: 404, code: "key_not_found" });
    const seen = async (headers: Record<string, string>) => {
      const { body: page } = await ask("GET", "/-/keys?limit=1000", headers);
      return page.data.map(({ id }: { id: string }) => id).includes(body.id);
    };
    expect([await seen(bearer(owner)), await seen(bearer(other)), await seen(operator)]).toEqual([true, false, true]);
    expect(await as(other)("GET", `/-/keys?after=${body.id}`)).toMatchObject({ status: 404, code: "key_not_found" });
    expect(await as(owner)("DELETE", `/-/keys/${body.id}`)).toMatchObject({ status: 200 });
    expect((await chat(body.key)).status).toBe(401);
  });

  test.each<[string, () => object, string]>([
    ["another organization", () => ({ organization_id: other.organization.id }), "organization_id"],
    ["one that there is not", () => ({ organization_id: randomUUID() }), "organization_id"],
    ["none", () => ({ organization_id: null }), "organization_id"],
    ["another in the metadata", () => ({ metadata: { org_id: other.organization.id } }), "metadata.org_id"],
  ])("key cannot be moved to %s", async (_, change, param) => {
    expect(await create(change())).toMatchObject({ status: 400, param });
    const { body } = await create();
    expect(await as(owner)("PATCH", `/-/keys/${body.id}`, change())).toMatchObject({ status: 400, param });
  });

  test("configuration is written and restored by its Owner, and names its author", async () => {
    const write = (rpm: number) => as(owner)("POST", config, { rate_limiting: { rpm } });
    const { body: first } = await write(50);
    expect(first).toMatchObject({ active: true, created_by: { id: owner.userId } });
    await write(60);
    expect(await as(owner)("POST", `${config}/versions/${first.version}/activate`)).toMatchObject({ status: 200 });
    const { body: versions } = await as(owner)("GET", `${config}/versions`);
    expect(versions.data.map(({ active }: { active: boolean }) => active)).toEqual([false, true]);
  });

  test("models and providers are listed as its keys see them, without credentials", async () => {
    const api_key = "sk-proj-0123456789-secret-abcd";
    const providers = { own: { api_key, base_url: "https://api.example.com/v1", models: ["small"] } };
    const routing = {
      strategy: "weighted",
      targets: {
        best: [
          { provider: "own", model: "large", weight: 3 },
          { provider: "sandbox", model: "echo" },
        ],
      },
      model_fallbacks: { best: ["small"] },
    };
    await as(owner)("POST", config, { providers, routing, model_map: { alias: "sandbox/echo" } });
    const { body } = await as(owner)("GET", `/-/orgs/${owner.organization.id}/models`);
    const ids = (models: { id: string }[]) => models.map(({ id }) => id);
    const { body: key } = await create();
    const listed = await ask("GET", "/v1/models", { authorization: `Bearer ${key.key}` });
    expect(ids(body.models)).toEqual(ids(listed.body.data));
    expect(body.models.find(({ id }: { id: string }) => id === "best")).toMatchObject({
      targets: [
        { provider: "own", owner: "organization", model: "large", weight: 3, open_until: null },
        { provider: "sandbox", owner: "sandbox", model: "echo", weight: 1 },
      ],
      fallbacks: ["small"],
    });
    expect(body).toMatchObject({ model_map: { alias: "sandbox/echo" }, routing: { strategy: "weighted" } });
    expect(body.providers[0]).toMatchObject({ name: "own", base_url: "https://api.example.com/v1" });
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  test("guardrails can be tested, but only with its own providers and public addresses", async () => {
    const rule = (type: string, config: object) => ({ rule: { type, action: "block", config }, text: "Hello" });
    const judged = (model: string) => rule("judge", { model, criteria: "Must be polite." });
    const tryOut = (body: object) => as(owner)("POST", "/-/guardrails/test", body);
    expect(await tryOut(rule("keyword-blocklist", { words: ["hello"] }))).toMatchObject({ body: { fired: true } });
    // The server itself would answer, were a private address not refused.
    expect(await tryOut(rule("webhook", { url: `${server.url}/health/` }))).toMatchObject({ body: { failed: true } });
    expect(await tryOut(judged("nobody/model"))).toMatchObject({ body: { failed: true } });
  });
});

describe("reserved for the operator", () => {
  test("credits, and keys that choose their guardrails", async () => {
    expect(await create({ key_type: "managed", credit_balance: 5 })).toMatchObject({
      status: 403,
      code: "permission_denied",
      param: "credit_balance",
    });
    const { body: key } = await create({ key_type: "managed" });
    expect(key.credit_balance).toBe(0);
    const pay = (headers: Record<string, string>) => ask("POST", `/-/keys/${key.id}/credits`, headers, { amount: 5 });
    expect(await pay(bearer(owner))).toMatchObject({ status: 403, code: "permission_denied" });
    expect(await pay(bearer(other))).toMatchObject({ status: 404, code: "key_not_found" });
    expect(await pay(operator)).toMatchObject({ status: 200, body: { credit_balance: 5 } });

    const metadata = { allow_policy_override: "true" };
    const param = "metadata.allow_policy_override";
    expect(await create({ metadata })).toMatchObject({ status: 403, param });
    const change = (headers: Record<string, string>) => ask("PATCH", `/-/keys/${key.id}`, headers, { metadata });
    expect(await change(bearer(owner))).toMatchObject({ status: 403, param });
    expect([(await change(operator)).status, (await change(bearer(owner))).status]).toEqual([200, 200]);
  });

  test.each<[string, object, string]>([
    ["providers at private addresses", { providers: { a: { base_url: "http://10.0.0.1" } } }, "providers.a.base_url"],
    ["providers known at private addresses", { providers: { vllm: {} } }, "providers.vllm.base_url"],
    ["retries without end", { routing: { retry: { max_retries: 1000 } } }, "routing.retry.max_retries"],
    ["what becomes of calls without Redis", { store_outage: "open" }, "store_outage"],
    ["the whole gateway's limit", { rate_limiting: { enabled: true, rpm: 5, unknown: 1 } }, "rate_limiting.unknown"],
    [
      "judges at the gateway's providers",
      { guardrails: { rules: [{ type: "judge", config: { model: "openai/gpt", criteria: "x" } }] } },
      "guardrails.rules.0.config.model",
    ],
  ])("%s", async (_, body, param) => {
    expect(await as(owner)("POST", config, body)).toMatchObject({ status: 400, param });
  });

  test("limits and prices that the operator set, which older versions cannot lift, either", async () => {
    const theirs = `/-/orgs/${other.organization.id}/config`;
    const write = (headers: Record<string, string>, body: object) => ask("POST", theirs, headers, body);
    const { body: loose } = await write(operator, { rate_limiting: { enabled: true, rpm: 900 } });
    await write(operator, { rate_limiting: { enabled: true, rpm: 100 } });
    const refused = { status: 403, code: "permission_denied", param: "rate_limiting.rpm" };
    expect(await write(bearer(other), { rate_limiting: { enabled: true, rpm: 101 } })).toMatchObject(refused);
    expect(await write(bearer(other), {})).toMatchObject(refused);
    expect(await write(bearer(other), { rate_limiting: { enabled: true, rpm: 40 } })).toMatchObject({ status: 200 });
    const activate = (headers: Record<string, string>) =>
      ask("POST", `${theirs}/versions/${loose.version}/activate`, headers);
    expect(await activate(bearer(other))).toMatchObject(refused);
    expect(await activate(operator)).toMatchObject({ status: 200 });
    const priced = { pricing: { models: { "*": { input: 0, output: 0 } } } };
    expect(await as(owner)("POST", config, priced)).toMatchObject({ status: 403, param: "pricing" });
  });

  test("a provider's key, which cannot be sent to another address under its mask", async () => {
    const api_key = "sk-proj-0123456789-secret-abcd";
    const provider = { api_key, base_url: "https://api.example.com/v1" };
    const { body } = await ask("POST", config, operator, { providers: { own: provider } });
    const shown = body.config.providers.own;
    expect(shown.api_key).not.toBe(api_key);
    expect(await as(owner)("POST", config, { providers: { own: shown } })).toMatchObject({ status: 200 });
    const moved = { own: { ...shown, base_url: "https://elsewhere.example.com/v1" } };
    expect(await as(owner)("POST", config, { providers: moved })).toMatchObject({
      status: 400,
      param: "providers.own.api_key",
    });
  });
});
