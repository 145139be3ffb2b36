import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { INTERNAL_PROJECT } from "./projects";
import {
  modelsOfSpans,
  namesOfPrompt,
  namesOfSpans,
  promptsOfSpans,
  tagsOfSpans,
  termsOfMany,
  termsOfOne,
} from "./trace-terms";

interface Stored {
  organizationId: string;
  projectId: string;
  span: { project: string; traceId: string; spanId: string; parentSpanId: string | null };
}

/** Computes the summaries of the spans' traces, all at once. Runs inside the transaction that has stored the spans. */
export async function summarizeTraces(db: Database, spans: readonly Stored[]): Promise<void> {
  const lost = await summarize(db, distinct(spans));
  // Retention may have deleted some while their spans were on the way (retention.ts). These are created again; those
  // without a span stay deleted.
  if (lost.length > 0) await summarize(db, lost);
}

/** Returns the traces that could not be locked, although they were known or could not be created. */
async function summarize(db: Database, traces: readonly Key[]): Promise<Key[]> {
  const known = await insertNew(db, { traces: JSON.stringify(traces) });
  if (known.length === 0) return [];
  // Locked until the transaction ends: exporters of one trace take turns, and the last one sees all spans.
  const locked = await lockKnown(db, { traces: JSON.stringify(known) });
  await updateKnown(db, { ids: JSON.stringify(locked.map(({ id }) => id)) });
  if (locked.length === known.length) return [];
  const names = new Set(locked.map(nameOf));
  return known.filter((key) => !names.has(nameOf(key)));
}

interface Key {
  organization_id: string;
  project_id: string;
  trace_id: string;
  is_internal: boolean;
  /** The only span so far; null if there are several, or if it is its own parent. */
  span_id: string | null;
}

const nameOf = (key: Pick<Key, "project_id" | "trace_id">): string => `${key.project_id} ${key.trace_id}`;

/** Each trace once. */
function distinct(spans: readonly Stored[]): Key[] {
  const keys = new Map<string, Key>();
  for (const { organizationId, projectId, span } of spans) {
    const { project, traceId, spanId, parentSpanId } = span;
    const is_internal = project === INTERNAL_PROJECT;
    const name = `${projectId} ${traceId}`;
    const only = parentSpanId === spanId ? null : spanId;
    const known = keys.get(name);
    if (!known)
      keys.set(name, {
        organization_id: organizationId,
        project_id: projectId,
        trace_id: traceId,
        is_internal,
        span_id: only,
      });
    else if (known.span_id !== only) known.span_id = null;
  }
  return [...keys.values()];
}

const keyRows = sql`
  jsonb_to_recordset(${param("traces")}::jsonb)
    as this (organization_id uuid, project_id uuid, trace_id text, is_internal boolean, span_id text)`;

const ofTrace = sql`spans as span where span.project_id = this.project_id and span.trace_id = this.trace_id`;

/**
 * A figure's sum over the spans that have no descendant with it. A span may repeat its children's figure, which would
 * count it twice.
 */
const sumOf = (figure: SQL): SQL => sql`
  sum(${figure}) filter (where ${figure} is not null and span.span_id not in (
    select span.parent_span_id from ${ofTrace} and ${figure} is not null and span.parent_span_id is not null))`;

// Spans that were stored before segments were have their contents in columns.
const hasInput = (span: SQL): SQL => sql`(${span}.has_input or ${span}.input is not null)`;
const hasOutput = (span: SQL): SQL => sql`(${span}.has_output or ${span}.output is not null)`;

const columns = sql`session_id, name, root_span_id, status, latency_ms, input_span_id, output_span_id, started_at, ended_at,
  span_count, total_tokens, cost_usd, user_id, environment, error_spans, terms`;

/**
 * The summary of the trace `this`; no row if none of its spans is stored. The root is the span without a parent, else
 * the first that came from another process. The trace has ended when the root has, and only the root's ERROR makes it
 * an error (an SDK that sets no status means success). It starts with its root, because a child's clock may be wrong.
 * Values that the root lacks are taken from the other spans.
 */
