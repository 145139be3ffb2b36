import { and, eq, isNull } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { agentDefinitions, agentVersions, projects } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import * as agentVersionsContracts from "@/lib/contracts/simulation/agent-versions";
import * as contracts from "@/lib/contracts/simulation/agents";
import {
  createAgentDefinition,
  deleteAgentDefinition,
  deleteAgentDefinitions,
  editAgentDefinition,
  getAgentDefinition,
  listAgentDefinitions,
} from "./agents";
import { versionForRun } from "./loaders";
import { openSecrets } from "./secrets";
import {
  activateAgentVersion,
  compareAgentVersions,
  createAgentVersion,
  deleteAgentVersion,
  getAgentVersion,
  listAgentVersions,
  restoreAgentVersion,
} from "./versions";

const database = suiteDatabase();
let context: Context;
let other: Context;
beforeAll(async () => {
  vi.stubEnv("AUTH_SECRET", "a secret for tests, long enough to be one");
  context = await createCaller(database.db, await createOrganization(database.db));
  other = await createCaller(database.db, await createOrganization(database.db));
});

afterAll(() => vi.unstubAllEnvs());

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => error,
  );
const SECRET = "sk-live-0123456789";
const voice = {
  agentName: "Desk",
  agentType: "voice",
  provider: "vapi",
  apiKey: SECRET,
  assistantId: "asst_1",
  contactNumber: "+4930123456",
  countryCode: "49",
  language: "en",
  knowledgeBase: "",
  inbound: true,
  description: "Answers where parcels are.",
  commitMessage: "First",
  observabilityEnabled: false,
};
const text = { agent_name: "Writer", agent_type: "text" };
const create = (body: object, by = context) =>
  createAgentDefinition(by, contracts.createAgentDefinition.body.parse(body));
const version = (agent_id: string, body: object, by = context) =>
  createAgentVersion(by, { agent_id, ...agentVersionsContracts.createAgentVersion.body.parse(body) });
const edit = (agent_id: string, body: object) =>
  editAgentDefinition(context, { agent_id, ...contracts.editAgentDefinition.body.parse(body) });
const list = (query: object, by = context) =>
  listAgentDefinitions(by, contracts.listAgentDefinitions.query.parse(query));
const versionsIn = (agentId: string) =>
  database.db.select().from(agentVersions).where(eq(agentVersions.agentId, agentId));
const storedSecrets = async (agentId: string) => {
  const [row] = await database.db.select().from(agentDefinitions).where(eq(agentDefinitions.id, agentId));
  return openSecrets(row?.secrets ?? {});
};

