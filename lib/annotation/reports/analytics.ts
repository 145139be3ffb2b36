import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { loadAccuracy } from "@/lib/annotation/checks/accuracy";
import { leftOutReason } from "@/lib/annotation/checks/rules/check-match";
import { itemCounts } from "@/lib/annotation/items/counts";
import { feedbackAddressed } from "@/lib/annotation/items/review-scope";
import { medianMs } from "@/lib/annotation/items/rules/work-time";
import { assertMayReadReports, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/reports";
import type { TimePerItem } from "@/lib/contracts/annotation/reports";
import type { LabelType } from "@/lib/contracts/shapes";
import { groupBy } from "@/lib/group-by";
import { catchUp, foldAll } from "./fold";
import { sumOf } from "./progress";
import { type Day, daysOf, lastDates } from "./rules/days";

const THROUGHPUT_DAYS = 30;
const LISTED_VALUES = 1000;
const DAY_MS = 24 * 3600 * 1000;

export const getQueueAnalytics: Verb<typeof contracts.getQueueAnalytics> = async (
  context,
  { queue_id: id, time_zone = "UTC" },
) => {
  const { db, caller, now } = context;
  const access = await queueAccess(db, caller, id);
  assertMayReadReports(access);
  const { goldPercent, repeatPercent } = access.queue;
  // Unlike figures, accuracy covers only what has been folded.
  await (goldPercent + repeatPercent > 0 ? foldAll(db, id) : catchUp(db, id));
  const [counts, daily, people, accuracy, distribution] = await Promise.all([
    itemCounts(db, id),
    loadDays(db, id, now(), time_zone),
    loadPeople(db, id),
    loadAccuracy(db, id),
    loadDistribution(db, id),
  ]);
  const resubmitted = counts.in_review === 0 ? 0 : await countResubmitted(db, id);
  const recent = daily.reduce((sum, day) => sum + day.count, 0);
  const buckets = people.flatMap((person) => [...person.buckets]);
  return {
    throughput: {
      daily,
      total_completed: counts.completed,
      avg_per_day: Math.round((10 * recent) / THROUGHPUT_DAYS) / 10,
    },
    annotator_performance: people.map(({ buckets: own, work_ms, ...person }) => ({
      ...person,
      last_active: person.last_active === null ? null : new Date(person.last_active).toISOString(),
      time_per_item: timePerItem(work_ms, [...own]),
      ...accuracy(person.user_id),
    })),
    label_distribution: distribution,
    status_breakdown: {
      pending: counts.pending,
      in_review: counts.in_progress - counts.needs_changes + counts.in_review - resubmitted,
      needs_changes: counts.needs_changes,
      resubmitted,
      completed: counts.completed,
      skipped: counts.skipped,
    },
    total: counts.total,
    time_per_item: timePerItem(
      people.reduce((sum, person) => sum + person.work_ms, 0),
      buckets,
    ),
  };
};

/** Of the items that wait for review: those whose annotators have made the requested changes. */
async function countResubmitted(db: Database, queueId: string): Promise<number> {
  const [row] = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from queue_items as item
    where item.queue_id = ${queueId} and item.review_status = 'pending_review' and item.purpose = 'work'
      and item.deleted_at is null
      and ${feedbackAddressed()}`);
  return row?.count ?? 0;
}

function timePerItem(workMs: number, buckets: readonly (readonly [bucket: number, seats: number])[]): TimePerItem {
  const seatsByBucket = new Map<number, number>();
  for (const [bucket, seats] of buckets) seatsByBucket.set(bucket, (seatsByBucket.get(bucket) ?? 0) + seats);
  const items = [...seatsByBucket.values()].reduce((sum, seats) => sum + seats, 0);
  return { items, mean_ms: items === 0 ? null : Math.round(workMs / items), median_ms: medianMs(seatsByBucket) };
}

/** The latest days of the time zone with activity, earliest first. */
export async function loadDays(
  db: Database,
  queueId: string,
  now: Date,
  timeZone: string,
  days = THROUGHPUT_DAYS,
): Promise<Day[]> {
  const since = new Date(now.getTime() - (days + 1) * DAY_MS).toISOString();
  const rows = await db.execute<{ at: string; count: number; answered: number }>(sql`
    select key as at, coalesce(sum(sum) filter (where figure = 'completed'), 0)::int as count,
      coalesce(sum(sum) filter (where figure = 'answered'), 0)::int as answered
    from figures(${queueId}) as counted
    where figure in ('completed', 'answered') and subject_id = ${queueId} and key >= ${since} group by key`);
  return daysOf([...rows], lastDates(now, timeZone, days), timeZone);
}

interface Person extends Record<string, unknown> {
  user_id: string;
  name: string;
  completed: number;
  skipped: number;
  annotations: number;
  work_ms: number;
  last_active: string | null;
}

async function loadPeople(db: Database, queueId: string) {
  const people = await db.execute<Person>(sql`
    with worked as (
      select subject_id as user_id, ${sumOf("completed")} as completed, ${sumOf("skipped")} as skipped,
        ${sumOf("annotations")} as annotations, coalesce(sum(sum) filter (where key = 'work_ms'), 0)::float8 as work_ms,
        to_timestamp(max(sum) filter (where figure = 'last_active') / 1000000.0) as last_active
      from figures(${queueId}) as counted where figure in ('annotator', 'last_active') group by subject_id
    )
    select worked.*, person.name from worked join users as person on person.id = worked.user_id
    where (completed, skipped, annotations) <> (0, 0, 0)
    order by completed desc, last_active desc nulls last, user_id`);
  const times = await db.execute<{ user_id: string; bucket: number; seats: number }>(sql`
    select subject_id as user_id, key::int as bucket, sum(sum)::int as seats from figures(${queueId}) as counted
    where figure = 'work_time' group by subject_id, key having sum(sum) > 0`);
  const byPerson = groupBy(times, (time) => time.user_id);
  return people.map((person) => ({
    ...person,
    buckets: (byPerson.get(person.user_id) ?? []).map(({ bucket, seats }) => [bucket, seats] as const),
  }));
}

interface CountedValue extends Record<string, unknown> {
  label_id: string;
  name: string;
  type: LabelType;
  value: string | null;
  scores: number;
}

/** The attached labels in the order of the form, each with its most frequent values. */
async function loadDistribution(db: Database, queueId: string) {
  const rows = await db.execute<CountedValue>(sql`
    select label.id as label_id, label.name, label.type, counted.value, coalesce(counted.scores, 0)::int as scores
    from queue_labels as binding join labels as label on label.id = binding.label_id
    left join lateral (
      select key as value, sum(sum) as scores from figures(binding.queue_id) as given
      where figure = 'values' and subject_id = binding.label_id
      group by key order by key limit ${LISTED_VALUES + 2}
    ) as counted on counted.scores > 0
    where binding.queue_id = ${queueId} order by binding."order", counted.value`);
  const distribution = [...groupBy(rows, (row) => row.label_id)].map(([labelId, valueRows]) => {
    const [{ name, type }] = valueRows as [CountedValue]; // safe: groups are never empty
    // The empty value stands for all of them together.
    const values = valueRows.flatMap(({ value, scores }) => (value ? [[value, scores] as const] : []));
    return [
      labelId,
      {
        name,
        type,
        values: Object.fromEntries(values.slice(0, LISTED_VALUES)),
        annotations: valueRows.find((row) => row.value === "")?.scores ?? 0,
        unchecked: leftOutReason(type),
        truncated: values.length > LISTED_VALUES,
      },
    ] as const;
  });
  return Object.fromEntries(distribution);
}
