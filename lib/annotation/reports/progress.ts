import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { given, sqlStatement } from "@/db/statement";
import type { ItemCounts } from "@/lib/annotation/items/counts";
import { countFree, valuesOf } from "@/lib/annotation/items/free-items";
import { annotates } from "@/lib/annotation/items/item-access";
import { reviewable } from "@/lib/annotation/items/review-scope";
import { type BegunChecks, leftWithChecks, withChecks } from "@/lib/annotation/items/rules/counts-seen";
import { mayReview, type QueueAccess, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues";
import { MAX_COUNTED } from "@/lib/contracts/limits";

const percent = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((1000 * completed) / total) / 10;

type Own = ItemCounts & { checks: BegunChecks };

/** A queue's counters, and those of one of its annotators. */
export interface Counters {
  items: ItemCounts;
  own: Own;
}

/** The counters of a queue and of a person in it: an expression. */
export const countersJson = (queueId: SQL, userId: SQL): SQL => sql`(
  select json_build_object('items', (
    select row_to_json(kept) from (
      select coalesce(sum(total), 0)::int as total, coalesce(sum(pending), 0)::int as pending,
        coalesce(sum(in_progress), 0)::int as in_progress, coalesce(sum(in_review), 0)::int as in_review,
        coalesce(sum(needs_changes), 0)::int as needs_changes, coalesce(sum(completed), 0)::int as completed,
        coalesce(sum(skipped), 0)::int as skipped
      from queue_counters where queue_id = ${queueId}) as kept),
    'own', (
    select row_to_json(kept) from (
      select coalesce(sum(assigned), 0)::int as total, coalesce(sum(assigned_pending), 0)::int as pending,
        coalesce(sum(assigned_in_progress), 0)::int as in_progress, coalesce(sum(assigned_in_review), 0)::int as in_review,
        0 as needs_changes, coalesce(sum(assigned_skipped), 0)::int as skipped, coalesce(sum(completed), 0)::int as completed,
        json_build_object('in_progress', coalesce(sum(checks_in_progress), 0), 'in_review', coalesce(sum(checks_in_review), 0),
          'completed', coalesce(sum(checks_completed), 0), 'skipped', coalesce(sum(checks_skipped), 0)) as checks
      from annotator_counters where queue_id = ${queueId} and user_id = ${userId}) as kept)))`;

const findCounters = sqlStatement<{ counters: Counters }>(
  () => sql`select ${countersJson(sql`${given("queueId")}::uuid`, sql`${given("userId")}::uuid`)} as counters`,
);

async function loadCounters(db: Database, queueId: string, userId: string): Promise<Counters> {
  const [row] = await findCounters(db, { queueId, userId });
  if (!row) throw new Error("counters have one row");
  return row.counters;
}

/** A queue's counts as the caller is to see them: who manages or reviews it sees the work alone. */
export const countsSeen = (access: QueueAccess, { items, own }: Counters): ItemCounts =>
  mayReview(access) ? items : withChecks(items, own.checks);

export const getQueueProgress: Verb<typeof contracts.getQueueProgress> = async (
  { db, caller, now },
  { queue_id: id },
) => {
  const access = await queueAccess(db, caller, id);
  const [counters, people, left, reviewable] = await Promise.all([
    loadCounters(db, id, caller.userId),
    loadPeople(db, id),
    countLeft(db, access, caller, now()),
    countReviewable(db, access, caller),
  ]);
  const counts = countsSeen(access, counters);
  const own = ownShare(access, counters);
  return {
    ...pickCounts(counts),
    reviewable,
    progress_pct: percent(counts.completed, counts.total),
    annotator_stats: [...people],
    user_progress: { ...pickCounts(own), left, progress_pct: percent(own.completed, own.total) },
  };
};

interface AnnotatorStats extends Record<string, unknown> {
  user_id: string;
  name: string;
  completed: number;
  pending: number;
  in_progress: number;
  in_review: number;
  annotations_count: number;
}

/** The queue's members, and who else has worked in it. `pending` and `in_progress` are items that they hold. */
const loadPeople = (db: Database, queueId: string) =>
  db.execute<AnnotatorStats>(sql`
    select person.id as user_id, person.name, coalesce(sum(kept.completed), 0)::int as completed,
      coalesce(sum(kept.pending), 0)::int as pending, coalesce(sum(kept.in_progress), 0)::int as in_progress,
      coalesce(sum(kept.in_review), 0)::int as in_review, coalesce(sum(kept.annotations), 0)::int as annotations_count
    from (
      select user_id from queue_members where queue_id = ${queueId}
      union
      select user_id from annotator_counters where queue_id = ${queueId}
      group by user_id having (sum(completed), sum(skipped), sum(pending), sum(in_progress), sum(annotations)) <> (0, 0, 0, 0, 0)
    ) as member
    join users as person on person.id = member.user_id
    left join annotator_counters as kept on kept.queue_id = ${queueId} and kept.user_id = member.user_id
    group by person.id, person.name order by completed desc, person.name, person.id`);

/**
 * What an annotator is to do: the items assigned to them; where none are, every item if the queue lets them take any.
 * `completed` are those that they are done with, waiting for review or not.
 */
export function ownShare(access: QueueAccess, counters: Counters): ItemCounts {
  const { own } = counters;
  const mayTakeAny = access.queue.autoAssign || access.roles.includes("manager");
  const share = own.total === 0 && mayTakeAny ? countsSeen(access, counters) : withChecks(own, own.checks);
  // Work on items that are not (or no longer) assigned is work too.
  return { ...share, completed: own.completed, total: Math.max(share.total, own.completed) };
}

/** What next-item gives the caller before it comes back to what was skipped: items in hand, and free ones that are new. */
async function countLeft(db: Database, access: QueueAccess, caller: Caller, now: Date): Promise<number> {
  if (!annotates(access)) return 0;
  const [row] = await sumLeft(db, valuesOf({ access, caller, exclude: [], view: {}, now }));
  if (!row) throw new Error("a sum has one row");
  const work = row.held_work + row.free;
  // A check of several annotators' queue stays in progress, as if it waited for others: done with it is who holds it no more.
  const finished = row.begun_checks - row.held_checks;
  return work >= MAX_COUNTED ? MAX_COUNTED : leftWithChecks({ work, held: row.held, finished });
}

const heldSeats = (what: SQL) => sql`(
  select ${what} from item_seats as held join queue_items as item on item.id = held.item_id
  where held.queue_id = ${given("queueId")} and held.user_id = ${given("userId")} and held.state = 'reserved'
    and (held.expires_at is null or held.expires_at > ${given("now")}::timestamptz) and item.deleted_at is null)::int`;

interface LeftSums extends Record<string, unknown> {
  held: number;
  held_work: number;
  /** Checks in hand that are begun. */
  held_checks: number;
  free: number;
  begun_checks: number;
}

const sumLeft = sqlStatement<LeftSums>(
  () => sql`
    select ${heldSeats(sql`count(*)`)} as held,
      ${heldSeats(sql`count(*) filter (where item.purpose = 'work')`)} as held_work,
      ${heldSeats(sql`count(*) filter (where item.purpose <> 'work' and item.status <> 'pending')`)} as held_checks,
      (${countFree(MAX_COUNTED)})::int as free,
      (select coalesce(sum(checks_in_progress + checks_in_review + checks_completed + checks_skipped), 0)
        from annotator_counters where queue_id = ${given("queueId")} and user_id = ${given("userId")})::int as begun_checks`,
);

/** What the review desk would show the caller, who reviews no own work. */
async function countReviewable(db: Database, access: QueueAccess, caller: Caller): Promise<number> {
  if (!mayReview(access)) return 0;
  const [row] = await db.execute<{ waiting: number }>(sql`
    select count(*)::int as waiting from (
      select 1 from queue_items as item
      where item.queue_id = ${access.queue.id} and item.deleted_at is null and ${reviewable(caller, { view_mode: "review" })}
      limit ${sql.raw(String(MAX_COUNTED))}) as counted`);
  return row?.waiting ?? 0;
}

const pickCounts = ({ total, pending, in_progress, in_review, completed, skipped }: ItemCounts) => ({
  total,
  pending,
  in_progress,
  in_review,
  completed,
  skipped,
});