describe("a new agent", () => {
  test("shows its key masked, and its version 1 is active and holds no secret (case 42)", async () => {
    const { agent, message } = await create(voice);
    expect(message).toBe("Agent definition created successfully");
    expect(agent).toMatchObject({
      agent_name: "Desk",
      api_key: "sk-l...6789",
      authentication_method: "api_key",
      knowledge_base: null,
      country_code: "49",
      latest_version: 1,
      has_unversioned_changes: false,
    });
    const [stored] = await versionsIn(agent.id);
    expect(stored).toMatchObject({ number: 1, status: "active", commitMessage: "First" });
    expect(JSON.stringify(stored)).not.toContain(SECRET);
    expect(await openSecrets(stored?.secrets ?? {})).toEqual({ api_key: SECRET });
    const shown = await getAgentVersion(context, { agent_id: agent.id, version_id: agent.latest_version_id });
    expect(shown.configuration_snapshot).not.toHaveProperty("api_key");
    expect(shown).toMatchObject({ api_key: "sk-l...6789", version_name: "v1", score: null, pass_rate: null });
  });

  test("as text needs no provider or number and has no credentials (case 43)", async () => {
    const { agent } = await create(text);
    expect(agent).toMatchObject({ target: { type: "client" }, api_key: "", provider: null });
    const [stored] = await versionsIn(agent.id);
    expect(stored).toMatchObject({ secrets: {}, commitMessage: "Initial version" });
    expect(await getAgentVersion(context, { agent_id: agent.id, version_id: stored?.id ?? "" })).not.toHaveProperty(
      "api_key",
    );
  });

  test.each([
    ["without a name", { ...text, agent_name: undefined }, "agent_name"],
    ["without a type", { ...text, agent_type: undefined }, "agent_type"],
    ["of an unknown type", { ...text, agentType: "smoke", agent_type: undefined }, "agentType"],
    ["with a blank message", { ...text, commit_message: " " }, "commit_message"],
    ["in an unknown language", { ...text, language: "xx" }, "language"],
    ["in no language", { ...text, languages: [] }, "languages"],
    ["with a number of letters", { ...voice, contactNumber: "030-12345678" }, "contactNumber"],
    ["with a target of no type", { ...text, target: { type: "carrier pigeon" } }, "target"],
    ["with a webhook without an address", { ...text, target: { type: "webhook" } }, "target"],
    ["with too many calls at once", { ...text, livekitMaxConcurrency: 1000 }, "livekitMaxConcurrency"],
  ])("%s is refused by the contract, which names the field (case 44)", (_, body, field) => {
    const parsed = contracts.createAgentDefinition.body.safeParse(body);
    expect(parsed.error?.issues.map(({ path }) => path[0])).toEqual([field]);
  });

  test.each([
    ["as voice without a provider", { ...voice, provider: "" }, "provider"],
    [
      "as voice without a number and an assistant",
      { ...voice, contactNumber: null, assistantId: null },
      "contact_number",
    ],
    ["as voice that calls without a key", { ...voice, inbound: false, apiKey: "" }, "api_key"],
    ["at a private address", { ...text, target: { type: "webhook", url: "http://127.0.0.1:8080/turn" } }, "target.url"],
    [
      "at a private name",
      { ...text, target: { type: "chat_completions", url: "http://agent.internal/v1", model: "m" } },
      "target.url",
    ],
  ])("%s gets a 400 that names the field (case 44)", async (_, body, field) => {
    expect(await refusal(create(body))).toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: [expect.any(String)] } },
    });
  });

  test("may have a private address that the operator allows", async () => {
    vi.stubEnv("ASSAY_ALLOWED_HOSTS", "agent.internal:8080, 127.0.0.1");
    try {
      for (const url of ["http://127.0.0.1:9/turn", "http://agent.internal:8080/turn"])
        expect((await create({ ...text, target: { type: "webhook", url } })).agent.target).toMatchObject({ url });
      expect(
        await refusal(create({ ...text, target: { type: "webhook", url: "http://agent.internal/turn" } })),
      ).toMatchObject({ kind: "invalid" });
    } finally {
      vi.stubEnv("ASSAY_ALLOWED_HOSTS", undefined);
    }
  });

  test("with a webhook shows its signing secret once", async () => {
    const target = { type: "webhook", url: "https://agent.example.com/turn" };
    const { agent, webhook_secret } = await create({ ...text, target });
    expect(webhook_secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(agent.webhook_secret).toBe(`whse...${webhook_secret?.slice(-4)}`);
    expect(await version(agent.id, { description: "x" })).not.toHaveProperty("webhook_secret");
    expect((await storedSecrets(agent.id)).webhook_secret).toBe(webhook_secret);
    const rotated = await version(agent.id, { rotate_webhook_secret: true });
    expect(rotated.webhook_secret).toMatch(/^whsec_/);
    expect((await storedSecrets(agent.id)).webhook_secret).toBe(rotated.webhook_secret);
    expect(rotated.webhook_secret).not.toBe(webhook_secret);
  });

  test("that is observed gets a project for its traces", async () => {
    const { agent } = await create({ ...voice, agentName: "Observed", observabilityEnabled: true });
    const [project] = await database.db
      .select()
      .from(projects)
      .where(and(eq(projects.name, "Observed"), eq(projects.organizationId, context.caller.organizationId)));
    expect(agent.observability_provider).toBe(project?.id);
    await version(agent.id, { description: "still observed" });
    expect((await getAgentDefinition(context, { agent_id: agent.id })).observability_provider).toBe(project?.id);
    await version(agent.id, { observability_enabled: false });
    expect((await getAgentDefinition(context, { agent_id: agent.id })).observability_provider).toBeNull();
  });
});

