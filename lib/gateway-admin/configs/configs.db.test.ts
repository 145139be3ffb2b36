import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { gatewaySettings } from "@/db/schema";
import { createOrganization } from "@/db/testing/factories";
import { overWeb } from "@/lib/exchange/testing";
import { redisDirectory } from "@/lib/gateway/limits/directory";
import { redisLimiter } from "@/lib/gateway/limits/limiter";
import { SETTINGS } from "@/lib/gateway/limits/projected";
import { liveParts } from "@/lib/gateway/live";
import { webGateway } from "@/lib/gateway/testing/memory-parts";
import { applyConfigFile } from "../config-file";
import * as ownOperations from "../operations";
import { rebuildProjection } from "../projection";
import { adminRequest, chatRequest, chatWith, limitOf, startTestGateway } from "../testing";

const operations = overWeb(ownOperations);
let world: Awaited<ReturnType<typeof startTestGateway>>;
let organization: { id: string; name: string };
let key: string;
beforeAll(async () => {
  world = await startTestGateway();
  await rebuildProjection();
});
afterAll(() => world.close());
beforeEach(async () => {
  const name = `Organization ${randomUUID()}`;
  const { id } = await createOrganization(world.db, name);
  organization = { id, name };
  const created = adminRequest("POST", "/-/keys", { name: "test", organization_id: id });
  key = (await (await operations.createGatewayKey(created)).json()).key;
});

const ask = async (
  operation: keyof typeof operations,
  method: string,
  path = "",
  body?: unknown,
  id = organization.id,
) => {
  const response = await operations[operation](adminRequest(method, `/-/orgs/${id}/config${path}`, body));
  const { error, ...rest } = await response.json();
  return {
    status: response.status,
    ...rest,
    ...(error && { code: error.code, param: error.param, message: error.message }),
  };
};
const create = (body: unknown, id?: string) => ask("createOrganizationConfig", "POST", "", body, id);
const read = () => ask("getOrganizationConfig", "GET");
const list = (query = "") => ask("listConfigVersions", "GET", `/versions${query}`);
const version = (number: number) => ask("getConfigVersion", "GET", `/versions/${number}`);
const activate = (number: number) => ask("activateConfigVersion", "POST", `/versions/${number}/activate`);
const rpm = (limit: number) => ({ rate_limiting: { enabled: true, rpm: limit } });
const SECRET = "sk-proj-0123456789-secret-abcd";
const openai = (api_key = SECRET) => ({ providers: { openai: { api_key, models: ["small"], timeout: "1m30s" } } });
const rowsOf = async () =>
  (await world.db.select().from(gatewaySettings)).filter((row) => row.organizationId === organization.id);

describe("an organization's configuration", () => {
  test("gets a new version, in force for the next request of every process", async () => {
    const other = webGateway({
      ...liveParts(),
      directory: redisDirectory({
        ...liveParts(),
        redis: world.redis,
        unseal: async () => "",
        recover: rebuildProjection,
      }),
      limiter: redisLimiter(world.redis, Date.now, () => undefined),
    });
    const limits = async () =>
      (await Promise.all([chatWith(key), other.createChatCompletion(chatRequest(key))])).map(limitOf);
    await limits();
    for (const [index, limit] of [70, 60].entries()) {
      const created = await create({ ...rpm(limit), change_description: "Why" });
      const common = { organization_id: organization.id, active: true, origin: "api", change_description: "Why" };
      expect(created).toMatchObject({ status: 200, version: index + 1, config: rpm(limit), ...common });
      expect(await limits()).toEqual([limit, limit]);
    }
    expect(await read()).toMatchObject({ status: 200, version: 2, active: true });
    expect(await version(1)).toMatchObject({ version: 1, active: false, config: rpm(70) });
    await rebuildProjection();
    expect(await limits()).toEqual([60, 60]);
  });

  test("can be in `config`, and accepts other spellings", async () => {
    const config = { rate_limiting: { global_rpm: 40 } };
    expect(await create({ config })).toMatchObject({ config: rpm(40) });
    expect(await create({})).toMatchObject({ version: 2, config: {} });
  });

  test("can return to an earlier version, which takes effect and keeps its number", async () => {
    await create(rpm(70));
    await create(rpm(60));
    expect(await activate(1)).toMatchObject({ status: 200, version: 1, active: true });
    expect(limitOf(await chatWith(key))).toBe(70);
    expect(await activate(1)).toMatchObject({ status: 200, version: 1, active: true });
    expect(await create(rpm(50))).toMatchObject({ version: 3 });
    expect((await rowsOf()).filter(({ active }) => active)).toHaveLength(1);
  });

  test("gets one version per parallel write, of which the last is active", async () => {
    const made = await Promise.all(Array.from({ length: 12 }, (_, index) => create(rpm(100 + index))));
    expect(made.map((one) => one.version).sort((one, next) => one - next)).toEqual(made.map((_, index) => index + 1));
    const last = made.find((one) => one.version === 12);
    expect(await read()).toMatchObject({ version: 12, config: last.config });
    expect(limitOf(await chatWith(key))).toBe(last.config.rate_limiting.rpm);
  });

  test("gets one version from parallel writes based on the same version, and the others conflict", async () => {
    const { version } = await create(rpm(5));
    const write = (limit: number) => create({ config: rpm(limit), base_version: version });
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => write(100 + index)));
    expect(made.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(409)]);
    expect(made.find(({ status }) => status === 409)).toMatchObject({
      code: "conflict",
      message: expect.stringContaining("Version 2 is active now"),
    });
    expect(await rowsOf()).toHaveLength(2);
  });

  test("is listed by version, page by page", async () => {
    for (const limit of [1, 2, 3]) await create(rpm(limit));
    const first = await list("?limit=2");
    expect([first.data.map((one: { version: number }) => one.version), first.has_more]).toEqual([[3, 2], true]);
    expect(first.data[0]).not.toHaveProperty("config");
    expect(await list("?after=2")).toMatchObject({ data: [{ version: 1, active: false }], has_more: false });
    expect(await list("?after=1")).toMatchObject({ data: [], has_more: false });
  });
});

