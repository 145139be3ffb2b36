import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { gatewayKeys, gatewaySettings } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import { sha256 } from "@/lib/auth/hash";
import { overWeb } from "@/lib/exchange/testing";
import { serve } from "@/lib/gateway/testing/serve";
import { StartupError } from "@/lib/startup-error";
import { applyConfigFile } from "./config-file";
import * as ownOperations from "./operations";
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
const versions = () => world.db.select().from(gatewaySettings).orderBy(desc(gatewaySettings.createdAt));
const keys = (...entries: string[]) => `auth: {keys: [${entries.join(", ")}]}\n`;

test("keys of the file work, change with it, and end with it", async () => {
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

test("a key that was revoked through the API stays revoked", async () => {
  const text = keys("{name: leaked, key: file-leaked}");
  await apply(text);
  await operations.revokeGatewayKey(adminRequest("DELETE", `/-/keys/${(await keyRow("file-leaked"))?.id}`));
  expect(await apply(text)).toEqual([expect.stringMatching(/"leaked" was revoked through/)]);
  expect((await chatWith("file-leaked")).status).toBe(401);
});

test("a key that was rotated through the API is not brought back under its old text", async () => {
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

test("a balance is the file's only when the key is new", async () => {
  const text = (usd: number) => keys(`{name: m, key: file-managed, key_type: managed, credit_balance: ${usd}}`);
  await apply(text(2));
  await apply(text(50));
  expect((await keyRow("file-managed"))?.creditBalanceMicros).toBe(2_000_000n);
});

test("limits of the gateway and of an organization, by name, hold at once and end with the file", async () => {
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

test("what is recorded of calls is said for the gateway, an organization and a key", async () => {
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

test("a provider is called with its key, which is stored sealed; the same file makes no new version", async () => {
  const seen: string[] = [];
  const { url, stop } = await serve(async (request) => {
    seen.push(`${request.headers.get("authorization")} ${new URL(request.url).pathname}`);
    return Response.json({ id: "1", object: "chat.completion", choices: [] });
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

test("what is not used is told", async () => {
  const notices = await apply(
    `${keys("{name: t, key: file-t, rate_limit_tpm: 5}")}budgets: {enabled: true, org_budget: {period: daily, limit: 1, action: warn}}
cache: {enabled: true}\n`,
  );
  expect(notices).toEqual(["The configuration file's sections cache are not used."]);
  expect((await versions())[0]?.config).toMatchObject({ budgets: { org_budget: { period: "daily", limit: 1 } } });
});

test.each([
  [keys("{name: a, key: same}", "{name: b, key: same}"), "auth.keys[1].key: another entry has the same key."],
  ["organizations: {Nobody: {}}\n", "organizations.Nobody: there is no organization with the id or name Nobody."],
  [keys("{name: a, key: x, organization: Nobody}"), "auth.keys[0].organization: there is no organization"],
])("a file that cannot be applied changes nothing: %s", async (text, reason) => {
  // When a key was last used is noted behind its requests, perhaps only now.
  const keysNow = async () =>
    (await world.db.select().from(gatewayKeys).orderBy(gatewayKeys.id)).map(({ lastUsedAt: _, ...key }) => key);
  const before = [await versions(), await keysNow()];
  const failed = apply(text);
  await expect(failed).rejects.toBeInstanceOf(StartupError);
  await expect(failed).rejects.toThrow(reason);
  expect([await versions(), await keysNow()]).toEqual(before);
});

test("two processes that start together with the same file agree", async () => {
  const text = keys("{name: twin, key: file-twin}");
  await writeFile(join(folder, "gateway.yaml"), text);
  await Promise.all(Array.from({ length: 4 }, () => applyConfigFile(join(folder, "gateway.yaml"))));
  expect((await chatWith("file-twin")).status).toBe(200);
});
