import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer as createRunner, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gatewaySettings } from "@/db/schema";
import { seal } from "@/lib/auth/encryption";
import { bearer, createCredentials, send } from "@/lib/http/testing/api";
import { type Mounted, mounts, startMount } from "@/lib/http/testing/mounts";
import { VERSION } from "@/lib/version";

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  let runner: Server;
  beforeAll(async () => {
    runner = createRunner((_, response) => response.end("{}")).listen(0, "127.0.0.1");
    await once(runner, "listening");
    const { port } = runner.address() as AddressInfo; // safe because it listens on a port
    server = await startMount(mount, undefined, { INNGEST_BASE_URL: `http://127.0.0.1:${port}` });
    headers = bearer(await createCredentials(server.db));
  });
  afterAll(async () => {
    runner?.close();
    await server?.stop();
  });

  const create = () =>
    send(server.url, "POST", "/model-hub/annotation-queues/", { headers, body: { name: `Queue ${randomUUID()}` } });
  const read = () => send(server.url, "GET", "/model-hub/annotation-queues/", { headers });
  const health = () => send(server.url, "GET", "/health/");

  /** The database answers a request for more room as PostgreSQL does on a disk or a server in this state. */
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

  test("health reports a database that answers", async () => {
    expect(await health()).toMatchObject({
      status: 200,
      body: { status: true, result: { database: "ok", version: VERSION } },
    });
  });

  test.each([
    ["/livez", { status: "ok" }],
    ["/healthz", { status: "ok" }],
    ["/v1/healthz", { status: "ok" }],
    ["/readyz", { status: "ready", database: "ok", redis: "ok", jobs: "ok", secret: "ok" }],
  ])("%s needs no key", async (path, body) => {
    expect(await send(server.url, "GET", path)).toMatchObject({ status: 200, body });
  });

  test.each([
    ["whose disk is full", "53100"],
    ["that has become read-only", "25006"],
  ])("with a database %s, writes get 503, reads continue and health reports it", async (_, code) => {
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

  test("readyz names a dependency that does not fit or does not answer", async () => {
    const sealed = await seal("sk-provider", "another secret of the tests, long enough to be one");
    const config = { providers: { openai: { api_key: sealed, models: [] } } };
    await server.db.insert(gatewaySettings).values({ version: 1, config, active: true, origin: "config" });
    const dependencies = { database: "ok", redis: "ok", jobs: "ok" };
    const unfit = { code: "not_ready", dependencies: { ...dependencies, secret: "does_not_fit" } };
    expect(await send(server.url, "GET", "/readyz")).toMatchObject({ status: 503, body: unfit });
    await server.db.delete(gatewaySettings);
    runner.closeAllConnections();
    await new Promise((resolve) => runner.close(resolve));
    expect(await send(server.url, "GET", "/readyz")).toMatchObject({
      status: 503,
      body: { message: "The job runner does not answer.", dependencies: { ...dependencies, jobs: "no_answer" } },
    });
  });

  test.each(["53200", "53300"])("a database that lacks another resource (%s) is busy, not broken", async (code) => {
    await refuse(code);
    expect(await create()).toMatchObject({ status: 503, body: { type: "service_unavailable" } });
    expect((await health()).status).toBe(200);
    await relent();
  });
});

describe.each(mounts)("on the %s mount without Redis, jobs and secret", (mount) => {
  let server: Mounted;
  beforeAll(async () => {
    const names = [
      "UPSTASH_REDIS_REST_URL",
      "UPSTASH_REDIS_REST_TOKEN",
      "INNGEST_BASE_URL",
      "INNGEST_EVENT_KEY",
      "AUTH_SECRET",
    ];
    server = await startMount(mount, undefined, Object.fromEntries(names.map((name) => [name, ""])));
  });
  afterAll(() => server?.stop());

  test("readyz is 503 and names each missing dependency", async () => {
    const state = "not_configured";
    expect(await send(server.url, "GET", "/readyz")).toMatchObject({
      status: 503,
      body: {
        code: "not_ready",
        message: expect.stringMatching(/Redis is not configured.*job runner is not configured.*AUTH_SECRET is not set/),
        dependencies: { database: "ok", redis: state, jobs: state, secret: state },
      },
    });
    expect((await send(server.url, "GET", "/livez")).status).toBe(200);
  });
});