describe("secrets of a configuration", () => {
  test("are never shown, and are sealed everywhere", async () => {
    const created = await create(openai());
    expect(created.config.providers.openai.api_key).toBe("sk-proj-****abcd");
    const shown = JSON.stringify([created, await read(), await version(1), await list(), await rowsOf()]);
    expect(shown + JSON.stringify(await world.redis.hget(SETTINGS, organization.id))).not.toContain("0123456789");
    expect(await create(openai("short-secret"))).toMatchObject({
      config: { providers: { openai: { api_key: "****" } } },
    });
  });

  test("stay unchanged when sent back masked", async () => {
    await create(openai());
    const { config } = await read();
    expect(await create({ ...config, ...rpm(9) })).toMatchObject({ status: 200, config: { ...config, ...rpm(9) } });
    expect(await ask("compareConfigVersions", "GET", "/versions/2/diff?compare_to=1")).toMatchObject({
      changes: [{ path: ["rate_limiting"], kind: "added" }],
    });
    const strange = await create({ providers: { openai: { api_key: "sk-proj-****efgh" } } });
    expect(strange).toMatchObject({ status: 400, param: "providers.openai.api_key" });
  });

  test("that cannot be opened any more prevent a return to their version", async () => {
    await create(openai());
    await create(rpm(5));
    const secret = process.env.AUTH_SECRET;
    process.env.AUTH_SECRET = "another secret of more than thirty-two characters";
    expect(await activate(1)).toMatchObject({ status: 400, message: expect.stringMatching(/AUTH_SECRET/) });
    expect(await version(1)).toMatchObject({ config: { providers: { openai: { api_key: "****" } } } });
    process.env.AUTH_SECRET = secret;
    expect(await read()).toMatchObject({ version: 2 });
  });
});

test("versions are compared, with their secrets masked", async () => {
  await create({ ...openai(), ...rpm(5) });
  await create({ ...openai("sk-proj-9876543210-secret-abcd"), tracing: "off", ...rpm(6) });
  const { changes, ...rest } = await ask("compareConfigVersions", "GET", "/versions/2/diff?compare_to=1");
  expect(rest).toEqual({ status: 200, version: 2, compare_to: 1 });
  expect(changes).toEqual([
    {
      path: ["providers", "openai", "api_key"],
      kind: "changed",
      before: "sk-proj-****abcd",
      after: "sk-proj-****abcd",
    },
    { path: ["rate_limiting", "rpm"], kind: "changed", before: 5, after: 6 },
    { path: ["tracing"], kind: "added", before: null, after: "off" },
  ]);
  const whole = await ask("compareConfigVersions", "GET", "/versions/1/diff");
  expect(whole.changes.map(({ kind }: { kind: string }) => kind)).toEqual(["added", "added"]);
});

