// Finds spans by their words, and traces by their spans: the index finds segments, which are then read, newest first.
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spanSegments } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { groupBy } from "@/lib/group-by";
import { organizationWord, projectWord, searchedText } from "./build";
import { unpackLines } from "./lines";
import { hasWords, type TextQuery, tsqueryOf } from "./words";

export interface TextSearch {
  /** Null for all organizations. */
  organizationId: string | null;
  /** Null for all projects. */
  projectId: string | null;
  query: TextQuery;
  /** A condition on rows of `traces` and of `spans as span`, which are joined. */
  where: SQL | undefined;
  /** The same as far as rows of `span_segments as segment` show it, where that leaves few of them. */
  segments?: SQL | undefined;
  /** The most traces, or spans. */
  limit: number;
  /** When the search ends, found or not: milliseconds since 1970. */
  until: number;
}

export interface FoundTraces {
  /** The traces' own ids, of those that arrived last first. */
  ids: string[];
  /** Whether there are no more. */
  isComplete: boolean;
}

/** A span by OpenTelemetry's ids. */
export interface FoundSpan {
  organizationId: string;
  traceId: string;
  spanId: string;
}

export interface FoundSpans {
  /** Those that arrived last first. */
  spans: FoundSpan[];
  /** Whether there are no more. */
  isComplete: boolean;
  /** Whatever arrived later is among the spans; null if no segment was read. */
  completeSince: Date | null;
}

/** How many segments are looked up, one stage after the other: of a frequent word the first few are enough. */
const STAGES = [4, 60, 1936] as const;
/** How many segments are read at a time. */
const SEGMENTS_AT_ONCE = 16;

/** The traces that have a span with all of the words. */
export async function tracesWithText(db: Database, search: TextSearch): Promise<FoundTraces> {
  const { rows, isComplete } = await rowsWithText(db, search, ({ id }) => id);
  const ids = rows.map(({ id }) => id).slice(0, search.limit);
  return { ids, isComplete: isComplete && rows.length < search.limit };
}

/** The spans that have all of the words. They may be some more than the limit. */
export async function spansWithText(db: Database, search: TextSearch): Promise<FoundSpans> {
  const keyOf = (row: Row) => `${row.organization_id} ${row.trace_id} ${row.span_id}`;
  const { rows, isComplete, lastRead } = await rowsWithText(db, search, keyOf);
  const [segment] =
    isComplete || lastRead === null
      ? []
      : await db
          .select({ at: spanSegments.createdAt })
          .from(spanSegments)
          .where(eq(spanSegments.id, Number(lastRead)));
  const spans = rows.map((row) => ({
    organizationId: row.organization_id,
    traceId: row.trace_id,
    spanId: row.span_id,
  }));
  return { spans, isComplete, completeSince: segment?.at ?? null };
}

/** A row for each key, in the order in which they are found, and the last segment that was read. */
async function rowsWithText(db: Database, search: TextSearch, keyOf: (row: Row) => string) {
  const rows = new Map<string, Row>();
  let before: string | null = null;
  let lastRead: string | null = null;
  const found = (isComplete: boolean) => ({ rows: [...rows.values()], isComplete, lastRead });
  for (const stage of STAGES) {
    const segments: string[] = await segmentsWith(db, search, before, stage);
    for (let from = 0; from < segments.length; from += SEGMENTS_AT_ONCE) {
      const read = segments.slice(from, from + SEGMENTS_AT_ONCE);
      for (const row of await matchesIn(db, search, read)) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
      lastRead = read.at(-1) ?? null;
      if (segments.length < stage && from + SEGMENTS_AT_ONCE >= segments.length) return found(true);
      if (rows.size >= search.limit || Date.now() >= search.until) return found(false);
    }
    if (segments.length < stage) return found(true);
    before = segments.at(-1) ?? null;
  }
  return found(false);
}

/** The next segments that have the words, in whatever spans, newest first. */
async function segmentsWith(db: Database, search: TextSearch, before: string | null, limit: number) {
  const { organizationId, projectId, query } = search;
  const owner =
    projectId !== null ? projectWord(projectId) : organizationId !== null ? organizationWord(organizationId) : null;
  const words = owner === null ? tsqueryOf(query) : `'${owner}' & ${tsqueryOf(query)}`;
  const found = await db.execute<{ id: string }>(sql`
    select segment.id::text as id from span_segments as segment
    where segment.words @@ ${words}::tsquery
      ${organizationId === null ? sql`` : sql`and segment.organization_id = ${organizationId}::uuid`}
      ${search.segments ? sql`and ${search.segments}` : sql``}
      ${before === null ? sql`` : sql`and segment.id < ${before}::bigint`}
    order by segment.id desc limit ${sql.raw(String(limit))}`);
  return found.map(({ id }) => id);
}

/** The matching spans in these segments: of later segments first, in each of the latest trace first. Only segments with a span that `where` lets pass are inflated. */
async function matchesIn(db: Database, search: TextSearch, segmentIds: readonly string[]): Promise<Row[]> {
  const spansOf = groupBy(await spansIn(db, search, segmentIds), ({ segment_id }) => segment_id);
  const found = await Promise.all(
    (await segmentLines(db, [...spansOf.keys()])).map(async ({ id: segmentId, lines: bytes }) => {
      const lines = await unpackLines(bytes);
      const spans = spansOf.get(segmentId) ?? [];
      return spans.filter(({ line, label }) =>
        hasWords(searchedText({ json: lines[line] ?? "", label }), search.query),
      );
    }),
  );
  return found.flat();
}

const segmentLines = async (db: Database, ids: readonly string[]) =>
  db.execute<{ id: string; lines: Buffer }>(sql`
    select segment.id::text as id, segment.lines from span_segments as segment
    where segment.id = any(${textArray(ids)}::bigint[]) order by segment.id desc`);

interface Row extends Record<string, unknown> {
  segment_id: string;
  line: number;
  label: string;
  /** The trace's own id. */
  id: string;
  organization_id: string;
  trace_id: string;
  span_id: string;
}

const spansIn = async (db: Database, { organizationId, where }: TextSearch, segmentIds: readonly string[]) => [
  ...(await db.execute<Row>(sql`
    select span.segment_id::text, span.segment_line as line, concat(span.name, ' ', span.status_message) as label,
      traces.id, span.organization_id::text, span.trace_id, span.span_id
    from spans as span join traces on traces.project_id = span.project_id and traces.trace_id = span.trace_id
    where span.segment_id = any(${textArray(segmentIds)}::bigint[])
      ${organizationId === null ? sql`` : sql`and traces.organization_id = ${organizationId}::uuid`}
      ${where ? sql`and (${where})` : sql``}
    order by span.segment_id desc, traces.started_at desc, traces.id desc`)),
];
