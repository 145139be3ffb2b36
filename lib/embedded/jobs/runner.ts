// One worker pool of graphile-worker: started, watched for giving up, and ended.

import { EventEmitter } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Logger, parseCronItems, run, runMigrations, type TaskList, type WorkerEvents } from "graphile-worker";
import type { Pool } from "pg";
import { log } from "@/lib/observe/log";
import { handledBy, whenAborted } from "@/lib/rejections";

export interface WorkerPool {
  id: string;
  /** Resolves when the pool has stopped taking jobs, for whatever reason. */
  closed: Promise<void>;
  /** Resolves when no job is under way any more. */
  idle(): Promise<void>;
  /** Lets the jobs under way end, for a while; those that take longer are taken up again at the next start. */
  stop(): Promise<void>;
}

const pollMs = 1000;
const stopMs = 10_000;
const killMs = 2000;
const schema = "graphile_worker";

/** Without batching, graphile-worker 0.17.3 leaves the rejection unhandled when a job's end cannot be stored. */
const batching = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const logger = new Logger(() => (level, message) => {
  if (level === "error" || level === "warning")
    log(level === "error" ? "error" : "warn", `[jobs] ${message.split("\n", 1)[0]}`);
});

export const migrateQueue = (pgPool: Pool): Promise<void> => runMigrations({ pgPool, schema, logger });

/** `everyMinute` names the tasks that are called each minute, by one of the pools on the database. */
export async function startWorkerPool(
  pgPool: Pool,
  concurrency: number,
  tasks: TaskList,
  everyMinute: string[],
): Promise<WorkerPool> {
  const events: WorkerEvents = new EventEmitter();
  const busy = new Set<Promise<unknown>>();
  let id = "";
  events.once("pool:create", ({ workerPool }) => {
    id = workerPool.id;
  });
  const closed = new Promise<void>((resolve) => void events.once("pool:gracefulShutdown", () => resolve()));
  const runner = await run({
    pgPool,
    schema,
    logger,
    events,
    concurrency,
    pollInterval: pollMs,
    noHandleSignals: true,
    preset: { worker: batching },
    taskList: tracked(tasks, busy),
    parsedCronItems: parseCronItems(
      everyMinute.map((task) => ({ task, match: "* * * * *", options: { jobKey: task } })),
    ),
  });
  runner.promise.catch(handledBy("the runner's own log"));
  return {
    id,
    closed,
    idle: () => Promise.allSettled(busy).then(() => undefined),
    async stop() {
      if (await within(stopMs, runner.stop())) return;
      await within(killMs, runner.kill());
    },
  };
}

function tracked(tasks: TaskList, busy: Set<Promise<unknown>>): TaskList {
  const entries = Object.entries(tasks).map(([name, task]) => [
    name,
    (...values: Parameters<NonNullable<typeof task>>) => {
      const work = Promise.resolve(task?.(...values));
      busy.add(work);
      return work.finally(() => busy.delete(work));
    },
  ]);
  return Object.fromEntries(entries);
}

/** Whether `work` settles in time: a pool that has lost its database may never do. */
async function within(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const patience = new AbortController();
  const settled = work.then(
    () => true,
    () => true, // it had stopped already
  );
  const timeout = delay(milliseconds, false, { signal: patience.signal }).catch(whenAborted(() => false));
  const inTime = await Promise.race([settled, timeout]);
  patience.abort();
  return inTime;
}
