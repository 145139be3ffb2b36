// A database, servers and people for the benchmarks, thrown away afterwards.
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/lib/embedded/postgres";
import { freePort } from "@/lib/embedded/postgres/server";
import { startRedis } from "@/lib/embedded/redis/start";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { keepServer, type ServerProcess, startServer } from "./processes/server-process";

export interface KeptServer {
  address: string;
  /** Kills the process that serves, and returns once another does. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface BenchEnvironment {
  db: Database;
  databaseUrl: string;
  /** What tells a process of the database and Redis. */
  variables: Record<string, string>;
  /** Starts a server of this folder as a process of its own; its address. `changed` goes before `variables`. */
  serve(file: string, changed?: Record<string, string>): Promise<string>;
  /** Starts a server that is kept running, with another standing by; where it is, and how to have it killed and back. */
  keep(file: string, changed?: Record<string, string>): Promise<KeptServer>;
  /** Kills the server at an address that `serve` gave, with whatever it has in hand, and starts another in its place. */
  replace(address: string): Promise<void>;
  /** The process of the server at an address that `serve` gave. */
  pidOf(address: string): number;
  stop(): Promise<void>;
}

export async function startEnvironment(): Promise<BenchEnvironment> {
  const directory = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const postgres = await startPostgres({ directory: join(directory, "postgres") });
  await migrate(postgres.url, storeBuiltIns);
  const redis = await startRedis({});
  const { db, close } = connect(postgres.url, 4);
  const variables = {
    DATABASE_URL: postgres.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    AUTH_SECRET: randomBytes(32).toString("hex"),
  };
  const servers = serversWith(variables);
  return {
    db,
    databaseUrl: postgres.url,
    variables,
    serve: servers.serve,
    keep: (file, changed = {}) => keptServer(file, { ...variables, ...changed }),
    replace: servers.replace,
    pidOf: servers.pidOf,
    async stop() {
      await servers.stop();
      await close();
      await redis.stop();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Servers by their address. */
function serversWith(variables: Record<string, string>) {
  const servers = new Map<string, ServerProcess & { again(port: string): Promise<ServerProcess> }>();
  const start = async (file: string, changed: Record<string, string> = {}, port = "0") => {
    const server = await startServer(file, { ...variables, PORT: port, ...changed });
    servers.set(server.address, { ...server, again: (port) => start(file, changed, port) });
    return server;
  };
  const find = (address: string) => {
    const server = servers.get(address);
    if (!server) throw new Error(`no server runs at ${address}`);
    return server;
  };
  return {
    serve: async (file: string, changed?: Record<string, string>) => (await start(file, changed)).address,
    async replace(address: string) {
      const server = find(address);
      process.kill(server.pid, "SIGKILL");
      await server.stop();
      await server.again(new URL(address).port);
    },
    pidOf: (address: string) => find(address).pid,
    stop: async () => {
      await Promise.all([...servers.values()].map((server) => server.stop()));
    },
  };
}

async function keptServer(file: string, variables: Record<string, string>): Promise<KeptServer> {
  const port = String(await freePort());
  const kept = await keepServer(file, { PORT: port, ...variables });
  let serving = Number(kept.found[1]);
  return {
    address: `http://127.0.0.1:${port}`,
    async kill() {
      const next = kept.next();
      process.kill(serving, "SIGKILL");
      serving = Number((await next)[1]);
    },
    stop: kept.stop,
  };
}
