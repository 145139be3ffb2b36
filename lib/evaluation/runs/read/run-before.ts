import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";

/**
 * The newest ended run over the same dataset that started before this one and shares a metric or template with it. Before
 * an experiment it is an experiment. Runs that only judged more rows for a calibration do not count.
 */
export async function runBefore(db: Database, organizationId: string, runId: string) {
  const [before] = await db.execute<{ id: string; name: string }>(sql`
    select before.id, before.name
    from eval_runs as run join eval_runs as before on before.dataset_id = run.dataset_id
      and before.organization_id = run.organization_id and before.status not in ('pending', 'running')
      and (before.task is null) = (run.task is null) and (before.created_at, before.id) < (run.created_at, run.id)
    where run.id = ${runId}::uuid and run.organization_id = ${organizationId}::uuid and exists (
      select 1 from eval_run_evaluations as own join eval_run_evaluations as theirs
        on theirs.binding_id = own.binding_id or theirs.template_id = own.template_id
      where own.run_id = run.id and theirs.run_id = before.id and theirs.continues is null)
    order by before.created_at desc nulls last, before.id limit 1`);
  return before ?? null;
}
