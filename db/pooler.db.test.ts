import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { readAddress } from "./address";
import { settleDatabaseUrl, sharesSessions } from "./pooler";
import { createDatabase, type TestDatabase } from "./testing/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.drop();
});

// Behind the pooler of its own project this suite proves the other answer.
const isPooled = inject("poolerUrl") !== null;

test("detects a pooler, even under load", async () => {
  expect(await sharesSessions(database.directUrl)).toBe(false);
  const found = Array.from({ length: 8 }, () => sharesSessions(readAddress(database.url).url));
  expect(new Set(await Promise.all(found))).toEqual(new Set([isPooled]));
});

test.each([
  ["an address that does not say is asked", "", isPooled ? true : undefined],
  ["one that says no is believed", "?pgbouncer=false", false],
  ["one that says yes is believed", "?pgbouncer=true", true],
])("%s", async (_, parameter, isShared) => {
  vi.stubEnv("DATABASE_URL", readAddress(database.url).url + parameter);
  await settleDatabaseUrl();
  expect(readAddress(process.env.DATABASE_URL ?? "").isShared).toBe(isShared);
});

test("an address where no server answers is used as if sessions were shared", async () => {
  vi.stubEnv("DATABASE_URL", "postgres://127.0.0.1:1/assay");
  await settleDatabaseUrl();
  expect(readAddress(process.env.DATABASE_URL ?? "").isShared).toBe(true);
});
