// Which tasks have open work, and how they are started.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTasks } from "@/db/schema";
import type { DomainEvent } from "@/lib/events";

/** At most once per second, for all callers together. */
export function dueEvent(task: { id: string; organizationId: string }, at: Date): DomainEvent {
  const data = { taskId: task.id, organizationId: task.organizationId };
  return { id: `eval-task-${task.id}-${Math.floor(at.getTime() / 1000)}`, name: "evaluation/task.due", data };
}

/** A task that was gone on with so lately is being worked on. */
const QUIET_MS = 45_000;
const MAX_DUE = 1000;

/** Active tasks with open evaluations or a backfill, without a step in progress. */
export async function dueTasks(db: Database, now: Date): Promise<DomainEvent[]> {
  const at = sql`${now.toISOString()}::timestamptz`;
  const quiet = new Date(now.getTime() - QUIET_MS).toISOString();
  const rows = await db.execute<{ id: string; organization_id: string }>(sql`
    select task.id, task.organization_id from eval_tasks as task
    where task.status = 'active' and task.deleted_at is null
      and (task.advanced_at is null or task.advanced_at < ${quiet}::timestamptz)
      and (
        exists (
          select from eval_span_scores as score where score.task_id = task.id and score.outcome is null
            and (score.retry_at is null or score.retry_at <= ${at}))
        or exists (select from eval_backfills as backfill where backfill.task_id = task.id and backfill.status = 'running'))
    order by task.advanced_at nulls first limit ${MAX_DUE}`);
  return rows.map((row) => dueEvent({ id: row.id, organizationId: row.organization_id }, now));
}

/** Writes on the task why it waits; the next step that continues it clears that. */
export async function noteProblem(db: Database, organizationId: string, taskId: string, problem: string) {
  await db
    .update(evalTasks)
    .set({ problem })
    .where(and(eq(evalTasks.id, taskId), eq(evalTasks.organizationId, organizationId)));
}
