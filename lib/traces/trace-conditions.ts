// Which traces match filters, as conditions on rows of `traces`: by narrow columns, and by the words of contents.
import { type AnyColumn, and, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traces } from "@/db/schema";
import { expectedRows } from "@/db/statistics/expected-rows";
import { havingTerms } from "@/db/statistics/rare-terms";
import { textArray } from "@/db/text-array";
import type { SpanVerdict } from "@/lib/contracts/evaluation/names";
import { MAX_FOUND_BY_TEXT, type TraceFilters } from "@/lib/contracts/traces/trace-filters";
import { hasText } from "@/lib/pages";
import { areFew } from "./segments/are-few";
import { type FoundTraces, tracesWithText } from "./segments/search";
import { textQuery } from "./segments/words";
import { type TermName, termOf } from "./trace-terms";

/** How long a search for text may read. */
export const TEXT_MS = 1500;

export interface Matching {
  /** A condition on rows of `traces`. */
  where: SQL | undefined;
  /** What a search for text has found, those that arrived last first; null without a search. */
  found: FoundTraces | null;
}

/**
 * The traces that match, as far as a search for text finds them: it ends at `most`. What it finds does not depend on `few`,
 * only how. A text without a word finds nothing; a blank one is no filter.
 */
export async function matching(
  db: Database,
  organizationId: string,
  filters: TraceFilters,
  most = MAX_FOUND_BY_TEXT,
  few?: number,
): Promise<Matching> {
  const where = await matchingNarrow(db, organizationId, filters);
  if (!filters.text?.trim()) return { where, found: null };
  const query = textQuery(filters.text);
  if (query === null) return { where: sql`false`, found: { ids: [], isComplete: true } };
  const projectId = filters.project_id ?? null;
  const until = Date.now() + TEXT_MS;
  const isLookedUp = await areFew(db, traces, { left: where, all: eq(traces.organizationId, organizationId) }, few);
  const segments = isLookedUp ? haveTraces(where) : undefined;
  const found = await tracesWithText(db, { organizationId, projectId, query, where, segments, limit: most, until });
  const ids = sql`traces.id = any(${textArray(found.ids)}::uuid[])`;
  return { where: and(eq(traces.organizationId, organizationId), ids), found };
}

/** Whether a segment has spans of traces. */
const haveTraces = (where: SQL | undefined): SQL => sql`segment.id in (
  select span.segment_id from traces
  join spans as span on span.project_id = traces.project_id and span.trace_id = traces.trace_id where ${where})`;

export const matchingTraces = async (db: Database, organizationId: string, filters: TraceFilters) =>
  (await matching(db, organizationId, filters)).where;

/** The condition of all filters but the text. What it finds does not depend on `db`, only how. */
const matchingNarrow = async (db: Database, organizationId: string, filters: TraceFilters): Promise<SQL | undefined> =>
  and(
    eq(traces.organizationId, organizationId),
    filters.project_id ? eq(traces.projectId, filters.project_id) : undefined,
    filters.session_id ? eq(traces.sessionId, filters.session_id) : undefined,
    showsInternal(filters) ? undefined : eq(traces.isInternal, false),
    await withTerms(db, organizationId, filters),
    filters.since ? gte(traces.startedAt, filters.since) : undefined,
    filters.until ? lt(traces.startedAt, filters.until) : undefined,
    within(traces.latencyMs, filters.min_latency_ms, filters.max_latency_ms),
    within(traces.totalTokens, filters.min_tokens, filters.max_tokens),
    within(traces.costUsd, filters.min_cost_usd, filters.max_cost_usd),
    filters.search ? found(filters.search) : undefined,
    filters.evaluation_id || filters.verdict ? await scored(db, organizationId, filters) : undefined,
    filters.annotated === undefined ? undefined : annotated(organizationId, filters.annotated),
  );

