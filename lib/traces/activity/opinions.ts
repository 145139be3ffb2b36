// What evaluations and people said of traces, over time.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { LabelType } from "@/lib/contracts/shapes";
import type { Sample } from "./sample";

const MAX_EVALUATIONS = 20;
const MAX_LABELS = 20;

interface Verdicts extends Record<string, unknown> {
  evaluation_id: string;
  evaluation: string;
  task_id: string;
  /** Null for all steps together. */
  step: number | null;
  traces: number;
  passed: number;
}

/** By evaluation, the traces with a verdict; one passes if all verdicts on its spans are passes. */
export async function verdictsOf(db: Database, projectId: string, { traces }: Sample): Promise<readonly Verdicts[]> {
  const [known] = await db.execute(sql`select from eval_span_scores where project_id = ${projectId}::uuid limit 1`);
  if (!known) return [];
  return db.execute<Verdicts>(sql`
    with sample as materialized (${traces}),
    judged as (
      select score.evaluation_id, sample.step, sample.trace_id, bool_and(score.passed) as passed
      from sample join eval_span_scores as score
        on score.project_id = sample.project_id and score.trace_id = sample.trace_id
      where score.passed is not null group by 1, 2, 3
    )
    select judged.evaluation_id, evaluation.name as evaluation, evaluation.task_id, step, count(*)::int as traces,
      (count(*) filter (where passed))::int as passed
    from judged join eval_task_evaluations as evaluation on evaluation.id = judged.evaluation_id
    where judged.evaluation_id in (
      select evaluation_id from judged group by 1 order by count(*) desc, 1 limit ${MAX_EVALUATIONS})
    group by grouping sets ((judged.evaluation_id, evaluation.name, evaluation.task_id, step),
      (judged.evaluation_id, evaluation.name, evaluation.task_id))
    order by evaluation.name, judged.evaluation_id`);
}

interface Feedback extends Record<string, unknown> {
  label_id: string;
  label: string;
  label_type: LabelType;
  step: number | null;
  count: number;
  traces: number;
  mean: number | null;
  squares: number;
  count_squares: number;
  is_binary: boolean;
  is_share: boolean;
}

/**
 * By label, the scores of the traces and their spans: thumbs as 0 and 1, stars and numbers. Only those that everybody
 * may see: of default queues, and those that no person gave. The scores of one trace and its spans belong together.
 */
export const feedbackOf = (db: Database, organizationId: string, since: Date, { traces }: Sample) =>
  db.execute<Feedback>(sql`
    with visible as materialized (
      select score.source_type, score.source_id, label.id as label_id, label.name as label, label.type as label_type,
        case label.type
          when 'thumbs_up_down' then case score.value ->> 'value' when 'up' then 1 when 'down' then 0 end
          when 'star' then (score.value ->> 'rating')::double precision
          when 'numeric' then (score.value ->> 'value')::double precision
        end as number
      from scores as score join labels as label on label.id = score.label_id
      where score.organization_id = ${organizationId}::uuid and score.created_at >= ${since.toISOString()}::timestamptz
        and score.deleted_at is null and score.source_type in ('trace', 'observation_span')
        and label.type in ('thumbs_up_down', 'star', 'numeric')
        and (score.annotator_id is null or exists (
          select from queues as queue where queue.id = score.queue_id and queue.is_default))
    ),
    known as (select exists (select from visible) as any),
    sample as materialized (select sample.* from known cross join lateral (${traces}) as sample where known.any),
    rated as (
      select visible.*, sample.step, sample.id as trace from visible join sample on visible.source_type = 'trace' and visible.source_id = sample.id::text
      union all
      select visible.*, sample.step, sample.id as trace from visible
      join spans as span on visible.source_type = 'observation_span' and span.organization_id = ${organizationId}::uuid
        and span.span_id = visible.source_id
      join sample on sample.project_id = span.project_id and sample.trace_id = span.trace_id
    ),
    clusters as (
      select label_id, label, label_type, step, trace, count(*)::double precision as n, sum(number) as total,
        bool_and(number in (0, 1)) as bits, bool_and(number between 0 and 1) as shares
      from rated where number is not null
      group by grouping sets ((label_id, label, label_type, step, trace), (label_id, label, label_type, trace))
    ),
    wholes as (
      select label_id, coalesce(step, -1) as nth, sum(total) / sum(n) as mean from clusters group by 1, 2
    )
    select label_id, label, label_type, step, sum(n)::int as count, count(*)::int as traces, max(mean) as mean,
      sum((total - n * mean) ^ 2) as squares, sum(n ^ 2) as count_squares, bool_and(bits) as is_binary,
      bool_and(shares) as is_share
    from clusters join wholes using (label_id) where nth = coalesce(step, -1)
    group by label_id, label, label_type, step
    order by label, label_id limit ${MAX_LABELS * 100}`);
