// What becomes of the request log's rows with time.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { gatewayRequests, gatewaySettings } from "@/db/schema";
import { createOrganization, suiteDatabase } from "@/db/testing/factories";
import { daysKept } from "../days-kept";
import { organizationLevel } from "../settings/levels";
import type { Retention } from "../settings/retention";
import { DEFAULT_DAYS, forgetRequests } from "./retention";

const database = suiteDatabase();
const NOW = Date.UTC(2026, 5, 1);
const DAY_MS = 86_400_000;

beforeEach(async () => {
  await database.db.delete(gatewayRequests);
  await database.db.delete(gatewaySettings);
});

const log = (organizationId: string | null, ages: number[]) =>
  database.db.insert(gatewayRequests).values(
    ages.map((days) => ({
      organizationId,
      keyId: randomUUID(),
      requestId: `${days}`,
      operation: "chat" as const,
      status: 200,
      startedAt: new Date(NOW - days * DAY_MS),
      latencyMs: 1,
      isStream: false,
      terms: sql`''`,
    })),
  );
const configure = (organizationId: string | null, retention: Retention) =>
  database.db
    .insert(gatewaySettings)
    .values({ organizationId, version: 1, config: { retention }, origin: "api", active: true });
const ages = async (organizationId: string | null) => {
  const rows = await database.db.select().from(gatewayRequests);
  const own = rows.filter((row) => row.organizationId === organizationId);
  return own.map(({ requestId }) => Number(requestId)).sort((one, other) => one - other);
};
const forget = () => forgetRequests(database.db, NOW, Number.POSITIVE_INFINITY);

describe("the request log", () => {
  test("is kept for 90 days by default", async () => {
    await log(null, [0, 7, DEFAULT_DAYS, DEFAULT_DAYS + 1, 400]);
    expect(await forget()).toBe(true);
    expect(await ages(null)).toEqual([0, 7, 90]);
  });

  test("is kept as long as the gateway says, or shorter if the organization says so", async () => {
    const [brief, patient, silent] = await Promise.all(
      ["Brief", "Patient", "Silent"].map((name) => createOrganization(database.db, name)),
    );
    const owners = [brief, patient, silent].map((owner) => owner?.id ?? null);
    await configure(null, { request_log_days: 30 });
    await configure(brief?.id ?? null, { request_log_days: 2 });
    await configure(patient?.id ?? null, { request_log_days: 365 });
    for (const owner of [null, ...owners]) await log(owner, [1, 3, 29, 31]);
    // Two at once have the effect of one.
    await Promise.all([forget(), forget()]);
    expect(await Promise.all([null, ...owners].map(ages))).toEqual([[1, 3, 29], [1], [1, 3, 29], [1, 3, 29]]);
  });

  test("is deleted in batches until time runs out, and a later run deletes the rest", async () => {
    await log(
      null,
      Array.from({ length: 4500 }, () => 100),
    );
    let batches = 0;
    const stopping = () => ++batches;
    expect(await forgetRequests(database.db, NOW, 1, stopping)).toBe(false);
    expect(await ages(null)).toHaveLength(2500);
    expect(await forget()).toBe(true);
    expect(await ages(null)).toEqual([]);
  });

  test.each([0, -1, 1.5, 4000, "many", "7 d"])("cannot be kept for %j days", (days) => {
    for (const name of ["request_log_days", "trace_days"]) {
      const parsed = organizationLevel.shape.safeParse({ retention: { [name]: days } });
      expect(parsed.error?.issues[0]?.message).toBe("Must be a whole number of days, from 1 to 3650.");
    }
  });
});

test("traces are kept forever unless the gateway or an organization sets a retention", async () => {
  const days = () => daysKept(database.db, "trace_days", null);
  await configure(null, { request_log_days: 3 });
  expect(await days()).toEqual({ days: null, shorter: new Map() });
  const { id } = await createOrganization(database.db, "Brief");
  await configure(id, { trace_days: 400 });
  expect(await days()).toEqual({ days: null, shorter: new Map([[id, 400]]) });
  await database.db.delete(gatewaySettings);
  await configure(null, { trace_days: 30 });
  await configure(id, { trace_days: 400 });
  expect(await days()).toEqual({ days: 30, shorter: new Map() });
});
