// Ends a run, and updates the status of its evaluations on the dataset.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import type { EvalRunStatus } from "@/lib/contracts/evaluation/names";
import { type RunRow, runInOrganization } from "./loaders";

interface Ending {
  status: EvalRunStatus;
  reason: string | null;
  /** The step that ends it; null if a request ends it. */
  holder: string | null;
}

/** Ends a run that is still open, if the step still has it. The reason says what is left open. */
export async function endRun(db: Database, run: Pick<RunRow, "id">, { status, reason, holder }: Ending): Promise<void> {
  await transaction(db, async (tx) => {
    const isHeld = holder === null ? sql`true` : sql`holder = ${holder}`;
    const ended = await tx.execute(sql`
      update eval_runs as run
      set status = ${status}, holder = null, ended_at = now(), progressed_at = now(), cancel_requested_at = null,
        reason = case when ${reason}::text is null then null
          else ${reason}::text || coalesce((
            select ' ' || sum(cells - scored - unscored - errors - answered) || ' cells are left.'
            from eval_run_evaluations where run_id = run.id
            having sum(cells - scored - unscored - errors - answered) > 0), '') end
      where run.id = ${run.id}::uuid and run.status in ('pending', 'running') and ${isHeld}
      returning run.id`);
    if (ended.length > 0) await tellBindings(tx, run.id);
  });
}

/** After the job has failed for good: finished work stays, and a retry continues with the rest. */
export async function failRun(db: Database, organizationId: string, runId: string, cause: string): Promise<void> {
  const run = await runInOrganization(db, organizationId, runId);
  const reason = `The job failed repeatedly. ${cause}`;
  await endRun(db, run, { status: "failed", reason, holder: null });
}

/** The job's event. Each round of a run has its own, and each is sent once. */
export const runEvent = ({ id, organizationId, round }: Pick<RunRow, "id" | "organizationId" | "round">) => ({
  id: `evaluation-run-${id}-${round}`,
  name: "evaluation/run.started",
  data: { runId: id, organizationId },
});

/**
 * Sets the status of the run's metrics by the run that their columns show, or by this run if they show none. An
 * experiment is never shown: its metrics have the status of their own runs (earlier versions set it for experiments).
 */
export const tellBindings = (tx: Database, runId: string) =>
  tx.execute(sql`
    update eval_bindings as binding
    set status = case
      -- Stopped by itself, before its last cell.
      when evaluation.stopped_at is not null and evaluation.cells
        > evaluation.scored + evaluation.unscored + evaluation.errors + evaluation.answered then 'Cancelled'
      when run.status = 'pending' then 'NotStarted' when run.status = 'running' then 'Running'
      when run.status = 'completed' then
        case when evaluation.errors > 0 and evaluation.scored + evaluation.unscored = 0 then 'Error' else 'Completed' end
      when run.status = 'failed' then 'Failed' else 'Cancelled' end
    from eval_run_evaluations as evaluation join eval_runs as run on run.id = evaluation.run_id
    where binding.id in (select binding_id from eval_run_evaluations where run_id = ${runId}::uuid)
      and evaluation.binding_id = binding.id and run.task is null
      and (evaluation.run_id = ${runId}::uuid or exists (
        select 1 from dataset_columns as "column"
        where "column".source_id = binding.id and "column".shown_evaluation_id = evaluation.id))
      and not exists (
        select 1 from dataset_columns as "column"
        where "column".source_id = binding.id and "column".shown_evaluation_id <> evaluation.id)`);
