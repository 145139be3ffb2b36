// Makes the filters of segments that an earlier version has stored. It may be killed anywhere and runs beside everything else: a search
// reads segments without a filter.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { transaction } from "@/db/transaction";
import { DONE, STEP_MS, type StepResult } from "@/lib/jobs/step";
import { filterOfLines } from "./build";
import { labelsOf } from "./labels";
import { unpackLines } from "./lines";

/** Segments of one transaction. */
const SEGMENTS = 64;

interface Segment extends Record<string, unknown> {
  id: string;
  lines: Buffer;
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
    select segment.id::text, lines from span_segments as segment where filter is null and filter_group_id is null
    order by segment.id desc limit ${sql.raw(String(SEGMENTS))} for update skip locked`);
  if (segments.length === 0) return 0;
  const labels = await labelsOf(
    tx,
    segments.map(({ id }) => id),
  );
  const made: { id: string; filter: string }[] = [];
  for (const { id, lines } of segments) {
    const texts = (await unpackLines(lines)).map((json, line) => ({ json, label: labels.get(id)?.get(line) ?? "" }));
    made.push({ id, filter: filterOfLines(texts).toString("base64") });
  }
  await tx.execute(sql`
    update span_segments as segment set filter = decode(made.filter, 'base64'), words = null
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as made (id bigint, filter text)
    where segment.id = made.id`);
  return made.length;
}