test("a preview shows the changes, or all problems, and stores nothing", async () => {
  const preview = (config: object) => ask("previewOrganizationConfig", "POST", "/preview", { config });
  expect(await preview(rpm(5))).toMatchObject({ status: 200, compare_to: null, changes: [{ kind: "added" }] });
  await create({ ...openai(), ...rpm(5) });
  const { config } = await read();
  expect(await preview(config)).toEqual({ status: 200, compare_to: 1, problems: [], changes: [] });
  const change = await preview({ ...config, providers: { openai: { api_key: "sk-proj-9876543210-secret-abcd" } } });
  expect(change.changes.map(({ path }: { path: string[] }) => path.join("."))).toEqual([
    "providers.openai.api_key",
    "providers.openai.models",
    "providers.openai.timeout",
  ]);
  expect(JSON.stringify(change)).not.toContain("9876543210");
  const { problems } = await preview({ rate_limiting: { rpm: -1 }, budgets: { org_budget: { limit: 1 } } });
  expect(problems).toEqual([
    { field: "rate_limiting.rpm", message: "Must be a whole number, 0 or more." },
    { field: "budgets.org_budget.period", message: "This field is required." },
  ]);
  const moved = { providers: { openai: { ...config.providers.openai, base_url: "https://x.test" } } };
  expect(await preview(moved)).toMatchObject({
    problems: [{ field: "providers.openai.api_key", message: expect.stringMatching(/^Is masked, and its address/) }],
  });
  expect(await rowsOf()).toHaveLength(1);
});

describe("refused without a write", () => {
  test.each([
    ["broken JSON", "{", 400, "invalid_json", null],
    ["an unknown section", { limits: {} }, 400, "invalid_request_error", "limits"],
    ["an unknown member", { rate_limiting: { rps: 1 } }, 400, "invalid_request_error", "rate_limiting.rps"],
    ["a limit below 0", { config: rpm(-1) }, 400, "invalid_request_error", "rate_limiting.rpm"],
    ["a section beside `config`", { config: {}, tracing: "off" }, 400, "invalid_request_error", "tracing"],
    [
      "a provider of a name that is built in",
      { providers: { sandbox: {} } },
      400,
      "invalid_request_error",
      "providers.sandbox",
    ],
    ["an invalid map", { model_map: { fast: 5 } }, 400, "invalid_request_error", "model_map.fast"],
    ["a name for another name", { model_map: { a: "b", b: "x/y" } }, 400, "invalid_request_error", "model_map.a"],
    ["a long configuration", { model_map: { a: "x".repeat(300_000) } }, 413, "request_too_large", null],
  ])("%s", async (_name, body, status, code, param) => {
    expect(await create(body)).toMatchObject({ status, code, param });
    expect(await rowsOf()).toEqual([]);
  });

  test("missing organizations and versions", async () => {
    await create(rpm(5));
    const gone = randomUUID();
    expect(await create(rpm(5), gone)).toMatchObject({ status: 404, code: "not_found" });
    expect(await ask("listConfigVersions", "GET", "/versions", undefined, gone)).toMatchObject({ status: 404 });
    expect(await ask("getOrganizationConfig", "GET", "", undefined, gone)).toMatchObject({ status: 404 });
    expect(await activate(2)).toMatchObject({ status: 404, code: "not_found" });
    expect(await version(2)).toMatchObject({ status: 404 });
    expect(await ask("compareConfigVersions", "GET", "/versions/1/diff?compare_to=2")).toMatchObject({ status: 404 });
    expect(await ask("getConfigVersion", "GET", "/versions/first")).toMatchObject({ status: 400, param: "version" });
  });

  test("a change that Redis does not accept", async () => {
    await create(rpm(5));
    const url = process.env.UPSTASH_REDIS_REST_URL;
    process.env.UPSTASH_REDIS_REST_URL = "http://127.0.0.1:9";
    expect(await create(rpm(6))).toMatchObject({ status: 503, code: "service_unavailable" });
    process.env.UPSTASH_REDIS_REST_URL = url;
    expect(await read()).toMatchObject({ version: 1 });
    expect(limitOf(await chatWith(key))).toBe(5);
  });
});

test("between the configuration file and the API, the last change wins", async () => {
  const folder = await mkdtemp(join(tmpdir(), "gateway-config-"));
  const path = join(folder, "gateway.yaml");
  const apply = async (limit: number | null) => {
    const own = `{"${organization.name}": {rate_limiting: {rpm: ${limit}}}}`;
    await writeFile(path, limit === null ? "{}" : `organizations: ${own}`);
    return [await applyConfigFile(path), limitOf(await chatWith(key))];
  };
  expect(await apply(30)).toEqual([[], 30]);
  await create(rpm(40));
  expect(await apply(30)).toEqual([[expect.stringMatching(/has since been configured through the API/)], 40]);
  expect(await apply(35)).toEqual([[], 35]);
  expect(await list()).toMatchObject({
    data: [{ origin: "config", version: 3 }, { origin: "api" }, { origin: "config" }],
  });
  expect(await apply(null)).toEqual([[], 6000]);
  expect(await read()).toMatchObject({ status: 404 });
  expect(await apply(35)).toEqual([[], 35]);
  await rm(folder, { recursive: true });
});
