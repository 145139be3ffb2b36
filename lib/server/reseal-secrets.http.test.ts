// The command, on a database that servers have filled under the former secret.
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { webhooks } from "@/db/schema";
import { createDatabase } from "@/db/testing/database";
import { createOrganization } from "@/db/testing/factories";
import { seal, unseal } from "@/lib/auth/encryption";
import { type EmbeddedRedis, startRedis } from "@/lib/embedded/redis/start";
import { withoutSettings } from "./testing/own-server";

const former = "a former secret of the tests, long enough to be one";
const next = "the next secret of the tests, long enough to be one";
let database: Awaited<ReturnType<typeof createDatabase>>;
let redis: EmbeddedRedis;
beforeAll(async () => {
  database = await createDatabase();
  redis = await startRedis();
});
afterAll(async () => {
  await redis.stop();
  await database.drop();
});

async function reseal(settings: Record<string, string>) {
  const env = { ...withoutSettings(), NODE_ENV: "test" as const, ...settings };
  const options = { cwd: join(import.meta.dirname, "../.."), env };
  return promisify(execFile)(process.execPath, ["scripts/reseal.mjs"], options).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    (error) => ({ code: error.code, stdout: error.stdout, stderr: error.stderr }),
  );
}

test("reports what it has done, or which setting it needs", async () => {
  const { db, close } = connect(database.url, 1);
  const { id: organizationId } = await createOrganization(db);
  const row = { organizationId, url: "https://example.com", events: [], format: "standard" as const };
  await db.insert(webhooks).values({ ...row, secret: await seal("whsec", former) });
  const settings = {
    DATABASE_URL: database.url,
    AUTH_SECRET: next,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
  };
  expect(await reseal(settings)).toMatchObject({ code: 1, stderr: expect.stringContaining("AUTH_SECRET_OTHER") });
  const both = { ...settings, AUTH_SECRET_OTHER: former };
  expect(await reseal(both)).toMatchObject({ code: 0, stdout: "Secrets encrypted again: 1. Left: 0.\n" });
  const [stored] = await db.select().from(webhooks);
  expect(await unseal(stored?.secret ?? "", next)).toBe("whsec");
  await db
    .insert(webhooks)
    .values({ ...row, secret: await seal("lost", "a third secret of the tests, long enough to be one") });
  expect(await reseal(both)).toMatchObject({
    code: 1,
    stdout: "Secrets encrypted again: 0. Left: 0. Opened by neither secret, and to be entered again: 1.\n",
  });
  await close();
});
