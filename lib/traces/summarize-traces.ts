import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";

/**
 * Computes what is said of traces from the spans that have arrived. The root is the span without a parent, else the first that
 * entered from another process; once it has ended the trace has, and only an ERROR makes it one (an SDK that sets no status
 * means success). Tokens and costs are counted where they were reported lowest: what a span repeats of its children's would
 * count twice. Runs inside a transaction.
 */
export async function summarizeTraces(db: Database, ids: readonly string[]): Promise<void> {
  // Statistics that were taken when the project had one large trace would have every trace found by reading all spans.
  await db.execute(sql`set local enable_seqscan = off`);
  for (let start = 0; start < ids.length; start += CHUNK) await summarize(db, ids.slice(start, start + CHUNK));
}

const CHUNK = 5000; // PostgreSQL takes 65,535 parameters a statement

/** Spans of the trace under which a child reports a figure. */
const parentsOf = (figure: SQL): SQL => sql`
  select child.parent_span_id from spans as child
  where child.project_id = this.project_id and child.trace_id = this.trace_id and ${figure} is not null
    and child.parent_span_id is not null`;

async function summarize(db: Database, ids: string[]): Promise<void> {
  await db.execute(sql`
    update traces as trace
    set name = coalesce(root.name, first.name, ''),
      root_span_id = root.span_id,
      status = case when root.ended_at is null then 'UNSET' when root.status = 'ERROR' then 'ERROR' else 'OK' end,
      latency_ms = root.latency_ms,
      input = coalesce(root.input, first_input.input),
      output = coalesce(root.output, last_output.output),
      session_id = coalesce(root.session_id, total.session_id),
      started_at = total.started_at, ended_at = total.ended_at, span_count = total.spans,
      total_tokens = total.tokens, cost_usd = total.cost, updated_at = now()
    from traces as this
    left join lateral (
      select span.* from spans as span
      where span.project_id = this.project_id and span.trace_id = this.trace_id and span.is_entry
      order by span.parent_span_id is not null, span.started_at, span.span_id limit 1
    ) as root on true
    left join lateral (
      select span.name from spans as span
      where span.project_id = this.project_id and span.trace_id = this.trace_id
      order by span.started_at, span.span_id limit 1
    ) as first on true
    left join lateral (
      select span.input from spans as span
      where span.project_id = this.project_id and span.trace_id = this.trace_id and span.input is not null
      order by span.started_at, span.span_id limit 1
    ) as first_input on true
    left join lateral (
      select span.output from spans as span
      where span.project_id = this.project_id and span.trace_id = this.trace_id and span.output is not null
      order by span.ended_at desc nulls last, span.span_id limit 1
    ) as last_output on true
    cross join lateral (
      select count(*)::int as spans, min(span.started_at) as started_at, max(span.ended_at) as ended_at,
        (min(span.session_id::text))::uuid as session_id,
        sum(span.total_tokens) filter (where span.span_id not in (${parentsOf(sql`child.total_tokens`)})) as tokens,
        sum(span.cost_usd) filter (where span.span_id not in (${parentsOf(sql`child.cost_usd`)})) as cost
      from spans as span where span.project_id = this.project_id and span.trace_id = this.trace_id
    ) as total
    where trace.id = this.id and this.id in ${ids}`);
  // A trace whose only spans were refused is none.
  await db.delete(traces).where(sql`${inArray(traces.id, ids)} and ${traces.spanCount} = 0`);
}
