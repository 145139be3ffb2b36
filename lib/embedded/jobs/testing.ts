// The shared parts of the driver's suites: an app of a few functions on its own database.
import type { Inngest, InngestFunction } from "inngest";
import { Pool } from "pg";
import { expect } from "vitest";
import { createDatabase } from "@/db/testing/database";
import type { Run } from "./lifecycle";
import { type RunningJobs, startJobs } from "./start";

/** What is kept of an ended run, as far as the suites need it. */
type EndedRun = Pick<Run, "id" | "status" | "event"> & {
  output: unknown;
  error: unknown;
  startedAt: Date;
  endedAt: Date;
};

export interface Playground {
  url: string;
  pool: Pool;
  start(client: Inngest.Any, functions: InngestFunction.Any[], concurrency?: number): Promise<RunningJobs>;
  /** The function's runs once there are `count` of them and all have ended; oldest first. */
  ended(functionId: string, count?: number): Promise<EndedRun[]>;
  close(): Promise<void>;
}

export async function createPlayground(): Promise<Playground> {
  const database = await createDatabase();
  const pool = new Pool({ connectionString: database.url });
  pool.on("error", () => undefined);
  const running = new Set<RunningJobs>();
  return {
    url: database.url,
    pool,
    async start(client, functions, concurrency) {
      const jobs = await startJobs({
        databaseUrl: database.url,
        client,
        functions,
        ...(concurrency === undefined ? {} : { concurrency }),
      });
      running.add(jobs);
      const stop = async () => {
        if (running.delete(jobs)) await jobs.stop();
      };
      return { ...jobs, stop };
    },
    ended: (functionId, count = 1) => endedRuns(pool, functionId, count),
    async close() {
      await Promise.all([...running].map((jobs) => jobs.stop()));
      await pool.end();
      await database.drop();
    },
  };
}

export async function endedRuns(pool: Pool, functionId: string, count: number): Promise<EndedRun[]> {
  const read = async () =>
    (
      await pool.query<EndedRun>(
        `select id, status, event, output, error, started_at as "startedAt", ended_at as "endedAt"
         from jobs.runs where function_id = $1 and ended_at is not null order by created_at, id`,
        [functionId],
      )
    ).rows;
  await expect.poll(async () => (await read()).length, { timeout: 25_000, interval: 30 }).toBeGreaterThanOrEqual(count);
  return read();
}
