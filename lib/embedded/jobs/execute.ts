// One call of a function: claim it, make it, and record what came of it. No transaction is open while the function runs,
// so a crash in between repeats the call: steps run at least once, their results are recorded once.
import type { Pool } from "pg";
import { retryAt } from "./durations";
import type { FunctionCall, Handler } from "./handler";
import { endRun, hasEnded, lockRun, type Result, type Run, requestDiscovery, settleStep } from "./lifecycle";
import { insertSteps, planSteps } from "./plan";
import { errorOf, type Outcome, outcomeOf, UnsupportedOperation } from "./reply";
import { releaseSlot, takeSlot } from "./slots";
import { addJob, type Definitions, inTransaction, type Jobs, type Transaction } from "./transaction";

type Call = Jobs["call"];

const patienceMs = 86_400_000;

export async function execute(pool: Pool, definitions: Definitions, handler: Handler, call: Call): Promise<void> {
  const claimed = await inTransaction(pool, definitions, (tx) => claim(tx, call));
  if (!claimed) return;
  const outcome = outcomeOf(await handler(claimed));
  try {
    await inTransaction(pool, definitions, (tx) => record(tx, call, claimed, outcome));
  } catch (error) {
    if (!(error instanceof UnsupportedOperation)) throw error;
    const failure: Outcome = { kind: "failed", error: errorOf(error.message), mayRetry: false, retryAfter: null };
    await inTransaction(pool, definitions, (tx) => record(tx, call, claimed, failure));
  }
}

/** The call to make; null when the job is out of date, or has to wait for a slot. */
async function claim(tx: Transaction, call: Call): Promise<FunctionCall | null> {
  const run = await lockRun(tx, call.runId);
  const definition = run ? tx.definitions.get(run.function_id) : undefined;
  const attempt = run && !hasEnded(run) ? await attemptOf(tx, run, call) : null;
  if (!run || attempt === null) {
    await releaseSlot(tx, definition, call);
    return null;
  }
  if (!definition) {
    const error = errorOf(`The function "${run.function_id}" is unknown to this version of the app`);
    // A newer version on the same database may know it: the queue tries again, later.
    if (Date.now() - run.created_at.getTime() < patienceMs) throw new Error(error.message);
    await endRun(tx, run, { status: "failed", error });
    return null;
  }
  if (!(await takeSlot(tx, definition, run.event, call))) return null;
  const discovery = call.stepId === undefined ? ", discovery_state = 'running', discovery_stale = false" : "";
  await tx.query(
    `update jobs.runs set status = 'running', started_at = coalesce(started_at, clock_timestamp()) ${discovery}
     where id = $1`,
    [run.id],
  );
  const { rows: steps } = await tx.query<{ id: string; result: Result | null }>(
    "select id, result from jobs.steps where run_id = $1 order by finished_order",
    [run.id],
  );
  return {
    functionId: run.function_id,
    stepId: call.stepId ?? null,
    runId: run.id,
    event: run.event,
    attempt,
    // With another step outstanding, the one that the discovery finds may be that very step.
    mayRunStep: steps.every(({ result }) => result !== null),
    maxAttempts: definition.maxAttempts,
    steps: steps.flatMap(({ id, result }) => (result === null ? [] : [[id, result]])),
  };
}

/** The attempt of this job; null when another job has replaced it or its work is done. */
async function attemptOf(tx: Transaction, run: Run, call: Call): Promise<number | null> {
  if (call.stepId === undefined) {
    return run.discovery === call.number && run.discovery_state !== "idle" ? run.attempt : null;
  }
  const { rows } = await tx.query<{ attempt: number }>(
    "select attempt from jobs.steps where run_id = $1 and id = $2 and attempt = $3 and result is null",
    [run.id, call.stepId, call.number],
  );
  return rows[0]?.attempt ?? null;
}

async function record(tx: Transaction, call: Call, made: FunctionCall, outcome: Outcome): Promise<void> {
  const run = await lockRun(tx, call.runId);
  // Looked at again: the run may have been cancelled meanwhile, or the call made twice.
  if (run && !hasEnded(run) && (await attemptOf(tx, run, call)) !== null) await apply(tx, run, made, outcome);
  // Last, because locks are always taken in this order: runs, then the slots of a function.
  await releaseSlot(tx, tx.definitions.get(made.functionId), call);
}

async function apply(tx: Transaction, run: Run, made: FunctionCall, outcome: Outcome): Promise<void> {
  if (outcome.kind === "finished") return endRun(tx, run, { status: "completed", output: outcome.output });
  if (outcome.kind === "failed") {
    const isLast = !outcome.mayRetry || made.attempt + 1 >= made.maxAttempts;
    if (isLast) return endRun(tx, run, { status: "failed", error: outcome.error });
    return retry(tx, run, made, outcome.retryAfter);
  }
  const { operations, retryAfter } = outcome;
  if (operations.some(({ op }) => op === "StepError")) return retry(tx, run, made, retryAfter);
  if (made.stepId === null) {
    await tx.query("update jobs.runs set discovery_state = 'idle', attempt = 0 where id = $1", [run.id]);
    if (run.discovery_stale) await requestDiscovery(tx, { ...run, discovery_state: "idle" });
  }
  const [ended, found] = partition(operations, ({ op }) => op === "StepRun" || op === "StepFailed");
  await planSteps(tx, run, found);
  await insertSteps(tx, run, ended); // a discovery that ran a step by itself has not planned it
  for (const { id, op, data, error } of ended) {
    const result: Result = op === "StepRun" ? { type: "data", data: data ?? null } : { type: "error", error };
    await settleStep(tx, run.id, id, result);
  }
}

const partition = <Item>(items: Item[], belongs: (item: Item) => boolean): [Item[], Item[]] => [
  items.filter(belongs),
  items.filter((item) => !belongs(item)),
];

/** The same call again, later. The SDK itself turns the last attempt's error into a final one. */
async function retry(tx: Transaction, run: Run, made: FunctionCall, retryAfter: string | null): Promise<void> {
  const attempt = made.attempt + 1;
  const at = retryAt(made.attempt, retryAfter, new Date());
  if (made.stepId === null) return requestDiscovery(tx, { ...run, discovery_state: "idle" }, { at, attempt });
  await tx.query("update jobs.steps set attempt = $3 where run_id = $1 and id = $2", [run.id, made.stepId, attempt]);
  await addJob(tx, "call", { runId: run.id, stepId: made.stepId, number: attempt }, { at });
}
