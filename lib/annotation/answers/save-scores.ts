// The only way to store people's values, whichever operation sends them.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { scores } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";
import type { ItemRow, LabelRow, QueueRow } from "@/lib/annotation/scope/loaders";
import type { StoredUse } from "@/lib/contracts/annotation/suggestions";
import type { ScoreSource } from "@/lib/contracts/shapes";

export interface ScoreEntry {
  label: Pick<LabelRow, "id" | "version">;
  value: CanonicalValue;
  notes: string;
  scoreSource: ScoreSource;
  /** The suggestion that the annotator saw. */
  suggestion?: StoredUse | null;
}

/** Where values go: an item, whose row is locked, and their annotator. */
interface ScorePlace {
  queue: QueueRow;
  item: ItemRow;
  annotatorId: string;
}

/** A label stores notes on its values only if it allows them. */
export const notesFor = (label: LabelRow, notes: string | null | undefined): string =>
  label.allowNotes ? (notes ?? "") : "";

/** The history of a row whose value becomes `next`. */
export const historyWith = (next: SQL): SQL => sql`case when ${scores.value} = ${next} then ${scores.valueHistory}
  else ${scores.valueHistory} || jsonb_build_array(jsonb_build_object('value', ${scores.value}, 'at',
    to_char(${scores.updatedAt} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) end`;

/**
 * One live score per item, label and annotator, so saving twice has the effect of once. Of two values under a label,
 * the last counts.
 */
export const saveScores = (db: Database, scored: ScorePlace, entries: readonly ScoreEntry[]): Promise<string[]> =>
  saveScoresOfItems(db, [{ ...scored, entries }]);

export interface ScoredItem extends ScorePlace {
  entries: readonly ScoreEntry[];
}

/** The same for several items, without duplicates. */
export async function saveScoresOfItems(db: Database, scored: readonly ScoredItem[]): Promise<string[]> {
  const rows = scored.flatMap(scoreRows);
  const saved = rows.length > 0 ? await upsert(db, { rows: JSON.stringify(rows) }) : [];
  return saved.map((row) => row.id);
}

/** An answer that is sent again keeps what its annotator's own answer was before the suggestion was shown. */
const useStored = sql`excluded.suggestion || jsonb_build_object('firstSame',
  coalesce(nullif(${scores.suggestion} -> 'firstSame', 'null'), excluded.suggestion -> 'firstSame'))`;

/** Stores the values from `scoreRows`, under a condition. */
export const scoresStored = (condition: SQL = sql`true`): SQL => sql`
  insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
    queue_item_id, queue_id, value, score_source, notes, suggestion)
  select organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
    queue_item_id, queue_id, value, score_source, notes, nullif(suggestion, 'null')
  from jsonb_to_recordset(${param("rows")}::jsonb) as entry (organization_id uuid, workspace_id uuid, source_type text,
    source_id text, label_id uuid, label_version int, annotator_id uuid, queue_item_id uuid, queue_id uuid, value jsonb,
    score_source text, notes text, suggestion jsonb)
  where ${condition}
  on conflict (queue_item_id, label_id, annotator_id) where deleted_at is null or value = 'null'::jsonb do update set
    value = excluded.value, notes = excluded.notes, score_source = excluded.score_source,
    label_version = excluded.label_version, suggestion = ${useStored}, value_history = ${historyWith(sql`excluded.value`)}, deleted_at = null,
    updated_at = case when ${scores.value} = excluded.value and ${scores.notes} = excluded.notes
      then ${scores.updatedAt} else now() end
  returning id`;

const upsert = sqlStatement<{ id: string }>(() => scoresStored());

/** Rows as the statement reads them. Of two under a label, the last counts. */
export function scoreRows({ queue, item, annotatorId, entries }: ScoredItem) {
  const last = [...new Map(entries.map((entry) => [entry.label.id, entry])).values()];
  return last.map(({ label, value, notes, scoreSource, suggestion = null }) => ({
    organization_id: queue.organizationId,
    workspace_id: queue.workspaceId,
    source_type: item.sourceType,
    source_id: item.sourceId,
    label_id: label.id,
    label_version: label.version,
    annotator_id: annotatorId,
    queue_item_id: item.id,
    queue_id: queue.id,
    value,
    score_source: scoreSource,
    notes,
    suggestion,
  }));
}
