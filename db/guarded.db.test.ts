// Transactions whose connection is lost. An exception that nobody can catch, as the driver throws alone, fails the run as well.
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "./client";
import { databaseErrorCode } from "./error-code";
import { guarded } from "./guarded";
import { watchForHangs } from "./hang-watch";
import { createDatabase, type TestDatabase } from "./testing/database";

let database: TestDatabase;
let pool: Connection;
let other: Connection;
beforeAll(async () => {
  database = await createDatabase();
  pool = connect(database.url, 1); // one connection, so that the next one in line takes the lost one's place
  other = connect(database.url, 1);
  await other.db.execute(sql`create table kept (what text)`);
});
afterAll(async () => {
  await Promise.all([pool?.close(), other?.close()]);
  await database?.drop();
});

const backend = sql`select pg_backend_pid() as pid`;
const end = async (pid: unknown) => {
  await other.db.execute(sql`select pg_terminate_backend(${Number(pid)}::int)`);
  await gone(pid);
};
const gone = async (pid: unknown): Promise<void> => {
  const left = await other.db.execute(sql`select 1 from pg_stat_activity where pid = ${Number(pid)}::int`);
  if (left.length > 0) await gone(pid);
};
const keep = (what: string) => sql`insert into kept values (${what})`;
const LOST = /^(57P01|CONNECTION_CLOSED|ECONNRESET)$/;
const codeOf = (reason: unknown) => databaseErrorCode(reason) ?? String(reason);
const kept = async () => (await other.db.execute(sql`select what from kept`)).map((row) => row.what);

test("a connection lost during a statement fails the transaction, and the pool keeps working", async () => {
  const failed = pool.db.transaction(async (tx) => {
    await tx.execute(keep("before"));
    const [row] = await tx.execute(backend);
    await Promise.all([tx.execute(sql`select pg_sleep(60)`), end(row?.pid)]);
  });
  const error = await failed.catch((reason: unknown) => reason);
  expect(databaseErrorCode(error)).toMatch(LOST);
  await pool.db.transaction((tx) => tx.execute(keep("after")));
  expect(await kept()).toEqual(["after"]);
});

test("a connection lost between statements, with other work waiting for it, saves nothing more of the transaction", async () => {
  await other.db.execute(sql`truncate kept`);
  let waiting: Promise<unknown> | undefined;
  const failed = pool.db.transaction(async (tx) => {
    await tx.execute(keep("first"));
    const [row] = await tx.execute(backend);
    waiting = pool.db.execute(keep("another's")).then(); // sent now, and once
    await end(row?.pid);
    await waiting;
    await tx.transaction((inner) => inner.execute(keep("nested"))).catch(() => undefined);
    await tx.execute(keep("second"));
  });
  const error = await failed.catch((reason: unknown) => reason);
  expect(databaseErrorCode(error)).toMatch(LOST);
  await waiting;
  await pool.db.execute(keep("last"));
  expect(await kept()).toEqual(["another's", "last"]);
});

test("a connection lost before the transaction ends fails it once, with no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const note = (reason: unknown) => void unhandled.push(reason);
  process.on("unhandledRejection", note);
  try {
    const failed = pool.db.transaction(async (tx) => {
      const [row] = await tx.execute(backend);
      await end(row?.pid);
      await new Promise((resolve) => setTimeout(resolve, 200)); // by then the driver has noticed
    });
    const error = await failed.catch((reason: unknown) => reason);
    expect(databaseErrorCode(error)).toMatch(LOST);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(unhandled).toEqual([]);
  } finally {
    process.off("unhandledRejection", note);
  }
});

