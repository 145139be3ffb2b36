// A start with another AUTH_SECRET than the database's is refused before it runs a job: it could not open what a job needs.
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { secretMarks } from "@/db/schema";
import { createDatabase, type TestDatabase } from "@/db/testing/database";
import { markOf } from "@/lib/provisioning/check-secret";
import { forget, startServer, withoutSettings } from "./testing/own-server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase();
});
afterAll(() => database?.drop());

test("a server with a wrong secret starts no jobs", async () => {
  const { db, close } = connect(database.url, 1);
  await db.insert(secretMarks).values({ sealed: await markOf("the secret of this database, long enough to be one") });
  await close();
  const variables = {
    DATABASE_URL: database.url,
    AUTH_SECRET: "another secret of the tests, also long enough to be one",
  };
  const server = await startServer({ words: ["--api"], variables, inherited: withoutSettings() });
  const [code] = await once(server.starter, "exit");
  await forget(server.directory);
  expect(code).toBe(1);
  expect(server.output()).toContain("AUTH_SECRET is not the one");
  expect(server.output()).not.toContain("Jobs:");
}, 180_000);
