// What was dropped is counted once, by organization and day, and shown to its own people alone.
import { beforeEach, expect, test } from "vitest";
import { recordLosses } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { getRecordLosses, RecordLosses } from "./record-losses";

const database = suiteDatabase();
const noon = new Date("2026-03-02T12:00:00Z");
const DAY_MS = 86_400_000;
let us: Context;
let them: Context;

beforeEach(async () => {
  us = await createCaller(database.db, await createOrganization(database.db));
  them = await createCaller(database.db, await createOrganization(database.db));
});

const shown = (context: Context, at = noon) => getRecordLosses({ ...context, now: () => at }, {});

test("counts of several processes add up, by organization and UTC day", async () => {
  const processes = [new RecordLosses(), new RecordLosses()];
  for (const losses of processes) {
    losses.add(us.caller.organizationId);
    losses.add(us.caller.organizationId);
    losses.add(null);
  }
  await Promise.all(processes.map((losses) => losses.store(database.db, noon)));
  for (const losses of processes) await losses.store(database.db, noon);
  expect(processes.map(({ total }) => total)).toEqual([3, 3]);
  expect(await shown(us)).toEqual({ day: "2026-03-02", dropped: 4 });
  expect(await shown(them)).toEqual({ day: "2026-03-02", dropped: 0 });
  expect(await shown(us, new Date("2026-03-03T00:00:00Z"))).toEqual({ day: "2026-03-03", dropped: 0 });
});

test("counts that could not be stored wait, and are stored once", async () => {
  const losses = new RecordLosses();
  losses.add(us.caller.organizationId);
  const broken = new Proxy(database.db, {
    get: () => () => {
      throw new Error("The database is away.");
    },
  });
  await expect(losses.store(broken, noon)).rejects.toThrow("away");
  losses.add(us.caller.organizationId);
  await losses.store(database.db, noon);
  await losses.store(database.db, noon);
  expect((await shown(us)).dropped).toBe(2);
});

test("counts older than 30 days are deleted", async () => {
  const losses = new RecordLosses();
  losses.add(us.caller.organizationId);
  await losses.store(database.db, new Date(noon.getTime() - 31 * DAY_MS));
  losses.add(us.caller.organizationId);
  await losses.store(database.db, noon);
  const days = (await database.db.select().from(recordLosses)).filter(
    ({ organizationId }) => organizationId === us.caller.organizationId,
  );
  expect(days.map(({ day }) => day)).toEqual(["2026-03-02"]);
});
