// Stores a submission and all its effects in one statement (items/write-work.ts).
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { type ScoreEntry, scoreRows, scoresStored } from "@/lib/annotation/answers/save-scores";
import type { ItemContext } from "@/lib/annotation/items/read-work";
import type { NextState } from "@/lib/annotation/items/rules/next-state";
import {
  areUnchanged,
  heldWithLabels,
  labelValues,
  othersRenewed,
  stateStored,
  stateValues,
} from "@/lib/annotation/items/write-work";

export interface Submission {
  mutationId: string | null;
  fingerprint: string | null;
  entries: readonly ScoreEntry[];
  /** Null keeps the annotator's note on the item; an empty text removes it. */
  note: string | null;
}

const user = sql`${param("userId")}::uuid`;

/** Also stores what is about to change, for an undo: BeforeSubmit in db/schema/submissions.ts. */
const recorded = sql`
  recorded as (
    insert into submissions (item_id, user_id, mutation_id, fingerprint, created_at, before)
    select held.item_id, ${user}, ${param("mutationId")}::text, ${param("fingerprint")}::text, ${param("now")}::timestamptz,
      jsonb_build_object(
        'reviewStatus', ${param("reviewStatusBefore")}::text,
        'completed', ${param("completedBefore")}::boolean,
        'note', (select notes from item_notes where item_id = held.item_id and user_id = ${user}),
        'scores', (
          select coalesce(jsonb_object_agg(label.id, case when score.id is not null then jsonb_build_object(
            'value', score.value, 'notes', score.notes, 'scoreSource', score.score_source,
            'labelVersion', score.label_version, 'suggestion', score.suggestion) end), '{}')
          from unnest(${param("labelIds")}::uuid[]) as label(id)
          left join scores as score on score.queue_item_id = held.item_id and score.annotator_id = ${user}
            and score.label_id = label.id and score.deleted_at is null))
    from held where ${areUnchanged}
    on conflict (user_id, mutation_id) where mutation_id is not null do nothing
    returning item_id
  )`;

const submit = sqlStatement(
  () => sql`
    with ${heldWithLabels}, ${recorded}, draft as (
      delete from item_drafts using recorded
      where item_drafts.item_id = recorded.item_id and item_drafts.user_id = ${user}
    ), scored as (
      ${scoresStored(sql`exists (select 1 from recorded)`)}
    ), noted as (
      insert into item_notes (item_id, user_id, notes) select item_id, ${user}, ${param("note")}::text
      from recorded where ${param("note")}::text <> ''
      on conflict (item_id, user_id) do update set notes = excluded.notes, updated_at = now()
    ), unnoted as (
      delete from item_notes using recorded
      where item_notes.item_id = recorded.item_id and item_notes.user_id = ${user} and ${param("note")}::text = ''
    ), ${othersRenewed(sql`recorded`)}, ${stateStored(sql`recorded`)}
    select 1 from recorded`,
);

/** False if nothing was written, because something has changed since the work was read. */
export async function writeSubmission(
  db: Database,
  work: ItemContext,
  { entries, note, mutationId, fingerprint }: Submission,
  state: NextState,
  at: Date,
): Promise<boolean> {
  const rows = scoreRows({ queue: work.queue, item: work.item, annotatorId: work.userId, entries });
  const written = await submit(db, {
    ...stateValues(work, state, at),
    ...labelValues(rows.map((row) => ({ id: row.label_id, version: row.label_version }))),
    mutationId,
    fingerprint,
    note,
    rows: JSON.stringify(rows),
    reviewStatusBefore: work.item.reviewStatus,
    completedBefore: work.seat?.state === "completed",
  });
  return written.length > 0;
}
