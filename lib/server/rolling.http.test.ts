// Three servers of one database and one Redis, behind a load balancer, are replaced one after the other while people work and
// clients call: no request fails, and what was acknowledged is there once. ASSAY_OLDER names a clone of an older version, built,
// that the three run at first.
import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "@/db/client";
import { type OwnServer, startOwnServer } from "@/db/testing/own-server";
import { startRespServer } from "@/lib/embedded/redis/testing/resp-server";
import { type Balancer, startBalancer } from "./testing/balancer";
import { end, forget, type StartedServer, startServer, withoutSettings } from "./testing/own-server";

const SERVERS = 3;
const CLIENTS = 4;
const PAUSE_MS = 60;
const PATIENCE_MS = 180_000;
const KEYS = { ASSAY_INIT_API_KEY: "key-of-the-rolling-servers", ASSAY_INIT_SECRET_KEY: "secret-of-rolling-servers" };
const older = process.env.ASSAY_OLDER;

let database: OwnServer;
let redis: Awaited<ReturnType<typeof startRespServer>>;
let servers: StartedServer[] = [];
let balancer: Balancer;

beforeAll(async () => {
  database = await startOwnServer();
  redis = await startRespServer();
  // The first one makes the schema and the owner; the others find them.
  for (let number = 0; number < SERVERS; number++) servers.push(await start(older));
  balancer = await startBalancer(servers.map(({ port }) => port));
}, 600_000);
afterAll(async () => {
  balancer?.stop();
  await Promise.all(servers.map(({ starter }) => end(starter)));
  await Promise.all(servers.map(({ directory }) => forget(directory)));
  await redis?.stop();
  await database?.stop();
});

async function start(folder?: string, at?: { directory: string; port: number }): Promise<StartedServer> {
  const variables = {
    ...KEYS,
    ASSAY_INIT_OWNER_EMAIL: "ada@example.com",
    ASSAY_INIT_OWNER_PASSWORD: "a long pass phrase",
    AUTH_SECRET: "one secret of all servers, with more than thirty-two characters",
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
  };
  const server = await startServer({
    variables,
    inherited: withoutSettings(),
    ...(folder && { folder }),
    ...(at && { at }),
  });
  await vi.waitFor(() => expect(server.output()).toContain("Ready on"), PATIENCE_MS);
  return server;
}

interface Work {
  labels: string[];
  calls: number;
  requests: number;
  failures: string[];
}

/** One client after the other: reads, writes, and calls of a model. */
async function work(done: Work, isOver: () => boolean): Promise<void> {
  const owner = { "x-api-key": KEYS.ASSAY_INIT_API_KEY, "x-secret-key": KEYS.ASSAY_INIT_SECRET_KEY };
  const json = { "content-type": "application/json" };
  const send = async (method: string, path: string, headers: Record<string, string>, body?: unknown) => {
    done.requests++;
    const init = { method, headers: { ...headers, ...json }, signal: AbortSignal.timeout(30_000) };
    try {
      const response = await fetch(`${balancer.url}${path}`, {
        ...init,
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      const text = await response.text();
      if (response.status < 300) return true;
      done.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`);
    } catch (error) {
      done.failures.push(`${method} ${path}: ${error}`);
    }
    return false;
  };
  while (!isOver()) {
    const name = `Label ${randomUUID()}`;
    await send("GET", "/model-hub/annotation-queues/", owner);
    const label = { name, type: "text", settings: {} };
    if (await send("POST", "/model-hub/annotations-labels/", owner, label)) done.labels.push(name);
    const chat = { model: "sandbox/echo", messages: [{ role: "user", content: name }] };
    if (await send("POST", "/v1/chat/completions", owner, chat)) done.calls++;
    await send("GET", "/sign-in", {});
    await wait(PAUSE_MS);
  }
}

test("no request fails while three servers are replaced one by one", async () => {
  const done: Work = { labels: [], calls: 0, requests: 0, failures: [] };
  let isOver = false;
  const working = Array.from({ length: CLIENTS }, () => work(done, () => isOver));
  await vi.waitFor(() => expect(done.calls).toBeGreaterThan(10), PATIENCE_MS);
  for (const [index, { starter, directory, port }] of servers.entries()) {
    expect(await end(starter)).toBe(0);
    const replaced = await start(undefined, { directory, port });
    servers = servers.with(index, replaced);
    const before = done.requests;
    await vi.waitFor(() => expect(done.requests).toBeGreaterThan(before + 30), PATIENCE_MS);
  }
  isOver = true;
  await Promise.all(working);
  expect(done.failures).toEqual([]);
  const { db, close } = connect(database.url, 2);
  try {
    const [labels] = await db.execute<{ all: number; names: number }>(
      sql`select count(*)::int as all, count(distinct name)::int as names from labels where name like 'Label %'`,
    );
    expect(labels).toEqual({ all: done.labels.length, names: done.labels.length });
    const ledger = sql`select count(*)::int as calls from gateway_ledger where kind = 'call'`;
    await vi.waitFor(async () => expect(await db.execute(ledger)).toEqual([{ calls: done.calls }]), PATIENCE_MS);
  } finally {
    await close();
  }
}, 600_000);
