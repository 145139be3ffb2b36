import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";

interface Row extends Record<string, unknown> {
  segment_id: string;
  line: number;
  label: string;
}

/** What the spans of segments are found by beside their lines, by segment and line. Lines without a span are absent. */
export async function labelsOf(db: Database, segmentIds: readonly string[]): Promise<Map<string, Map<number, string>>> {
  const rows = await db.execute<Row>(sql`
    select segment_id::text, segment_line as line, concat(name, ' ', status_message) as label from spans
    where segment_id = any(${textArray(segmentIds)}::bigint[])`);
  const labels = new Map(segmentIds.map((id) => [id, new Map<number, string>()]));
  for (const { segment_id, line, label } of rows) labels.get(segment_id)?.set(line, label);
  return labels;
}
