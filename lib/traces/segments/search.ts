// Finds traces by the words of their spans: the index finds segments, which are then read, newest first.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { groupBy } from "@/lib/group-by";
import { organizationWord, projectWord, searchedText } from "./build";
import { unpackLines } from "./lines";
import { hasWords, type TextQuery, tsqueryOf } from "./words";

export interface TextSearch {
  organizationId: string;
  /** Null for all of the organization's projects. */
  projectId: string | null;
  query: TextQuery;
  /** A condition on rows of `traces`, which are joined. */
  where: SQL | undefined;
  /** The most traces. */
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

/** How many segments are looked up, one stage after the other: of a frequent word the first few are enough. */
const STAGES = [4, 60, 1936] as const;
/** How many segments are read at a time. */
const SEGMENTS_AT_ONCE = 16;

/** The traces that have a span with all of the words. */
export async function tracesWithText(db: Database, search: TextSearch): Promise<FoundTraces> {
  const ids = new Set<string>();
  let before: string | null = null;
  for (const stage of STAGES) {
    const segments: string[] = await segmentsWith(db, search, before, stage);
    for (let from = 0; from < segments.length; from += SEGMENTS_AT_ONCE) {
      for (const id of await tracesIn(db, search, segments.slice(from, from + SEGMENTS_AT_ONCE))) ids.add(id);
      if (ids.size >= search.limit) return { ids: [...ids].slice(0, search.limit), isComplete: false };
      if (Date.now() >= search.until) return { ids: [...ids], isComplete: false };
    }
    if (segments.length < stage) return { ids: [...ids], isComplete: true };
    before = segments.at(-1) ?? null;
  }
  return { ids: [...ids], isComplete: false };
}

/** The next segments that have the words, in whatever spans, newest first. */
async function segmentsWith(db: Database, search: TextSearch, before: string | null, limit: number) {
  const { organizationId, projectId, query } = search;
  const owner = projectId === null ? organizationWord(organizationId) : projectWord(projectId);
  const found = await db.execute<{ id: string }>(sql`
    select segment.id::text as id from span_segments as segment
    where segment.organization_id = ${organizationId}::uuid
      and segment.words @@ ${`'${owner}' & ${tsqueryOf(query)}`}::tsquery
      ${before === null ? sql`` : sql`and segment.id < ${before}::bigint`}
    order by segment.id desc limit ${sql.raw(String(limit))}`);
  return found.map(({ id }) => id);
}

/** The traces in these segments: of later segments first, in each the latest first. Only segments with a span of a trace that matches are inflated. */
async function tracesIn(db: Database, search: TextSearch, segmentIds: readonly string[]): Promise<string[]> {
  const spansOf = groupBy(await spansIn(db, search, segmentIds), ({ segment_id }) => segment_id);
  const found = await Promise.all(
    (await segmentLines(db, [...spansOf.keys()])).map(async ({ id: segmentId, lines: bytes }) => {
      const lines = await unpackLines(bytes);
      const spans = spansOf.get(segmentId) ?? [];
      const matching = spans.filter(({ line, label }) =>
        hasWords(searchedText({ json: lines[line] ?? "", label }), search.query),
      );
      return matching.map(({ id }) => id);
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
}

const spansIn = async (db: Database, { organizationId, where }: TextSearch, segmentIds: readonly string[]) => [
  ...(await db.execute<Row>(sql`
    select span.segment_id::text, span.segment_line as line, concat(span.name, ' ', span.status_message) as label,
      traces.id
    from spans as span join traces on traces.project_id = span.project_id and traces.trace_id = span.trace_id
    where span.segment_id = any(${textArray(segmentIds)}::bigint[])
      and traces.organization_id = ${organizationId}::uuid ${where ? sql`and (${where})` : sql``}
    order by span.segment_id desc, traces.started_at desc, traces.id desc`)),
];
