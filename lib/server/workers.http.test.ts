// Workers that stop, stand still and die while clients go on.
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { gatewayLedger } from "@/db/schema";
import { isAlive } from "@/lib/embedded/processes";
import { webHandler } from "@/lib/exchange/web";
import { createChatCompletion } from "@/lib/gateway/operations";
import { ledgerWritten } from "@/lib/gateway-admin/money/ledger";
import { rebuildProjection } from "@/lib/gateway-admin/projection";
import { chatRequest } from "@/lib/gateway-admin/testing";
import { ADMIN_TOKEN, type Mounted, startMount } from "@/lib/http/testing/mounts";
import type { RunningServer } from "./http-server";
import { head } from "./testing/raw-request";
import { workerPids } from "./testing/worker-pids";
import { startWorkers } from "./workers";

const COUNT = 2;
let mount: Mounted;
let workers: RunningServer;
let journal: string;
beforeAll(async () => {
  mount = await startMount("stand-alone");
  const root = join(import.meta.dirname, "../..");
  journal = await mkdtemp(join(tmpdir(), "journal-"));
  const options = { screens: null, usesRedisUrl: false, journal };
  workers = await startWorkers({ count: COUNT, root, port: 0, host: "127.0.0.1", ...options });
}, 120_000);
afterAll(async () => {
  await workers.close();
  await mount.stop();
  await rm(journal, { recursive: true });
});

const first = (): number => workerPids()[0] ?? 0;

/** The status of an answer on a connection of its own; null when the connection ended without one. */
const health = (agent?: Agent): Promise<number | null> =>
  new Promise((resolve) => {
    const request = get(`${workers.url}/health/`, { ...(agent && { agent }) }, (answer) => {
      text(answer).then(
        () => resolve(answer.statusCode ?? 0),
        () => resolve(null),
      );
    });
    request.once("error", () => resolve(null));
  });

test("calls of jobs stay in the first process's journal until the ledger has them", async () => {
  await rebuildProjection();
  const { key } = await (
    await fetch(`${workers.url}/-/keys`, {
      method: "POST",
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "of a job" }),
    })
  ).json();
  const answer = await webHandler(createChatCompletion)(chatRequest(key));
  expect(answer.status).toBe(200);
  await answer.text();
  expect((await readdir(journal)).filter((name) => name.startsWith(`${process.pid}.`))).toHaveLength(1);
  await ledgerWritten();
  expect(await mount.db.$count(gatewayLedger)).toBe(1);
});

test("all workers run, and requests over many connections are answered", async () => {
  const agent = new Agent({ keepAlive: true });
  expect(workerPids()).toHaveLength(COUNT);
  expect(new Set(await Promise.all(Array.from({ length: 20 }, () => health(agent))))).toEqual(new Set([200]));
  agent.destroy();
});

test("a worker killed under load loses only its own connections and is replaced", async () => {
  const killed = first();
  const outcomes: (number | null)[] = [];
  let isOver = false;
  const clients = Array.from({ length: 16 }, async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) outcomes.push(await health(agent));
    agent.destroy();
  });
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(100), 30_000);
  process.kill(killed, "SIGKILL");
  await vi.waitFor(() => expect(workerPids().filter((pid) => pid !== killed)).toHaveLength(COUNT), 30_000);
  const soFar = outcomes.length;
  await vi.waitFor(() => expect(outcomes.length).toBeGreaterThan(soFar + 100), 30_000);
  isOver = true;
  await Promise.all(clients);
  expect(outcomes.filter((status) => status !== 200 && status !== null)).toEqual([]);
  expect(outcomes.filter((status) => status === null).length).toBeLessThanOrEqual(16);
});

test("connections that wait at a dying worker end with it, and no client waits forever", async () => {
  const stopped = first();
  process.kill(stopped, "SIGSTOP");
  const answers: Promise<number | null>[] = [];
  let answered = 0;
  // Until the other one, which may still be starting, has answered some.
  while (answered < 5) {
    answers.push(health());
    void answers.at(-1)?.then(() => {
      answered += 1;
    });
    await wait(50);
  }
  process.kill(stopped, "SIGKILL");
  const statuses = await Promise.all(answers);
  expect(new Set(statuses)).toEqual(new Set([200, null]));
});

test("workers told to close answer running requests and then end", async () => {
  await vi.waitFor(async () => expect(await health()).toBe(200), 30_000);
  const running = workerPids();
  const socket = connect(Number(new URL(workers.url).port), "127.0.0.1");
  await once(socket, "connect");
  // Half a request; the rest comes while they close.
  const body = JSON.stringify({ name: "x" });
  socket.write(head("POST /model-hub/annotations-labels/", { "Content-Length": String(body.length) }));
  await wait(300);
  const closing = workers.close();
  await wait(200);
  socket.write(body);
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 401/);
  await closing;
  expect(running.filter(isAlive)).toEqual([]);
  expect(await health()).toBe(null);
});
