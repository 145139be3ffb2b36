// `npm start` is npm, a small process that waits, the server, and all that this has started: a signal to npm ends all of it.
import { once } from "node:events";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "@/lib/embedded/postgres/server";
import { isAlive } from "@/lib/embedded/processes";
import {
  type Descendant,
  forget,
  type StartedServer,
  signalAll,
  startServer,
  treeOf,
  withoutSettings,
} from "./testing/own-server";

const KEY = "sk-of-the-tests-that-stop-a-server";
const PATIENCE_MS = 180_000;

let at: { directory: string; port: number };
let server: StartedServer;
let tree: Descendant[];

beforeAll(async () => {
  at = { directory: await mkdtemp(join(tmpdir(), "assay-stopped-")), port: await freePort() };
  const configuration = { auth: { keys: [{ name: "tests", key: KEY }] } };
  await writeFile(join(at.directory, "gateway.yaml"), JSON.stringify(configuration));
});
afterEach(() => {
  signalAll(tree, "SIGKILL");
});
afterAll(() => forget(at.directory));

async function start(): Promise<void> {
  const variables = { ASSAY_CONFIG: join(at.directory, "gateway.yaml"), ASSAY_WORKERS: "2" };
  server = await startServer({ at, variables, inherited: withoutSettings(), command: ["npm", "start"] });
  await vi.waitFor(() => expect(server.output()).toContain("Ready on"), PATIENCE_MS);
  tree = await treeOf(server.starter.pid ?? 0);
  // npm, the one that waits, the server, two workers, screens, PostgreSQL.
  expect(tree.length).toBeGreaterThan(6);
}

/** A stream that has begun; what has come of it once it is over. */
async function stream(tokenDelayMs: number): Promise<{ text: Promise<string> }> {
  const response = await fetch(`${server.target.origin}/v1/chat/completions`, {
    method: "POST",
    headers: { authorization: `Bearer ${KEY}`, "content-type": "application/json" },
    body: JSON.stringify({
      model: "sandbox/chat",
      messages: [{ role: "user", content: "Hello" }],
      stream: true,
      sandbox: { reply: "one two three four", token_delay_ms: tokenDelayMs },
    }),
  });
  expect(response.status).toBe(200);
  return { text: response.text().catch((error) => String(error)) };
}

const isGone = () => vi.waitFor(() => expect(tree.filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENCE_MS);
const isRefused = () => expect(fetch(`${server.target.origin}/livez`)).rejects.toThrow("fetch failed");

test.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
  "%s to npm ends every process after running requests are answered",
  async (signal) => {
    await start();
    const answer = await stream(300);
    const ended = once(server.starter, "exit");
    server.starter.kill(signal);
    expect(await answer.text).toContain("[DONE]");
    await isGone();
    await isRefused();
    // npm dies of SIGHUP itself; of the others it waits for the server's end.
    expect(await ended).toEqual(signal === "SIGHUP" ? [null, "SIGHUP"] : [0, null]);
    expect(server.output()).toContain("Stopping");
  },
  PATIENCE_MS,
);

test(
  "a second signal ends every process at once, even during a request",
  async () => {
    await start();
    const answer = await stream(5_000);
    server.starter.kill("SIGTERM");
    await vi.waitFor(() => expect(server.output()).toContain("Stopping"), PATIENCE_MS);
    await wait(1_000);
    server.starter.kill("SIGTERM");
    expect(await answer.text).not.toContain("[DONE]");
    await isGone();
    await isRefused();
  },
  PATIENCE_MS,
);
