// Runs the project's Inngest functions durably without Inngest's server: events and runs are rows in Postgres, the
// queue is graphile-worker, and the functions are called in process through the SDK's own handler.
import { randomBytes } from "node:crypto";
import type { TaskList } from "graphile-worker";
import type { Inngest, InngestFunction } from "inngest";
import { Pool } from "pg";
import { define } from "./definition";
import { dispatch, dispatchOnce } from "./dispatch";
import { driverEvent } from "./event";
import { openEventEndpoint } from "./event-endpoint";
import { execute } from "./execute";
import { createHandler } from "./handler";
import { requeueWaiting } from "./slots";
import { fireDebounce, prune, tickCrons, wake } from "./timers";
import { type Definitions, inTransaction, type Jobs, type Transaction } from "./transaction";
import { startWorker } from "./worker";

interface JobsOptions {
  databaseUrl: string;
  /** How many calls of functions are under way at once in this process. */
  concurrency?: number;
  /** How often it checks for dead processes whose calls it takes over. */
  lookMs?: number;
  /** The app's own client and functions by default. */
  client?: Inngest.Any;
  functions?: readonly InngestFunction.Any[];
}

export interface RunningJobs {
  /** For INNGEST_BASE_URL. */
  url: string;
  /** For INNGEST_EVENT_KEY. */
  eventKey: string;
  /** For INNGEST_SIGNING_KEY: nobody else has it, so the open /api/inngest route answers nobody else. */
  signingKey: string;
  stop(): Promise<void>;
}

const defaultConcurrency = 8;
const defaultLookMs = 5000;
/** Connections beyond those of the calls: one listens for jobs, the others take events. */
const furtherConnections = 4;

/** Fails when a function uses a feature that the driver lacks, or when Postgres does not answer. */
export async function startJobs(options: JobsOptions): Promise<RunningJobs> {
  const { databaseUrl, concurrency = defaultConcurrency, lookMs = defaultLookMs } = options;
  const client = options.client ?? (await import("@/inngest/client")).inngest;
  const functions = options.functions ?? (await import("@/inngest/index")).functions;
  const definitions = define(client, functions);
  const pool = new Pool({ connectionString: databaseUrl, max: concurrency + furtherConnections });
  // A connection that breaks while idle is replaced; one in use rejects its query.
  pool.on("error", () => undefined);
  pool.on("connect", (connection) => void connection.on("error", () => undefined));
  const eventKey = randomBytes(24).toString("base64url");
  const signingKey = `signkey-embedded-${randomBytes(32).toString("hex")}`;
  const endpoint = await openEventEndpoint(eventKey, (events) =>
    inTransaction(pool, definitions, async (tx) => {
      for (const event of events) await dispatchOnce(tx, event);
    }),
  );
  // Resumed runs may send events before the caller has set the environment.
  client.setEnvVars({ INNGEST_BASE_URL: endpoint.url, INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey });
  try {
    const handler = createHandler(client, functions);
    const tasks = tasksOf(pool, definitions, (call) => execute(pool, definitions, handler, call));
    const worker = await startWorker({ pool, databaseUrl, concurrency, lookMs, tasks });
    await inTransaction(pool, definitions, requeueWaiting);
    return {
      url: endpoint.url,
      eventKey,
      signingKey,
      stop: () => stopAll([worker.stop, endpoint.close, () => pool.end()]),
    };
  } catch (error) {
    await stopAll([endpoint.close, () => pool.end()]);
    throw error;
  }
}

/** In order: functions that are ending still send events, and the endpoint still stores them. */
async function stopAll(steps: (() => Promise<void>)[]): Promise<void> {
  for (const step of steps) await step();
}

function tasksOf(pool: Pool, definitions: Definitions, call: (job: Jobs["call"]) => Promise<void>): TaskList {
  const task =
    <Name extends keyof Jobs>(work: (payload: Jobs[Name]) => Promise<void>) =>
    (payload: unknown) =>
      work(payload as Jobs[Name]); // safe because addJob checks what it queues under this name
  const inOne = <Name extends keyof Jobs>(work: (tx: Transaction, payload: Jobs[Name]) => Promise<void>) =>
    task<Name>((payload) => inTransaction(pool, definitions, (tx) => work(tx, payload)));
  return {
    call: task<"call">(call),
    wake: inOne<"wake">(wake),
    debounce: inOne<"debounce">(fireDebounce),
    announce: inOne<"announce">((tx, { name, data }) => dispatch(tx, driverEvent(name, data))),
    async tick() {
      await tickCrons(pool, definitions, new Date());
      await prune(pool);
    },
  };
}