const summary = sql`
  select coalesce(root.session_id, total.session_id),
    coalesce(root.name, (select span.name from ${ofTrace} order by span.started_at, span.span_id limit 1)),
    root.span_id,
    labels.status,
    root.latency_ms,
    case when ${hasInput(sql`root`)} then root.span_id else (
      select span.span_id from ${ofTrace} and ${hasInput(sql`span`)} order by span.started_at, span.span_id limit 1) end,
    case when ${hasOutput(sql`root`)} then root.span_id else (
      select span.span_id from ${ofTrace} and ${hasOutput(sql`span`)}
      order by span.ended_at desc nulls last, span.span_id limit 1) end,
    coalesce(root.started_at, total.started_at), total.ended_at, total.spans, total.tokens, total.cost,
    labels.user_id, labels.environment, labels.errors, ${termsOfMany}
  from (
    select count(*)::int as spans, min(span.started_at) as started_at, max(span.ended_at) as ended_at,
      (min(span.session_id::text))::uuid as session_id,
      ${sumOf(sql`span.total_tokens`)} as tokens, ${sumOf(sql`span.cost_usd`)} as cost,
      (count(*) filter (where span.status = 'ERROR'))::int as errors,
      min(span.user_id) as user_id, min(span.environment) as environment,
      ${namesOfSpans} as names, ${modelsOfSpans} as models,
      (select ${tagsOfSpans} from (select unnest(span.tags) as tag from ${ofTrace}) as tagged) as tags,
      (select ${promptsOfSpans} from (select unnest(${sql.raw(namesOfPrompt)}) as prompt from ${ofTrace}) as filled) as prompts
    from ${ofTrace}
  ) as total
  left join lateral (
    select span.* from ${ofTrace} and span.is_entry
    order by span.parent_span_id is not null, span.started_at, span.span_id limit 1
  ) as root on true
  cross join lateral (
    select coalesce(root.user_id, total.user_id) as user_id, coalesce(root.environment, total.environment) as environment,
      total.errors, case when root.ended_at is null then 'UNSET' when root.status = 'ERROR' then 'ERROR' else 'OK' end as status
  ) as labels
  where total.spans > 0`;

/** The same for a trace whose only span is `this.span_id`, like most gateway calls. */
const summaryOfOne = sql`
  select session_id, name, case when is_entry then span.span_id end, labels.status,
    case when is_entry then latency_ms end, case when ${hasInput(sql`span`)} then span.span_id end,
    case when ${hasOutput(sql`span`)} then span.span_id end, started_at, ended_at, 1, total_tokens, cost_usd,
    labels.user_id, labels.environment, labels.errors, ${termsOfOne}
  from spans as span
  cross join lateral (
    select span.user_id, span.environment, (span.status = 'ERROR')::int as errors,
      case when not is_entry or ended_at is null then 'UNSET' when span.status = 'ERROR' then 'ERROR' else 'OK' end
        as status
  ) as labels
  where span.project_id = this.project_id and span.span_id = this.span_id and span.trace_id = this.trace_id`;

/**
 * Returns the traces that already exist, that another transaction has just created, or that have no span. Uses one
 * order for everybody, so that parallel requests create and lock the same traces one after another.
 */
const insertNew = sqlStatement<Key>(
  () => sql`
    with wanted as (select * from ${keyRows}),
    made as (
      insert into traces (organization_id, project_id, trace_id, is_internal, ${columns})
      (
        select this.organization_id, this.project_id, this.trace_id, this.is_internal, one.* from wanted as this
        cross join lateral (${summaryOfOne}) as one
        union all
        select this.organization_id, this.project_id, this.trace_id, this.is_internal, summary.* from wanted as this
        cross join lateral (${summary}) as summary
        where this.span_id is null and not exists (
          select from traces as trace where trace.project_id = this.project_id and trace.trace_id = this.trace_id)
      ) order by project_id, trace_id
      on conflict (project_id, trace_id) do nothing
      returning project_id, trace_id
    )
    select * from wanted where (project_id, trace_id) not in (select project_id, trace_id from made)`,
);

const lockKnown = sqlStatement<{ id: string; project_id: string; trace_id: string }>(
  () => sql`
    select trace.id, trace.project_id, trace.trace_id from ${keyRows}
    join traces as trace on trace.project_id = this.project_id and trace.trace_id = this.trace_id
    order by trace.project_id, trace.trace_id for no key update of trace`,
);

const updateKnown = sqlStatement(
  () => sql`
    update traces as this set (${columns}) = (${summary}), input = null, output = null, updated_at = now()
    where this.id in (select known.id::uuid from jsonb_array_elements_text(${param("ids")}::jsonb) as known (id))`,
);

const updateMoved = sqlStatement(
  () => sql`
    update traces as this set (${columns}) = (${summary}), input = null, output = null,
      is_internal = (select project.name = ${INTERNAL_PROJECT} from projects as project where project.id = this.project_id)
    where this.project_id = ${param("projectId")}::uuid
      and this.trace_id in (select jsonb_array_elements_text(${param("traceIds")}::jsonb))`,
);

/** The same for traces that an earlier version has stored, whose spans were moved. They are as new as they were. */
export const summarizeMoved = async (db: Database, projectId: string, traceIds: readonly string[]): Promise<void> => {
  await updateMoved(db, { projectId, traceIds: JSON.stringify(traceIds) });
};
