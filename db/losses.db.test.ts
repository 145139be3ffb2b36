// Connections are ended in the middle of every kind of work: each piece ends, with its own answer or with an error, and no
// rejection is left unhandled. KILLS sets how many connections each kind loses.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fold } from "@/lib/annotation/reports/fold";
import { type Connection, connect, type Database } from "./client";
import { databaseErrorCode } from "./error-code";
import { openSnapshot } from "./snapshot";
import { param, sqlStatement } from "./statement";
import { createDatabase, type TestDatabase } from "./testing/database";

const KILLS = Number(process.env.KILLS ?? 40);
const POOLS = 3;
const WORKERS = 3;

let database: TestDatabase;
let killer: Connection;
const stray: unknown[] = [];
const note = (reason: unknown) => void stray.push(reason);
beforeAll(async () => {
  process.on("unhandledRejection", note);
  database = await createDatabase();
  killer = connect(database.directUrl, 1);
  await killer.db.execute(sql`create table kept (number int)`);
});
afterAll(async () => {
  await killer?.close();
  await database?.drop();
  process.off("unhandledRejection", note);
});

let last = 0;
const prepared = sqlStatement<{ number: number }>(
  () => sql`select ${param("number")}::int + i as number from generate_series(0, 999) as i`,
);
const numbersFrom = (number: number) => sql.raw(`select ${number} + i as number from generate_series(0, 999) as i`);
const keep = (db: Database) => db.execute(sql`insert into kept values (${++last}::int)`);
const sideBySide = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 5 }, work));

/** Fails where a statement gets anything but its own rows. */
async function ask(read: (number: number) => Promise<readonly unknown[]>): Promise<void> {
  last += 1000;
  const number = last;
  const rows = await read(number);
  if (rows.length !== 1000 || !rows.every((row, i) => isNumber(row, number + i))) throw new Error("another's rows");
}
const isNumber = (row: unknown, number: number) =>
  typeof row === "object" && row !== null && "number" in row && row.number === number;
const read = (db: Database) => ask((number) => db.execute(numbersFrom(number)));

async function exported(db: Database, blocks: number): Promise<void> {
  const snapshot = await openSnapshot(db);
  try {
    let left = blocks;
    for await (const _ of snapshot.csv(sql`select generate_series(1, 20000), repeat('x', 100)`)) if (--left < 0) return;
    await read(snapshot.db);
  } finally {
    await snapshot.close();
  }
}

const kinds: Record<string, (db: Database) => Promise<unknown>> = {
  reads: read,
  "reads side by side": (db) => sideBySide(() => read(db)),
  "prepared reads": (db) => sideBySide(() => ask((number) => prepared(db, { number }))),
  "parameters, not prepared": (db) =>
    ask((number) => db.execute(sql`select ${number}::int + i as number from generate_series(0, 999) as i`)),
  writes: keep,
  "writes side by side": (db) => sideBySide(() => keep(db)),
  folds: (db) => fold(db, randomUUID()),
  transactions: (db) =>
    db.transaction(async (tx) => {
      await keep(tx);
      await read(tx);
    }),
  "statements side by side in a transaction": (db) => db.transaction((tx) => sideBySide(() => keep(tx))),
  savepoints: (db) =>
    db.transaction(async (tx) => {
      await keep(tx);
      await tx.transaction((inner) => sideBySide(() => keep(inner)));
    }),
  exports: (db) => exported(db, Number.POSITIVE_INFINITY),
  "exports that are left": (db) => exported(db, 1),
};

const anyOf = <T>(values: readonly T[]): T | undefined => values[Math.floor(Math.random() * values.length)];
const anything = (db: Database) => anyOf(Object.values(kinds))?.(db) ?? Promise.resolve();

test.each([...Object.entries(kinds), ["all of it", anything] as const])(
  "%s settle with their own results when connections are killed",
  async (_, work) => {
    const pools = Array.from({ length: POOLS }, () => connect(database.url, 2));
    let isOver = false;
    const outcomes = { done: 0, lost: 0 };
    const worker = async ({ db }: Connection) => {
      while (!isOver) {
        if (Math.random() < 0.5) await wait(Math.random() * 10); // so that some connections are idle
        await work(db).then(
          () => void outcomes.done++,
          (error: unknown) => {
            expect(databaseErrorCode(error) ?? String(error)).toMatch(LOST);
            outcomes.lost++;
          },
        );
      }
    };
    const workers = pools.flatMap((pool) => Array.from({ length: WORKERS }, () => worker(pool)));
    const killing = kill(KILLS).finally(() => {
      isOver = true;
    });
    await Promise.all([killing, ...workers]);
    expect(outcomes.done).toBeGreaterThan(0);
    for (const { db } of pools) await Promise.all([read(db), read(db), db.transaction(keep)]);
    await Promise.all(pools.map((pool) => pool.close()));
    expect(stray).toEqual([]);
  },
);

const LOST = /^(57P01|CONNECTION_[A-Z]+|E[A-Z]+)$/;

async function kill(count: number): Promise<void> {
  for (let left = count; left > 0; ) {
    await wait(Math.random() * 60);
    const killed = await killer.db.execute(sql`
      select pg_terminate_backend(pid) from (
        select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
        order by random() limit 1
      ) as chosen`);
    left -= killed.length;
  }
}
