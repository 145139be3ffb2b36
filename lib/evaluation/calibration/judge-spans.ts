// Gives a task the spans that people have annotated and the task has not judged.
import { sql } from "drizzle-orm";
import type { Context } from "@/lib/context";
import { invalid } from "@/lib/errors";
import { dueEvent } from "../tasks/due";
import { evaluationsOf, lockTask } from "../tasks/loaders";
import { costOf } from "../tasks/preview";
import { filtered } from "../tasks/span-condition";
import type { CalibrationRow } from "./loaders";
import { itemVerdicts } from "./verdicts";

export const NOTHING_LEFT = "Nothing is left to judge among the items that people have annotated.";

/** The most spans of one call. */
const MOST_SPANS = 10_000;

/**
 * Spans of the task's project. Of annotated traces, only the spans that pass the task's filters. Call in a transaction.
 */
export async function judgeSpans({ db, caller, now, emit }: Context, calibration: CalibrationRow, taskId: string) {
  const task = await lockTask(db, caller.organizationId, taskId);
  if (task.status !== "active") throw invalid("The task is paused. Resume it first.");
  const unjudged = await db.execute<{ span_id: string }>(sql`
    with unjudged as materialized (
      select source_type, source_id from (${itemVerdicts([calibration.id])}) as verdict where people is not null and judge is null
    ), found as (
      select span.span_id, span.trace_id from unjudged
      join spans as span on span.project_id = ${task.projectId}::uuid and span.span_id = unjudged.source_id
        and span.ended_at is not null
      where unjudged.source_type = 'observation_span'
      union
      select span.span_id, span.trace_id from unjudged
      join traces as trace on trace.project_id = ${task.projectId}::uuid and trace.id = case when unjudged.source_type = 'trace' then unjudged.source_id::uuid end
      join spans as span on span.project_id = trace.project_id and span.trace_id = trace.trace_id and ${filtered(task.filters)}
      where unjudged.source_type = 'trace'
    )
    insert into eval_span_scores (organization_id, task_id, evaluation_id, project_id, span_id, trace_id)
    select ${task.organizationId}::uuid, ${task.id}::uuid, ${calibration.taskEvaluationId}::uuid, ${task.projectId}::uuid, span_id, trace_id
    from found order by span_id limit ${MOST_SPANS}
    on conflict (evaluation_id, span_id) do update set outcome = null, attempts = 0, retry_at = null, scored_at = null
      where eval_span_scores.outcome = 'error'
    returning span_id`);
  if (unjudged.length === 0) throw invalid(NOTHING_LEFT);
  await emit(dueEvent(task, now()));
  const evaluation = (await evaluationsOf(db, [task.id])).find(({ id }) => id === calibration.taskEvaluationId);
  const each = evaluation ? (await costOf(db, caller.organizationId, evaluation)).each : null;
  return {
    run_id: null,
    rows: unjudged.length,
    estimated_micros: each === null ? null : Math.round(each * unjudged.length),
  };
}
