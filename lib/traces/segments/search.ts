// Finds spans by their words, and traces by their spans: filters tell which segments may have the words. Those are read, newest first.
import { eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spanSegments } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { groupBy } from "@/lib/group-by";
import { searchedText } from "./build";
import { bitsOfQuery } from "./filter";
import { unpackLines } from "./lines";
import { hasWords, type TextQuery } from "./words";

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

/** How many filters are looked at, one stage after the other: of a frequent word the first few are enough. */
const STAGES = [32, 512, 8192] as const;
/** How many segments are read at a time. */
const SEGMENTS_AT_ONCE = 16;
/** For this share of the time, segments are read that may have a word with the beginning; then only those that may have it whole. */
const BEGINNINGS_SHARE = 1 / 4;

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

/** A row for each key, in the order in which they are found. All segments were read down to `lastRead`; null if none was. */
async function rowsWithText(db: Database, search: TextSearch, keyOf: (row: Row) => string) {
  const start = Date.now();
  const wholeFrom = start + (search.until - start) * BEGINNINGS_SHARE;
  const rows = new Map<string, Row>();
  let lastRead: string | null = null;
  let isComplete = true;
  const isOver = () => rows.size >= search.limit || Date.now() >= search.until;
  const cut = () => ({ rows: [...rows.values()], isComplete: false, lastRead });
  for (let nth = 0, before: string | null = null; ; nth++) {
    const stage = STAGES[Math.min(nth, STAGES.length - 1)] ?? 1;
    const { candidates, last, looked }: Stage = await candidatesOf(db, search, before, stage);
    const isLast = looked < stage;
    for (let from = 0; from < candidates.length; from += SEGMENTS_AT_ONCE) {
      const some = candidates.slice(from, from + SEGMENTS_AT_ONCE);
      const read = Date.now() < wholeFrom ? some : some.filter(({ may_have_whole }) => may_have_whole);
      isComplete &&= read.length === some.length;
      for (const row of await matchesIn(db, search, read)) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
      if (isComplete) lastRead = some.at(-1)?.id ?? null;
      const isEnd = isLast && from + SEGMENTS_AT_ONCE >= candidates.length;
      if (!isEnd && isOver()) return cut();
    }
    if (isLast) return { rows: [...rows.values()], isComplete, lastRead };
    if (isComplete) lastRead = last;
    if (isOver()) return cut();
    before = last;
  }
}

/** A segment that may have the words, in whatever spans. */
interface Candidate {
  id: string;
  /** Whether it may have the last word as it is, not only a longer one. */
  may_have_whole: boolean;
}

interface Stage extends Record<string, unknown> {
  /** Newest first. */
  candidates: Candidate[];
  /** The oldest segment that was looked at. */
  last: string | null;
  looked: number;
}

async function candidatesOf(
  db: Database,
  { organizationId, projectId, query, segments }: TextSearch,
  before: string | null,
  limit: number,
): Promise<Stage> {
  const { beginning, whole } = bitsOfQuery(query);
  const [found] = await db.execute<Stage>(sql`
    with looked as (
      select id, ${mayHave(beginning)} as may_have, ${mayHave(whole)} as may_have_whole
      from span_segments as segment
      where ${organizationId === null ? sql`true` : sql`organization_id = ${organizationId}::uuid`}
        ${projectId === null ? sql`` : sql`and project_id = ${projectId}::uuid`}
        ${segments ? sql`and ${segments}` : sql``}
        ${before === null ? sql`` : sql`and id < ${before}::bigint`}
      order by id desc limit ${sql.raw(String(limit))})
    select
      coalesce(json_agg(json_build_object('id', id::text, 'may_have_whole', may_have_whole) order by id desc)
        filter (where may_have), '[]') as candidates,
      min(id)::text as last, count(*)::int as looked
    from looked`);
  return found ?? { candidates: [], last: null, looked: 0 };
}

/** Whether a filter has the bits. Segments of earlier versions have no filter for a while. */
const mayHave = (bits: readonly number[]): SQL =>
  sql.raw(`(filter is null or ${bits.map(hasBit).join(" and ") || "true"})`);

/** As filter.ts has it. */
const hasBit = (bit: number): string => `get_bit(filter, (${bit}::bigint * octet_length(filter) * 8) >> 31) = 1`;

/** The matching spans in these segments: of later segments first, in each of the latest trace first. Only segments with a span that `where` lets pass are inflated. */
async function matchesIn(db: Database, search: TextSearch, segments: readonly Candidate[]): Promise<Row[]> {
  if (segments.length === 0) return [];
  const spans = await spansIn(
    db,
    search,
    segments.map(({ id }) => id),
  );
  const spansOf = groupBy(spans, ({ segment_id }) => segment_id);
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
