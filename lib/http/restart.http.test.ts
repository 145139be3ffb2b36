// PostgreSQL restarts under a running server. Requests that waited for it get an error; once it is back, none does.
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Connection, connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import { queues } from "@/db/schema";
import { type OwnServer, startOwnServer } from "@/db/testing/own-server";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { bearer, createCredentials, send } from "./testing/api";
import { type Mounted, mounts, startMount } from "./testing/mounts";

const path = "/model-hub/annotation-queues/";

describe.each(mounts)("on the %s mount", (mount) => {
  let database: OwnServer;
  let direct: Connection;
  let server: Mounted;
  let headers: Record<string, string>;
  beforeAll(async () => {
    database = await startOwnServer();
    await migrate(database.url, storeBuiltIns);
    direct = connect(database.url, 4);
    headers = bearer(await createCredentials(direct.db));
    server = await startMount(mount, async () => database.url);
  });
  afterAll(async () => {
    await server?.stop();
    await direct?.close();
    await database?.stop();
  });

  const read = () => send(server.url, "GET", path, { headers });
  const create = () => send(server.url, "POST", path, { headers, body: { name: `Queue ${randomUUID()}` } });
  const many = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, number) => (number % 2 ? read() : create())));
  const statuses = async (count: number) => new Set((await many(count)).map(({ status }) => status));
  const stored = () => direct.db.$count(queues);

  test("after a restart of the busy database, the next requests are answered", async () => {
    expect(await statuses(60)).toEqual(new Set([200]));
    const holding = direct.db.transaction(async (tx) => {
      await tx.execute(sql`lock table ${queues} in access exclusive mode`);
      await tx.execute(sql`select pg_sleep(60)`);
    });
    holding.catch(() => undefined);
    await expect.poll(waiting, { interval: 20 }).toBe(1);
    const cut = many(60);
    await expect.poll(waiting, { interval: 20 }).toBeGreaterThan(15);
    await database.restart("SIGINT");
    for (const { status } of await cut) expect([200, 503]).toContain(status);
    const before = await stored();
    expect(await statuses(60)).toEqual(new Set([200]));
    expect((await stored()) - before).toBe(30);
  });

  /** How many statements are under way, those that wait for the table's lock among them. */
  async function waiting(): Promise<unknown> {
    const [row] = await direct.db.execute(sql`
      select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' or wait_event = 'PgSleep'`);
    return row?.n;
  }
});
