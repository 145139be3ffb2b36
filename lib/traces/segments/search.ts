// Finds spans by their words, and traces by their spans: segments that may have the words are read, newest first.
import { asc, gt, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { spanSegments } from "@/db/schema";
import { textArray } from "@/db/text-array";
import { searchedText } from "./build";
import { type Candidate, candidatesOf, type SegmentSearch } from "./candidates";
import { labelsThatMayHave, ownLabelsThatMayHave } from "./labels";
import { splitLabels, unpackText } from "./lines";
import { type Stages, staged, withinBytes } from "./stages";
import { hasWords, linesThatMayHave, type TextQuery } from "./words";

/** Its condition on segments is what they show of `where`. */
export interface TextSearch extends SegmentSearch {
  /** A condition on rows of `traces` and of `spans as span`, which are joined. */
  where: SQL | undefined;
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

/** How many segments are read. More at once would take less time, but the last take 8 MB. */
const SEGMENTS: Stages = [4, 16, 32];
/** The most deflated bytes at once, unless one segment has more. Many spans take a third of that; images hardly deflate. */
const MOST_BYTES = 4_000_000;
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
  const { rows, isComplete, readAfter } = await rowsWithText(db, search, keyOf);
  const [segment] =
    isComplete || readAfter === null
      ? []
      : await db
          .select({ at: spanSegments.createdAt })
          .from(spanSegments)
          .where(gt(spanSegments.id, readAfter))
          .orderBy(asc(spanSegments.id))
          .limit(1);
  const spans = rows.map((row) => ({
    organizationId: row.organization_id,
    traceId: row.trace_id,
    spanId: row.span_id,
  }));
  return { spans, isComplete, completeSince: segment?.at ?? null };
}

/** A row for each key, in the order in which they are found. All segments with larger ids than `readAfter` were read; null if none was. */
async function rowsWithText(db: Database, search: TextSearch, keyOf: (row: Row) => string) {
  const start = Date.now();
  const wholeFrom = start + (search.until - start) * BEGINNINGS_SHARE;
  const rows = new Map<string, Row>();
  let readAfter: number | null = null;
  let isComplete = true;
  const isOver = () => rows.size >= search.limit || Date.now() >= search.until;
  const read = async (some: readonly Candidate[]) => {
    const chosen = Date.now() < wholeFrom ? some : some.filter(({ may_have_whole }) => may_have_whole);
    return { chosen, texts: await textsOf(db, search, chosen) };
  };
  for await (const { found, after } of candidatesOf(db, search)) {
    const parts = [...staged(found, SEGMENTS)].flatMap(([some]) => [...withinBytes(some, MOST_BYTES)]);
    for await (const [part, some, { chosen, texts }] of readAhead(parts, read)) {
      isComplete &&= chosen.length === some.length;
      for (const row of await matchesIn(db, search, texts)) if (!rows.has(keyOf(row))) rows.set(keyOf(row), row);
      const isLast = part === parts.length - 1;
      const isEnd = isLast && after === 0;
      if (isComplete) readAfter = isLast ? after : (some.at(-1)?.id ?? 0) - 1;
      if (!isEnd && isOver()) return { rows: [...rows.values()], isComplete: false, readAfter };
    }
  }
  return { rows: [...rows.values()], isComplete, readAfter };
}

/** Each item with its number and what is read of it: the next is read meanwhile. */
async function* readAhead<Item, Read>(items: readonly Item[], read: (item: Item) => Promise<Read>) {
  // Settled, because nobody may be left to take the next one, or its error.
  const start = (item: Item | undefined) => Promise.allSettled(item === undefined ? [] : [read(item)]);
  let next = start(items[0]);
  for (const [number, item] of items.entries()) {
    const [current] = await next;
    next = start(items[number + 1]);
    if (current?.status === "rejected") throw current.reason;
    if (current) yield [number, item, current.value] as const;
  }
}

interface SegmentText {
  id: string;
  /** A line for each span. */
  text: string;
  /** By line: those that may have one of the words. */
  labels: ReadonlyMap<number, string>;
}

async function textsOf(
  db: Database,
  { query }: TextSearch,
  segments: readonly Candidate[],
): Promise<readonly SegmentText[]> {
  if (segments.length === 0) return [];
  const texts = await readTexts(db, segments);
  const withoutLabels = texts.flatMap(({ id, labels }) => (labels === null ? [id] : []));
  const others = withoutLabels.length > 0 ? await labelsThatMayHave(db, withoutLabels, query) : new Map();
  return texts.map(({ id, text, labels }) => ({
    id,
    text,
    labels: labels === null ? (others.get(id) ?? new Map()) : ownLabelsThatMayHave(labels, query),
  }));
}

/** The matching spans in these segments: of later segments first, in each of the latest trace first. */
async function matchesIn(db: Database, search: TextSearch, texts: readonly SegmentText[]): Promise<Row[]> {
  const found = texts.flatMap((each) => matchingLines(search.query, each).map((line) => [each.id, line] as const));
  return found.length === 0 ? [] : spansAt(db, search, found);
}

function matchingLines(query: TextQuery, { text, labels }: SegmentText): number[] {
  const lines = text.split("\n");
  return linesThatMayHave(text, query, labels).filter((line) =>
    hasWords(searchedText({ json: lines[line] ?? "", label: labels.get(line) ?? "" }), query),
  );
}

async function readTexts(db: Database, segments: readonly Candidate[]) {
  const found = await db.execute<{ id: string; lines: Buffer }>(sql`
    select id::text, lines from span_segments
    where id = any(${textArray(segments.map(({ id }) => String(id)))}::bigint[])`);
  return Promise.all(
    found.map(async ({ id, lines }) => {
      const [text, labels] = splitLabels(await unpackText(lines));
      return { id, text, labels };
    }),
  );
}

interface Row extends Record<string, unknown> {
  /** The trace's own id. */
  id: string;
  organization_id: string;
  trace_id: string;
  span_id: string;
}

/** The spans at these lines of segments, as far as they match the search's condition. */
const spansAt = async (
  db: Database,
  { organizationId, where }: TextSearch,
  found: readonly (readonly [segmentId: string, line: number])[],
): Promise<Row[]> => [
  ...(await db.execute<Row>(sql`
    select traces.id, span.organization_id::text, span.trace_id, span.span_id
    from spans as span join traces on traces.project_id = span.project_id and traces.trace_id = span.trace_id
    where span.segment_id = any(${textArray([...new Set(found.map(([id]) => id))])}::bigint[])
      and (span.segment_id, span.segment_line) in (
        select * from unnest(${textArray(found.map(([id]) => id))}::bigint[],
          ${textArray(found.map(([, line]) => String(line)))}::int[]))
      ${organizationId === null ? sql`` : sql`and traces.organization_id = ${organizationId}::uuid`}
      ${where ? sql`and (${where})` : sql``}
    order by span.segment_id desc, traces.started_at desc, traces.id desc`)),
];
