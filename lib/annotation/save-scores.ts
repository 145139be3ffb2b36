// The one way in which people's values are stored, whichever operation they come by.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scores } from "@/db/schema";
import type { ScoreSource } from "@/lib/contracts/shapes";
import type { ItemRow, LabelRow, QueueRow } from "./loaders";
import type { CanonicalValue } from "./rules/label-value";
import { markScored } from "./score-marks";

export interface ScoreEntry {
  label: LabelRow;
  value: CanonicalValue;
  notes: string;
  scoreSource: ScoreSource;
}

/** Where values go: an item, whose row is locked, and the annotator who gave them. */
export interface ScorePlace {
  queue: QueueRow;
  item: ItemRow;
  annotatorId: string;
}

/** A label keeps what is said beside its values only where it allows notes. */
export const notesFor = (label: LabelRow, notes: string | null | undefined): string =>
  label.allowNotes ? (notes ?? "") : "";

/** The history of a row whose value becomes `next`. */
export const historyWith = (next: SQL): SQL => sql`case when ${scores.value} = ${next} then ${scores.valueHistory}
  else ${scores.valueHistory} || jsonb_build_array(jsonb_build_object('value', ${scores.value}, 'at',
    to_char(${scores.updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end`;

/** One live score a (item, label, annotator): saving twice leaves what once leaves. Of two under a label the last counts. */
export async function saveScores(
  db: Database,
  { queue, item, annotatorId }: ScorePlace,
  entries: readonly ScoreEntry[],
): Promise<string[]> {
  const last = [...new Map(entries.map((entry) => [entry.label.id, entry])).values()];
  if (last.length === 0) return [];
  const saved = await db
    .insert(scores)
    .values(
      last.map(({ label, value, notes, scoreSource }) => ({
        organizationId: queue.organizationId,
        workspaceId: queue.workspaceId,
        sourceType: item.sourceType,
        sourceId: item.sourceId,
        labelId: label.id,
        labelVersion: label.version,
        annotatorId,
        queueItemId: item.id,
        queueId: queue.id,
        value,
        scoreSource,
        notes,
      })),
    )
    .onConflictDoUpdate({
      target: [scores.queueItemId, scores.labelId, scores.annotatorId],
      targetWhere: sql`deleted_at is null`,
      set: {
        value: sql`excluded.value`,
        notes: sql`excluded.notes`,
        scoreSource: sql`excluded.score_source`,
        labelVersion: sql`excluded.label_version`,
        valueHistory: historyWith(sql`excluded.value`),
        updatedAt: sql`case when ${scores.value} = excluded.value and ${scores.notes} = excluded.notes
          then ${scores.updatedAt} else now() end`,
      },
    })
    .returning({ id: scores.id });
  await markScored(db, [{ queueId: queue.id, itemId: item.id }]);
  return saved.map((row) => row.id);
}
