// One person's way through the accounts, over requests and responses as clients see them.

import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { connection } from "@/db/client";
import { suiteDatabase } from "@/db/testing/factories";
import { handleAuth } from "@/lib/accounts/auth-endpoint";
import { webHandler } from "@/lib/exchange/web";
import type { Operation } from "@/lib/http/endpoint";
import * as operations from "./operations";

const site = "http://assay.test";
const password = "a long pass phrase";

const database = suiteDatabase();
beforeAll(async () => {
  vi.stubEnv("DATABASE_URL", database.url);
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  vi.stubEnv("ASSAY_SIGNUP", "open");
});
afterAll(async () => {
  await connection().close();
  vi.unstubAllEnvs();
});

interface RequestOptions {
  body?: object;
  query?: string;
  headers?: Record<string, string>;
}

async function send(operation: Operation, { body, query = "", headers = {} }: RequestOptions = {}) {
  const { method, path } = operation.contract;
  const init: RequestInit = { method, headers: { origin: site, ...headers } };
  if (body) init.body = JSON.stringify(body);
  const response = await webHandler(operation)(new Request(`${site}${path}${query}`, init));
  return { status: response.status, headers: response.headers, json: await response.json() };
}

async function signIn(email: string): Promise<{ cookie: string }> {
  const response = await webHandler(handleAuth)(
    new Request(`${site}/api/auth/callback/credentials`, {
      method: "POST",
      headers: { origin: site },
      body: new URLSearchParams({ email, password }),
    }),
  );
  return { cookie: response.headers.getSetCookie().join("; ") };
}

test("a new user signs up, signs in, makes a key, uses it and revokes it", async () => {
  const body = { email: "ada@example.test", full_name: "Ada Moreno", company_name: "Harbour", password };
  expect(await send(operations.signUp, { body })).toMatchObject({ status: 200, json: { status: true } });
  const taken = await send(operations.signUp, { body });
  expect(taken).toMatchObject({ status: 400, json: { status: false, attr: "email" } });

  const session = await signIn("ada@example.test");
  const info = await send(operations.getUserInfo, { headers: session });
  expect(info.json).toMatchObject({ email: "ada@example.test", organization: { name: "Harbour" } });

  const made = await send(operations.createKey, { headers: session, body: { key_name: "Nightly" } });
  const { key_id, api_key, masked_api_key } = made.json.result;
  const bearer = { authorization: `Bearer ${api_key}` };
  const listed = await send(operations.listKeys, { headers: bearer, query: "?current_page_index=0&page_size=5" });
  expect(listed.json).toMatchObject({ status: true, result: { table: [{ id: key_id, api_key: masked_api_key }] } });
  expect((await send(operations.listKeys, { headers: bearer, query: "?page_size=many" })).status).toBe(400);
  expect((await send(operations.checkKey, { headers: bearer })).json).toMatchObject({ status: "success" });
  expect((await send(operations.deleteKey, { headers: bearer, body: { key_id } })).status).toBe(200);
  const refused = await send(operations.getUserInfo, { headers: bearer });
  expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([401, "ApiKey"]);
});

test("an invited person accepts and becomes a member", async () => {
  const session = await signIn("ada@example.test");
  const invited = await send(operations.inviteMember, { headers: session, body: { email: "grace@example.test" } });
  const { token, invitation } = invited.json.result;
  const waiting = await send(operations.listInvitations, { headers: session });
  expect(waiting.json).toMatchObject({ count: 1, results: [{ id: invitation.id, role: "Member" }] });
  const preview = await send(operations.previewInvitation, { query: `?token=${token}` });
  expect(preview.json.result).toMatchObject({ organization_name: "Harbour", has_account: false });
  const accepted = await send(operations.acceptInvitation, { body: { token, full_name: "Grace", password } });
  expect(accepted.status).toBe(200);

  const grace = await signIn("grace@example.test");
  const members = await send(operations.listMembers, { headers: grace });
  expect(members.json.results).toMatchObject([{ role: "Owner" }, { name: "Grace", role: "Member" }]);
  const forbidden = await send(operations.inviteMember, { headers: grace, body: { email: "eve@example.test" } });
  expect(forbidden).toMatchObject({ status: 403, json: { type: "permission_error" } });
});

test("a client signs in for a token, uses it, refreshes it and logs out", async () => {
  const credentials = { email: "ada@example.test", password };
  const signedIn = await send(operations.createToken, { body: { ...credentials, remember_me: false } });
  expect(signedIn).toMatchObject({ status: 200, json: { access: expect.any(String), refresh: expect.any(String) } });
  const { access, refresh } = signedIn.json;
  const headers = { authorization: `Bearer ${access}`, origin: "https://another.test" };
  expect((await send(operations.getUserInfo, { headers })).json).toMatchObject({ email: "ada@example.test" });
  // A program's request changes things from any origin: no browser adds this header by itself.
  const made = await send(operations.createKey, { headers, body: { key_name: "By token" } });
  expect(made.status).toBe(200);

  const again = await send(operations.refreshToken, { body: { refresh } });
  const renewed = { authorization: `Bearer ${again.json.access}` };
  expect((await send(operations.getUserInfo, { headers: renewed })).status).toBe(200);
  for (const wrong of [access, "", "x".repeat(5000), `${refresh}x`, "a.b.c.d.e"])
    expect(await send(operations.refreshToken, { body: { refresh: wrong } })).toMatchObject({
      status: 400,
      json: { attr: "refresh" },
    });
  const asAccess = await send(operations.getUserInfo, { headers: { authorization: `Bearer ${refresh}` } });
  expect(asAccess.status).toBe(401);

  const byKey = await send(operations.logOut, {
    headers: { authorization: `Bearer ${made.json.result.api_key}` },
    body: {},
  });
  expect(byKey.status).toBe(403);
  expect(await send(operations.logOut, { headers: renewed, body: {} })).toMatchObject({ status: 200 });
  for (const ended of [access, again.json.access])
    expect((await send(operations.getUserInfo, { headers: { authorization: `Bearer ${ended}` } })).status).toBe(401);
  expect((await send(operations.refreshToken, { body: { refresh } })).status).toBe(400);
});

test("wrong credentials get no token, and attempts are limited", async () => {
  const body = { email: "Ada@example.test", password: "a wrong pass phrase" };
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 30 && !statuses.includes(429); attempt += 1)
    statuses.push((await send(operations.createToken, { body })).status);
  expect([statuses[0], statuses.at(-1)]).toEqual([400, 429]);
});

test("a browser's session survives a change of AUTH_SECRET while the former one is still configured", async () => {
  const body = { email: "hedy@example.test", full_name: "Hedy Kiesler", company_name: "Pier", password };
  expect(await send(operations.signUp, { body })).toMatchObject({ status: 200 });
  const before = await signIn("hedy@example.test");
  const statusOf = async (headers: { cookie: string }) => (await send(operations.getUserInfo, { headers })).status;
  const former = process.env.AUTH_SECRET ?? "";
  onTestFinished(() => {
    vi.stubEnv("AUTH_SECRET", former).stubEnv("AUTH_SECRET_OTHER", "");
  });
  vi.stubEnv("AUTH_SECRET_OTHER", former);
  vi.stubEnv("AUTH_SECRET", "the next secret of the tests, long enough to be one");
  expect(await statusOf(before)).toBe(200);
  const after = await signIn("hedy@example.test");
  expect(await statusOf(after)).toBe(200);
  vi.stubEnv("AUTH_SECRET_OTHER", "");
  expect(await statusOf(before)).toBe(401);
  expect(await statusOf(after)).toBe(200);
});
