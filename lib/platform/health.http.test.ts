import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, startMount } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await startMount(mount);
    headers = bearer(await createCredentials(server.db));
  });
  afterAll(() => server?.stop());

  const create = () =>
    send(server.url, "POST", "/model-hub/annotation-queues/", { headers, body: { name: `Queue ${randomUUID()}` } });
  const read = () => send(server.url, "GET", "/model-hub/annotation-queues/", { headers });
  const health = () => send(server.url, "GET", "/health/");

  /** The database answers whoever wants more room as PostgreSQL does on a disk or a server in this state. */
  async function refuse(code: string): Promise<void> {
    const raise = `begin raise exception 'no room' using errcode = '${code}'; end`;
    await server.db.execute(
      sql.raw(`
        create function refuse_row() returns trigger language plpgsql as $$ ${raise} $$;
        create trigger refuse before insert on queues for each statement execute function refuse_row();
        create function refuse_table() returns event_trigger language plpgsql as $$ ${raise} $$;
        create event trigger refuse on ddl_command_start when tag in ('CREATE TABLE AS') execute function refuse_table();`),
    );
  }
  const relent = () =>
    server.db.execute(sql`drop event trigger refuse; drop function refuse_table; drop function refuse_row cascade`);

  test("health tells of a database that is there", async () => {
    expect(await health()).toMatchObject({ status: 200, body: { status: true, result: { database: "ok" } } });
  });

  test.each([
    ["/livez", { status: "ok" }],
    ["/healthz", { status: "ok" }],
    ["/readyz", { status: "ready", database: "ok", redis: "ok" }],
  ])("%s needs no key", async (path, body) => {
    expect(await send(server.url, "GET", path)).toMatchObject({ status: 200, body });
  });

  test.each([
    ["whose disk is full", "53100"],
    ["that has become read-only", "25006"],
  ])("a database %s: writes are 503, reads go on, health tells as long as it lasts", async (_, code) => {
    expect((await create()).status).toBe(200);
    await refuse(code);
    const failed = {
      status: 503,
      body: { type: "service_unavailable", message: expect.stringContaining("no writes") },
    };
    const refused = await create();
    expect(refused).toMatchObject(failed);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await read()).status).toBe(200);
    for (const _ of [1, 2]) expect(await health()).toMatchObject(failed);
    await relent();
    expect((await health()).status).toBe(200);
    expect((await create()).status).toBe(200);
  });

  test.each(["53200", "53300"])("a database that is short of something else (%s) is busy, not broken", async (code) => {
    await refuse(code);
    expect(await create()).toMatchObject({ status: 503, body: { type: "service_unavailable" } });
    expect((await health()).status).toBe(200);
    await relent();
  });
});
