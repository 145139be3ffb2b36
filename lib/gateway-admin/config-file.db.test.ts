import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asc, desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "@/db/client";
import { apiKeys, gatewayKeys, gatewaySettings, organizations, workspaces } from "@/db/schema";
import { createOrganization, createUser } from "@/db/testing/factories";
import { storedPair } from "@/lib/accounts/keys";
import { sha256 } from "@/lib/auth/hash";
import { overWeb } from "@/lib/exchange/testing";
import { serve } from "@/lib/gateway/testing/serve";
import { StartupError } from "@/lib/startup-error";
import { applyConfigFile } from "./config-file";
import * as ownOperations from "./operations";
import { projectPlatformKey, rebuildProjection } from "./projection";
import { adminRequest, chatWith, limitOf, startTestGateway } from "./testing";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
let folder: string;
beforeAll(async () => {
  world = await startTestGateway();
  folder = await mkdtemp(join(tmpdir(), "gateway-config-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

async function apply(text: string): Promise<string[]> {
  const path = join(folder, "gateway.yaml");
  await writeFile(path, text);
  return applyConfigFile(path);
}
const keyRow = async (key: string) =>
  (
    await world.db
      .select()
      .from(gatewayKeys)
      .where(eq(gatewayKeys.keyHash, sha256(key)))
  )[0];
const platformKey = async (db: Database, organizationId: string, key: string) => {
  const [workspace] = await db.select().from(workspaces).where(eq(workspaces.organizationId, organizationId));
  const userId = await createUser(db, { id: organizationId, workspaceId: workspace?.id ?? "" }, "Owner");
  const pair = storedPair({ key, secret: `secret of ${key}` });
  return { userId, organizationId, workspaceId: workspace?.id ?? "", name: key, ...pair };
};
const versions = () => world.db.select().from(gatewaySettings).orderBy(desc(gatewaySettings.createdAt));
const keys = (...entries: string[]) => `auth: {keys: [${entries.join(", ")}]}\n`;

test("keys in the file work, change with it, and end with it", async () => {
  await apply(keys("{name: one, key: file-one, rate_limit_rpm: 4}", "{name: two, key: file-two}"));
  expect(limitOf(await chatWith("file-one"))).toBe(4);
  expect(await keyRow("file-one")).toMatchObject({ origin: "config", name: "one" });
  await apply(keys("{name: one, key: file-one, rate_limit_rpm: 6}"));
  expect(limitOf(await chatWith("file-one"))).toBe(6);
  expect((await chatWith("file-two")).status).toBe(401);
  await apply(keys("{name: two, key: file-two}"));
  expect((await chatWith("file-two")).status).toBe(200);
  expect((await chatWith("file-one")).status).toBe(401);
});

test("a key revoked through the API stays revoked", async () => {
  const text = keys("{name: leaked, key: file-leaked}");
  await apply(text);
  await operations.revokeGatewayKey(adminRequest("DELETE", `/-/keys/${(await keyRow("file-leaked"))?.id}`));
  expect(await apply(text)).toEqual([expect.stringMatching(/"leaked" was revoked through/)]);
  expect((await chatWith("file-leaked")).status).toBe(401);
});

test("a key that was paused and resumed still changes with the file, and ends with it", async () => {
  await apply(keys("{name: rests, key: file-rests, rate_limit_rpm: 4}"));
  const path = `/-/keys/${(await keyRow("file-rests"))?.id}`;
  const pause = (paused: boolean) => operations.updateGatewayKey(adminRequest("PATCH", path, { paused }));
  expect((await pause(true)).status).toBe(200);
  expect(await apply(keys("{name: rests, key: file-rests, rate_limit_rpm: 6}"))).toEqual([]);
  expect((await chatWith("file-rests")).status).toBe(403);
  await pause(false);
  expect(limitOf(await chatWith("file-rests"))).toBe(6);
  await apply(keys("{name: another, key: file-another}"));
  expect((await chatWith("file-rests")).status).toBe(401);
});

test("a key rotated through the API does not get its old text back", async () => {
  const text = keys("{name: turned, key: file-turned}", "{name: other, key: file-other}");
  await apply(text);
  const id = (await keyRow("file-turned"))?.id;
  const rotated = await (await operations.rotateGatewayKey(adminRequest("POST", `/-/keys/${id}/rotate`))).json();
  expect(await apply(text)).toEqual([expect.stringMatching(/"turned" is managed through/)]);
  expect((await chatWith("file-turned")).status).toBe(401);
  expect((await chatWith(rotated.key)).status).toBe(200);
  const list = await (await operations.listGatewayKeys(adminRequest("GET", "/-/keys"))).json();
  expect(list.data.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(["turned", "other"]));
});

test("the file sets the balance only of a new key", async () => {
  const text = (usd: number) => keys(`{name: m, key: file-managed, key_type: managed, credit_balance: ${usd}}`);
  await apply(text(2));
  await apply(text(50));
  expect((await keyRow("file-managed"))?.creditBalanceMicros).toBe(2_000_000n);
});

test("limits of the gateway and of an organization apply at once, and end with the file", async () => {
  const { id } = await createOrganization(world.db, "Limited");
  const key = keys("{name: org, key: file-org, organization: Limited}");
  const organization = (rpm: number) => `organizations: {Limited: {rate_limiting: {enabled: true, rpm: ${rpm}}}}\n`;
  await apply(`${key}rate_limiting: {enabled: true, global_rpm: 300}\n${organization(3)}`);
  expect((await keyRow("file-org"))?.organizationId).toBe(id);
  expect(limitOf(await chatWith("file-org"))).toBe(3);
  await apply(`${key}rate_limiting: {enabled: true, global_rpm: 300}\n`);
  expect(limitOf(await chatWith("file-org"))).toBe(300);
  await apply(`${key}rate_limiting: {enabled: false}\n`);
  expect(limitOf(await chatWith("file-org"))).toBe(1_000_000_000);
});

test("recording of calls can be set for the gateway, an organization and a key", async () => {
  await createOrganization(world.db, "Traced");
  const key = (more = "") => keys(`{name: t, key: file-traced, organization: Traced${more}}`);
  const isTraced = async (text: string) => {
    await apply(text);
    return (await chatWith("file-traced")).headers.has("x-gateway-trace-id");
  };
  expect(await isTraced(key())).toBe(true);
  expect(await isTraced(`${key()}tracing: off\n`)).toBe(false);
  expect(await isTraced(`${key()}organizations: {Traced: {tracing: off}}\n`)).toBe(false);
  expect(await isTraced(key(", tracing: off"))).toBe(false);
  expect(await isTraced(`${key(", tracing: full")}organizations: {Traced: {tracing: metadata}}\n`)).toBe(true);
});

const message = { role: "assistant", content: "Hello." };
/** What a provider answers. */
const answer = { id: "1", object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }] };

test("a provider is called with its sealed key, and the same file creates no new version", async () => {
  const seen: string[] = [];
  const { url, stop } = await serve(async (request) => {
    seen.push(`${request.headers.get("authorization")} ${new URL(request.url).pathname}`);
    return Response.json(answer);
  });
  process.env.PROVIDER_KEY = "sk-provider-secret";
  const text = `${keys("{name: p, key: file-p}")}providers: {local: {base_url: ${url}, api_key: "\${PROVIDER_KEY}", models: [llama]}}
model_map: {fast: local/llama}\n`;
  await apply(text);
  expect((await chatWith("file-p", "fast")).status).toBe(200);
  stop();
  expect(seen).toEqual(["Bearer sk-provider-secret /v1/chat/completions"]);
  const before = await versions();
  expect(JSON.stringify(before)).not.toContain("sk-provider-secret");
  expect(await world.redis.hget("gateway:settings", "global")).not.toContain("sk-provider-secret");
  await apply(text);
  expect(await versions()).toEqual(before);
  expect(before.filter((version) => version.active && version.organizationId === null)).toHaveLength(1);
  // Under another secret what is stored cannot be opened: the file's own text takes its place.
  process.env.AUTH_SECRET = "another secret of more than thirty-two characters";
  await apply(text);
  expect(await versions()).toHaveLength(before.length + 1);
});

test("the file's providers serve only the organizations that it names, by default the first one", async () => {
  const { url, stop } = await serve(async () => Response.json(answer));
  const [first] = await world.db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
  const named = await createOrganization(world.db, "Named");
  const stranger = await createOrganization(world.db, "Stranger");
  const inEach = [first?.id ?? "", named.id, stranger.id];
  for (const id of inEach) await world.db.insert(apiKeys).values(await platformKey(world.db, id, `platform-${id}`));
  const provider = `providers: {local: {base_url: ${url}, api_key: sk-operators, models: [llama]}}
model_map: {fast: local/llama, "*": local/llama}
routing: {targets: {best: [{provider: local, model: llama}]}, model_fallbacks: {best: [llama]}}\n`;
  const reached = async (model: string) =>
    Promise.all(inEach.map(async (id) => (await chatWith(`platform-${id}`, model)).status));
  const names = ["llama", "local/llama", "local/other", "fast", "best", "anything"];

  await apply(provider);
  for (const name of names) expect(await reached(name), name).toEqual([200, 404, 404]);
  expect(await reached("sandbox/echo")).toEqual([200, 200, 200]);
  // A key that comes later is known by the same rule.
  const late = await platformKey(world.db, stranger.id, "late");
  await world.db.insert(apiKeys).values(late);
  await projectPlatformKey(late.keyHash, {
    id: randomUUID(),
    organizationId: stranger.id,
    scopes: ["gateway"],
    role: "Member",
    expiresAt: null,
  });
  const refused = await chatWith("late", "llama");
  const unknown = await chatWith("late", "nobody-has-it");
  expect((await refused.json()).error).toEqual({
    ...(await unknown.json()).error,
    message: expect.stringContaining("'llama' is not configured for any provider"),
  });
  const seen = await operations.getGatewayModels(adminRequest("GET", `/-/orgs/${stranger.id}/models`));
  expect((await seen.json()).providers.map(({ name }: { name: string }) => name)).toEqual(["sandbox"]);

  await apply(`${provider}provider_organizations: [Named]\n`);
  expect(await reached("llama")).toEqual([404, 200, 404]);
  // A name is no way in: what counts is whose it was when the file was applied.
  await world.db.update(organizations).set({ name: "Renamed" }).where(eq(organizations.id, named.id));
  await world.db.update(organizations).set({ name: "Named" }).where(eq(organizations.id, stranger.id));
  await rebuildProjection();
  expect(await reached("llama")).toEqual([404, 200, 404]);
  await apply(`${provider}provider_organizations: [${stranger.id}, ${first?.id}]\n`);
  expect(await reached("llama")).toEqual([200, 404, 200]);
  await apply(`${provider}provider_organizations: []\n${keys("{name: of none, key: file-of-none}")}`);
  expect(await reached("llama")).toEqual([404, 404, 404]);
  expect((await chatWith("file-of-none", "llama")).status).toBe(200);
  await apply(`${provider}provider_organizations: all\n`);
  expect(await reached("llama")).toEqual([200, 200, 200]);
  stop();
});

test("the log names the organization that the file's providers serve, and keys that they do not", async () => {
  const [first] = await world.db.select().from(organizations).orderBy(asc(organizations.createdAt)).limit(1);
  await createOrganization(world.db, "Elsewhere");
  const provider = "providers: {local: {base_url: http://127.0.0.1:9, models: [llama]}}\n";
  const text = `${provider}${keys("{name: lost, key: file-lost, organization: Elsewhere}")}`;
  expect(await apply(text)).toEqual([
    `The configuration file's providers serve the first organization, "${first?.name}". Name others in provider_organizations.`,
    'The configuration file\'s providers do not serve the organization of the key "lost". Name it in provider_organizations.',
  ]);
  expect(await apply(`${text}provider_organizations: [Elsewhere]\n`)).toEqual([]);
});

test("unused sections are reported", async () => {
  const notices = await apply(
    `${keys("{name: t, key: file-t, rate_limit_tpm: 5}")}budgets: {enabled: true, org_budget: {period: daily, limit: 1, action: warn}}
cache: {enabled: true}\n`,
  );
  expect(notices).toEqual(["The configuration file's sections cache are not used."]);
  expect((await versions())[0]?.config).toMatchObject({ budgets: { org_budget: { period: "daily", limit: 1 } } });
});

test.each([
  [keys("{name: a, key: same}", "{name: b, key: same}"), "auth.keys[1].key: another entry has the same key."],
  ["provider_organizations: [Nobody]\n", "provider_organizations[0]: there is no organization with the id or name"],
  ["provider_organizations: everybody\n", "provider_organizations: Must be a list of organizations, by id or name, or"],
  ["organizations: {Nobody: {}}\n", "organizations.Nobody: there is no organization with the id or name Nobody."],
  [keys("{name: a, key: x, organization: Nobody}"), "auth.keys[0].organization: there is no organization"],
])("an invalid file changes nothing: %s", async (text, reason) => {
  // When a key was last used is noted behind its requests, perhaps only now.
  const keysNow = async () =>
    (await world.db.select().from(gatewayKeys).orderBy(gatewayKeys.id)).map(({ lastUsedAt: _, ...key }) => key);
  const before = [await versions(), await keysNow()];
  const failed = apply(text);
  await expect(failed).rejects.toBeInstanceOf(StartupError);
  await expect(failed).rejects.toThrow(reason);
  expect([await versions(), await keysNow()]).toEqual(before);
});

test("processes that start together with the same file agree", async () => {
  const text = keys("{name: twin, key: file-twin}");
  await writeFile(join(folder, "gateway.yaml"), text);
  await Promise.all(Array.from({ length: 4 }, () => applyConfigFile(join(folder, "gateway.yaml"))));
  expect((await chatWith("file-twin")).status).toBe(200);
});
