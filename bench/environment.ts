// A database, servers and people for the benchmarks, thrown away afterwards.
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "@/db/client";
import { migrate } from "@/db/migrate";
import { startPostgres } from "@/lib/embedded/postgres";
import { startRedis } from "@/lib/embedded/redis/start";

export interface BenchEnvironment {
  db: Database;
  databaseUrl: string;
  /** What tells a process of the database and Redis. */
  variables: Record<string, string>;
  /** Starts a server of this folder as a process of its own; its address. */
  serve(file: string): Promise<string>;
  /** The process of the server at an address that `serve` gave. */
  pidOf(address: string): number;
  stop(): Promise<void>;
}

export async function startEnvironment(): Promise<BenchEnvironment> {
  const directory = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const postgres = await startPostgres({ directory: join(directory, "postgres") });
  await migrate(postgres.url);
  const redis = await startRedis({});
  const { db, close } = connect(postgres.url, 4);
  const variables = {
    DATABASE_URL: postgres.url,
    UPSTASH_REDIS_REST_URL: redis.url,
    UPSTASH_REDIS_REST_TOKEN: redis.token,
    AUTH_SECRET: randomBytes(32).toString("hex"),
  };
  const children: ReturnType<typeof spawn>[] = [];
  const pids = new Map<string, number | undefined>();
  return {
    db,
    databaseUrl: postgres.url,
    variables,
    async serve(file) {
      const child = spawn(process.execPath, ["--import", "tsx", join(import.meta.dirname, file)], {
        env: { ...process.env, ...variables, NODE_ENV: "production" },
        stdio: ["ignore", "pipe", "inherit"],
      });
      children.push(child);
      const [line] = await new Promise<string[]>((resolve, reject) => {
        child.stdout?.once("data", (data: Buffer) => resolve([data.toString()]));
        child.once("exit", (code) => reject(new Error(`${file} ended with ${code}`)));
      });
      const address = `http://127.0.0.1:${/port (\d+)/.exec(line ?? "")?.[1]}`;
      pids.set(address, child.pid);
      return address;
    },
    pidOf(address) {
      const pid = pids.get(address);
      if (!pid) throw new Error(`no server runs at ${address}`);
      return pid;
    },
    async stop() {
      for (const child of children) child.kill();
      await close();
      await redis.stop();
      await postgres.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
