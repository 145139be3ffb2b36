import type { Pool, PoolClient } from "pg";
import { logIgnored } from "@/lib/error-report";
import type { Definition } from "./definition";

export type Definitions = ReadonlyMap<string, Definition>;

/** One open transaction and the functions it may start. State changes and the jobs they cause commit together. */
export interface Transaction {
  query: PoolClient["query"];
  definitions: Definitions;
}

export interface Jobs {
  /** One call of a function: a discovery (no `stepId`) or one planned step. `number` tells a stale job from the current one. */
  call: { runId: string; stepId?: string; number: number };
  /** Ends a sleep. */
  wake: { runId: string; stepId: string };
  debounce: { key: string };
  /** An event that the driver itself announces. */
  announce: { name: string; data: Record<string, unknown> };
}

const serializationFailures = new Set(["40001", "40P01"]);
const transactionAttempts = 5;

const sqlState = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** Runs `work` in a transaction, again when Postgres breaks a deadlock: `work` must have no effects outside of it. */
export async function inTransaction<T>(
  pool: Pool,
  definitions: Definitions,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(pool, definitions, work);
    } catch (error) {
      if (attempt === transactionAttempts || !serializationFailures.has(String(sqlState(error)))) throw error;
    }
  }
}

async function once<T>(pool: Pool, definitions: Definitions, work: (tx: Transaction) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken = false;
  try {
    await client.query("begin");
    const result = await work({ query: client.query.bind(client), definitions });
    const { command } = await client.query("commit");
    // Of an aborted transaction, without an error.
    if (command !== "COMMIT") throw new Error(`The transaction is not committed: the server answered ${command}.`);
    return result;
  } catch (error) {
    await client.query("rollback").catch((failure) => {
      broken = true;
      logIgnored("roll back a transaction of the jobs")(failure);
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Jobs stop by the driver's own rules (attempts, ended runs), so the queue's limit is out of reach. */
const queueAttempts = 32_767;

/** Queues a job in `tx`. A job of the same `key` that has not begun is replaced. */
export async function addJob<Name extends keyof Jobs>(
  tx: Transaction,
  name: Name,
  payload: Jobs[Name],
  when: { at?: Date | undefined; key?: string } = {},
): Promise<void> {
  await tx.query(
    `select graphile_worker.add_job($1, $2::json, run_at := $3::timestamptz, max_attempts := ${queueAttempts}, job_key := $4)`,
    [name, JSON.stringify(payload), when.at ?? null, when.key ?? null],
  );
}

export async function addCalls(tx: Transaction, calls: Jobs["call"][]): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `select graphile_worker.add_job('call', call, max_attempts := ${queueAttempts}) from unnest($1::json[]) as call`,
    [calls.map((call) => JSON.stringify(call))],
  );
}
