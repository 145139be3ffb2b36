// The life of a run: started by an event, advanced by discoveries, ended once. Every change locks the run's row first.
import { randomUUID } from "node:crypto";
import type { Definition } from "./definition";
import { driverEvent, type Event } from "./event";
import { addJob, type Transaction } from "./transaction";

/** A memoised step, in the SDK's own shape. */
export type Result = { type: "data"; data: unknown } | { type: "error"; error: unknown };

export interface Run {
  id: string;
  function_id: string;
  event: Event;
  status: "scheduled" | "running" | "completed" | "failed";
  attempt: number;
  discovery: number;
  discovery_state: "idle" | "queued" | "running";
  discovery_stale: boolean;
  created_at: Date;
}

type Ending = { status: "completed"; output: unknown } | { status: "failed"; error: unknown };

export async function startRun(tx: Transaction, definition: Definition, event: Event): Promise<void> {
  const id = randomUUID();
  await tx.query("insert into jobs.runs (id, function_id, event) values ($1, $2, $3)", [
    id,
    definition.id,
    JSON.stringify(event),
  ]);
  await requestDiscovery(tx, { id, discovery: 0, discovery_state: "idle" });
}

export async function lockRun(tx: Transaction, id: string): Promise<Run | null> {
  const { rows } = await tx.query<Run>("select * from jobs.runs where id = $1 for update", [id]);
  return rows[0] ?? null;
}

export const hasEnded = (run: Run): boolean => run.status !== "scheduled" && run.status !== "running";

/**
 * Asks for one discovery: the call that finds out what the function does next. A run has at most one at a time. One
 * that is queued will see this change anyway; one that is under way is repeated when it returns.
 */
export async function requestDiscovery(
  tx: Transaction,
  run: Pick<Run, "id" | "discovery" | "discovery_state">,
  when: { at?: Date | undefined; attempt?: number } = {},
): Promise<void> {
  if (run.discovery_state === "queued") return;
  if (run.discovery_state === "running") {
    await tx.query("update jobs.runs set discovery_stale = true where id = $1", [run.id]);
    return;
  }
  const number = run.discovery + 1;
  await tx.query("update jobs.runs set discovery = $2, discovery_state = 'queued', attempt = $3 where id = $1", [
    run.id,
    number,
    when.attempt ?? 0,
  ]);
  await addJob(tx, "call", { runId: run.id, number }, { at: when.at });
}

/**
 * Records a step's result, once, and lets the run go on when no parallel step is left to join. Late and repeated results
 * change nothing.
 */
export async function settleStep(tx: Transaction, runId: string, stepId: string, result: Result): Promise<void> {
  const run = await lockRun(tx, runId);
  if (!run || hasEnded(run)) return;
  const { rowCount } = await tx.query(
    `update jobs.steps set result = $3, finished_order = nextval('jobs.step_order')
     where run_id = $1 and id = $2 and result is null`,
    [runId, stepId, JSON.stringify(result)],
  );
  if (rowCount === 0) return;
  const { rowCount: joined } = await tx.query(
    "select from jobs.steps where run_id = $1 and joined and result is null limit 1",
    [runId],
  );
  if (joined === 0) await requestDiscovery(tx, run);
}

/** Ends a run that `tx` has locked: informs its failure handler and every listener. */
export async function endRun(tx: Transaction, run: Run, ending: Ending): Promise<void> {
  const output = ending.status === "completed" ? JSON.stringify(ending.output ?? null) : null;
  const error = ending.status === "failed" ? JSON.stringify(ending.error) : null;
  await tx.query(
    `update jobs.runs set status = $2, output = $3, error = $4, ended_at = clock_timestamp(), discovery_state = 'idle'
     where id = $1`,
    [run.id, ending.status, output, error],
  );
  if (ending.status === "failed") await handleFailure(tx, run, ending.error);
  else await announce(tx, "inngest/function.finished", run, { result: ending.output });
}

async function handleFailure(tx: Transaction, run: Run, error: unknown): Promise<void> {
  const details = { function_id: run.function_id, run_id: run.id, event: run.event, error };
  const failureId = tx.definitions.get(run.function_id)?.failureId;
  const handler = failureId ? tx.definitions.get(failureId) : undefined;
  if (handler) await startRun(tx, handler, driverEvent("inngest/function.failed", details));
  await announce(tx, "inngest/function.failed", run, { error, event: run.event });
  await announce(tx, "inngest/function.finished", run, { error });
}

const announcements = new Set(["inngest/function.failed", "inngest/function.finished"]);

/** A job rather than a direct dispatch: listeners are other runs, and locking them here could deadlock. */
async function announce(tx: Transaction, name: string, run: Run, data: Record<string, unknown>): Promise<void> {
  // A run that was itself started by such an event stays silent, or a listener would set itself off again.
  if (announcements.has(run.event.name)) return;
  await addJob(tx, "announce", { name, data: { function_id: run.function_id, run_id: run.id, ...data } });
}
