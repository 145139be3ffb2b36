import { and, asc, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { Trace } from "@/lib/contracts/traces/traces";
import * as contracts from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { contentsOfTraces } from "./contents";
import { presentTrace, type TraceRow } from "./present";
import { presentSpans } from "./present-spans";

const { input: _input, output: _output, ...columns } = getTableColumns(traces);

const selectTraces = (db: Database) =>
  db
    .select({ ...columns, projectName: projects.name, session: traceSessions.sessionId })
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

/** Traces of the organization with their inputs and outputs. */
export async function presentTraces(db: Database, organizationId: string, rows: readonly TraceRow[]): Promise<Trace[]> {
  const ids = rows.map(({ id }) => id);
  const contents = await contentsOfTraces(db, organizationId, ids);
  return rows.map((row) => presentTrace(row, contents.get(row.id) ?? { input: null, output: null }));
}

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
  const [presented] = await presentTraces(db, caller.organizationId, [trace]);
  if (!presented) throw notFound("Trace not found.");
  return { ...presented, spans: await presentSpans(db, caller.organizationId, rows) };
};
