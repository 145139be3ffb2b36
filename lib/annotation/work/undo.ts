// Undoes the caller's last submission. It adds another revision of the values, so nothing is deleted.
import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { BeforeSubmit } from "@/db/schema/annotation/submissions";
import { param, sqlStatement } from "@/db/statement";
import { historyWith } from "@/lib/annotation/answers/save-scores";
import { assertMayAnnotate, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork, type WorkKey } from "@/lib/annotation/items/read-work";
import type { NextState } from "@/lib/annotation/items/rules/next-state";
import { takenBack } from "@/lib/annotation/items/rules/taken-back";
import {
  areUnchanged,
  heldWithLabels,
  labelValues,
  othersRenewed,
  stateStored,
  stateValues,
} from "@/lib/annotation/items/write-work";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { conflict } from "@/lib/errors";
import { withOptimisticRetry } from "./optimistic-retry";

export const undoItem: Verb<typeof contracts.undoItem> = (context, input) => {
  const { queue_id: queueId, item_id: itemId, mutation_id: mutationId = null } = input;
  const decide = (work: SentWork, now: Date) => {
    const sent = work.seat?.state === "skipped" && mutationId === null ? null : lastSent(work, mutationId);
    const output = { undone_item_id: work.item.id, undone: sent?.act ?? ("skip" as const) };
    if (sent?.undoneAt) return { output };
    const submit = sent?.act === "submit" ? sent : null;
    if (submit) assertUndecided(work, new Date(submit.createdAt));
    assertOpenForWork(work.queue, work.item);
    assertMayAnnotate(work);
    const next = takenBack(work, submit?.before ?? null, now);
    return { output, write: (db: Database) => writeUndo(db, work, sent, next, now) };
  };
  return withOptimisticRetry(context, { queueId, itemId, mutationId, completes: true }, { read: readSent, decide });
};

/** An annotator's action on an item: a submission, or a skip with a mutation id. */
interface Submission {
  id: number;
  act: "submit" | "skip";
  mutationId: string | null;
  before: BeforeSubmit;
  createdAt: string;
  undoneAt: string | null;
}

interface SentWork extends ItemContext {
  /** The last submission that was not undone. */
  last: Submission | null;
  /** What was sent under the requested mutation id, for this item. */
  named: Submission | null;
  /** The labels that got values from the last submission. */
  sentUnder: { id: string; version: number }[];
  /** When a reviewer last settled a value. */
  settledAt: string | null;
}

const sentJson = (of: SQL): SQL => sql`(
  select json_build_object('id', id, 'act', act, 'mutationId', mutation_id, 'before', before, 'createdAt', created_at,
    'undoneAt', undone_at)
  from submissions where item_id = ${param("itemId")}::uuid and user_id = ${param("userId")}::uuid and ${of}
  order by id desc limit 1)`;

const findSent = sqlStatement<Pick<SentWork, "last" | "named" | "sentUnder" | "settledAt">>(
  () => sql`
    select sent.last, ${sentJson(sql`mutation_id = ${param("mutationId")}::text`)} as named, (
      select coalesce(json_agg(json_build_object('id', label.id, 'version', label.version)), '[]')
      from json_object_keys(sent.last -> 'before' -> 'scores') as under(label_id)
      join labels as label on label.id = under.label_id::uuid) as "sentUnder", (
      select max(resolved_at) from adjudications where item_id = ${param("itemId")}::uuid) as "settledAt"
    from (select ${sentJson(sql`act = 'submit' and undone_at is null`)} as last) as sent`,
);

async function readSent(db: Database, caller: Caller, key: WorkKey, now: Date): Promise<SentWork> {
  const work = await readWork(db, caller, key, now);
  const values = { itemId: work.item.id, userId: work.userId, mutationId: key.mutationId ?? null };
  const [sent] = await findSent(db, values);
  if (!sent) throw new Error("a row of nulls at least");
  return { ...work, ...sent };
}

/**
 * The annotator's last submission in force, a skip with that id in force, or the action with that id that was already
 * undone. Throws 409 if there is none.
 */
function lastSent({ last, named, seat }: SentWork, mutationId: string | null): Submission {
  if (last && (mutationId === null || last.mutationId === mutationId)) return last;
  if (named?.undoneAt || (named?.act === "skip" && seat?.state === "skipped")) return named;
  if (named?.act === "skip") throw conflict("You have reopened this item since.", { code: "taken_up_again" });
  if (named) throw conflict("You have submitted this item again since.", { code: "submitted_again" });
  throw conflict("You have nothing to undo on this item.", { code: "nothing_to_undo" });
}

