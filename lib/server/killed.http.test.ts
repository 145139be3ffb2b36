// Clients that are answered while processes of their server are killed, again and again, at any moment: what they have received to
// the end stands in the ledger, budgets and credits, once.
import { once } from "node:events";
import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { connect } from "@/db/client";
import { freePort } from "@/lib/embedded/postgres/server";
import { isAlive } from "@/lib/embedded/processes";
import { startRespServer } from "@/lib/embedded/redis/testing/resp-server";
import { bearerOf, Clients, type KeyUnderLoad } from "./testing/clients-under-load";
import { forget, type StartedServer, signalAll, startServer, treeOf, withoutSettings } from "./testing/own-server";

const ADMIN_TOKEN = "the-operators-token-of-killed-servers";
/** USD, of each budget and of credits. */
const PAID = 1_000;
const PATIENCE_MS = 180_000;

type Kill = "a worker" | "the server" | "every process" | "every process by SIGTERM";
interface Life {
  redis: "the embedded Redis" | "a Redis of its own";
  workers: number;
  kills: Kill[];
}

/** The last kill of each ends it, and the next one begins where it was. */
const lives: [Life, ...Life[]] = [
  { redis: "the embedded Redis", workers: 1, kills: ["the server", "every process"] },
  { redis: "the embedded Redis", workers: 2, kills: ["a worker", "the server", "every process by SIGTERM"] },
  { redis: "a Redis of its own", workers: 2, kills: ["a worker", "the server", "every process"] },
  { redis: "a Redis of its own", workers: 1, kills: ["the server", "every process by SIGTERM"] },
];
const nameOf = ({ redis, workers, kills }: Life) => `${redis}, ${workers} at work, killed: ${kills.join(", ")}`;

const configuration = {
  rate_limiting: { enabled: true, global_rpm: 1_000_000 },
  pricing: { models: { "sandbox/*": { input: 30, output: 60 } } },
};

let redis: Awaited<ReturnType<typeof startRespServer>>;
let at: { directory: string; port: number };
let server: StartedServer;
let keys: KeyUnderLoad[];
const clients = new Clients();

async function start({ redis: which, workers }: Life): Promise<void> {
  const variables = {
    ADMIN_TOKEN,
    ASSAY_CONFIG: join(at.directory, "gateway.yaml"),
    ASSAY_WORKERS: String(workers),
    ...(which === "a Redis of its own" && { REDIS_URL: redis.url }),
  };
  server = await startServer({ at, variables, inherited: withoutSettings() });
  await isReady(1);
}

const timesReady = () => server.output().split("Ready on").length - 1;
const isReady = (times: number) =>
  vi.waitFor(() => expect(timesReady(), server.output()).toBeGreaterThanOrEqual(times), PATIENCE_MS);

/** Waits for one that is being started again. */
const pidOf = (program: string): Promise<number> =>
  vi.waitFor(async () => {
    const tree = await treeOf(server.starter.pid ?? 0);
    const found = tree.find(({ command }) => command.includes(program));
    if (!found) throw new Error(`Nothing runs ${program}.`);
    return found.pid;
  }, PATIENCE_MS);

/** Kills one process at some moment, with clients that go on until another has taken its place. */
async function killOne(program: string, isBack: () => Promise<unknown>): Promise<void> {
  const asking = clients.run(server.target.origin, keys);
  await clients.haveBeenAnswered(20);
  await wait(Math.random() * 500);
  process.kill(await pidOf(program), "SIGKILL");
  await isBack();
  await clients.haveBeenAnswered(10);
  await asking.stop();
}

async function killAll(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const asking = clients.run(server.target.origin, keys);
  await clients.haveBeenAnswered(20);
  await wait(Math.random() * 500);
  const tree = await treeOf(server.starter.pid ?? 0);
  const ended = once(server.starter, "exit");
  signalAll(tree, signal);
  await ended;
  await asking.stop();
  await vi.waitFor(() => expect(tree.filter(({ pid }) => isAlive(pid))).toEqual([]), PATIENCE_MS);
}

async function kill(what: Kill, next: Life): Promise<void> {
  const times = timesReady();
  if (what === "a worker") return killOne("worker.mjs", () => clients.haveBeenAnswered(10));
  if (what === "the server") return killOne("serve.mjs", () => isReady(times + 1));
  await killAll(what === "every process" ? "SIGKILL" : "SIGTERM");
  await start(next);
}

/** The calls with their keys and micro-dollars. */
async function ledger() {
  const folder = join(at.directory, "postgres");
  const read = (...names: string[]) => readFile(join(folder, ...names), "utf8");
  const [password, pidFile] = await Promise.all([read("password"), read("cluster", "postmaster.pid")]);
  const { db, close } = connect(`postgres://assay:${password.trim()}@127.0.0.1:${pidFile.split("\n")[3]}/postgres`, 1);
  const calls = sql`select request_id as request, key_id as key, cost_micros::int as cost from gateway_ledger where kind = 'call'`;
  try {
    return await db.execute<{ request: string; key: string; cost: number }>(calls);
  } finally {
    await close();
  }
}

const limitStatusOf = async (key: string) =>
  (await fetch(`${server.target.origin}/v1/key`, { headers: bearerOf(key) })).json();

async function nothingIsMissing(): Promise<void> {
  const look = async () => {
    const calls = await ledger();
    const known = new Set(calls.map(({ request }) => request));
    expect(clients.complete.filter((id) => !known.has(id))).toEqual([]);
    expect(known.size).toBe(calls.length);
    for (const { id, key, counts } of keys) {
      const spent = calls.reduce((sum, call) => (call.key === id ? sum + call.cost : sum), 0) / 1e6;
      const { credits, budgets } = await limitStatusOf(key);
      if (counts === "credits") expect(credits.balance).toBeCloseTo(PAID - spent, 9);
      if (counts === "a budget") expect(budgets[0].spent).toBeCloseTo(spent, 9);
    }
  };
  await vi.waitFor(look, { timeout: PATIENCE_MS, interval: 200 });
}

async function newKey(counts: KeyUnderLoad["counts"], more: object): Promise<KeyUnderLoad> {
  const response = await fetch(`${server.target.origin}/-/keys`, {
    method: "POST",
    headers: { ...bearerOf(ADMIN_TOKEN), "content-type": "application/json" },
    body: JSON.stringify({ name: counts, ...more }),
  });
  const { id, key } = await response.json();
  return { id, key, counts };
}

beforeAll(async () => {
  redis = await startRespServer();
  at = { directory: await mkdtemp(join(tmpdir(), "assay-killed-")), port: await freePort() };
  await writeFile(join(at.directory, "gateway.yaml"), JSON.stringify(configuration));
  await start(lives[0]);
  keys = await Promise.all([
    newKey("nothing", {}),
    newKey("a budget", { budget: { limit: PAID, period: "total" } }),
    newKey("credits", { key_type: "managed", credit_balance: PAID }),
  ]);
}, 300_000);
afterAll(async () => {
  signalAll(await treeOf(server.starter.pid ?? 0), "SIGKILL");
  await redis.stop();
  await forget(at.directory);
});

test.each(lives.map((life, index) => [nameOf(life), life, lives[index + 1] ?? life] as const))(
  "%s",
  async (_, { kills }, next) => {
    const before = clients.complete.length;
    for (const what of kills) {
      await kill(what, next);
      await nothingIsMissing();
    }
    process.stdout.write(`${clients.complete.length - before} answers, all in the ledger\n`);
  },
  600_000,
);
