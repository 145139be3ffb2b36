// How many traces each evaluation of a task covers, and with which verdict.
import { desc, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import { type SpanVerdict, spanVerdicts } from "@/lib/contracts/evaluation/names";
import { MAX_FACET_SCORES, MAX_FACET_TRACES, MAX_FACET_VALUES } from "@/lib/contracts/traces/traces";
import { verdicts } from "./trace-conditions";

interface EvaluationCount extends Record<string, unknown> {
  evaluation_id: string;
  name: string;
  task_id: string;
  task_name: string;
  count: number;
  verdicts: Record<SpanVerdict, number>;
  looked: number;
  read: number;
}

const countsOf = sql.join(
  spanVerdicts.map(
    (name) =>
      sql`${sql.raw(`'${name}'`)}, count(distinct (project_id, trace_id)) filter (where ${sql.identifier(name)})`,
  ),
  sql`, `,
);
const flags = sql.join(
  spanVerdicts.map((name) => sql`coalesce(${verdicts[name]}, false) as ${sql.identifier(name)}`),
  sql`, `,
);

/** Columns of the newest traces that match: as many as facets look at, and one more. */
export const newestTraces = (columns: SQL, where: SQL | undefined): SQL => sql`
  select ${columns} from ${traces} where ${where ?? sql`true`}
  order by ${desc(traces.startedAt)}, ${desc(traces.id)} limit ${MAX_FACET_TRACES + 1}`;

/** The evaluations with the most traces among the newest that match `where`. An organization without tasks reads none. */
export async function countEvaluations(db: Database, organizationId: string, where: SQL | undefined) {
  const newest = newestTraces(sql`project_id, trace_id`, where);
  const rows = await db.execute<EvaluationCount>(sql`
    with newest as materialized (${newest}),
    scores as materialized (
      select score.evaluation_id, newest.project_id, newest.trace_id, ${flags}
      from newest cross join lateral (
        -- The offset keeps PostgreSQL from reading all scores of all organizations.
        select * from eval_span_scores
        where project_id = newest.project_id and trace_id = newest.trace_id offset 0
      ) as score
      where exists (select from eval_tasks where organization_id = ${organizationId}::uuid)
      limit ${MAX_FACET_SCORES + 1}
    ),
    counted as (
      select evaluation_id, count(distinct (project_id, trace_id))::int as count, json_build_object(${countsOf}) as verdicts
      from scores group by evaluation_id order by 2 desc, evaluation_id limit ${MAX_FACET_VALUES}
    )
    select counted.evaluation_id, evaluation.name, task.id as task_id, task.name as task_name, counted.count,
      counted.verdicts, (select count(*)::int from newest) as looked, (select count(*)::int from scores) as read
    from counted join eval_task_evaluations as evaluation on evaluation.id = counted.evaluation_id
    join eval_tasks as task on task.id = evaluation.task_id and task.organization_id = ${organizationId}::uuid
    order by counted.count desc, evaluation.name, counted.evaluation_id`);
  const evaluations = rows.map(({ looked: _, read: __, verdicts: counts, ...evaluation }) => ({
    ...evaluation,
    verdicts: spanVerdicts.map((verdict) => ({ verdict, count: counts[verdict] })).filter(({ count }) => count > 0),
  }));
  const [first] = rows;
  const isPartial = first !== undefined && (first.looked > MAX_FACET_TRACES || first.read > MAX_FACET_SCORES);
  return { evaluations, isPartial };
}
