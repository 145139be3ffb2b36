// Carries out what was decided over what was read: one statement, which writes nothing if the item, the settings of its queue
// or a label have changed since, or if somebody holds the item. Nothing in it waits for another request's work.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import { arrayText } from "@/db/text-array";
import { type ScoreEntry, scoreRows, scoresStored } from "@/lib/annotation/answers/save-scores";
import type { Work } from "@/lib/annotation/items/read-work";
import { expiryFor } from "@/lib/annotation/items/seats";
import { openWork } from "@/lib/annotation/items/settle";
import type { NextState } from "./rules/next-state";

export interface Submission {
  mutationId: string | null;
  fingerprint: string | null;
  entries: readonly ScoreEntry[];
  /** Null keeps the annotator's note on the item, empty text removes it. */
  note: string | null;
}

const item = sql`${given("itemId")}::uuid`;
const user = sql`${given("userId")}::uuid`;
const queue = sql`${given("queueId")}::uuid`;
const now = sql`${given("now")}::timestamptz`;

/** The item, held until the statement ends; no row if it is not what was read, or held by somebody else. */
const held = sql`
  held as (
    select item.id as item_id from queue_items as item
    where item.id = ${item} and item.xmin = ${given("revision")}::xid
      and (${given("queueRevision")}::text is null or exists (
        select 1 from queues where id = ${queue} and xmin = ${given("queueRevision")}::text::xid))
    for no key update of item skip locked
  )`;

/** Gives seat, item, feedback and queue their next state. */
const stateStored = (from: SQL): SQL => sql`
  returned as (
    delete from item_seats as seat using ${from} as gate
    where seat.item_id = gate.item_id and ${given("returnsExpired")}::boolean and seat.state = 'reserved'
      and seat.expires_at <= ${now} and seat.user_id <> ${user}
  ), seated as (
    insert into item_seats
      (item_id, user_id, queue_id, state, reserved_at, expires_at, completed_at, work_ms, active_at)
    select gate.item_id, ${user}, ${queue}, ${given("seatState")}::text, ${given("reservedAt")}::timestamptz,
      ${given("expiresAt")}::timestamptz, ${given("seatCompletedAt")}::timestamptz, ${given("workMs")}::int,
      ${given("activeAt")}::timestamptz
    from ${from} as gate where ${given("seatState")}::text is not null
    on conflict (item_id, user_id) do update set state = excluded.state, reserved_at = excluded.reserved_at,
      expires_at = excluded.expires_at, completed_at = excluded.completed_at, work_ms = excluded.work_ms,
      active_at = excluded.active_at, updated_at = now()
  ), moved as (
    update queue_items as item set open_seats = ${given("openSeats")}::int, status = ${given("status")}::text,
      review_status = ${given("reviewStatus")}::text, completed_at = ${given("completedAt")}::timestamptz,
      updated_at = ${now}
    from ${from} as gate where item.id = gate.item_id
  ), addressed as (
    update review_threads as thread set status = 'addressed', addressed_at = ${now}, updated_at = now()
    from ${from} as gate
    where thread.item_id = gate.item_id and ${given("feedback")}::text is not null and thread.blocking
      and thread.action = 'request_changes' and thread.status in ('open', 'reopened')
      and (${given("feedback")}::text = 'all' or thread.target_annotator_id = ${user})
  ), queue_moved as (
    update queues set status = ${given("queueStatus")}::text, updated_at = now()
    from ${from} as gate
    where queues.id = ${queue} and ${given("queueStatus")}::text is not null
      and queues.status = case ${given("queueStatus")}::text when 'completed' then 'active' else 'completed' end
      and (${given("queueStatus")}::text <> 'completed'
        or ${openWork(queue, sql`item.id <> gate.item_id`)} is null)
  ), reopened as (
    update queues set updated_at = updated_at from ${from} as gate
    where queues.id = ${queue} and ${given("returnsExpired")}::boolean and ${given("queueStatus")}::text is null
  )`;

// With the seat, what else its holder has reserved is renewed once a minute at most, and not where another request is at it.
const othersRenewed = (from: SQL): SQL => sql`
  others as (
    select seat.item_id from item_seats as seat, ${from} as gate
    where ${given("renewsOthers")}::boolean and seat.queue_id = ${queue} and seat.user_id = ${user} and seat.state = 'reserved'
      and seat.expires_at > ${now}
      and seat.expires_at < ${given("expiryNow")}::timestamptz - interval '1 minute' and seat.item_id <> ${item}
    for update of seat skip locked
  ), renewed as (
    update item_seats set expires_at = ${given("expiryNow")}::timestamptz, updated_at = now()
    where user_id = ${user} and item_id in (select item_id from others)
  )`;

