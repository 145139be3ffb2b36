// Spans as sources of queues, under the ids that OpenTelemetry gave them. Of two projects' spans with one id the one that came
// first is meant.
import { and, asc, count, eq, inArray, not } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spans } from "@/db/schema";
import type { Selection } from "@/lib/contracts/annotation/selection";
import type { Source } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { instantText, metadataOf, previewOf, projectOf } from "./source-traced";

type SpanRow = typeof spans.$inferSelect;

const inOrganization = (organizationId: string, ids: string[]) =>
  and(eq(spans.organizationId, organizationId), inArray(spans.spanId, ids));

const firstComeFirst = [asc(spans.createdAt), asc(spans.projectId)];

async function loadSpans(db: Database, organizationId: string, ids: string[]): Promise<SpanRow[]> {
  const rows = await db
    .select()
    .from(spans)
    .where(inOrganization(organizationId, ids))
    .orderBy(...firstComeFirst);
  return firstOfEach(rows);
}

/** Where spans stand: what is asked of thousands at once, without their contents. */
export async function placeSpans(db: Database, organizationId: string, ids: string[]) {
  const rows = await db
    .select({ spanId: spans.spanId, projectId: spans.projectId })
    .from(spans)
    .where(inOrganization(organizationId, ids))
    .orderBy(...firstComeFirst);
  return firstOfEach(rows);
}

const firstOfEach = <T extends { spanId: string }>(rows: readonly T[]): T[] => [
  ...new Map([...rows].reverse().map((row) => [row.spanId, row])).values(),
];

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
  async existing(db, organizationId, ids) {
    const rows = await placeSpans(db, organizationId, ids);
    return new Set(rows.map((row) => row.spanId));
  },

  async previews(db, organizationId, ids) {
    const rows = await db
      .select({
        spanId: spans.spanId,
        name: spans.name,
        observationType: spans.observationType,
        latencyMs: spans.latencyMs,
        input: previewOf(spans.input),
        output: previewOf(spans.output),
      })
      .from(spans)
      .where(inOrganization(organizationId, ids))
      .orderBy(...firstComeFirst);
    return new Map(
      firstOfEach(rows).map((row) => {
        const preview = {
          type: "observation_span",
          name: row.name,
          observation_type: row.observationType,
          input_preview: row.input,
          output_preview: row.output,
          latency_ms: row.latencyMs,
          response_time_ms: row.latencyMs,
        };
        return [row.spanId, preview];
      }),
    );
  },

  async contents(db, organizationId, ids) {
    const rows = await loadSpans(db, organizationId, ids);
    return new Map(rows.map((row) => [row.spanId, contentOf(row)]));
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

const contentOf = (row: SpanRow) => ({
  type: "observation_span",
  source_id: row.spanId,
  span_id: row.spanId,
  trace_id: row.traceId,
  parent_span_id: row.parentSpanId,
  project_id: row.projectId,
  name: row.name,
  observation_type: row.observationType,
  status: row.status,
  status_message: row.statusMessage,
  input: row.input,
  output: row.output,
  metadata: metadataOf(row.attributes),
  resource: row.resource,
  attributes: row.attributes,
  events: row.events,
  model: row.model,
  provider: row.provider,
  tokens: row.totalTokens,
  prompt_tokens: row.promptTokens,
  completion_tokens: row.completionTokens,
  cost: row.costUsd,
  latency_ms: row.latencyMs,
  response_time_ms: row.latencyMs,
  start_time: instantText(row.startedAt),
  end_time: instantText(row.endedAt),
});

async function selectedSpans(db: Database, organizationId: string, selection: Selection) {
  const excluded = selection.exclude_ids.map((name) => name.toLowerCase());
  return and(
    eq(spans.projectId, await projectOf(db, organizationId, selection)),
    excluded.length > 0 ? not(inArray(spans.spanId, excluded)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}
