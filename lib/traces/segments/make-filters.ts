// Makes the filters of segments that an earlier version has stored. It may be killed anywhere and runs beside everything else: a search
// reads segments without a filter.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { transaction } from "@/db/transaction";
import { groupBy } from "@/lib/group-by";
import { DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { filterOfLines } from "./build";
import { unpackLines } from "./lines";

/** Segments of one transaction. */
const SEGMENTS = 64;

interface Segment extends Record<string, unknown> {
  id: string;
  lines: Buffer;
}

interface Label extends Record<string, unknown> {
  segment_id: string;
  line: number;
  label: string;
}

/** Makes filters for some seconds. The result says whether there is more. */
export async function makeFilters(db: Database, until = Date.now() + STEP_MS): Promise<StepResult> {
  for (;;) {
    const made = await transaction(db, makeSome);
    if (made === 0) return DONE;
    if (Date.now() >= until) return { done: false, retryAfterMs: 0 };
  }
}

/** Those of the newest segments that are not locked. Returns how many. */
async function makeSome(tx: Database): Promise<number> {
  const segments = await tx.execute<Segment>(sql`
    select id::text, lines from span_segments where filter is null
    order by id desc limit ${sql.raw(String(SEGMENTS))} for update skip locked`);
  const labels = await tx.execute<Label>(sql`
    select segment_id::text, segment_line as line, concat(name, ' ', status_message) as label from spans
    where segment_id = any(${textArray(segments.map(({ id }) => id))}::bigint[])`);
  const labelsOf = groupBy([...labels], ({ segment_id }) => segment_id);
  const made: { id: string; filter: string }[] = [];
  for (const { id, lines } of segments) {
    const labelOf = new Map(labelsOf.get(id)?.map(({ line, label }) => [line, label]));
    const texts = (await unpackLines(lines)).map((json, line) => ({ json, label: labelOf.get(line) ?? "" }));
    made.push({ id, filter: filterOfLines(texts).toString("base64") });
  }
  await tx.execute(sql`
    update span_segments as segment set filter = decode(made.filter, 'base64'), words = null
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id bigint, filter text)
    where segment.id = made.id`);
  return made.length;
}