describe("the list of agents", () => {
  test("can be searched, filtered and pinned, and shows the latest version (case 45)", async () => {
    const owner = await createCaller(database.db, await createOrganization(database.db));
    const ids: Record<string, string> = {};
    for (const name of ["Parcels", "Refunds", "100%"])
      ids[name] = (await create({ ...text, agent_name: name }, owner)).agent.id;
    await create({ ...voice, agentName: "Parcels by phone" }, owner);
    const names = async (query: object) => (await list(query, owner)).results.map(({ agent_name }) => agent_name);
    expect(await names({})).toEqual(["Parcels by phone", "100%", "Refunds", "Parcels"]);
    expect(await names({ search: "parcel" })).toEqual(["Parcels by phone", "Parcels"]);
    expect(await names({ search: "0%" })).toEqual(["100%"]);
    expect(await names({ agent_type: "voice" })).toEqual(["Parcels by phone"]);
    expect(await names({ agent_definition_id: ids.Parcels, limit: 2 })).toEqual(["Parcels", "Parcels by phone"]);
    const second = await version(ids.Refunds ?? "", {}, owner);
    const [found] = (await list({ search: "refunds" }, owner)).results;
    expect(found).toMatchObject({ latest_version: 2, latest_version_id: second.version.id });
    expect(found).not.toHaveProperty("api_key");
    expect(await refusal(list({ page: 3, limit: 2 }, owner))).toMatchObject({ kind: "notFound" });
    expect(contracts.listAgentDefinitions.query.safeParse({ colour: "red" }).success).toBe(false);
    expect((await list({}, other)).count).toBe(0);
  });
});

describe("an agent", () => {
  test("shows its versions until it is deleted (case 46)", async () => {
    const { agent } = await create(text);
    await version(agent.id, { description: "better" });
    const shown = await getAgentDefinition(context, { agent_id: agent.id });
    expect(shown).toMatchObject({ version_count: 2, active_version: { version_number: 2 }, description: "better" });
    expect(shown.versions.map(({ version_number }) => version_number)).toEqual([2, 1]);
    expect(await refusal(getAgentDefinition(other, { agent_id: agent.id }))).toMatchObject({ kind: "notFound" });
    await deleteAgentDefinition(context, { agent_id: agent.id });
    expect(await refusal(getAgentDefinition(context, { agent_id: agent.id }))).toMatchObject({ kind: "notFound" });
  });

  test("can be edited in part, and keeps a secret that comes back masked (case 47)", async () => {
    const { agent } = await create(voice);
    for (const mask of [agent.api_key, "****", "********", "abcd...wxyz"]) {
      const edited = await edit(agent.id, { apiKey: mask, description: mask });
      expect(edited.agent).toMatchObject({ api_key: agent.api_key, description: mask, assistant_id: "asst_1" });
    }
    expect(await storedSecrets(agent.id)).toEqual({ api_key: SECRET });
    expect((await getAgentDefinition(context, { agent_id: agent.id })).has_unversioned_changes).toBe(true);
    expect((await edit(agent.id, { api_key: "" })).agent.api_key).toBe("");
    expect(await refusal(edit(agent.id, { inbound: false }))).toMatchObject({
      detail: { fields: { api_key: [expect.any(String)] } },
    });
    expect((await versionsIn(agent.id))[0]?.configuration.description).toBe(voice.description);
  });

  test("keeps each masked header, but does not send it to a new address", async () => {
    const { agent } = await create({
      ...voice,
      websocketUrl: "wss://calls.example.com",
      websocketHeaders: { authorization: `Bearer ${SECRET}`, "x-team": "parcels-and-post" },
    });
    expect(agent.websocket_headers).toEqual({ authorization: "Bear...6789", "x-team": "parc...post" });
    await edit(agent.id, { websocket_headers: { authorization: "Bear...6789", "x-new": "abc" } });
    expect(JSON.parse((await storedSecrets(agent.id)).websocket_headers ?? "")).toEqual({
      authorization: `Bearer ${SECRET}`,
      "x-new": "abc",
    });
    const elsewhere = {
      websocket_url: "wss://elsewhere.example.com",
      websocket_headers: { authorization: "Bear...6789", "x-new": "abc" },
    };
    expect(await refusal(edit(agent.id, elsewhere))).toMatchObject({
      detail: { fields: { websocket_headers: [expect.any(String)] } },
    });
  });

  test("can be deleted once, with its versions (case 49)", async () => {
    const { agent } = await create(text);
    await deleteAgentDefinition(context, { agent_id: agent.id });
    expect((await versionsIn(agent.id)).every(({ deletedAt }) => deletedAt)).toBe(true);
    expect(await refusal(deleteAgentDefinition(context, { agent_id: agent.id }))).toMatchObject({ kind: "notFound" });
  });

  test("can be deleted with others, and unknown ids are ignored (case 48)", async () => {
    const ids = [(await create(text)).agent.id, (await create(text)).agent.id];
    await version(ids[0] ?? "", {});
    expect(contracts.deleteAgentDefinitions.body.safeParse({ agent_ids: [] }).success).toBe(false);
    expect(contracts.deleteAgentDefinitions.body.safeParse({}).success).toBe(false);
    expect(await deleteAgentDefinitions(other, { agent_ids: ids })).toMatchObject({
      agents_updated: 0,
      versions_updated: 0,
    });
    const requestedIds = [...ids, crypto.randomUUID()];
    expect(await deleteAgentDefinitions(context, { agent_ids: requestedIds })).toMatchObject({
      agents_updated: 2,
      versions_updated: 3,
    });
    expect(await deleteAgentDefinitions(context, { agent_ids: requestedIds })).toMatchObject({ agents_updated: 0 });
  });
});

