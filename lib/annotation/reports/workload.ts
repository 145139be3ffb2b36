// When a queue will be done at its pace, and each annotator's part.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemCounts } from "@/lib/annotation/items/counts";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/queues/workload";
import { groupBy } from "@/lib/group-by";
import { loadDays } from "./analytics";
import { catchUp } from "./fold";
import { forecastOf, PACE_DAYS, paceOf, paceSince, roundedPace, utcDay } from "./rules/forecast";

export const getQueueWorkload: Verb<typeof contracts.getQueueWorkload> = async (
  { db, caller, now },
  { queue_id: id },
) => {
  const access = await queueAccess(db, caller, id);
  assertMayReadReports(access);
  await catchUp(db, id);
  const today = utcDay(now());
  const [counts, daily, people, days] = await Promise.all([
    itemCounts(db, id),
    loadDays(db, id, now(), "UTC", PACE_DAYS),
    loadPeople(db, id),
    loadPersonDays(db, id, paceSince(today)),
  ]);
  const { dueDate } = access.queue;
  const left = counts.total - counts.completed - counts.skipped;
  const pace = paceOf(daily, today);
  const { endsOn, daysLate, late } = forecastOf({ left, pace, today, dueDate });
  const dividesWork = people.some(({ assigned }) => assigned > 0);
  const isDivided = dividesWork || !access.queue.autoAssign;
  return {
    due_date: dueDate,
    left,
    completed_per_day: roundedPace(pace),
    ends_on: endsOn,
    days_late: daysLate,
    late,
    annotators: people.map(({ assigned, open, ...person }) => ({
      ...person,
      assigned: isDivided ? assigned : null,
      left: isDivided ? open : null,
      done_per_day: roundedPace(paceOf(days.get(person.user_id) ?? [], today)),
    })),
  };
};

interface Person extends Record<string, unknown> {
  user_id: string;
  name: string;
  assigned: number;
  /** Assigned, and neither completed nor skipped by the person, nor done without them. */
  open: number;
  done: number;
}

/** The queue's annotators, and other people who have worked in it. */
const loadPeople = (db: Database, queueId: string) =>
  db.execute<Person>(sql`
    with worked as (
      select subject_id as user_id, sum(sum)::int as done from figures(${queueId}) as counted
      where figure = 'annotator' and key = 'completed' group by subject_id
    ), part as (
      select assignee.user_id, count(*)::int as assigned,
        (count(*) filter (where item.open_seats > 0 and not exists (
          select 1 from item_seats as seat where seat.item_id = item.id and seat.user_id = assignee.user_id
            and seat.state <> 'reserved') or exists (
          select 1 from item_seats as seat where seat.item_id = item.id and seat.user_id = assignee.user_id
            and seat.state = 'reserved')))::int as open
      from item_assignees as assignee join queue_items as item on item.id = assignee.item_id
      where assignee.queue_id = ${queueId} and item.deleted_at is null and item.copy_of is null
      group by assignee.user_id
    )
    select person.id as user_id, person.name, coalesce(part.assigned, 0) as assigned, coalesce(part.open, 0) as open,
      coalesce(worked.done, 0) as done
    from (
      select user_id from queue_members where queue_id = ${queueId} and 'annotator' = any(roles)
      union select user_id from worked where done > 0
      union select user_id from part
    ) as member
    join users as person on person.id = member.user_id
    left join worked on worked.user_id = member.user_id
    left join part on part.user_id = member.user_id
    order by done desc, person.name, person.id`);

/** How many items each annotator completed, by day. */
async function loadPersonDays(db: Database, queueId: string, since: string) {
  const rows = await db.execute<{ user_id: string; date: string; count: number }>(sql`
    select seat.user_id, to_char(seat.completed_at at time zone 'UTC', 'YYYY-MM-DD') as date, count(*)::int as count
    from item_seats as seat
    where seat.queue_id = ${queueId} and seat.state = 'completed' and seat.completed_at >= ${since}::date
    group by 1, 2`);
  return groupBy(rows, (row) => row.user_id);
}
