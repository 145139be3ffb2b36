// A start behind a pooler in transaction mode: everything works with PostgreSQL's own address beside it, and nothing is begun
// without.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { readAddress } from "@/db/address";
import { connection } from "@/db/client";
import { migrate } from "@/db/migrate";
import { createDatabase, type TestDatabase } from "@/db/testing/database";
import { createCaller, createOrganization } from "@/db/testing/factories";
import { inviteMember, listInvitations } from "@/lib/accounts/invitations";
import { parseEnvironment } from "@/lib/env";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { StartupError } from "@/lib/startup-error";
import { startEmbedded } from "./start";
import { StopStack } from "./stop-stack";

let database: TestDatabase;
let pooled: string;
let directory: string;
let stops = new StopStack();
beforeAll(async () => {
  database = await createDatabase();
  pooled = readAddress(database.url).url;
  directory = await mkdtemp(join(tmpdir(), "assay-start-"));
});
afterEach(async () => {
  await stops.stopAll(10_000);
  stops = new StopStack();
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await database?.drop();
  await rm(directory, { recursive: true, force: true });
});

async function start(values: Record<string, string>): Promise<string[]> {
  const changed = ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN", "INNGEST_BASE_URL"];
  for (const name of ["DATABASE_URL", "INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY", ...changed])
    vi.stubEnv(name, undefined);
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const prepare = (databaseUrl: string) => migrate(databaseUrl, storeBuiltIns);
  await startEmbedded({ environment: parseEnvironment(values), dataDirectory: directory, stops, log, prepare });
  return lines;
}

test("behind a pooler without a direct address, the start fails and explains why", async () => {
  const failure = await start({ DATABASE_URL: pooled }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toMatch(/DATABASE_URL is a pooler in transaction mode.*set DATABASE_DIRECT_URL/);
});

test("a direct address that also leads to the pooler is refused", async () => {
  const failure = await start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: pooled }).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartupError);
  expect(String(failure)).toMatch(/DATABASE_DIRECT_URL is a pooler in transaction mode/);
});

test("with Inngest, no direct address is needed", async () => {
  const keys = { INNGEST_EVENT_KEY: "a-key", INNGEST_SIGNING_KEY: "signkey-test-00" };
  const lines = await start({ DATABASE_URL: pooled, ...keys });
  expect(lines).toContainEqual(expect.stringMatching(/^PostgreSQL: .*through a pooler in transaction mode\)$/));
});

test("with a direct address, invitations, sixty parallel reads, jobs and a restart work", async () => {
  for (const _ of ["first start", "second start"]) {
    await start({ DATABASE_URL: pooled, DATABASE_DIRECT_URL: database.directUrl });
    expect(readAddress(process.env.DATABASE_URL ?? "").isShared).toBe(true);
    const { db } = connection();
    const owner = await createCaller(db, await createOrganization(db), "Owner");
    for (let number = 0; number < 5; number += 1) {
      const { invitation } = await inviteMember(owner, { email: `${number}@example.test`, role: "Member" });
      const [listed] = (await listInvitations(owner, { page: 1, limit: 1 })).results;
      expect(listed?.id).toBe(invitation.id);
    }
    const reads = Array.from({ length: 60 }, () => listInvitations(owner, { page: 1, limit: 10 }));
    for (const { count } of await Promise.all(reads)) expect(count).toBe(5);
    const runs = () => db.execute(sql`select 1 from jobs.crons`);
    await expect.poll(async () => (await runs()).length).toBeGreaterThan(0);
    await stops.stopAll(10_000);
    stops = new StopStack();
  }
});