describe("an agent version", () => {
  test("takes the next number, archives the one before, and updates the agent (case 50)", async () => {
    const { agent } = await create(voice);
    const base = crypto.randomUUID();
    const made = await version(agent.id, {
      description: "Second",
      knowledge_base: base,
      api_key: "****",
      commit_message: "Better",
    });
    expect(made.message).toBe("Agent version created successfully");
    expect(made.version).toMatchObject({
      version_number: 2,
      version_name: "v2",
      status: "active",
      is_latest: true,
      commit_message: "Better",
      api_key: agent.api_key,
      configuration_snapshot: {
        description: "Second",
        knowledge_base: base,
        assistant_id: "asst_1",
        commit_message: "Better",
      },
    });
    const { results } = await listAgentVersions(context, { agent_id: agent.id, page: 1 });
    expect(results.map(({ status, is_active }) => [status, is_active])).toEqual([
      ["active", true],
      ["archived", false],
    ]);
    const found = async (search: string) => {
      const { count, results: named } = await listAgentVersions(context, { agent_id: agent.id, page: 1, search });
      return [count, ...named.map(({ version_name_display }) => version_name_display)];
    };
    expect(await found("better")).toEqual([1, "v2: Better"]);
    expect(await found("V2: b")).toEqual([1, "v2: Better"]);
    expect(await found("v")).toEqual([2, "v2: Better", results[1]?.version_name_display]);
    expect(await found("%")).toEqual([0]);
    const shown = await getAgentDefinition(context, { agent_id: agent.id });
    expect(shown).toMatchObject({ description: "Second", has_unversioned_changes: false });
    expect(await refusal(version(crypto.randomUUID(), {}))).toMatchObject({ kind: "notFound" });
    expect(await refusal(version(agent.id, {}, other))).toMatchObject({ kind: "notFound" });
    expect(agentVersionsContracts.createAgentVersion.body.safeParse({ agent_name: "" }).success).toBe(false);
  });

  test("created concurrently gets its own number, and only the newest is active", async () => {
    const { agent } = await create(text);
    await Promise.all(Array.from({ length: 8 }, (_, index) => version(agent.id, { description: `By ${index}` })));
    const rows = await versionsIn(agent.id);
    expect(rows.map(({ number }) => number).toSorted((one, two) => one - two)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(rows.filter(({ status }) => status === "active").map(({ number }) => number)).toEqual([9]);
  });

  test("can replace the active one, cannot be deleted while active, and can be restored (case 51)", async () => {
    const { agent } = await create({ ...voice, description: "First" });
    const second = (await version(agent.id, { description: "Second", api_key: "sk-other-9876543210" })).version;
    const first = { agent_id: agent.id, version_id: agent.latest_version_id };
    const activated = await activateAgentVersion(context, first);
    expect(activated.version).toMatchObject({ version_number: 1, is_active: true, is_latest: false });
    expect((await versionsIn(agent.id)).filter(({ status }) => status === "active")).toHaveLength(1);
    expect((await getAgentDefinition(context, { agent_id: agent.id })).description).toBe("Second");
    expect(await refusal(deleteAgentVersion(context, first))).toMatchObject({ kind: "invalid" });
    const restored = await restoreAgentVersion(context, first);
    expect(restored.agent).toMatchObject({
      description: "First",
      api_key: "sk-l...6789",
      has_unversioned_changes: false,
    });
    await deleteAgentVersion(context, { agent_id: agent.id, version_id: second.id });
    expect(await refusal(getAgentVersion(context, { agent_id: agent.id, version_id: second.id }))).toMatchObject({
      kind: "notFound",
    });
    expect((await version(agent.id, {})).version.version_number).toBe(3);
  });

  test("is compared field by field, and of secrets only the difference is shown", async () => {
    const { agent } = await create({
      ...text,
      api_key: SECRET,
      target: { type: "description", model: "sandbox/echo" },
    });
    const made = await version(agent.id, {
      description: "Second",
      api_key: "sk-other-9876543210",
      target: { type: "description", model: "sandbox/other" },
    });
    const body = { agent_id: agent.id, version_id: made.version.id };
    const { changes, from, to } = await compareAgentVersions(context, body);
    expect([from?.version_number, to.version_number]).toEqual([1, 2]);
    expect(changes).toEqual([
      { field: "description", kind: "changed", from: "", to: "Second" },
      { field: "target.model", kind: "changed", from: "sandbox/echo", to: "sandbox/other" },
      { field: "api_key", kind: "changed", from: "sk-l...6789", to: "sk-o...3210" },
    ]);
    const first = agent.latest_version_id;
    const back = await compareAgentVersions(context, {
      agent_id: agent.id,
      version_id: first,
      compare_to: body.version_id,
    });
    expect(back.changes[0]).toEqual({ field: "description", kind: "changed", from: "Second", to: "" });
    const whole = await compareAgentVersions(context, { agent_id: agent.id, version_id: first });
    expect(whole.from).toBeNull();
    expect(whole.changes.every(({ kind, from: before }) => kind === "added" && !before)).toBe(true);
    const foreign = (await create(text)).agent.latest_version_id;
    expect(await refusal(compareAgentVersions(context, { ...body, compare_to: foreign }))).toMatchObject({
      kind: "notFound",
    });
  });
});

describe("B3.2 the agent's version is pinned, and never null", () => {
  const pinned = (agentId: string, versionId: string | null, by = context) =>
    versionForRun(database.db, by.caller, agentId, versionId);

  test("without a version, the active one is used, even if it is not the latest", async () => {
    const { agent } = await create(text);
    expect((await pinned(agent.id, null)).version.number).toBe(1);
    await version(agent.id, {});
    expect((await pinned(agent.id, null)).version.number).toBe(2);
    await activateAgentVersion(context, { agent_id: agent.id, version_id: agent.latest_version_id });
    expect((await pinned(agent.id, null)).version.number).toBe(1);
    const { active_version_id } = await getAgentDefinition(context, { agent_id: agent.id });
    expect(active_version_id).toBe(agent.latest_version_id);
  });

  test("versions of other agents or organizations, and deleted ones, are not found", async () => {
    const { agent } = await create(text);
    const stranger = (await create(text)).agent.latest_version_id;
    for (const [id, by] of [
      [stranger, context],
      [crypto.randomUUID(), context],
      [agent.latest_version_id, other],
    ] as const)
      expect(await refusal(pinned(agent.id, id, by))).toMatchObject({ kind: "notFound" });
    await version(agent.id, {});
    await deleteAgentVersion(context, { agent_id: agent.id, version_id: agent.latest_version_id });
    expect(await refusal(pinned(agent.id, agent.latest_version_id))).toMatchObject({ kind: "notFound" });
  });

  test("the database refuses a second active version", async () => {
    const { agent } = await create(text);
    await version(agent.id, {});
    const both = database.db
      .update(agentVersions)
      .set({ status: "active" })
      .where(and(eq(agentVersions.agentId, agent.id), isNull(agentVersions.deletedAt)));
    expect(await refusal(both)).not.toBeNull();
  });
});