test("a failed statement rolls back its transaction, but not one whose savepoint contains it", async () => {
  await other.db.execute(sql`truncate kept`);
  const failing = pool.db.transaction(async (tx) => {
    await tx.execute(keep("lost"));
    await tx.execute(sql`select 1 / 0`);
  });
  expect(databaseErrorCode(await failing.catch((reason: unknown) => reason))).toBe("22012");
  await pool.db.transaction(async (tx) => {
    await tx.execute(keep("outer"));
    await tx.transaction((inner) => inner.execute(sql`select 1 / 0`)).catch(() => undefined);
    await tx.execute(keep("later"));
  });
  expect(await kept()).toEqual(["outer", "later"]);
});

test("rows sent before a statement failed do not appear in the next result", async () => {
  const failing = sql`select 1 / (5000 - i) from generate_series(1, 9000) as i`;
  await expect(pool.db.execute(failing)).rejects.toMatchObject({ cause: { code: "22012" } });
  expect([...(await pool.db.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  await pool.db.transaction(async (tx) => {
    await expect(tx.transaction((inner) => inner.execute(failing))).rejects.toThrow();
    expect([...(await tx.execute(sql`select 1 as one`))]).toEqual([{ one: 1 }]);
  });
});

test("parallel statements in a transaction all fail when it loses its connection", async () => {
  const statements: Promise<unknown>[] = [];
  const failed = pool.db.transaction(async (tx) => {
    const [row] = await tx.execute(backend);
    for (let left = 5; left > 0; left -= 1) statements.push(tx.execute(sql`select pg_sleep(${60}::int)`).catch(codeOf));
    await end(row?.pid);
    await Promise.all(statements);
  });
  expect(databaseErrorCode(await failed.catch((reason: unknown) => reason))).toMatch(LOST);
  for (const code of await Promise.all(statements)) expect(code).toMatch(LOST);
});

test("a transaction whose session deallocated the prepared statements still commits", async () => {
  await other.db.execute(sql`truncate kept`);
  for (const what of ["first", "second"]) {
    await pool.db.transaction(async (tx) => {
      await tx.execute(keep(what));
      await tx.execute(sql`deallocate all`);
    });
  }
  expect(await kept()).toEqual(["first", "second"]);
});

test("a transaction fails if its code swallows a failed statement", async () => {
  await other.db.execute(sql`truncate kept`);
  const swallowing = pool.db.transaction(async (tx) => {
    await tx.execute(keep("lost"));
    await tx.execute(sql`select 1 / 0`).catch(() => undefined);
  });
  expect(databaseErrorCode(await swallowing.catch((reason: unknown) => reason))).toBe("22012");
  expect(await kept()).toEqual([]);
});

test("a transaction fails when the server answers COMMIT with ROLLBACK", async () => {
  await other.db.execute(sql`truncate kept`);
  const client = guarded(
    postgres(database.url, { max: 1 }),
    watchForHangs(database.url, () => {}),
  );
  const aborted = client.begin(async (tx) => {
    await tx.unsafe("insert into kept values ('lost')");
    await tx`select 1 / 0`.catch(() => undefined); // past the guard
    return "done";
  });
  await expect(aborted).rejects.toThrow("the server answered ROLLBACK");
  await client.begin((tx) => tx.unsafe("insert into kept values ('next')"));
  expect(await kept()).toEqual(["next"]);
  await client.end();
});

test("a pool closes at once after a loss, and waits for a transaction that is between statements", async () => {
  const closing = connect(database.url, 2);
  const failed = closing.db.transaction(async (tx) => {
    const [row] = await tx.execute(backend);
    await Promise.all([tx.execute(sql`select pg_sleep(60)`), end(row?.pid)]);
  });
  await failed.catch(() => undefined);
  const start = performance.now();
  await closing.close();
  expect(performance.now() - start).toBeLessThan(3000);

  await other.db.execute(sql`truncate kept`);
  const working = connect(database.url, 2);
  let closed: Promise<void> | undefined;
  await working.db.transaction(async (tx) => {
    await tx.execute(keep("first"));
    closed = working.close();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await tx.execute(keep("second"));
  });
  await closed;
  expect(await kept()).toEqual(["first", "second"]);
});
