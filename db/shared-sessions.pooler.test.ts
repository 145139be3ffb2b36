// What goes wrong behind a pooler in transaction mode when statements have names or sessions are taken for one's own.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { readAddress } from "./address";
import { type Connection, connect } from "./client";
import { migrate } from "./migrate";
import { openSnapshot } from "./snapshot";
import { param, sqlStatement } from "./statement";
import { createDatabase, type TestDatabase } from "./testing/database";

let database: TestDatabase;
let pool: Connection;
let direct: Connection;
beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.url);
  direct = connect(database.directUrl, 1);
  await direct.db.execute(sql`create table kept (what int)`);
});
afterAll(async () => {
  await Promise.all([pool?.close(), direct?.close()]);
  await database?.drop();
});

const MANY = 300;
const numbers = Array.from({ length: MANY }, (_, number) => number);
const echo = sqlStatement<{ n: number }>(() => sql`select ${param("n")}::int as n, pg_sleep(0.001)`);
const kept = async () => (await direct.db.execute(sql`select what from kept order by what`)).map((row) => row.what);

test("acknowledged writes are kept", async () => {
  await Promise.all(
    numbers.map((number) =>
      pool.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (${number})`);
        await echo(tx, { n: number });
      }),
    ),
  );
  expect(await kept()).toEqual(numbers);
});

test("parallel statements of every kind each get their own answer", async () => {
  const code = (error: { cause?: { code?: string } }) => error.cause?.code;
  const answers = await Promise.all(
    numbers.map(async (number) => {
      if (number % 5 === 0) return pool.db.execute(sql`select ${"no number"}::int`).catch(code);
      if (number % 5 === 1) return pool.db.execute(sql`select 1 / 0`).catch((error) => error.cause.code);
      if (number % 5 === 2) return pool.db.transaction((tx) => echo(tx, { n: number })).then((rows) => rows[0]?.n);
      return echo(pool.db, { n: number }).then((rows) => rows[0]?.n);
    }),
  );
  expect(answers).toEqual(numbers.map((number) => ["22P02", "22012"][number % 5] ?? number));
});

test("with an address that does not mention the pooler, named statements fail without losing writes", async () => {
  await direct.db.execute(sql`truncate kept`);
  const unnamed = connect(readAddress(database.url).url);
  const outcomes = await Promise.allSettled(
    numbers.map((number) =>
      unnamed.db.transaction(async (tx) => {
        await tx.execute(sql`insert into kept values (${number})`);
        await tx.execute(sql`select pg_sleep(0.001)`);
        return number;
      }),
    ),
  );
  const acknowledged = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
  expect(await kept()).toEqual(acknowledged);
  await unnamed.close();
});

test("migrations run in turn and leave no lock behind", async () => {
  await Promise.all(Array.from({ length: 5 }, () => migrate(database.url, storeBuiltIns)));
  expect(await direct.db.execute(sql`select 1 from pg_locks where locktype = 'advisory'`)).toHaveLength(0);
});

test("a snapshot reads a single moment, and its settings do not leak", async () => {
  await direct.db.execute(sql`truncate kept`);
  await direct.db.execute(sql`insert into kept values (1)`);
  const snapshot = await openSnapshot(pool.db);
  await direct.db.execute(sql`insert into kept values (2)`);
  const decoder = new TextDecoder();
  let text = "";
  for await (const block of snapshot.csv(sql`select what from kept`)) text += decoder.decode(block);
  expect(text.trim()).toBe("1");
  const settings = await Promise.all(numbers.map(() => pool.db.execute(sql`show enable_sort`)));
  expect(new Set(settings.map(([row]) => row?.enable_sort))).toEqual(new Set(["on"]));
  await snapshot.close();
});

test("times are in UTC, whatever the previous user of the session set", async () => {
  const elsewhere = connect(database.url, 4);
  await Promise.all(
    numbers.map(() => elsewhere.db.transaction((tx) => tx.execute(sql`set local time zone 'Asia/Tokyo'`))),
  );
  const zones = await Promise.all(numbers.map(() => pool.db.execute(sql`show timezone`)));
  expect(new Set(zones.map(([row]) => row?.TimeZone))).toEqual(new Set(["UTC"]));
  await elsewhere.close();
});
