// The traces whose figures are shown: all of the range, or those of random moments.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { type TermName, termOf } from "../trace-terms";
import type { Range } from "./rules/period";
import { pilotOf, type Slice, slicesNeeded, slicesOf } from "./rules/slices";

export interface Filter {
  status?: string | undefined;
  model?: string | undefined;
  name?: string | undefined;
  user?: string | undefined;
}

const filterNames = ["status", "model", "name", "user"] as const satisfies readonly (TermName & keyof Filter)[];

/** The traces as rows `(step, slice, …)`: a part of a statement. */
export interface Sample {
  traces: SQL;
  /** How many slices of each step it has; null for everything. */
  slices: number | null;
}

const instant = (ms: number): string => new Date(ms).toISOString();

const matches = (projectId: string, filter: Filter): SQL => {
  const terms = filterNames.flatMap((name) => (filter[name] === undefined ? [] : [termOf(name, filter[name])]));
  const has =
    terms.length === 0
      ? sql``
      : sql`and trace.terms @> array[${sql.join(
          terms.map((term) => sql`${term}`),
          sql`, `,
        )}]`;
  return sql`trace.project_id = ${projectId}::uuid ${has}`;
};

const columns = sql`trace.id, trace.project_id, trace.trace_id, trace.status, trace.latency_ms, trace.total_tokens, trace.cost_usd,
  trace.terms`;

export async function sampleOf(db: Database, projectId: string, filter: Filter, range: Range): Promise<Sample> {
  const where = matches(projectId, filter);
  const [pilot] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${sliced(pilotOf(range.steps), where)}) as pilot`);
  const slices = slicesNeeded(pilot?.count ?? 0);
  return {
    slices,
    traces: slices === null ? whole(range, where) : sliced(slicesOf(range.steps, slices), where),
  };
}

/** `width_bucket` gives a time between two beginnings the number of the first. */
const whole = ({ from, to, steps }: Range, where: SQL): SQL => sql`
  select width_bucket(trace.started_at, array(
    select value::timestamptz from jsonb_array_elements_text(${JSON.stringify(steps.map((step) => instant(step.from)))}::jsonb)
  )) - 1 as step, 0 as slice, ${columns}
  from traces as trace
  where ${where} and trace.started_at >= ${instant(from)}::timestamptz and trace.started_at < ${instant(to)}::timestamptz`;

const sliced = (slices: readonly Slice[], where: SQL): SQL => {
  const rows = slices.map(({ step, from, to }, slice) => ({ step, slice, since: instant(from), until: instant(to) }));
  return sql`
    select part.step, part.slice, trace.* from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as part (step int, slice int, since timestamptz, until timestamptz)
    cross join lateral (
      select ${columns} from traces as trace
      where ${where} and trace.started_at >= part.since and trace.started_at < part.until
    ) as trace`;
};
