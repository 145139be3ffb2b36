// PostgreSQL restarts under a pool. Those who were waiting for an answer get an error; nobody notices afterwards.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Connection, connect } from "./client";
import { databaseErrorCode } from "./error-code";
import { type OwnServer, startOwnServer } from "./testing/own-server";

const CONNECTIONS = 8;

let server: OwnServer;
let pool: Connection;
beforeAll(async () => {
  server = await startOwnServer();
  pool = connect(server.url, CONNECTIONS);
  await pool.db.execute(sql`create table kept (what int)`);
});
afterAll(async () => {
  await pool?.close();
  await server?.stop();
});

const many = <T>(work: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: 3 * CONNECTIONS }, (_, number) => work(number)));
const read = () => pool.db.execute(sql`select 1`);
const write = (what: number) => sql`insert into kept values (${what})`;
const slowWrite = sql`insert into kept select 0 from pg_sleep(30)`;
const kept = async () => (await pool.db.execute(sql`select what from kept order by what`)).map((row) => row.what);
const codeOf = (error: unknown) => databaseErrorCode(error) ?? String(error);

test.each(["SIGINT", "SIGQUIT"] as const)("%s: a restart replaces idle connections without errors", async (signal) => {
  await pool.db.execute(sql`truncate kept`);
  await many(read);
  await server.restart(signal);
  await many((number) => (number % 2 ? pool.db.transaction((tx) => tx.execute(write(number))) : read()));
  expect(await kept()).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23]);
});

// The driver keeps the server's farewell to a busy connection for the first query once it is open again.
test.each(["transactions", "reads", "writes"] as const)(
  "a restart replaces busy connections, too, without failing later %s",
  async (kind) => {
    await pool.db.execute(sql`truncate kept`);
    const busy = Array.from({ length: CONNECTIONS }, () => pool.db.execute(slowWrite).catch(codeOf));
    const inside = { begun: 0 };
    await expect.poll(() => sleeping(), { interval: 20 }).toBe(CONNECTIONS);
    await server.restart("SIGINT");
    // Each was sent once more, to a server that was not back yet.
    for (const code of await Promise.all(busy))
      expect(code).toMatch(/^(CONNECTION_CLOSED|ECONNREFUSED|ECONNRESET|57P0[13])$/);
    await many(async (number) => {
      if (kind === "reads") await read();
      else if (kind === "writes") await pool.db.execute(write(number));
      else
        await pool.db.transaction(async (tx) => {
          inside.begun += 1;
          await tx.execute(write(number));
        });
    });
    const numbers = Array.from({ length: 3 * CONNECTIONS }, (_, number) => number);
    expect(await kept()).toEqual(kind === "reads" ? [] : numbers);
    expect(inside.begun).toBe(kind === "transactions" ? numbers.length : 0);
  },
);

test("a write is not repeated if its answer was lost", async () => {
  await pool.db.execute(sql`truncate kept`);
  const lost = pool.db.execute(slowWrite).catch(codeOf);
  const begun = pool.db
    .transaction(async (tx) => {
      await tx.execute(write(2));
      await tx.execute(sql`select pg_sleep(30)`);
    })
    .catch(codeOf);
  await expect.poll(() => sleeping(), { interval: 20 }).toBe(2);
  await server.restart("SIGINT");
  expect(await Promise.all([lost, begun])).toEqual(["CONNECTION_CLOSED", "CONNECTION_CLOSED"]);
  expect(await kept()).toEqual([]);
});

async function sleeping(): Promise<unknown> {
  const other = connect(server.url, 1);
  const [row] = await other.db.execute(sql`
    select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep' and pid <> pg_backend_pid()`);
  await other.close();
  return row?.n;
}
