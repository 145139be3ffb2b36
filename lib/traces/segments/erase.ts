// Erases contents that no span refers to: of spans that were deleted, and of those that were sent again.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { textArray } from "@/db/text-array";
import { filterOfLines } from "./build";
import { ERASED } from "./contents-json";
import { labelsOf } from "./labels";
import { packSegment, splitLabels, unpackText } from "./lines";

/** On rows of `spans`: a row for each segment that has contents of the span, also of its earlier sendings. */
export const segmentsOfSpan: SQL = sql`unnest(earlier_segment_ids || segment_id)`;

interface Segment extends Record<string, unknown> {
  id: string;
  lines: Buffer;
}

/** Deletes segments without spans, and erases the lines of the others that no span refers to. */
export async function eraseContents(tx: Database, segmentIds: readonly string[]): Promise<void> {
  if (segmentIds.length === 0) return;
  const ids = sql`${textArray(segmentIds)}::bigint[]`;
  await tx.execute(sql`
    delete from span_segments as segment where id = any(${ids})
      and not exists (select from spans as span where span.segment_id = segment.id)`);
  const kept = await tx.execute<Segment>(sql`
    select id::text, lines from span_segments where id = any(${ids}) for update`);
  const labels = await labelsOf(
    tx,
    kept.map(({ id }) => id),
  );
  for (const segment of kept) await eraseLines(tx, segment, labels.get(segment.id) ?? new Map());
}

async function eraseLines(tx: Database, { id, lines }: Segment, labels: ReadonlyMap<number, string>): Promise<void> {
  const [spans] = splitLabels(await unpackText(lines));
  const texts = spans.split("\n");
  const left = texts.map((json, line) => ({ json: labels.has(line) ? json : ERASED, label: labels.get(line) ?? "" }));
  if (left.every(({ json }, line) => json === texts[line])) return;
  const packed = await packSegment(left);
  await tx.execute(sql`
    update span_segments set lines = decode(${packed.toString("base64")}, 'base64'),
      filter = decode(${filterOfLines(left).toString("base64")}, 'base64'), words = null
    where id = ${id}::bigint`);
}

/** Deletes segments all of whose spans were sent again, and are in other segments now. */
export async function deleteUnused(db: Database): Promise<void> {
  await db.execute(sql`
    delete from span_segments as segment
    where not exists (select from spans as span where span.segment_id = segment.id)`);
}
