// Both mounts of the operations, each as a real server on a free port.
import { inject } from "vitest";
import { connect, type Database } from "@/db/client";
import { createDatabase } from "@/db/testing/database";
import { startRedis } from "@/lib/embedded/redis/start";
import { provideRedis } from "@/lib/redis/process";
import { createServer } from "@/lib/server/http-server";
import { ADMIN_TOKEN, environmentOf, testNamespace } from "./environment";
import { startNext } from "./next-server";

export { ADMIN_TOKEN };

/** Behind a pooler one mount is enough: the parts that differ do not use the database. */
export const mounts: readonly ("stand-alone" | "next")[] =
  inject("poolerUrl") === null ? ["stand-alone", "next"] : ["stand-alone"];

export interface Mounted {
  url: string;
  /** The server's process; the stand-alone server runs in the suite's process. */
  pid: number;
  db: Database;
  stop(): Promise<void>;
}

/**
 * Starts a mount with its own database and Redis. `through` routes the server's database connection; `db` connects
 * directly. `more` has extra variables; an empty one replaces the usual one.
 */
export async function startMount(
  mount: (typeof mounts)[number],
  through: (url: string) => Promise<string> = async (url) => url,
  more: Record<string, string> = {},
): Promise<Mounted> {
  const database = await createDatabase();
  const redis = await startRedis({ namespace: testNamespace(more) });
  const environment = { ...environmentOf(await through(database.url), redis), ...more };
  const restore = enter(environment);
  if (mount === "stand-alone" && environment.UPSTASH_REDIS_REST_URL) provideRedis(redis.redis, redis.shared);
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
      restore();
      await redis.stop();
      await database.drop();
    },
  };
}

/** A mount for a suite that uses only its own organizations and their data: other suites share the Next mount. */
export async function sharedMount(mount: (typeof mounts)[number]): Promise<Mounted> {
  const next = mount === "next" ? inject("nextMount") : null;
  if (!next) return startMount(mount);
  const { url, pid, environment } = next;
  const restore = enter(environment);
  const { db, close } = connect(environment.DATABASE_URL ?? "", 4);
  return { url, pid, db, stop: () => close().finally(restore) };
}

/** Points the suite's verbs to the server's services. Returns a function that restores the previous ones. */
function enter(environment: Record<string, string>): () => void {
  const before = Object.keys(environment).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, environment);
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

const startStandAlone = async () => ({
  pid: process.pid,
  ...(await createServer({ port: 0, host: "127.0.0.1", screens: null })),
});
