import { readdirSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import {
  agentDefinitions,
  companySignIns,
  gatewayKeys,
  gatewaySettings,
  secondFactors,
  secretMarks,
  webhooks,
} from "@/db/schema";
import { createCaller, createOrganization, databaseOfEachTest } from "@/db/testing/factories";
import { seal, unseal } from "@/lib/auth/encryption";
import { sha256 } from "@/lib/auth/hash";
import type { AgentConfiguration } from "@/lib/contracts/simulation/configuration";
import { judgeKeyOf, moveJudgeKeys } from "@/lib/evaluation/judge/organization-key";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { fitOf } from "@/lib/platform/sealed";
import { keepSecret } from "./check-secret";
import { reseal } from "./reseal";

const database = databaseOfEachTest();
const former = "a former secret of the tests, long enough to be one";
const next = "the next secret of the tests, long enough to be one";
afterEach(() => vi.unstubAllEnvs());

async function fill(secret: string, db = database.db) {
  const organization = await createOrganization(db);
  const { caller } = await createCaller(db, organization, "Owner");
  const { organizationId, workspaceId, userId } = caller;
  const text = (value: string) => seal(value, secret);
  const config = {
    providers: { a: { api_key: await text("sk-a"), models: ["v1.not-sealed"] }, b: { api_key: await text("sk-b") } },
  };
  await db.insert(gatewaySettings).values([
    {
      organizationId,
      version: 1,
      config: { providers: { old: { api_key: await text("sk-old") } } },
      active: false,
      origin: "api",
    },
    { organizationId, version: 2, config, active: true, origin: "api" },
  ]);
  // Safe because nobody reads the rest of it here.
  const configuration = { agent_name: "Voice", agent_type: "voice" } as AgentConfiguration;
  const secrets = { api_key: await text("sk-agent") };
  await db.insert(agentDefinitions).values({ organizationId, workspaceId, configuration, secrets });
  await db.insert(webhooks).values({
    organizationId,
    url: "https://example.com",
    events: [],
    format: "standard",
    secret: await text("whsec"),
  });
  await db.insert(secondFactors).values({ userId: userId ?? "", secret: await text("TOTP") });
  const provider = { issuer: "https://login.example.com", clientId: "assay", role: "Member" as const };
  await db.insert(companySignIns).values({ organizationId, ...provider, clientSecret: await text("company") });
  return { organizationId };
}

/** Every sealed text of the database, opened by one secret. */
async function openedBy(secret: string): Promise<string[]> {
  const { db } = database;
  const stored = JSON.stringify([
    await db.select({ config: gatewaySettings.config }).from(gatewaySettings),
    await db.select({ secrets: agentDefinitions.secrets }).from(agentDefinitions),
    await db.select({ secret: webhooks.secret }).from(webhooks),
    await db.select({ secret: secondFactors.secret }).from(secondFactors),
    await db.select({ secret: companySignIns.clientSecret }).from(companySignIns),
  ]);
  const texts = [...stored.matchAll(/"(v1\.[^"]{20,})"/g)].map(([, text = ""]) => text);
  const opened = await Promise.allSettled(texts.map((text) => unseal(text, secret)));
  return opened.flatMap((each) => (each.status === "fulfilled" ? [each.value] : [])).sort();
}

const everything = ["TOTP", "company", "sk-a", "sk-agent", "sk-b", "sk-old", "whsec"];

test("every secret is sealed again, once; then the former secret opens nothing", async () => {
  await fill(former);
  await keepSecret(database.db, former, false);
  // A server with the new secret starts, and both open everything.
  await keepSecret(database.db, next, false, [former]);
  expect(await fitOf(database.db, next)).toBe("does not fit");
  expect(await reseal(database.db, [next, former])).toEqual({ resealed: 7, unreadable: 0, left: 0 });
  expect(await openedBy(next)).toEqual(everything);
  expect(await openedBy(former)).toEqual([]);
  expect(await fitOf(database.db, next)).toBe("fits");
  expect(await fitOf(database.db, former)).toBe("does not fit");
  expect(await database.db.select().from(secretMarks)).toHaveLength(1);
  expect(await reseal(database.db, [next, former])).toEqual({ resealed: 0, unreadable: 0, left: 0 });
});

test("values that neither secret opens stay unchanged and are counted", async () => {
  await fill(former);
  await fill("a third secret of the tests, long enough to be one");
  expect(await reseal(database.db, [next, former])).toEqual({ resealed: 7, unreadable: 7, left: 0 });
});

test("an interrupted resealing continues where it stopped", async () => {
  await fill(former);
  const [factor] = await database.db.select().from(secondFactors);
  await database.db.execute(
    sql`update second_factors set secret = ${await seal("TOTP", next)} where user_id = ${factor?.userId}`,
  );
  expect(await reseal(database.db, [next, former])).toMatchObject({ resealed: 6 });
  expect(await openedBy(next)).toEqual(everything);
});

test("many rows are resealed in batches", async () => {
  const { organizationId } = await fill(former);
  const secret = await seal("whsec", former);
  const row = { organizationId, url: "https://example.com", events: [], format: "standard" as const, secret };
  await database.db.insert(webhooks).values(Array.from({ length: 450 }, () => row));
  expect(await reseal(database.db, [next, former])).toMatchObject({ resealed: 457, left: 0 });
});

test("a judge's key follows the secret, and the former key is refused", async () => {
  // The gateway's copies of keys are in a Redis of the test's own.
  const world = await startTestGateway();
  try {
    const { db } = world;
    const { organizationId } = await fill(former, db);
    const other = await fill(former, db);
    const rows = async () => db.select().from(gatewayKeys);
    const keyWith = async (secret: string, of: string) => {
      vi.stubEnv("AUTH_SECRET", secret);
      return judgeKeyOf(db, of);
    };
    const old = await keyWith(former, organizationId);
    await keyWith(former, other.organizationId);
    // Of this organization a judge was called by a server with the new secret already.
    await keyWith(next, other.organizationId);
    expect(await moveJudgeKeys(db, next, former)).toBe(2);
    const live = (await rows()).filter(({ revokedAt }) => revokedAt === null);
    expect(live.map(({ keyHash }) => keyHash).sort()).toEqual(
      [sha256(await keyWith(next, organizationId)), sha256(await keyWith(next, other.organizationId))].sort(),
    );
    expect(live.map(({ keyHash }) => keyHash)).not.toContain(sha256(old));
    expect(await rows()).toHaveLength(3);
  } finally {
    await world.close();
  }
});

test("every file that seals values is in the list", () => {
  const sealing = readdirSync("lib", { recursive: true, encoding: "utf8" })
    .map((file) => `lib/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !/test|^lib\/auth\/encryption/.test(file))
    .filter((file) => /\bseal\(/.test(readFileSync(file, "utf8")))
    .sort();
  expect(sealing).toEqual([
    "lib/accounts/company/company-sign-in.ts",
    "lib/accounts/mailed-invitation.ts", // of a job's event, which a former secret opens as long as it is named
    "lib/accounts/second-factor.ts",
    "lib/gateway-admin/configs/secrets.ts",
    "lib/notifications/webhooks/webhooks.ts",
    "lib/provisioning/check-secret.ts",
    "lib/provisioning/reseal.ts",
    "lib/simulation/agents/secrets.ts",
  ]);
});