/** Throws 409 after a reviewer has decided on the submission. */
function assertUndecided({ item, settledAt }: SentWork, since: Date): void {
  if (item.reviewStatus === "approved" || (item.reviewedAt && item.reviewedAt >= since)) {
    throw conflict("This item was reviewed since you submitted it.", { code: "item_reviewed" });
  }
  if (settledAt && new Date(settledAt) >= since) {
    throw conflict("A reviewer has settled this item's values since.", { code: "item_adjudicated" });
  }
}

const user = sql`${param("userId")}::uuid`;

// The submitted values become the draft, unless there is a newer one. Each label gets its earlier value as a new
// revision. A value without an earlier one is withdrawn: null and deleted, but with its history. A skip has changed
// only its seat.
const undo = sqlStatement(
  () => sql`
    with ${heldWithLabels}, marked as (
      update submissions set undone_at = ${param("now")}::timestamptz from held
      where submissions.item_id = held.item_id and user_id = ${user} and id = ${param("sentId")}::bigint and undone_at is null
        and ${areUnchanged}
      returning submissions.item_id, act, before
    ), undone as (
      select item_id from held where ${param("sentId")}::bigint is null union all select item_id from marked
    ), submitted as (
      select item_id, before from marked where act = 'submit'
    ), drafted as (
      insert into item_drafts (item_id, user_id, annotations, item_notes)
      select item_id, ${user}, (
        select coalesce(jsonb_agg(jsonb_build_object('label_id', label_id, 'value', value, 'notes', notes)), '[]')
        from scores where queue_item_id = submitted.item_id and annotator_id = ${user} and deleted_at is null),
        coalesce((select notes from item_notes where item_id = submitted.item_id and user_id = ${user}), '')
      from submitted
      on conflict do nothing
    ), restored as (
      update scores set
        value = coalesce(earlier.score -> 'value', 'null'),
        value_history = ${historyWith(sql`coalesce(earlier.score -> 'value', 'null')`)},
        notes = coalesce(earlier.score ->> 'notes', ''),
        score_source = coalesce(earlier.score ->> 'scoreSource', score_source),
        label_version = coalesce((earlier.score ->> 'labelVersion')::int, label_version),
        suggestion = nullif(earlier.score -> 'suggestion', 'null'),
        updated_at = now(),
        deleted_at = case when jsonb_typeof(earlier.score) = 'null' then now() end
      from submitted cross join lateral jsonb_each(submitted.before -> 'scores') as earlier(label_id, score)
      where queue_item_id = submitted.item_id and annotator_id = ${user} and scores.label_id = earlier.label_id::uuid
        and deleted_at is null
    ), noted as (
      insert into item_notes (item_id, user_id, notes) select item_id, ${user}, before ->> 'note'
      from submitted where before ->> 'note' <> ''
      on conflict (item_id, user_id) do update set notes = excluded.notes, updated_at = now()
    ), unnoted as (
      delete from item_notes using submitted
      where item_notes.item_id = submitted.item_id and item_notes.user_id = ${user}
        and coalesce(before ->> 'note', '') = ''
    ), asked_again as (
      update review_threads as thread
      set status = case when reopened_at is null then 'open' else 'reopened' end, addressed_at = null, updated_at = now()
      from undone
      where thread.item_id = undone.item_id and thread.status = 'addressed'
        and thread.addressed_at = ${param("addressedAt")}::timestamptz
    ), ${othersRenewed(sql`undone`)}, ${stateStored(sql`undone`)}
    select 1 from undone`,
);

/**
 * `sent` is null for a skip without a mutation id. False if nothing was written, because something has changed since it
 * was read.
 */
async function writeUndo(
  db: Database,
  work: SentWork,
  sent: Submission | null,
  state: NextState,
  at: Date,
): Promise<boolean> {
  const isOwedAgain = state.seat?.state === "reserved" && state.seat.expiresAt === null;
  const undone = await undo(db, {
    ...stateValues(work, state, at),
    ...labelValues(sent?.act === "submit" ? work.sentUnder : []),
    sentId: sent?.id ?? null,
    // Feedback that the completion addressed at that moment is open again.
    addressedAt: isOwedAgain ? (work.seat?.completedAt?.toISOString() ?? null) : null,
  });
  return undone.length > 0;
}