const showsInternal = ({ include_internal, project_id, session_id }: TraceFilters): boolean =>
  include_internal === true || project_id !== undefined || session_id !== undefined;

async function withTerms(db: Database, organizationId: string, filters: TraceFilters): Promise<SQL | undefined> {
  const { status, has_error, name, model, user, environment, tag, prompt } = filters;
  const values: Partial<Record<TermName, string | undefined>> = {
    status,
    error: has_error === undefined ? undefined : String(has_error),
    name,
    model,
    user,
    environment,
    tag,
    prompt,
  };
  // Safe: they are the names of that object.
  const names = Object.keys(values) as TermName[];
  const terms = names.flatMap((term) => (values[term] === undefined ? [] : termOf(term, values[term])));
  if (terms.length === 0) return undefined;
  const condition = sql`${eq(traces.organizationId, organizationId)} and ${traces.terms} @> ${textArray(terms)}`;
  return havingTerms(db, traces, terms, condition);
}

const within = (column: AnyColumn, least: number | undefined, most: number | undefined): SQL | undefined =>
  and(least === undefined ? undefined : gte(column, least), most === undefined ? undefined : lte(column, most));

const found = (search: string): SQL =>
  /^[\da-f]{32}$/i.test(search) ? eq(traces.traceId, search.toLowerCase()) : hasText(traces.name, search);

/** What each verdict is, on rows of `eval_span_scores as score`. */
export const verdicts: Record<SpanVerdict, SQL> = {
  passed: sql`score.passed`,
  failed: sql`not score.passed`,
  scored: sql`score.outcome = 'scored'`,
  unscored: sql`score.passed is null and score.outcome = 'unscored'`,
  error: sql`score.passed is null and score.outcome = 'error'`,
  open: sql`score.passed is null and score.outcome is null`,
};

/** Scores that are looked up; more are rather met on the way through the newest traces. */
const FEW_SCORES = 20_000;

/** Whether an evaluation has given a verdict on a span of the trace. */
async function scored(db: Database, organizationId: string, { evaluation_id: evaluation, verdict }: TraceFilters) {
  const scores = sql`eval_span_scores as score where score.organization_id = ${organizationId}::uuid
    ${evaluation ? sql`and score.evaluation_id = ${evaluation}::uuid` : sql``}
    ${verdict ? sql`and ${verdicts[verdict]}` : sql``}`;
  if ((await expectedRows(db, sql`select from ${scores}`)) <= FEW_SCORES)
    return sql`(traces.project_id, traces.trace_id) in (select score.project_id, score.trace_id from ${scores})`;
  // The offset keeps PostgreSQL from joining all scores with all traces, because it takes them for rarer than they are.
  return sql`exists (
    select from ${scores} and score.project_id = traces.project_id and score.trace_id = traces.trace_id offset 0)`;
}

/** The annotated traces are looked up as a whole: people annotate far fewer traces than applications send. */
function annotated(organizationId: string, isAnnotated: boolean): SQL {
  const annotatedIds = sql`
    select case when source.id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then source.id::uuid end
    from (${sourcesOf(organizationId, "trace")}) as source (id)
    union all
    select annotated.id from (${sourcesOf(organizationId, "observation_span")}) as source (id)
    join spans as span on span.organization_id = ${organizationId}::uuid and span.span_id = source.id
    join traces as annotated on annotated.project_id = span.project_id and annotated.trace_id = span.trace_id`;
  const isListed = sql`traces.id in (select id from (${annotatedIds}) as listed (id) where id is not null)`;
  return isAnnotated ? isListed : sql`not ${isListed}`;
}

const sourcesOf = (organizationId: string, type: "trace" | "observation_span"): SQL => sql`
  select source_id from queue_items
  where organization_id = ${organizationId}::uuid and source_type = ${type} and deleted_at is null
  union
  select source_id from scores
  where organization_id = ${organizationId}::uuid and source_type = ${type} and deleted_at is null`;
