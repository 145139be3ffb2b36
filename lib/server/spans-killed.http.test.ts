// Spans that arrive while the server and its database are killed: what was acknowledged is there once, with its contents.
import { once } from "node:events";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect, type Database } from "@/db/client";
import { freePort } from "@/lib/embedded/postgres/server";
import { isAlive } from "@/lib/embedded/processes";
import { contentsOfSpans } from "@/lib/traces/contents";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { forget, type StartedServer, signalAll, startServer, treeOf, withoutSettings } from "./testing/own-server";

const PATIENCE_MS = 180_000;
const SENDERS = 4;
const TRACES_OF_AN_EXPORT = 20;
const SPANS_OF_A_TRACE = 5;
const KEYS = { ASSAY_INIT_API_KEY: "key-of-the-killed-spans", ASSAY_INIT_SECRET_KEY: "secret-of-the-killed-spans" };

let at: { directory: string; port: number };
let server: StartedServer;

async function start(): Promise<void> {
  const owner = { ASSAY_INIT_OWNER_EMAIL: "ada@example.com", ASSAY_INIT_OWNER_PASSWORD: "a long pass phrase" };
  server = await startServer({
    at,
    variables: { ...KEYS, ...owner, ASSAY_WORKERS: "1" },
    inherited: withoutSettings(),
  });
  await vi.waitFor(() => expect(server.output()).toContain("Ready on"), PATIENCE_MS);
}

async function killAll(): Promise<void> {
  const tree = await treeOf(server.starter.pid ?? 0);
  const ended = once(server.starter, "exit");
  signalAll(tree, "SIGKILL");
  await ended;
  await vi.waitFor(() => expect(tree.filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENCE_MS);
}

async function killOne(program: string): Promise<void> {
  const tree = await treeOf(server.starter.pid ?? 0);
  const found = tree.find(({ command }) => command.includes(program));
  if (!found) throw new Error(`Nothing runs ${program}.`);
  process.kill(found.pid, "SIGKILL");
}

function traceSpans(): TestSpan[] {
  const traceId = hexId(16);
  const root = hexId(8);
  return Array.from({ length: SPANS_OF_A_TRACE }, (_, index) => {
    const spanId = index === 0 ? root : hexId(8);
    const parent = index === 0 ? {} : { parentSpanId: root };
    return { traceId, spanId, ...parent, name: "step", values: { "input.value": `the input of ${spanId}` } };
  });
}

const acknowledged: TestSpan[] = [];
let isSending = true;

/** Sends each export until it is acknowledged, as exporters do. */
async function send(): Promise<void> {
  while (isSending) {
    const spans = Array.from({ length: TRACES_OF_AN_EXPORT }, traceSpans).flat();
    const body = JSON.stringify(exportOf({ "service.name": "killed" }, spans));
    while (isSending && !(await isAccepted(body))) await wait(50);
    if (isSending) acknowledged.push(...spans);
  }
}

async function isAccepted(body: string): Promise<boolean> {
  try {
    const response = await fetch(`${server.target.origin}/tracer/otlp/v1/traces`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "X-Api-Key": KEYS.ASSAY_INIT_API_KEY,
        "X-Secret-Key": KEYS.ASSAY_INIT_SECRET_KEY,
      },
      body,
    });
    await response.arrayBuffer();
    if (response.status === 401) throw new Error("The keys of the test are wrong.");
    return response.status === 200;
  } catch (error) {
    if (error instanceof TypeError) return false; // The connection was refused or has broken.
    throw error;
  }
}

const moreThan = (count: number) =>
  vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(count), { timeout: PATIENCE_MS, interval: 50 });

/** Spans acknowledged a second. */
async function rateOf(milliseconds: number): Promise<number> {
  const before = acknowledged.length;
  await wait(milliseconds);
  return Math.round(((acknowledged.length - before) * 1000) / milliseconds);
}

async function withDatabase<T>(read: (db: Database) => Promise<T>): Promise<T> {
  const folder = join(at.directory, "postgres");
  const text = (...names: string[]) => readFile(join(folder, ...names), "utf8");
  const [password, pidFile] = await Promise.all([text("password"), text("cluster", "postmaster.pid")]);
  const { db, close } = connect(`postgres://assay:${password.trim()}@127.0.0.1:${pidFile.split("\n")[3]}/postgres`, 1);
  try {
    return await read(db);
  } finally {
    await close();
  }
}

beforeAll(async () => {
  at = { directory: await mkdtemp(join(tmpdir(), "assay-spans-")), port: await freePort() };
  await start();
}, 300_000);
afterAll(async () => {
  isSending = false;
  signalAll(await treeOf(server.starter.pid ?? 0), "SIGKILL");
  await forget(at.directory);
});

test("acknowledged spans are stored exactly once", async () => {
  const senders = Promise.all(Array.from({ length: SENDERS }, send));
  await moreThan(1000);
  const rate = await rateOf(1000);
  for (const program of ["serve.mjs", "bin/postgres"]) {
    const before = acknowledged.length;
    await killOne(program);
    await moreThan(before + 1000);
  }
  await killAll();
  const before = acknowledged.length;
  await start();
  await moreThan(before + 1000);
  isSending = false;
  await senders;

  await withDatabase(async (db) => {
    const rows = await db.execute<{
      organization: string;
      project: string;
      trace: string;
      spans: number;
      summary: number;
    }>(sql`
      select trace.organization_id as organization, trace.project_id as project, trace.trace_id as trace,
        trace.span_count as summary,
        (select count(*)::int from spans as span where span.project_id = trace.project_id and span.trace_id = trace.trace_id) as spans
      from traces as trace join projects as project on project.id = trace.project_id where project.name = 'killed'`);
    const traces = new Map(rows.map((row) => [row.trace, row]));
    expect(traces.size).toBe(rows.length);
    expect(rows.filter(({ spans, summary }) => spans !== SPANS_OF_A_TRACE || summary !== spans)).toEqual([]);
    expect(acknowledged.filter(({ traceId }) => !traces.has(traceId))).toEqual([]);
    const [first] = rows;
    if (!first) throw new Error("nothing was stored");
    const ids = acknowledged.map(({ spanId }) => spanId);
    const contents = await contentsOfSpans(db, first.organization, first.project, ids);
    expect(ids.filter((id) => contents.get(id)?.input !== `the input of ${id}`)).toEqual([]);
    process.stdout.write(`${acknowledged.length} spans acknowledged, ${rate} a second, all there once\n`);
  });
}, 600_000);
