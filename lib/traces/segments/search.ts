// Finds traces by the words of their spans: the index finds segments, which are then read, newest first.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
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

const SEGMENTS_AT_ONCE = 8;

/** The traces that have a span with all of the words. */
export async function tracesWithText(db: Database, search: TextSearch): Promise<FoundTraces> {
  const ids = new Set<string>();
  for (let before: string | null = null; ; ) {
    const segments: Segment[] = await nextSegments(db, search, before);
    const spans = await spansIn(db, search, segments);
    for (const segment of segments) {
      const rows = spans.filter(({ segment_id }) => segment_id === segment.id);
      if (rows.length === 0) continue;
      const lines = await unpackLines(segment.lines);
      for (const { line, label, id } of rows) {
        const json = lines[line] ?? "";
        if (!ids.has(id) && hasWords(searchedText({ json, label }), search.query)) ids.add(id);
        if (ids.size >= search.limit) return { ids: [...ids], isComplete: false };
      }
    }
    const last = segments[SEGMENTS_AT_ONCE - 1];
    if (!last) return { ids: [...ids], isComplete: true };
    if (Date.now() >= search.until) return { ids: [...ids], isComplete: false };
    before = last.id;
  }
}

interface Segment extends Record<string, unknown> {
  id: string;
  lines: Buffer;
}

async function nextSegments(db: Database, { organizationId, projectId, query }: TextSearch, before: string | null) {
  const owner = projectId === null ? organizationWord(organizationId) : projectWord(projectId);
  const found = await db.execute<Segment>(sql`
    select segment.id::text as id, segment.lines from span_segments as segment
    where segment.organization_id = ${organizationId}::uuid
      and segment.words @@ ${`'${owner}' & ${tsqueryOf(query)}`}::tsquery
      ${before === null ? sql`` : sql`and segment.id < ${before}::bigint`}
    order by segment.id desc limit ${SEGMENTS_AT_ONCE}`);
  return [...found];
}

interface Row extends Record<string, unknown> {
  segment_id: string;
  line: number;
  label: string;
  /** The trace's own id. */
  id: string;
}

async function spansIn(db: Database, { organizationId, where }: TextSearch, segments: readonly Segment[]) {
  if (segments.length === 0) return [];
  return db.execute<Row>(sql`
    select span.segment_id::text, span.segment_line as line, concat(span.name, ' ', span.status_message) as label, traces.id
    from spans as span join traces on traces.project_id = span.project_id and traces.trace_id = span.trace_id
    where span.segment_id = any(${textArray(segments.map(({ id }) => id))}::bigint[])
      and traces.organization_id = ${organizationId}::uuid ${where ? sql`and (${where})` : sql``}
    order by span.segment_id desc, span.segment_line desc`);
}
