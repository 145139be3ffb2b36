import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { createDatabase, type TestDatabase } from "@/db/testing/database";
import { Failure } from "@/lib/errors";
import { type Limit, refundAttempt, spendAttempt } from "./throttle";

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createDatabase();
  connection = connect(database.url);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const limit: Limit = { action: "knock", attempts: 3, windowSeconds: 600 };
const knock = (subject: string, other = limit) => spendAttempt(connection.db, other, subject);
const refused = (subject: string) => knock(subject).catch((error: unknown) => error);
const endWindows = () => connection.db.execute(sql`update throttles set window_ends_at = now() - interval '1 second'`);

test("attempts beyond the limit are refused until the window ends", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await knock("door");
  const failure = await refused("door");
  expect(failure).toBeInstanceOf(Failure);
  expect(failure).toMatchObject({ kind: "rateLimited", message: "Too many attempts. Try again in 10 minutes." });
  expect(failure).toHaveProperty("detail.retryAfterSeconds", 600);
  await endWindows();
  await knock("door");
});

test("each subject and each action has attempts of its own", async () => {
  for (let attempt = 0; attempt < 3; attempt += 1) await knock("left");
  await knock("right");
  await knock("left", { ...limit, action: "ring" });
  await expect(knock("left")).rejects.toThrow("Too many attempts");
});

test("of many parallel attempts, exactly as many pass as the limit allows", async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => knock("crowd")));
  expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(3);
});

test("a refunded attempt does not count", async () => {
  for (let attempt = 0; attempt < 10; attempt += 1) {
    await knock("resident");
    await refundAttempt(connection.db, limit, "resident");
  }
  await knock("resident");
});

test("ended windows are deleted, and no subject is stored in plain text", async () => {
  await endWindows();
  await knock("somebody@example.com");
  const rows = await connection.db.execute<{ key: string }>(sql`select key from throttles`);
  expect(rows).toHaveLength(1);
  expect(rows[0]?.key).toMatch(/^[\da-f]{64}$/);
});
