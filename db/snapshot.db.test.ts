import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { openSnapshot, type Snapshot } from "./snapshot";
import { suiteDatabase } from "./testing/factories";

const database = suiteDatabase(2);

/** Lines of about a kilobyte, made as they are taken. */
const lines = (count: number) => sql`select generate_series(1, ${count}::int), repeat('x', 1000)`;

async function closed(snapshot: Snapshot): Promise<void> {
  await snapshot.close();
  await vi.waitFor(
    async () =>
      expect(
        await database.db.execute(sql`
          select state from pg_stat_activity where application_name = 'assay export' and datname = current_database()`),
      ).toEqual([]),
    { timeout: 10_000 },
  );
}

// The last bytes that the server sends must find the reader behind: sizes around what fits between the two are tried.
test("a slow reader gets everything, and the connection works afterwards", async () => {
  const snapshot = await openSnapshot(database.db);
  for (let count = 1; count < 1200; count += 25) {
    let bytes = 0;
    for await (const block of snapshot.csv(lines(count))) {
      if (bytes === 0) await wait(20);
      bytes += block.length;
    }
    expect(bytes).toBeGreaterThan(count * 1000);
    expect(await snapshot.db.execute(sql`select ${count}::int as count`)).toEqual([{ count }]);
  }
  await closed(snapshot);
});

test("rows are joined by whole tables only while lines are read: look-ups between them use their indexes", async () => {
  const snapshot = await openSnapshot(database.db);
  const setting = sql`select current_setting('enable_nestloop')`;
  let text = "";
  for await (const block of snapshot.csv(setting)) text += Buffer.from(block).toString();
  expect(text).toBe("off\r\n");
  expect(await snapshot.db.execute(setting)).toEqual([{ current_setting: "on" }]);
  await closed(snapshot);
});

test.each([1, 3, 300, 3000, 2_000_000_000])("a reader that stops after %d lines cancels the query", async (count) => {
  const snapshot = await openSnapshot(database.db);
  const blocks = snapshot.csv(lines(count));
  await blocks.next();
  await wait(20);
  await blocks.return(undefined);
  // Refused where the query was cancelled, but answered.
  const answer = await snapshot.db.execute(sql`select 1 as one`).catch((error: Error) => error.cause);
  expect(answer).toSatisfy((result: unknown) => Array.isArray(result) || /aborted/.test(String(result)));
  await closed(snapshot);
});

test("a query that fails halfway reports it, and frees the connection", async () => {
  const snapshot = await openSnapshot(database.db);
  const reading = async () => {
    for await (const _ of snapshot.csv(sql`select 1 / (5000 - i), repeat('x', 1000) from generate_series(1, 9000) i`));
  };
  await expect(reading()).rejects.toThrow("division by zero");
  await closed(snapshot);
});

test("a connection lost halfway fails only its reader", async () => {
  const snapshot = await openSnapshot(database.db);
  const blocks = snapshot.csv(lines(2_000_000_000));
  await blocks.next();
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay export' and datname = current_database()`);
  const reading = async () => {
    for await (const _ of blocks);
  };
  await expect(reading()).rejects.toThrow(/terminat|CONNECTION/);
  await closed(snapshot);
});

test("a connection lost between two queries is not replaced, since a new one would read another moment", async () => {
  const snapshot = await openSnapshot(database.db);
  await snapshot.db.execute(sql`select 1`);
  await database.db.execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'assay export' and datname = current_database()`);
  await wait(300);
  await expect(snapshot.db.execute(sql`select 1`)).rejects.toMatchObject({ cause: { code: "CONNECTION_ENDED" } });
  await closed(snapshot);
});
