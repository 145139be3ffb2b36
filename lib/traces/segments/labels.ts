import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { parseLabels } from "./lines";
import { hasPart, partsOf, type TextQuery } from "./words";

/** By segment and line. */
export type Labels = Map<string, Map<number, string>>;

interface Row extends Record<string, unknown> {
  segment_id: string;
  line: number;
  label: string;
}

/** What the spans of segments are found by beside their lines, by segment and line. Lines without a span are absent. */
export const labelsOf = (db: Database, segmentIds: readonly string[]): Promise<Labels> =>
  readLabels(db, segmentIds, sql`true`);

/** Of a segment's own labels, those that may have one of the words. */
export function ownLabelsThatMayHave(line: string, query: TextQuery): Map<number, string> {
  if (!hasPart(line, query)) return new Map();
  const labels = parseLabels(line).map((label, number) => [number, label] as const);
  return new Map(labels.filter(([, label]) => hasPart(label, query)));
}

/** The same of segments of earlier versions, which have no labels of their own. */
export function labelsThatMayHave(db: Database, segmentIds: readonly string[], query: TextQuery): Promise<Labels> {
  // PostgreSQL's lower case of other letters depends on its settings.
  const isAscii = sql`octet_length(label) = length(label)`;
  return readLabels(
    db,
    segmentIds,
    sql`not ${isAscii} or ${sql.join(
      partsOf(query).map((part) => sql`strpos(lower(label collate "C"), ${part}) > 0`),
      sql` or `,
    )}`,
  );
}

async function readLabels(db: Database, segmentIds: readonly string[], condition: SQL): Promise<Labels> {
  const rows = await db.execute<Row>(sql`
    select segment_id, line, label from (
      select segment_id::text, segment_line as line, concat(name, ' ', status_message) as label from spans
      where segment_id = any(${textArray(segmentIds)}::bigint[])) as of_span
    where ${condition}`);
  const labels = new Map(segmentIds.map((id) => [id, new Map<number, string>()]));
  for (const { segment_id, line, label } of rows) labels.get(segment_id)?.set(line, label);
  return labels;
}
