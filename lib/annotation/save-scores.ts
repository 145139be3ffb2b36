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
export const saveScores = (db: Database, place: ScorePlace, entries: readonly ScoreEntry[]): Promise<string[]> =>
  saveScoresOfItems(db, [{ ...place, entries }]);

export interface ScoredItem extends ScorePlace {
  entries: readonly ScoreEntry[];
}

const INSERT_CHUNK = 5000; // PostgreSQL takes 65,535 parameters a statement

/** The same for several items, each of which stands once among them. */
export async function saveScoresOfItems(db: Database, scored: readonly ScoredItem[]): Promise<string[]> {
  const rows = scored.flatMap(rowsOf);
  const ids: string[] = [];
  for (let start = 0; start < rows.length; start += INSERT_CHUNK) {
    const saved = await db
      .insert(scores)
      .values(rows.slice(start, start + INSERT_CHUNK))
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
    ids.push(...saved.map((row) => row.id));
  }
  const changed = scored.filter(({ entries }) => entries.length > 0);
  await markScored(
    db,
    changed.map(({ queue, item }) => ({ queueId: queue.id, itemId: item.id })),
  );
  return ids;
}

function rowsOf({ queue, item, annotatorId, entries }: ScoredItem): (typeof scores.$inferInsert)[] {
  const last = [...new Map(entries.map((entry) => [entry.label.id, entry])).values()];
  return last.map(({ label, value, notes, scoreSource }) => ({
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
  }));
}
