// Summaries of traces from all spans that are stored of them.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { type NarrowSpan, type Summary, TraceSummary } from "./rules/summary";

export interface TraceKey {
  project_id: string;
  trace_id: string;
}

export const nameOf = ({ project_id, trace_id }: TraceKey): string => `${project_id} ${trace_id}`;

/** Read at a time. A trace with more spans is read in parts. */
const SPANS = 5000;

const instant = (column: SQL): SQL => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

// Spans that were stored before segments were have their contents in columns.
const narrow = sql`
  span.project_id, span.trace_id, span.span_id as "spanId", span.parent_span_id as "parentSpanId",
  span.is_entry as "isEntry", span.session_id as "sessionId", span.user_id as "userId", span.environment, span.tags,
  span.name, span.status, ${instant(sql`span.started_at`)} as "startedAt", ${instant(sql`span.ended_at`)} as "endedAt",
  span.latency_ms as "latencyMs", span.has_input or span.input is not null as "hasInput",
  span.has_output or span.output is not null as "hasOutput", span.model, span.prompt,
  span.total_tokens as "totalTokens", span.cost_usd as "costUsd"`;

type Row = TraceKey & NarrowSpan;

const findSpans = sqlStatement<Row>(
  () => sql`
    select ${narrow} from jsonb_to_recordset(${param("traces")}::jsonb) as this (project_id uuid, trace_id text)
    join spans as span on span.project_id = this.project_id and span.trace_id = this.trace_id`,
);

/**
 * The summaries by the traces' names, without traces that have no span. Runs in a transaction that has locked the traces,
 * so that nothing is added meanwhile.
 */
export async function readSummaries(
  tx: Database,
  traces: readonly (TraceKey & { span_count: number })[],
): Promise<Map<string, Summary>> {
  const found = new Map<string, TraceSummary>();
  const add = (rows: readonly Row[]) => {
    for (const row of rows) {
      const name = nameOf(row);
      const trace = found.get(name) ?? new TraceSummary();
      found.set(name, trace);
      trace.add(row);
    }
  };
  const small = traces.filter(({ span_count }) => span_count <= SPANS);
  for (const part of parts(small)) add(await findSpans(tx, { traces: JSON.stringify(part) }));
  for (const trace of traces) if (trace.span_count > SPANS) await eachPart(tx, trace, add);
  return new Map(
    [...found].flatMap(([name, trace]) => {
      const summary = trace.summary();
      return summary ? [[name, summary]] : [];
    }),
  );
}

/** Traces that have about as many spans together as are read at a time. */
function* parts(traces: readonly (TraceKey & { span_count: number })[]): Generator<TraceKey[]> {
  let part: TraceKey[] = [];
  let spans = 0;
  for (const { span_count, ...key } of traces) {
    part.push(key);
    spans += span_count;
    if (spans < SPANS) continue;
    yield part;
    part = [];
    spans = 0;
  }
  if (part.length > 0) yield part;
}

async function eachPart(tx: Database, { project_id, trace_id }: TraceKey, add: (rows: readonly Row[]) => void) {
  await tx.execute(sql`
    declare spans_of_trace no scroll cursor for
    select ${narrow} from spans as span where span.project_id = ${project_id}::uuid and span.trace_id = ${trace_id}`);
  for (;;) {
    const rows = await tx.execute<Row & Record<string, unknown>>(
      sql`fetch forward ${sql.raw(String(SPANS))} from spans_of_trace`,
    );
    add(rows);
    if (rows.length < SPANS) break;
  }
  await tx.execute(sql`close spans_of_trace`);
}
