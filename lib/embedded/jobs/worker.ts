// Keeps a worker pool running while the driver is up, and takes over the jobs of dead pools.
import { setTimeout as delay } from "node:timers/promises";
import type { TaskList } from "graphile-worker";
import type { Client, Pool } from "pg";
import { logIgnored } from "@/lib/error-report";
import { whenAborted } from "@/lib/rejections";
import { deadPools, type Liveness, lockStart, releaseJobsOf, stayAlive, whileStarting } from "./liveness";
import { migrateQueue, startWorkerPool, type WorkerPool } from "./runner";
import { migrate } from "./schema";

interface WorkerOptions {
  pool: Pool;
  databaseUrl: string;
  concurrency: number;
  /** How often it looks for pools that have died. */
  lookMs: number;
  /** Must include `tick`, which is called at the start and every minute. */
  tasks: TaskList;
}

interface Worker {
  stop(): Promise<void>;
}

interface Cycle {
  workers: WorkerPool;
  liveness: Liveness;
}

const restartMs = 500;

export async function startWorker(options: WorkerOptions): Promise<Worker> {
  let stopping = false;
  /** The pools of this process that have jobs under way. */
  const own = new Set<string>();
  let cycle = await startCycle(options, own);
  const recovering = recoverAll(options, own);

  /** A pool gives up when it cannot record that a job is done, as when Postgres restarts. Another takes its place. */
  const supervise = async (): Promise<void> => {
    while (!stopping) {
      await cycle.workers.closed;
      if (stopping) break;
      void retire(options.databaseUrl, cycle, own);
      let next: Cycle | null = null;
      while (!stopping && !next) {
        next = (await startCycle(options, own).catch(logIgnored("start a pool of workers"))) ?? null;
        if (!next) await delay(restartMs);
      }
      if (next) cycle = next;
    }
    await cycle.workers.stop();
    await cycle.liveness.end();
  };
  const supervised = supervise();

  return {
    async stop() {
      stopping = true;
      await Promise.all([cycle.workers.stop(), recovering.stop()]);
      await supervised;
    },
  };
}

async function startCycle(options: WorkerOptions, own: Set<string>): Promise<Cycle> {
  const { pool, databaseUrl, concurrency, tasks } = options;
  const client = await lockStart(databaseUrl);
  try {
    await migrate(client);
    await migrateQueue(pool);
    await releaseJobsOf(client, await deadPools(client, own));
    await client.query("select graphile_worker.add_job('tick', job_key := 'tick')");
    const workers = await startWorkerPool(pool, concurrency, tasks, ["tick"]);
    own.add(workers.id);
    try {
      return { workers, liveness: await stayAlive(databaseUrl, workers.id, client) };
    } catch (error) {
      await workers.stop();
      own.delete(workers.id);
      throw error;
    }
  } catch (error) {
    await client.end().catch(logIgnored("close a connection of the jobs"));
    throw error;
  }
}

/** Hands over the jobs of a pool that gave up, once none of them is under way here any more. */
async function retire(databaseUrl: string, { workers, liveness }: Cycle, own: Set<string>): Promise<void> {
  void workers.stop();
  await workers.idle();
  await liveness.end();
  own.delete(workers.id);
  // If this fails, the next start or the check for dead pools does it.
  await whileStarting(databaseUrl, (client) => releaseJobsOf(client, [workers.id])).catch(
    logIgnored("release the jobs of a stopped pool"),
  );
}

/**
 * Takes over from pools of other processes that die while this one lives. One that loses its connection for a moment looks dead:
 * only one that looks so at two looks in a row is.
 */
function recoverAll({ databaseUrl, lookMs }: WorkerOptions, own: ReadonlySet<string>): { stop(): Promise<void> } {
  const ending = new AbortController();
  let suspects: string[] = [];
  const look = async (client: Client): Promise<void> => {
    const dead = await deadPools(client, own);
    const previous = suspects;
    suspects = dead;
    await releaseJobsOf(
      client,
      dead.filter((pool) => previous.includes(pool)),
    );
  };
  const looking = (async () => {
    while (!ending.signal.aborted) {
      await delay(lookMs, undefined, { signal: ending.signal }).catch(whenAborted(() => undefined));
      // Whatever hinders it now, such as a database that is away, the next look does it.
      if (!ending.signal.aborted) await whileStarting(databaseUrl, look).catch(logIgnored("look for dead pools"));
    }
  })();
  return {
    stop() {
      ending.abort();
      return looking;
    },
  };
}
