import { expect, test } from "vitest";
import { agentDefinitions, gatewaySettings, secretMarks } from "@/db/schema";
import { createCaller, createOrganization, databaseOfEachTest } from "@/db/testing/factories";
import { seal } from "@/lib/auth/encryption";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { fitOf } from "@/lib/platform/sealed";
import { StartupError } from "@/lib/startup-error";
import { assertSecretFits, keepSecret } from "./check-secret";

const database = databaseOfEachTest();
const secret = "a secret for tests, long enough to be one";
const other = "another secret for tests, long enough to be one";
const start = async (candidate: string, isNew = false) => assertSecretFits(await fitOf(database.db, candidate), isNew);

const storeProvider = async (under: string, active = true) => {
  const apiKey = await seal("sk-provider", under);
  const config = { providers: { openai: { api_key: apiKey, models: [] } } };
  const { id: organizationId } = await createOrganization(database.db);
  await database.db.insert(gatewaySettings).values({ organizationId, version: 1, config, active, origin: "api" });
};

test("a database without sealed values accepts any secret", async () => {
  await start(secret);
  await start(other);
});

test("the first start records the secret; another secret is refused, also at the same moment", async () => {
  await keepSecret(database.db, secret, false);
  await keepSecret(database.db, secret, false);
  await expect(keepSecret(database.db, other, false)).rejects.toThrow(
    /AUTH_SECRET is not the one .*ASSAY_NEW_SECRET=true/,
  );
  await keepSecret(database.db, other, true);
  await keepSecret(database.db, other, false);
  await expect(keepSecret(database.db, secret, false)).rejects.toBeInstanceOf(StartupError);
  await database.db.delete(secretMarks);
  const both = await Promise.allSettled([secret, other].map((each) => keepSecret(database.db, each, false)));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("a refused start does not record its secret", async () => {
  await storeProvider(secret);
  await expect(keepSecret(database.db, other, false)).rejects.toBeInstanceOf(StartupError);
  expect(await database.db.select().from(secretMarks)).toEqual([]);
});

test("a provider key sealed with another secret stops the start, with instructions", async () => {
  await storeProvider(secret);
  await start(secret);
  const failure = await start(other).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toMatch(/AUTH_SECRET is not the one .*secrets\.json.*ASSAY_NEW_SECRET=true/);
  expect(String(failure)).not.toContain(other);
  await start(other, true);
});

test("a secret fits if it opens any active value, even if others do not open", async () => {
  await storeProvider(secret);
  await storeProvider(other);
  await start(secret);
  await start(other);
  await database.db.update(gatewaySettings).set({ active: false });
  await start("a third secret for tests, long enough to be one");
});

test("an agent's sealed secret counts as well", async () => {
  const { caller } = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const { organizationId, workspaceId } = caller;
  const secrets = { api_key: await seal("sk-agent", secret) };
  // Safe because nobody reads the rest of it here.
  const configuration = { agent_name: "Voice", agent_type: "voice" } as AgentConfiguration;
  await database.db.insert(agentDefinitions).values({ organizationId, workspaceId, configuration, secrets });
  await start(secret);
  await expect(start(other)).rejects.toBeInstanceOf(StartupError);
  await database.db.update(agentDefinitions).set({ deletedAt: new Date() });
  await start(other);
});
