import { and, asc, count, desc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { SpanVerdict } from "@/lib/contracts/evaluation/names";
import type { Trace } from "@/lib/contracts/traces/traces";
import * as contracts from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { contentsOfTraces } from "./contents";
import { presentTrace, type TraceRow } from "./present";
import { presentSpans } from "./present-spans";
import { projectInOrganization } from "./projects";

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

const verdicts: Record<SpanVerdict, SQL> = {
  passed: sql`score.passed`,
  failed: sql`not score.passed`,
  scored: sql`score.outcome = 'scored'`,
  unscored: sql`score.outcome = 'unscored'`,
  error: sql`score.outcome = 'error'`,
  open: sql`score.outcome is null`,
};

interface Scored {
  evaluation_id?: string | undefined;
  verdict?: SpanVerdict | undefined;
}

/** Whether an evaluation has given a verdict on a span of the trace. */
const scored = ({ evaluation_id: evaluation, verdict }: Scored): SQL => sql`exists (
  select from eval_span_scores as score
  where score.project_id = traces.project_id and score.trace_id = traces.trace_id
    ${evaluation ? sql`and score.evaluation_id = ${evaluation}::uuid` : sql``}
    ${verdict ? sql`and ${verdicts[verdict]}` : sql``})`;

export const listTraces: Verb<typeof contracts.listTraces> = async ({ db, caller }, input) => {
  if (input.project_id) await projectInOrganization(db, caller.organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(traces.organizationId, caller.organizationId),
    input.project_id ? eq(traces.projectId, input.project_id) : undefined,
    input.session_id ? eq(traces.sessionId, input.session_id) : undefined,
    input.search
      ? or(sql`${traces.name} ilike ${contains(input.search)}`, eq(traces.traceId, input.search.toLowerCase()))
      : undefined,
    input.evaluation_id || input.verdict ? scored(input) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(traces).where(where),
    selectTraces(db).where(where).orderBy(desc(traces.startedAt), desc(traces.id)).limit(limit).offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: await presentTraces(db, caller.organizationId, rows) };
};

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
