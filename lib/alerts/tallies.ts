// What an alert counts, by the minute or the hour.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { AlertMeasure } from "@/lib/contracts/alerts/names";
import type { DayCost } from "./rules/daily-cost";
import type { Tally } from "./rules/detector";

export interface Watched {
  organizationId: string;
  projectId: string;
  measure: AlertMeasure;
  latencyMs: number | null;
  costUsd: number | null;
  evaluationId: string | null;
}

/** Minutes since 1970: the first, and the one after the last. */
export interface Span {
  from: number;
  to: number;
}

/** So many of the newest rows are read at most: a preview of a very busy project is of fewer days. */
const MOST_ROWS = 1_000_000;

const moment = (minute: number): string => new Date(minute * 60_000).toISOString();

/** The rows that count, the newest first: when each was, and whether it is bad. Null leaves a row out. */
function rowsOf(watched: Watched & { measure: Exclude<AlertMeasure, "daily_cost"> }, { from, to }: Span): SQL {
  const { organizationId, projectId, measure, latencyMs, costUsd, evaluationId } = watched;
  const within = (column: SQL) =>
    sql`${column} >= ${moment(from)}::timestamptz and ${column} < ${moment(to)}::timestamptz`;
  const own = sql`organization_id = ${organizationId}::uuid and project_id = ${projectId}::uuid`;
  const ofTraces = (isBad: SQL) => sql`
    select started_at as at, ${isBad} as is_bad from traces where ${own} and ${within(sql`started_at`)}`;
  switch (measure) {
    case "errors":
      return ofTraces(sql`case status when 'UNSET' then null else status = 'ERROR' end`);
    case "latency":
      // What has not ended by now has taken longer: it is looked at after the limit.
      return ofTraces(sql`coalesce(latency_ms > ${latencyMs}::double precision, status = 'UNSET' or null)`);
    case "cost":
      return ofTraces(sql`cost_usd > ${costUsd}::double precision`);
    case "verdicts":
    case "drift":
      return sql`
        select scored_at as at, not passed as is_bad from eval_span_scores
        where ${own} and task_id = (select task_id from eval_task_evaluations where id = ${evaluationId}::uuid)
          and evaluation_id = ${evaluationId}::uuid and backfill_id is null and ${within(sql`scored_at`)}`;
    case "feedback":
      return sql`
        select created_at as at, thumbs = 'down' as is_bad from feedback where ${own} and ${within(sql`created_at`)}`;
  }
}

/** Tallies in order; minutes or hours without a row are left out. */
export async function talliesOf(
  db: Database,
  { measure, ...watched }: Watched,
  span: Span,
  unit: "minute" | "hour" = "minute",
): Promise<Tally[]> {
  if (measure === "daily_cost") return [];
  const seconds = unit === "minute" ? 60 : 3600;
  const rows = await db.execute<{ at: number; requests: number; bad: number }>(sql`
    select (floor(extract(epoch from at) / ${seconds}::int) * ${seconds / 60}::int)::int as at,
      count(is_bad)::int as requests, (count(*) filter (where is_bad))::int as bad
    from (select at, is_bad from (${rowsOf({ ...watched, measure }, span)}) as every order by at desc limit ${MOST_ROWS}) as newest
    group by 1 having count(is_bad) > 0 order by 1`);
  return [...rows];
}

/** What each day cost of which traces have a cost, in order. */
export async function dailyCosts(
  db: Database,
  { organizationId, projectId }: Pick<Watched, "organizationId" | "projectId">,
  { from, to }: Span,
): Promise<DayCost[]> {
  const rows = await db.execute<{ day: number; requests: number; micros: number }>(sql`
    select (floor(extract(epoch from started_at) / 86400))::int as day, count(*)::int as requests,
      round(sum(cost_usd::numeric * 1000000))::float8 as micros
    from (
      select started_at, cost_usd from traces
      where organization_id = ${organizationId}::uuid and project_id = ${projectId}::uuid and cost_usd is not null
        and started_at >= ${moment(from)}::timestamptz and started_at < ${moment(to)}::timestamptz) as costly
    group by 1 order by 1`);
  return [...rows];
}
