// Keeps the rows of traces: what they say is computed from their spans (rules/summary.ts).
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { columnNames, columnsOfRow, columnsReplaced } from "@/db/json-rows";
import { traces } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { groupBy } from "@/lib/group-by";
import { INTERNAL_PROJECT } from "./projects";
import { nameOf, readSummaries, type TraceKey } from "./read-summaries";
import { promptOfSpan } from "./rules/span-prompt";
import { type NarrowSpan, type Summary, summaryOf } from "./rules/summary";

interface StoredSpan {
  organizationId: string;
  projectId: string;
  sessionId: string | null;
  span: SpanRecord;
}

/** The traces of spans that this transaction has just stored, all at once. */
export async function summarizeTraces(db: Database, spans: readonly StoredSpan[]): Promise<void> {
  if (spans.length === 0) return;
  const ofTrace = groupBy(spans, ({ projectId, span }) => nameOf({ project_id: projectId, trace_id: span.traceId }));
  const lost = await summarize(db, ofTrace);
  // Retention may have deleted some while their spans were on the way (retention.ts). These are created again.
  if (lost.length > 0) await summarize(db, new Map(lost.map((name) => [name, ofTrace.get(name) ?? []])));
}

/**
 * A trace that is new here has no other spans: a transaction that stores a span creates the row of its trace too. A
 * known one is summarized from all of its spans. Returns the names of those that could not be locked, although they were
 * known.
 */
async function summarize(db: Database, ofTrace: ReadonlyMap<string, readonly StoredSpan[]>): Promise<string[]> {
  const known = await insertNew(db, { rows: JSON.stringify([...ofTrace.values()].flatMap(newRow)) });
  if (known.length === 0) return [];
  const locked = await updateLocked(db, known, updateKnown);
  return known.map(nameOf).filter((name) => !locked.has(name));
}

type Update = (db: Database, values: { rows: string }) => Promise<unknown>;

/** Locks traces until the transaction ends: exporters of one trace take turns, and the last one sees all spans. */
async function updateLocked(db: Database, keys: readonly TraceKey[], update: Update): Promise<Set<string>> {
  const locked = await lockKnown(db, { traces: JSON.stringify(keys) });
  const summaries = await readSummaries(db, locked);
  const rows = locked.flatMap((trace) => {
    const summary = summaries.get(nameOf(trace));
    return summary ? [[trace.id, ...valuesOf(summary)]] : [];
  });
  if (rows.length > 0) await update(db, { rows: JSON.stringify(rows) });
  return new Set(locked.map(nameOf));
}

/** Traces that an earlier version has stored, whose spans were moved. They are as new as they were. */
export const summarizeMoved = (db: Database, projectId: string, traceIds: readonly string[]): Promise<unknown> =>
  updateLocked(
    db,
    traceIds.map((trace_id) => ({ project_id: projectId, trace_id })),
    updateMoved,
  );

const {
  id,
  organizationId,
  projectId,
  traceId,
  isInternal,
  input: _input,
  output: _output,
  createdAt: _created,
  updatedAt: _updated,
  ...summarized
} = getTableColumns(traces);
const columns = { organizationId, projectId, traceId, isInternal, ...summarized };
// Safe: they are the names of that object.
const fields = Object.keys(summarized) as (keyof typeof summarized & keyof Summary)[];

const valuesOf = (summary: Summary): unknown[] =>
  fields.map((field) => (field === "terms" ? arrayText(summary.terms) : summary[field]));

/** The row of a trace that has no spans but these; none without a span. */
function newRow(spans: readonly StoredSpan[]): unknown[][] {
  const [first] = spans;
  const summary = summaryOf(spans.map(narrow));
  if (!first || !summary) return [];
  const { organizationId, projectId, span } = first;
  return [[organizationId, projectId, span.traceId, span.project === INTERNAL_PROJECT, ...valuesOf(summary)]];
}

const narrow = ({ sessionId, span }: StoredSpan): NarrowSpan => ({
  spanId: span.spanId,
  parentSpanId: span.parentSpanId,
  isEntry: span.isEntry,
  sessionId,
  userId: span.userId ?? null,
  environment: span.environment ?? null,
  tags: span.tags ?? null,
  name: span.name,
  status: span.status,
  startedAt: span.startedAt,
  endedAt: span.endedAt,
  latencyMs: span.latencyMs,
  hasInput: span.input !== null && span.input !== undefined,
  hasOutput: span.output !== null && span.output !== undefined,
  model: span.model,
  prompt: promptOfSpan(span.attributes),
  totalTokens: span.totalTokens,
  costUsd: span.costUsd,
});

const received = (of: Parameters<typeof columnsOfRow>[0]): SQL => sql`
  received as materialized (
    select ${columnsOfRow(of)} from jsonb_array_elements(${param("rows")}::jsonb) as listed (row))`;

/**
 * Returns the traces that already exist, or that another transaction has just created. Uses one order for everybody, so
 * that parallel requests create and lock the same traces one after another.
 */
const insertNew = sqlStatement<TraceKey>(() => {
  const names = columnNames(Object.keys(columns));
  return sql`
    with ${received(columns)},
    made as (
      insert into traces (${names}) select ${names} from received order by project_id, trace_id
      on conflict (project_id, trace_id) do nothing returning project_id, trace_id)
    select project_id, trace_id from received where (project_id, trace_id) not in (select project_id, trace_id from made)`;
});

const lockKnown = sqlStatement<TraceKey & { id: string; span_count: number }>(
  () => sql`
    select trace.id, trace.project_id, trace.trace_id, trace.span_count
    from jsonb_to_recordset(${param("traces")}::jsonb) as this (project_id uuid, trace_id text)
    join traces as trace on trace.project_id = this.project_id and trace.trace_id = this.trace_id
    order by trace.project_id, trace.trace_id for no key update of trace`,
);

const updateWith = (further: SQL) =>
  sqlStatement(
    () => sql`
      with ${received({ id, ...summarized })}
      update traces as this set ${columnsReplaced(fields, "received")}, input = null, output = null, ${further}
      from received where this.id = received.id`,
  );

const updateKnown = updateWith(sql`updated_at = now()`);
const updateMoved = updateWith(sql`
  is_internal = (select project.name = ${INTERNAL_PROJECT} from projects as project where project.id = this.project_id)`);
