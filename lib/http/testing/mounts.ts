// Both mounts of the operations, each as a real server on a free port over a database of the suite's own.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer as createProbe } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import { connect, type Database } from "@/db/client";
import { createDatabase } from "@/db/testing/database";
import { startRedis } from "@/lib/embedded/redis/start";
import { provideRedis } from "@/lib/redis/process";
import { createServer } from "@/lib/server/http-server";

/** Behind a pooler one is enough: what they have of their own does not know the database. */
export const mounts: readonly ("stand-alone" | "next")[] =
  inject("poolerUrl") === null ? ["stand-alone", "next"] : ["stand-alone"];

export interface Mounted {
  url: string;
  /** The server's process; the stand-alone one runs in the suite's own. */
  pid: number;
  db: Database;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, "../../..");
const START_PATIENCE_MS = 60_000;
export const ADMIN_TOKEN = randomBytes(16).toString("hex");

/**
 * Starts a mount with its own database and Redis. The Next mount needs a build: `npm test` makes it first. `through` gives
 * the server another way to its database; `db` reaches it directly.
 */
export async function startMount(
  mount: (typeof mounts)[number],
  through: (url: string) => Promise<string> = async (url) => url,
): Promise<Mounted> {
  const database = await createDatabase();
  const redis = await startRedis({});
  const environment = {
    DATABASE_URL: await through(database.url),
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    AUTH_SECRET: "a secret of the tests, long enough to be one",
    ADMIN_TOKEN,
    HOST: "127.0.0.1",
  };
  Object.assign(process.env, environment);
  if (mount === "stand-alone") provideRedis(redis.redis);
  const server = mount === "next" ? await startNext(environment) : await startStandAlone();
  const { db, close } = connect(database.url, 4);
  return {
    url: server.url,
    pid: server.pid,
    db,
    async stop() {
      await server.close();
      await close();
      provideRedis(null);
      await redis.stop();
      await database.drop();
    },
  };
}

const startStandAlone = async () => ({
  pid: process.pid,
  ...(await createServer({ port: 0, host: "127.0.0.1", screens: null })),
});

async function startNext(environment: Record<string, string>) {
  if (!existsSync(join(root, ".next/BUILD_ID"))) throw new Error("There is no build. Run `npm test -- build` first.");
  const port = await freePort();
  const program = join(root, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [program, "start", "-p", String(port), "-H", "127.0.0.1"], {
    cwd: root,
    env: { ...process.env, ...environment, NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  await until(() =>
    fetch(`${url}/health/`).then(
      (response) => response.ok,
      () => false,
    ),
  );
  return {
    url,
    pid: child.pid ?? 0,
    async close() {
      const closed = once(child, "exit");
      child.kill("SIGTERM");
      await closed;
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createProbe().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === "string") throw new Error("the probe has no port");
  return address.port;
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + START_PATIENCE_MS;
  while (!(await isReady())) {
    if (Date.now() > end) throw new Error("The server did not start in time.");
    await wait(100);
  }
}
