// What one process answers after another has changed it: nothing that it remembers may outlive the change by one request.
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { apiKeys } from "@/db/schema";
import { bearer, type Credentials, createCredentials, send } from "@/lib/http/testing/api";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";
import type { RunningServer } from "./http-server";
import { startWorkers } from "./workers";

const ROUNDS = 5;
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };

let one: Mounted;
let workers: RunningServer;
/** The other process's address. */
let other: string;
let owner: Credentials;
beforeAll(async () => {
  one = await startMount("stand-alone");
  owner = await createCredentials(one.db);
  workers = await startWorkers({
    count: 1,
    root: join(import.meta.dirname, "../.."),
    port: 0,
    host: "127.0.0.1",
    screens: null,
    usesRedisUrl: false,
  });
  other = workers.url;
}, 120_000);
afterAll(async () => {
  await workers.close();
  await one.stop();
});

const statusOf = async (path: string, headers: Record<string, string>, url = other) =>
  (await send(url, "GET", path, { headers })).status;
const changeRole = (userId: string, role: string, url: string) =>
  send(url, "POST", "/accounts/organization/members/role/", {
    headers: bearer(owner),
    body: { user_id: userId, role },
  });

test("an API key that one process revokes, the other refuses from the next request on", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const credentials = await createCredentials(one.db, "Member", owner.organization);
    const headers = bearer(credentials);
    const [row] = await one.db.select().from(apiKeys).where(eq(apiKeys.userId, credentials.userId));
    for (let use = 0; use < 3; use += 1) expect(await statusOf("/accounts/keys/", headers)).toBe(200);
    const body = { key_id: row?.id };
    const revoked = await send(one.url, "DELETE", "/accounts/key/delete_secret_key/", { headers, body });
    expect(revoked.status).toBe(200);
    expect(await statusOf("/accounts/keys/", headers)).toBe(401);
    expect(await statusOf("/v1/models", headers)).toBe(401);
  }
});

test("a gateway key that one process revokes, the other refuses from the next request on", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await send(one.url, "POST", "/-/keys", { headers: operator, body: { name: `key ${round}` } });
    const headers = { authorization: `Bearer ${made.body.key}` };
    for (let use = 0; use < 3; use += 1) expect(await statusOf("/v1/models", headers)).toBe(200);
    await send(one.url, "DELETE", `/-/keys/${made.body.id}`, { headers: operator });
    expect(await statusOf("/v1/models", headers)).toBe(401);
  }
});

test("a role that one process changes is in force with the other's next request, to and fro", async () => {
  const admin = await createCredentials(one.db, "Admin", owner.organization);
  const invitations = () => statusOf("/accounts/organization/invitations/", bearer(admin));
  const invitationsHere = () => statusOf("/accounts/organization/invitations/", bearer(admin), one.url);
  for (let round = 0; round < ROUNDS; round += 1) {
    expect([await invitations(), await invitationsHere()]).toEqual([200, 200]);
    expect((await changeRole(admin.userId, "Member", one.url)).status).toBe(200);
    expect(await invitations()).toBe(403);
    expect((await changeRole(admin.userId, "Admin", other)).status).toBe(200);
    expect(await invitationsHere()).toBe(200);
  }
});

test("a member whom one process removes is nobody to the other from the next request on", async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const member = await createCredentials(one.db, "Member", owner.organization);
    expect(await statusOf("/accounts/keys/", bearer(member))).toBe(200);
    const body = { user_id: member.userId };
    await send(one.url, "POST", "/accounts/organization/members/remove/", { headers: bearer(owner), body });
    expect(await statusOf("/accounts/keys/", bearer(member))).toBe(401);
  }
});

test("what one process counts against a limit, the other counts too", async () => {
  const body = { name: "limited", rate_limit_rpm: 6 };
  const made = await send(one.url, "POST", "/-/keys", { headers: operator, body });
  const headers = { authorization: `Bearer ${made.body.key}` };
  const chat = { model: "sandbox/echo", messages: [{ role: "user", content: "Hello" }] };
  // A minute may end in between: then as many pass again.
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      send(index % 2 ? one.url : other, "POST", "/v1/chat/completions", { headers, body: chat }),
    ),
  );
  const admitted = answers.filter(({ status }) => status === 200).length;
  expect([6, 12]).toContain(admitted);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(40 - admitted);
});
