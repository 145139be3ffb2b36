import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import * as contracts from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { presentSpan, presentTrace, type TraceRow } from "./present";

const selectTraces = (db: Database) =>
  db
    .select({ ...getTableColumns(traces), projectName: projects.name, session: traceSessions.sessionId })
    .from(traces)
    .innerJoin(projects, eq(projects.id, traces.projectId))
    .leftJoin(traceSessions, eq(traceSessions.id, traces.sessionId));

/** An organization's traces that match `where`. */
export const tracesInOrganization = (
  db: Database,
  organizationId: string,
  where: SQL | undefined,
): Promise<TraceRow[]> =>
  selectTraces(db)
    .where(and(eq(traces.organizationId, organizationId), where))
    .orderBy(asc(traces.startedAt), asc(traces.id));

/** By its own id or its OpenTelemetry id, ignoring case. Throws `not_found`. */
export async function traceInOrganization(db: Database, organizationId: string, id: string): Promise<TraceRow> {
  const spelling = id.toLowerCase();
  const [trace] = await tracesInOrganization(
    db,
    organizationId,
    spelling.includes("-") ? eq(traces.id, spelling) : eq(traces.traceId, spelling),
  );
  if (!trace) throw notFound("Trace not found.");
  return trace;
}

export const getTrace: Verb<typeof contracts.getTrace> = async ({ db, caller }, { trace_id }) => {
  const trace = await traceInOrganization(db, caller.organizationId, trace_id);
  const rows = await db
    .select()
    .from(spans)
    .where(and(eq(spans.projectId, trace.projectId), eq(spans.traceId, trace.traceId)))
    .orderBy(asc(spans.startedAt), sql`${spans.parentSpanId} is not null`, asc(spans.spanId))
    .limit(contracts.MAX_SHOWN_SPANS);
  return { ...presentTrace(trace), spans: rows.map(presentSpan) };
};
