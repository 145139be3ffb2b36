// Spans as queue sources, by their OpenTelemetry ids. If spans of two projects share an id, the one that arrived first
// counts.
import { and, asc, count, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spans } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { storedContents } from "@/lib/traces/segments/read";
import type { Source, SourcePlace } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { fillPreview, metadataIn, projectOf } from "./source-traced";
import { hasAny, verdictsJson } from "./verdicts";

const inOrganization = (organizationId: string, ids: string[]) =>
  and(eq(spans.organizationId, organizationId), inArray(spans.spanId, ids));

const firstComeFirst = [asc(spans.createdAt), asc(spans.projectId)];

/** The ids and scope of spans, without contents, for lookups of thousands at once. */
export async function placeSpans(db: Database, organizationId: string, ids: string[], isHeld = false) {
  const found = db
    .select({ spanId: spans.spanId, projectId: spans.projectId })
    .from(spans)
    .where(inOrganization(organizationId, ids))
    .orderBy(...firstComeFirst);
  return firstOfEach(await (isHeld ? found.for("key share") : found));
}

const firstOfEach = <T extends { spanId: string }>(rows: readonly T[]): T[] => [
  ...new Map([...rows].reverse().map((row) => [row.spanId, row])).values(),
];

const spanAt = ({ id, organizationId }: SourcePlace): SQL => sql`
  from spans as span where span.organization_id = ${organizationId} and span.span_id = ${id}
  order by span.created_at, span.project_id limit 1`;

const stored = sql`json_build_array(${storedContents(sql`span`)})`;

const columns: FilterColumns = {
  name: { column: spans.name, kind: "text" },
  status: { column: spans.status, kind: "text" },
  observation_type: { column: spans.observationType, kind: "text" },
  model: { column: spans.model, kind: "text" },
  provider: { column: spans.provider, kind: "text" },
  latency_ms: { column: spans.latencyMs, kind: "number" },
  total_tokens: { column: spans.totalTokens, kind: "number" },
  cost: { column: spans.costUsd, kind: "number" },
  start_time: { column: spans.startedAt, kind: "time" },
};

export const span: Source = {
  async existing(db, organizationId, ids, isHeld) {
    const rows = await placeSpans(db, organizationId, ids, isHeld);
    return new Set(rows.map((row) => row.spanId));
  },

  preview: (source) => sql`(
    select json_build_object('type', 'observation_span', 'name', span.name, 'observation_type', span.observation_type,
      'latency_ms', span.latency_ms, 'response_time_ms', span.latency_ms, 'stored', ${stored})
    ${spanAt(source)})`,

  finishPreview: (preview, [contents]) => fillPreview(preview, contents?.input, contents?.output),

  content: (source) => sql`(
    select json_build_object('type', 'observation_span', 'source_id', span.span_id, 'span_id', span.span_id,
      'trace_id', span.trace_id, 'parent_span_id', span.parent_span_id, 'project_id', span.project_id,
      'name', span.name, 'observation_type', span.observation_type, 'status', span.status,
      'status_message', span.status_message, 'stored', ${stored}, 'model', span.model,
      'provider', span.provider, 'tokens', span.total_tokens, 'prompt_tokens', span.prompt_tokens,
      'completion_tokens', span.completion_tokens, 'cost', span.cost_usd, 'latency_ms', span.latency_ms,
      'response_time_ms', span.latency_ms, 'start_time', ${wireTime("span.started_at")},
      'end_time', ${wireTime("span.ended_at")})
    ${spanAt(source)})`,

  evals: (source) =>
    verdictsJson(
      hasAny("eval_tasks", source),
      "verdict.scored_at",
      sql`(select span.project_id, span.trace_id, span.span_id ${spanAt(source)}) as span
        join eval_span_scores as verdict on verdict.project_id = span.project_id and verdict.trace_id = span.trace_id
        join eval_task_evaluations as evaluation on evaluation.id = verdict.evaluation_id`,
      sql`verdict.span_id = span.span_id`,
    ),

  finish(content, [contents]) {
    const { input = null, output = null, attributes = {}, resource = {}, events = [] } = contents ?? {};
    Object.assign(content, { input, output, attributes, resource, events, metadata: metadataIn(attributes) });
  },

  async scopes(db, organizationId, ids) {
    const rows = await placeSpans(db, organizationId, ids);
    return new Map(rows.map((row) => [row.spanId, { kind: "project", id: row.projectId }]));
  },

  async select(db, organizationId, selection, limit) {
    const where = await selectedSpans(db, organizationId, selection);
    const [total] = await db.select({ count: count() }).from(spans).where(where);
    const rows = await db
      .select({ id: spans.spanId })
      .from(spans)
      .where(where)
      .orderBy(asc(spans.startedAt), asc(spans.spanId))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total: total?.count ?? 0 };
  },
};

async function selectedSpans(db: Database, organizationId: string, selection: Selection) {
  const excluded = selection.exclude_ids.map((name) => name.toLowerCase());
  return and(
    eq(spans.projectId, await projectOf(db, organizationId, selection)),
    excluded.length > 0 ? not(inArray(spans.spanId, excluded)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}
