import { sql } from "drizzle-orm";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues";
import { claimable } from "./claim-next";
import { queueAccess } from "./loaders";

const percent = (completed: number, total: number): number =>
  total === 0 ? 0 : Math.round((1000 * completed) / total) / 10;

type Counts = Record<"total" | "pending" | "in_progress" | "in_review" | "completed" | "skipped", number>;

const statusCounts = sql`
  count(*)::int as total,
  count(*) filter (where item.status = 'pending')::int as pending,
  count(*) filter (where item.status = 'in_progress' and item.review_status is distinct from 'pending_review')::int
    as in_progress,
  count(*) filter (where item.review_status = 'pending_review')::int as in_review,
  count(*) filter (where item.status = 'completed')::int as completed,
  count(*) filter (where item.status = 'skipped')::int as skipped`;

export const getQueueProgress: Verb<typeof contracts.getQueueProgress> = async ({ db, caller }, { queue_id: id }) => {
  const access = await queueAccess(db, caller, id);
  const [all] = await db.execute<Counts>(sql`
    select ${statusCounts} from queue_items as item where item.queue_id = ${id} and item.deleted_at is null`);
  const [mine] = await db.execute<Counts & { done: number }>(sql`
    select ${statusCounts}, count(*) filter (where seat.state = 'completed')::int as done
    from queue_items as item
    left join item_seats as seat on seat.item_id = item.id and seat.user_id = ${caller.userId}
    where item.queue_id = ${id} and item.deleted_at is null
      and (${claimable({ access, caller })} or seat.state = 'completed')`);
  const people = await db.execute<Counts & { user_id: string; name: string; annotations_count: number }>(sql`
    select member.user_id, person.name,
      count(*) filter (where seat.state = 'completed')::int as completed,
      count(*) filter (where seat.state = 'reserved' and item.status = 'pending')::int as pending,
      count(*) filter (where seat.state = 'reserved' and item.status <> 'pending')::int as in_progress,
      count(*) filter (where seat.state = 'completed' and item.review_status = 'pending_review')::int as in_review,
      (select count(*)::int from scores as score where score.queue_id = ${id} and score.annotator_id = member.user_id
        and score.deleted_at is null) as annotations_count
    from (select user_id from queue_members where queue_id = ${id}
      union select user_id from item_seats where queue_id = ${id}) as member
    join users as person on person.id = member.user_id
    left join item_seats as seat on seat.queue_id = ${id} and seat.user_id = member.user_id
    left join queue_items as item on item.id = seat.item_id and item.deleted_at is null
    group by member.user_id, person.name order by completed desc, person.name`);
  const none: Counts = { total: 0, pending: 0, in_progress: 0, in_review: 0, completed: 0, skipped: 0 };
  const queue = all ?? none;
  const own = { ...none, ...mine, completed: mine?.done ?? 0 };
  return {
    ...pickCounts(queue),
    progress_pct: percent(queue.completed, queue.total),
    annotator_stats: people.map((person) => ({
      user_id: person.user_id,
      name: person.name,
      completed: person.completed,
      pending: person.pending,
      in_progress: person.in_progress,
      in_review: person.in_review,
      annotations_count: person.annotations_count,
    })),
    user_progress: { ...pickCounts(own), progress_pct: percent(own.completed, own.total) },
  };
};

const pickCounts = ({ total, pending, in_progress, in_review, completed, skipped }: Counts): Counts => ({
  total,
  pending,
  in_progress,
  in_review,
  completed,
  skipped,
});
