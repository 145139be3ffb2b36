// Which tasks have open work, and how they start.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalTasks } from "@/db/schema";
import type { DomainEvent } from "@/lib/events";
import { resumeStalled, type Stalled, type StalledWork } from "@/lib/jobs/resume-stalled";

/** At most once per second, for all callers together. */
export function dueEvent(task: { id: string; organizationId: string }, at: Date): DomainEvent {
  const data = { taskId: task.id, organizationId: task.organizationId };
  return { id: `eval-task-${task.id}-${Math.floor(at.getTime() / 1000)}`, name: "evaluation/task.due", data };
}

/** Active tasks with open evaluations or a backfill, and without a step in progress. */
const waitingTasks: StalledWork<Stalled> = {
  stalledMs: 45_000,
  find: async (db, { now, before, limit }) => {
    const rows = await db.execute<{ id: string; organizationId: string; lastProgressAt: string }>(sql`
      select task.id, task.organization_id as "organizationId", coalesce(task.advanced_at, task.created_at) as "lastProgressAt"
      from eval_tasks as task
      where task.status = 'active' and task.deleted_at is null
        and (task.advanced_at is null or task.advanced_at < ${before.toISOString()}::timestamptz)
        and (
          exists (
            select from eval_span_scores as score where score.task_id = task.id and score.outcome is null
              and (score.retry_at is null or score.retry_at <= ${now.toISOString()}::timestamptz))
          or exists (select from eval_backfills as backfill where backfill.task_id = task.id and backfill.status = 'running'))
      order by task.advanced_at nulls first limit ${limit}`);
    return rows.map((row) => ({ ...row, lastProgressAt: new Date(row.lastProgressAt) }));
  },
  restart: (_, task, now) => dueEvent(task, now),
};

export const startDueTasks = (db: Database, now: Date): Promise<DomainEvent[]> => resumeStalled(db, now, waitingTasks);

/** Writes on the task why it waits. The next step clears that. */
export async function noteProblem(db: Database, organizationId: string, taskId: string, problem: string) {
  await db
    .update(evalTasks)
    .set({ problem })
    .where(and(eq(evalTasks.id, taskId), eq(evalTasks.organizationId, organizationId)));
}
