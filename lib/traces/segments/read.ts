// Reads what spans contain from their segments.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { parseContents, type SpanContents } from "./contents-json";
import { unpackLines } from "./lines";

/** Where a span's contents are: a line of a segment. The contents themselves if the span is older than segments are. */
export type StoredContents = [segmentId: number, line: number] | SpanContents;

/** The same of the span with this alias, as JSON; null without a span. */
export const storedContents = (span: SQL): SQL => sql`
  case when ${span}.segment_id is not null then json_build_array(${span}.segment_id, ${span}.segment_line)
    when ${span}.span_id is not null then json_build_object('input', ${span}.input, 'output', ${span}.output,
      'attributes', ${span}.attributes, 'resource', ${span}.resource, 'events', ${span}.events, 'links', ${span}.links)
  end`;

/** Segments in memory at a time: each may hold a megabyte when it is inflated, or one span of ten. */
const AT_ONCE = 16;

const findSegments = sqlStatement<{ id: string; lines: Buffer }>(
  () => sql`
    select id::text, lines from span_segments
    where id = any(${param("ids")}::bigint[]) and organization_id = ${param("organizationId")}::uuid`,
);

/** The contents, in the order of `stored`; null for those that are gone. Each segment is read once. */
export async function readContents(
  db: Database,
  organizationId: string,
  stored: readonly (StoredContents | null)[],
): Promise<(SpanContents | null)[]> {
  const linesOf = new Map<number, Map<number, SpanContents | null>>();
  for (const one of stored) {
    if (!Array.isArray(one)) continue;
    const [segmentId, line] = one;
    linesOf.set(segmentId, (linesOf.get(segmentId) ?? new Map()).set(line, null));
  }
  const ids = [...linesOf.keys()];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const segments = await findSegments(db, { organizationId, ids: arrayText(ids.slice(from, from + AT_ONCE)) });
    for (const { id, lines } of segments) {
      const texts = await unpackLines(lines);
      const found = linesOf.get(Number(id)) ?? new Map();
      for (const line of found.keys()) found.set(line, parseContents(texts[line] ?? "null"));
    }
  }
  return stored.map((one) => (Array.isArray(one) ? (linesOf.get(one[0])?.get(one[1]) ?? null) : one));
}
