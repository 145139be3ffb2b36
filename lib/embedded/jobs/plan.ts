// Turns the steps that a discovery found into rows and jobs. A step that is planned already stays as it is: every
// discovery finds it again until it has a result.
import { z } from "zod";
import { startThrottled } from "./dispatch";
import { instantOf } from "./durations";
import { driverEvent } from "./event";
import { awaitEvent, type Run, settleStep } from "./lifecycle";
import { errorOf, matchPath, type Operation, UnsupportedOperation } from "./reply";
import { addCalls, addJob, type Transaction } from "./transaction";

export async function planSteps(tx: Transaction, run: Run, operations: Operation[]): Promise<void> {
  const unsupported = operations.find(({ op }) => op !== "StepPlanned" && !begin[op]);
  if (unsupported) throw new UnsupportedOperation(`step operations of the kind ${unsupported.op}`);
  const fresh = await insertSteps(tx, run, operations);
  const calls = fresh.filter(({ op }) => op === "StepPlanned");
  await addCalls(
    tx,
    calls.map(({ id }) => ({ runId: run.id, stepId: id, number: 0 })),
  );
  for (const operation of fresh) await begin[operation.op]?.(tx, run, operation);
}

/** Returns the operations that were not known yet. */
export async function insertSteps(tx: Transaction, run: Run, operations: Operation[]): Promise<Operation[]> {
  const steps = operations.map(({ id, op, name, displayName, opts }) => ({
    id,
    name: displayName ?? name ?? null,
    operation: op,
    // As in production: the results of parallel `step.run`s are awaited together, except in race mode.
    joined: op === "StepPlanned" && opts?.parallelMode !== "race",
  }));
  const { rows } = await tx.query<{ id: string }>(
    `insert into jobs.steps (run_id, id, name, operation, joined)
     select $1, id, name, operation, joined
     from json_to_recordset($2) as step (id text, name text, operation text, joined boolean)
     on conflict do nothing returning id`,
    [run.id, JSON.stringify(steps)],
  );
  const fresh = new Set(rows.map(({ id }) => id));
  return operations.filter(({ id }) => fresh.has(id));
}

type Begin = (tx: Transaction, run: Run, operation: Operation) => Promise<void>;

const begin: Record<string, Begin> = {
  Sleep: (tx, run, { id, name }) =>
    addJob(tx, "wake", { runId: run.id, stepId: id }, { at: instantOf(name ?? "", new Date()) }),

  async WaitForEvent(tx, run, { id, name, opts }) {
    const { timeout, if: expression } = z.object({ timeout: z.string(), if: z.unknown().optional() }).parse(opts);
    const expires = instantOf(timeout, new Date());
    const path = matchPath(expression);
    await awaitEvent(tx, { runId: run.id, stepId: id, name: name ?? "", path, origin: run.event, expires });
    await addJob(tx, "wake", { runId: run.id, stepId: id }, { at: expires });
  },

  async InvokeFunction(tx, run, { id, opts }) {
    const { function_id, payload, timeout } = invocation.parse(opts);
    const definition = tx.definitions.get(function_id);
    if (!definition) {
      const error = errorOf(`The function "${function_id}" does not exist`);
      return settleStep(tx, run.id, id, { type: "error", error });
    }
    // An invocation is a direct call: it waits its turn (throttle, concurrency), but is never dropped or merged.
    const event = driverEvent("inngest/function.invoked", payload.data);
    await startThrottled(tx, definition, event, { runId: run.id, stepId: id });
    if (timeout === undefined) return;
    const error = errorOf(`The function "${function_id}" did not finish within ${timeout}`);
    await addJob(tx, "wake", { runId: run.id, stepId: id, error }, { at: instantOf(timeout, new Date()) });
  },
};

const invocation = z.object({
  function_id: z.string(),
  payload: z.object({ data: z.record(z.string(), z.unknown()).default({}) }).default({ data: {} }),
  timeout: z.string().optional(),
});
