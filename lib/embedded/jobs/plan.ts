// Turns the steps that a discovery found into rows and jobs. A step that is planned already stays as it is: every
// discovery finds it again until it has a result.
import { instantOf } from "./durations";
import type { Run } from "./lifecycle";
import { type Operation, UnsupportedOperation } from "./reply";
import { addCalls, addJob, type Transaction } from "./transaction";

export async function planSteps(tx: Transaction, run: Run, operations: Operation[]): Promise<void> {
  const unsupported = operations.find(({ op }) => op !== "StepPlanned" && op !== "Sleep");
  if (unsupported) throw new UnsupportedOperation(`step operations of the kind ${unsupported.op}`);
  const fresh = await insertSteps(tx, run, operations);
  const calls = fresh.filter(({ op }) => op === "StepPlanned");
  await addCalls(
    tx,
    calls.map(({ id }) => ({ runId: run.id, stepId: id, number: 0 })),
  );
  for (const { op, id, name } of fresh) {
    if (op === "Sleep")
      await addJob(tx, "wake", { runId: run.id, stepId: id }, { at: instantOf(name ?? "", new Date()) });
  }
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
