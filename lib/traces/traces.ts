import { and, asc, eq, getTableColumns, type SQL } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { Trace } from "@/lib/contracts/traces/traces";
import * as contracts from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";

import { contentsOfTraces } from "./contents";
import { presentSpan, presentTrace, type TraceRow } from "./present";
import { presentSpans } from "./present-spans";
import { byStart, callOfTrace, narrowColumns, ofTrace, spanTree, type TraceKey } from "./span-tree";

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

export const getTrace: Verb<typeof contracts.getTrace> = async ({ db, caller }, { trace_id, contents = true }) => {
  const trace = await traceInOrganization(db, caller.organizationId, trace_id);
  const { organizationId } = caller;
  const [ownSpans, call, own] = await Promise.all([
    contents ? wholeSpans(db, organizationId, trace) : bareSpans(db, trace),
    callOfTrace(db, organizationId, trace.traceId),
    contentsOfTraces(db, organizationId, [trace.id]),
  ]);
  return {
    ...presentTrace(trace, own.get(trace.id) ?? { input: null, output: null }),
    error_spans: trace.errorSpans,
    user_id: trace.userId,
    session: trace.sessionId === null ? null : { id: trace.sessionId },
    call,
    spans: ownSpans,
  };
};

const bareSpans = async (db: Database, trace: TraceKey) =>
  (await spanTree(db, trace)).map((row) => presentSpan(row, null));

async function wholeSpans(db: Database, organizationId: string, trace: TraceKey) {
  const rows = await db
    .select(narrowColumns)
    .from(spans)
    .where(ofTrace(trace))
    .orderBy(...byStart)
    .limit(contracts.MAX_SHOWN_SPANS);
  return presentSpans(db, organizationId, trace.projectId, rows);
}
