import { expect, test, vi } from "vitest";
import { connection, urlOf } from "@/db/client";
import { databaseOfEachTest } from "@/db/testing/factories";
import { type PartState, type StatusPart, statusParts } from "@/lib/contracts/names";
import { readHistory } from "./get-status";
import { keepStatus, storeMinute, storeMinutes } from "./record-status";

const database = databaseOfEachTest();
const allIn = (state: PartState) =>
  // Safe because every part gets its state.
  Object.fromEntries(statusParts.map((part) => [part, state])) as Record<StatusPart, PartState>;
const at = (text: string): number => Date.parse(text);
const gatewayDays = async () =>
  (await readHistory(database.db))
    ?.filter(({ part }) => part === "gateway")
    .map((day) => [day.day, day.working_minutes, day.degraded_minutes, day.down_minutes]);

test("a minute counts once, whichever servers record it; days begin at midnight UTC", async () => {
  const parts = allIn("working");
  await Promise.all(
    [1, 2, 3].map((second) => storeMinute(database.db, { at: at(`2026-03-01T23:58:0${second}Z`), parts })),
  );
  await storeMinute(database.db, { at: at("2026-03-01T23:59:00Z"), parts: { ...parts, gateway: "down" } });
  await storeMinute(database.db, { at: at("2026-03-02T00:00:30Z"), parts: { ...parts, gateway: "degraded" } });
  await storeMinute(database.db, { at: at("2026-03-01T23:58:59Z"), parts });
  expect(await gatewayDays()).toEqual([
    ["2026-03-01", 1, 0, 1],
    ["2026-03-02", 0, 1, 0],
  ]);
});

test("minutes that the database could not store are kept for later, oldest first", async () => {
  const minutes = [1, 2, 3].map((minute) => ({ at: at(`2026-03-01T10:0${minute}:00Z`), parts: allIn("down") }));
  const lost = Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
  // Safe because storing begins with an insert.
  const away = {
    insert() {
      throw lost;
    },
  } as unknown as typeof database.db;
  expect(await storeMinutes(away, minutes)).toEqual(minutes);
  expect(await storeMinutes(database.db, minutes)).toEqual([]);
  expect(await gatewayDays()).toEqual([["2026-03-01", 0, 0, 3]]);
});

test("status is kept for 90 days", async () => {
  const parts = allIn("working");
  for (const day of ["2025-12-31", "2026-01-01", "2026-03-31"])
    await storeMinute(database.db, { at: at(`${day}T12:00:00Z`), parts });
  expect((await gatewayDays())?.map(([day]) => day)).toEqual(["2026-01-01", "2026-03-31"]);
});

test("a server records its status by itself", async () => {
  vi.stubEnv("DATABASE_URL", urlOf(database.db));
  const stop = keepStatus(20);
  try {
    await vi.waitFor(async () => expect(await gatewayDays()).toHaveLength(1), { timeout: 20_000 });
  } finally {
    await stop();
    await connection().close();
    vi.unstubAllEnvs();
  }
});
