// Traces as sources of queues, under the ids of their rows. By OpenTelemetry's ids they are found as well; of two projects'
// traces with one id the one that came first is meant.
import { and, asc, count, desc, eq, getTableColumns, inArray, not } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { isGuid, isTraceId, type Source } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { instantText, metadataOf, previewOf, projectOf } from "./source-traced";

const inOrganization = (organizationId: string, ids: string[]) =>
  and(inArray(traces.id, ids.filter(isGuid)), eq(traces.organizationId, organizationId));

const place = { id: traces.id, projectId: traces.projectId, status: traces.status };

/** Where traces stand: what is asked of thousands at once, without their contents. */
const placeTraces = (db: Database, organizationId: string, ids: string[]) =>
  db.select(place).from(traces).where(inOrganization(organizationId, ids));

const loadTraces = (db: Database, organizationId: string, ids: string[]) =>
  db
    .select({ ...getTableColumns(traces), projectName: projects.name, session: traceSessions.sessionId })
    .from(traces)
    .innerJoin(projects, eq(projects.id, traces.projectId))
    .leftJoin(traceSessions, eq(traceSessions.id, traces.sessionId))
    .where(inOrganization(organizationId, ids));

const columns: FilterColumns = {
  name: { column: traces.name, kind: "text" },
  status: { column: traces.status, kind: "text" },
  latency_ms: { column: traces.latencyMs, kind: "number" },
  total_tokens: { column: traces.totalTokens, kind: "number" },
  cost: { column: traces.costUsd, kind: "number" },
  start_time: { column: traces.startedAt, kind: "time" },
};

export const trace: Source = {
  async idsByName(db, organizationId, names) {
    const wanted = names.filter(isTraceId);
    if (wanted.length === 0) return new Map();
    const rows = await db
      .select({ id: traces.id, traceId: traces.traceId })
      .from(traces)
      .where(and(eq(traces.organizationId, organizationId), inArray(traces.traceId, wanted)))
      .orderBy(desc(traces.createdAt), desc(traces.id));
    return new Map(rows.map((row) => [row.traceId, row.id]));
  },

  async existing(db, organizationId, ids) {
    const rows = await placeTraces(db, organizationId, ids);
    return new Set(rows.map((row) => row.id));
  },

  async unfinished(db, organizationId, ids) {
    const rows = await placeTraces(db, organizationId, ids);
    return new Set(rows.flatMap((row) => (row.status === "UNSET" ? row.id : [])));
  },

  async previews(db, organizationId, ids) {
    const rows = await db
      .select({
        ...place,
        name: traces.name,
        latencyMs: traces.latencyMs,
        input: previewOf(traces.input),
        output: previewOf(traces.output),
      })
      .from(traces)
      .where(inOrganization(organizationId, ids));
    return new Map(
      rows.map((row) => {
        const preview = {
          type: "trace",
          name: row.name,
          project_id: row.projectId,
          input_preview: row.input,
          output_preview: row.output,
          latency_ms: row.latencyMs,
          response_time_ms: row.latencyMs,
        };
        return [row.id, preview];
      }),
    );
  },

  async contents(db, organizationId, ids) {
    const rows = await loadTraces(db, organizationId, ids);
    const root = await loadRoots(db, rows);
    return new Map(
      rows.map((row) => {
        const span = root(row);
        const content = {
          type: "trace",
          source_id: row.id,
          trace_id: row.traceId,
          name: row.name,
          project_id: row.projectId,
          project_source: row.projectName,
          session_id: row.session,
          status: row.status,
          input: row.input,
          output: row.output,
          metadata: metadataOf(span?.attributes),
          resource: span?.resource ?? {},
          attributes: span?.attributes ?? {},
          model: span?.model ?? null,
          provider: span?.provider ?? null,
          tokens: row.totalTokens,
          cost: row.costUsd,
          latency_ms: row.latencyMs,
          response_time_ms: row.latencyMs,
          start_time: instantText(row.startedAt),
          end_time: instantText(row.endedAt),
          span_count: row.spanCount,
        };
        return [row.id, content];
      }),
    );
  },

  async scopes(db, organizationId, ids) {
    const rows = await placeTraces(db, organizationId, ids);
    return new Map(rows.map((row) => [row.id, { kind: "project", id: row.projectId }]));
  },

  async select(db, organizationId, selection, limit) {
    const where = await selectedTraces(db, organizationId, selection);
    const [total] = await db.select({ count: count() }).from(traces).where(where);
    const rows = await db
      .select({ id: traces.id })
      .from(traces)
      .where(where)
      .orderBy(asc(traces.startedAt), asc(traces.id))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total: total?.count ?? 0 };
  },
};

async function selectedTraces(db: Database, organizationId: string, selection: Selection) {
  const excluded = selection.exclude_ids.filter(isGuid);
  const excludedByName = selection.exclude_ids.filter(isTraceId).map((name) => name.toLowerCase());
  return and(
    eq(traces.projectId, await projectOf(db, organizationId, selection)),
    excluded.length > 0 ? not(inArray(traces.id, excluded)) : undefined,
    excludedByName.length > 0 ? not(inArray(traces.traceId, excludedByName)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}

type TraceRow = Awaited<ReturnType<typeof loadTraces>>[number];

/** The root span of each trace; undefined while it has not arrived. */
async function loadRoots(db: Database, rows: readonly TraceRow[]) {
  const wanted = rows.flatMap((row) => row.rootSpanId ?? []);
  const found =
    wanted.length === 0
      ? []
      : await db
          .select()
          .from(spans)
          .where(
            and(
              inArray(spans.spanId, wanted),
              inArray(
                spans.projectId,
                rows.map((row) => row.projectId),
              ),
            ),
          );
  return (row: TraceRow) => found.find((span) => span.projectId === row.projectId && span.spanId === row.rootSpanId);
}