/** With what is about to change, for an undo: BeforeSubmit in db/schema/submissions.ts. */
const recorded = sql`
  recorded as (
    insert into submissions (item_id, user_id, mutation_id, fingerprint, created_at, before)
    select held.item_id, ${user}, ${given("mutationId")}::text, ${given("fingerprint")}::text, ${now}, jsonb_build_object(
      'reviewStatus', ${given("reviewStatusBefore")}::text,
      'completed', ${given("completedBefore")}::boolean,
      'note', (select notes from item_notes where item_id = held.item_id and user_id = ${user}),
      'scores', (
        select coalesce(jsonb_object_agg(label.id, case when score.id is not null then jsonb_build_object(
          'value', score.value, 'notes', score.notes, 'scoreSource', score.score_source,
          'labelVersion', score.label_version) end), '{}')
        from unnest(${given("labelIds")}::uuid[]) as label(id)
        left join scores as score on score.queue_item_id = held.item_id and score.annotator_id = ${user}
          and score.label_id = label.id and score.deleted_at is null))
    from held where (select count(*) from unchanged) = cardinality(${given("labelIds")}::uuid[])
    on conflict (user_id, mutation_id) where mutation_id is not null do nothing
    returning item_id
  )`;

// A renaming of a label's options takes the label's row, and then all values: see attachedLabels.
const unchanged = sql`
  unchanged as materialized (
    select label.id
    from unnest(${given("labelIds")}::uuid[], ${given("labelVersions")}::int[]) as read(id, version)
    join labels as label on label.id = read.id and label.version = read.version
    for key share of label skip locked
  )`;

const gate = { submission: sql`recorded`, state: sql`held` };

const submit = sqlStatement(
  () => sql`
    with ${held}, ${unchanged}, ${recorded}, draft as (
      delete from item_drafts using recorded
      where item_drafts.item_id = recorded.item_id and item_drafts.user_id = ${user}
    ), scored as (
      ${scoresStored(sql`exists (select 1 from recorded)`)}
    ), noted as (
      insert into item_notes (item_id, user_id, notes) select item_id, ${user}, ${given("note")}::text
      from recorded where ${given("note")}::text <> ''
      on conflict (item_id, user_id) do update set notes = excluded.notes, updated_at = now()
    ), unnoted as (
      delete from item_notes using recorded
      where item_notes.item_id = recorded.item_id and item_notes.user_id = ${user} and ${given("note")}::text = ''
    ), ${othersRenewed(gate.submission)}, ${stateStored(gate.submission)}
    select 1 from recorded`,
);

const moveOn = sqlStatement(
  () => sql`with ${held}, ${othersRenewed(gate.state)}, ${stateStored(gate.state)} select 1 from held`,
);

/** Stores a submit with what comes of it. False when nothing was written: something has changed since it was read. */
export async function writeSubmission(db: Database, work: Work, submission: Submission, state: NextState, at: Date) {
  const { entries, note, mutationId, fingerprint } = submission;
  const rows = scoreRows({ queue: work.queue, item: work.item, annotatorId: work.userId, entries });
  const written = await submit(db, {
    ...valuesOf(work, state, at),
    mutationId,
    fingerprint,
    note,
    rows: JSON.stringify(rows),
    labelIds: arrayText(rows.map((row) => row.label_id)),
    labelVersions: arrayText(rows.map((row) => String(row.label_version))),
    reviewStatusBefore: work.item.reviewStatus,
    completedBefore: work.seat?.state === "completed",
  });
  return written.length > 0;
}

/** Stores the next state of an item and its seat. False like `writeSubmission`. */
export const writeState = async (db: Database, work: Work, state: NextState, at: Date): Promise<boolean> =>
  (await moveOn(db, valuesOf(work, state, at))).length > 0;

function valuesOf(work: Work, { seat, ...state }: NextState, at: Date) {
  return {
    itemId: work.item.id,
    queueId: work.queue.id,
    userId: work.userId,
    revision: work.revision,
    queueRevision: work.queueRevision,
    now: at.toISOString(),
    expiryNow: expiryFor(work.queue, at).toISOString(),
    seatState: seat?.state ?? null,
    reservedAt: isoTime(seat?.reservedAt),
    expiresAt: isoTime(seat?.expiresAt),
    seatCompletedAt: isoTime(seat?.completedAt),
    workMs: seat?.workMs ?? null,
    activeAt: isoTime(seat?.activeAt),
    ...state,
    completedAt: isoTime(state.completedAt),
  };
}

const isoTime = (time: Date | null | undefined): string | null => time?.toISOString() ?? null;
