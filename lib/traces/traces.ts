import { and, asc, count, desc, eq, getTableColumns, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type { SpanVerdict } from "@/lib/contracts/evaluation/names";
import * as contracts from "@/lib/contracts/traces/traces";
import { notFound } from "@/lib/errors";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { presentSpan, presentTrace, type TraceRow } from "./present";
import { projectInOrganization } from "./projects";
import { byStart, callOfTrace, noContents, ofTrace, spanTree, type TraceKey } from "./span-tree";

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
  return { count: all, page, limit, results: rows.map(presentTrace) };
};

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
  const [rows, call] = await Promise.all([
    contents ? wholeSpans(db, trace) : spanTree(db, trace),
    callOfTrace(db, caller.organizationId, trace.traceId),
  ]);
  return {
    ...presentTrace(trace),
    error_spans: trace.errorSpans,
    user_id: trace.userId,
    session: trace.sessionId === null ? null : { id: trace.sessionId },
    call,
    spans: rows.map((row) => presentSpan({ ...noContents, ...row })),
  };
};

const wholeSpans = (db: Database, trace: TraceKey) =>
  db
    .select()
    .from(spans)
    .where(ofTrace(trace))
    .orderBy(...byStart)
    .limit(contracts.MAX_SHOWN_SPANS);
