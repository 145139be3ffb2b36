import { type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { countsOf, type ItemCounts } from "@/lib/annotation/items/counts";
import { countFree, valuesOf } from "@/lib/annotation/items/free-items";
import { annotates } from "@/lib/annotation/items/item-access";
import { reviewable } from "@/lib/annotation/items/review-scope";
import { leftWithChecks, withChecks } from "@/lib/annotation/items/rules/counts-seen";
import { mayReview, type QueueAccess, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/progress";
import { MAX_COUNTED } from "@/lib/contracts/limits";
import { catchUp, isBehind } from "./fold";

const percent = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((1000 * completed) / total) / 10;

/** Figures of a queue, and of one person in it (db/schema/figures.ts). */
export interface QueueFigures {
  sums: { figure: "items" | "assigned" | "checks" | "annotator"; key: string; sum: number }[];
  /** Whether so much is marked that a fold should come before the next read: see `catchUp`. */
  behind: boolean;
}

/** The figures of a queue and of a person in it, as an SQL expression. */
export const figuresJson = (queueId: SQL, userId: SQL): SQL => sql`(
  select json_build_object('behind', ${isBehind(queueId)}, 'sums', coalesce(json_agg(summed), '[]')) from (
    select figure, key, sum(sum)::int as sum from figures(${queueId}) as counted
    where figure in ('items', 'assigned', 'checks', 'annotator') and subject_id in (${queueId}, ${userId})
      and (figure <> 'annotator' or key = 'completed')
    group by figure, key) as summed)`;

const findFigures = sqlStatement<{ figures: QueueFigures }>(
  () => sql`select ${figuresJson(sql`${param("queueId")}::uuid`, sql`${param("userId")}::uuid`)} as figures`,
);

async function loadFigures(db: Database, queueId: string, userId: string): Promise<QueueFigures> {
  const [row] = await findFigures(db, { queueId, userId });
  if (!row) throw new Error("figures are one row");
  return row.figures;
}

const countsIn = ({ sums }: QueueFigures, figure: "items" | "assigned" | "checks"): ItemCounts =>
  countsOf(sums.filter((row) => row.figure === figure));

/** A queue's counts for the caller. Managers and reviewers see only the work. */
export const countsSeen = (access: QueueAccess, figures: QueueFigures): ItemCounts =>
  mayReview(access) ? countsIn(figures, "items") : withChecks(countsIn(figures, "items"), countsIn(figures, "checks"));

export const getQueueProgress: Verb<typeof contracts.getQueueProgress> = async (
  { db, caller, now },
  { queue_id: id },
) => {
  const access = await queueAccess(db, caller, id);
  await catchUp(db, id);
  const [figures, people, left, reviewable] = await Promise.all([
    loadFigures(db, id, caller.userId),
    loadPeople(db, id),
    countLeft(db, access, caller, now()),
    countReviewable(db, access, caller),
  ]);
  const counts = countsSeen(access, figures);
  // Who has nothing left has no check in hand.
  const isDone = annotates(access) && left.left === 0;
  const own = ownShare(access, figures);
  return {
    ...pickCounts(counts),
    work: isDone ? pickCounts(countsIn(figures, "items")) : null,
    reviewable,
    progress_pct: percent(counts.completed, counts.total),
    annotator_stats: [...people],
    user_progress: { ...pickCounts(own), ...left, progress_pct: percent(own.completed, own.total) },
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

/**
 * The queue's members, and other people who have worked in it. `pending` and `in_progress` are items that they have
 * reserved.
 */
const loadPeople = (db: Database, queueId: string) =>
  db.execute<AnnotatorStats>(sql`
    with worked as materialized (
      select subject_id as user_id, ${sumOf("completed")} as completed, ${sumOf("skipped")} as skipped,
        ${sumOf("pending")} as pending, ${sumOf("in_progress")} as in_progress, ${sumOf("in_review")} as in_review,
        ${sumOf("annotations")} as annotations
      from figures(${queueId}) as counted where figure = 'annotator' group by subject_id
    )
    select person.id as user_id, person.name, coalesce(completed, 0) as completed, coalesce(pending, 0) as pending,
      coalesce(in_progress, 0) as in_progress, coalesce(in_review, 0) as in_review,
      coalesce(annotations, 0) as annotations_count
    from (
      select user_id from queue_members where queue_id = ${queueId}
      union
      select user_id from worked where (completed, skipped, pending, in_progress, annotations) <> (0, 0, 0, 0, 0)
    ) as member
    join users as person on person.id = member.user_id
    left join worked on worked.user_id = member.user_id
    order by completed desc, person.name, person.id`);

/** For grouped figures: the sum under one key. */
export const sumOf = (key: string): SQL => sql`coalesce(sum(sum) filter (where key = ${sql.raw(`'${key}'`)}), 0)::int`;

/** Whether the person's share is every item: nothing is assigned to them, and they may take any. */
export const sharesAll = (access: QueueAccess, figures: QueueFigures): boolean =>
  countsIn(figures, "assigned").total === 0 && (access.queue.autoAssign || access.roles.includes("manager"));

/**
 * What an annotator should do: the items assigned to them. If there are none, every item, if the queue lets them take
 * any. `completed` are the items that they have finished, including those that wait for review.
 */
export function ownShare(access: QueueAccess, figures: QueueFigures): ItemCounts {
  const share = sharesAll(access, figures)
    ? countsSeen(access, figures)
    : withChecks(countsIn(figures, "assigned"), countsIn(figures, "checks"));
  const completed = figures.sums.find(({ figure }) => figure === "annotator")?.sum ?? 0;
  // Work on items that are not assigned, or no longer assigned, counts too.
  return { ...share, completed, total: Math.max(share.total, completed) };
}

/**
 * What next-item gives the caller before it returns to skipped items: reserved items, and free ones that are new. Also
 * counts the reserved items that were sent back.
 */
async function countLeft(
  db: Database,
  access: QueueAccess,
  caller: Caller,
  now: Date,
): Promise<{ left: number; sent_back: number }> {
  if (!annotates(access)) return { left: 0, sent_back: 0 };
  const [row] = await sumLeft(db, valuesOf({ access, caller, exclude: [], view: {}, now }));
  if (!row) throw new Error("a sum has one row");
  const work = row.reserved_work + row.free;
  // In a queue with several annotators, a check stays in progress as if it waited for others. Its annotator is done
  // when no seat is reserved.
  const finished = row.begun_checks - row.reserved_checks;
  const left = work >= MAX_COUNTED ? MAX_COUNTED : leftWithChecks({ work, reserved: row.reserved, finished });
  return { left, sent_back: row.reserved_rework };
}

const heldSeats = (what: SQL) => sql`(
  select ${what} from item_seats as held join queue_items as item on item.id = held.item_id
  where held.queue_id = ${param("queueId")} and held.user_id = ${param("userId")} and held.state = 'reserved'
    and (held.expires_at is null or held.expires_at > ${param("now")}::timestamptz) and item.deleted_at is null)::int`;

interface LeftSums extends Record<string, unknown> {
  reserved: number;
  reserved_work: number;
  reserved_rework: number;
  /** Reserved checks. */
  reserved_checks: number;
  free: number;
  begun_checks: number;
}

const sumLeft = sqlStatement<LeftSums>(
  () => sql`
    select ${heldSeats(sql`count(*)`)} as reserved,
      ${heldSeats(sql`count(*) filter (where item.purpose = 'work')`)} as reserved_work,
      ${heldSeats(sql`count(*) filter (where item.review_status = 'rejected')`)} as reserved_rework,
      ${heldSeats(sql`count(*) filter (where item.purpose <> 'work' and item.status <> 'pending')`)} as reserved_checks,
      (${countFree(MAX_COUNTED)})::int as free,
      (select coalesce(sum(sum), 0) from figures(${param("queueId")}) as counted
        where figure = 'checks' and subject_id = ${param("userId")})::int as begun_checks`,
);

/** What the review desk would show the caller, who cannot review own work. */
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
