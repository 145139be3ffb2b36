// The counters that triggers keep equal a recount, whatever happened and however much of it at once.
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { itemSeats, queueItems, scores } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  type TestDatabase,
  type TestOrganization,
  testDatabase,
} from "@/db/testing/factories";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem, releaseItem, skipItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import { assignItems } from "./assignment";
import { hardDeleteQueue } from "./hard-delete";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { updateQueue } from "./queues";

let database: TestDatabase;
let organization: TestOrganization;
let manager: Context;
let annotators: Context[];

beforeAll(async () => {
  database = await testDatabase(24);
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
  annotators = await Promise.all(Array.from({ length: 8 }, () => createCaller(database.db, organization)));
});
afterAll(() => database.close());

const kept = {
  queue_counters: sql`select 'all' as key, sum(total) as total, sum(pending) as pending, sum(in_progress) as in_progress,
    sum(in_review) as in_review, sum(needs_changes) as needs_changes, sum(completed) as completed, sum(skipped) as skipped
    from queue_counters where queue_id = `,
  queue_periods: sql`select at::text as key, sum(completed) as completed, sum(answered) as answered
    from queue_periods where queue_id = `,
  annotator_counters: sql`select user_id::text as key, sum(completed) as completed, sum(skipped) as skipped,
    sum(pending) as pending, sum(in_progress) as in_progress, sum(in_review) as in_review, sum(work_ms) as work_ms
    from annotator_counters where queue_id = `,
  assigned: sql`select user_id::text as key, sum(assigned) as assigned, sum(assigned_pending) as pending,
    sum(assigned_in_progress) as in_progress, sum(assigned_in_review) as in_review, sum(assigned_skipped) as skipped
    from annotator_counters where queue_id = `,
  annotations: sql`select user_id::text as key, sum(annotations) as annotations from annotator_counters where queue_id = `,
  work_time_counters: sql`select user_id || ' ' || bucket as key, sum(seats) as seats from work_time_counters
    where queue_id = `,
  label_value_counters: sql`select label_id || ' ' || value as key, sum(scores) as scores from label_value_counters
    where queue_id = `,
};

const n = (condition: string) => sql.raw(`count(*) filter (where ${condition})`);
const counted: Record<keyof typeof kept, ReturnType<typeof sql>> = {
  queue_counters: sql`select 'all' as key, count(*) as total, ${n("status = 'pending'")} as pending,
    ${n("status = 'in_progress' and review_status is distinct from 'pending_review'")} as in_progress,
    ${n("review_status = 'pending_review'")} as in_review, ${n("review_status = 'rejected'")} as needs_changes,
    ${n("status = 'completed'")} as completed, ${n("status = 'skipped'")} as skipped
    from queue_items where deleted_at is null and queue_id = `,
  queue_periods: sql`select date_bin('15 minutes', completed_at, '2000-01-01Z')::text as key,
    count(*) filter (where kind = 'item') as completed, count(*) filter (where kind = 'seat') as answered
    from (select queue_id, completed_at, 'item' as kind from queue_items where deleted_at is null and status = 'completed'
      union all select queue_id, completed_at, 'seat' from item_seats where state = 'completed') as done
    where queue_id = `,
  annotator_counters: sql`select user_id::text as key, ${n("state = 'completed'")} as completed, ${n("state = 'skipped'")} as skipped,
    ${n("state = 'reserved' and status = 'pending'")} as pending,
    ${n("state = 'reserved' and status <> 'pending'")} as in_progress,
    ${n("state = 'completed' and review_status = 'pending_review'")} as in_review,
    sum(case when state = 'completed' then work_ms else 0 end) as work_ms
    from item_seats as seat join queue_items as item on item.id = seat.item_id and item.deleted_at is null
    where seat.queue_id = `,
  assigned: sql`select user_id::text as key, count(*) as assigned, ${n("status = 'pending'")} as pending,
    ${n("status = 'in_progress' and review_status is distinct from 'pending_review'")} as in_progress,
    ${n("review_status = 'pending_review'")} as in_review, ${n("status = 'skipped'")} as skipped
    from item_assignees as assignee join queue_items as item on item.id = assignee.item_id and item.deleted_at is null
    where assignee.queue_id = `,
  annotations: sql`select annotator_id::text as key, count(*) as annotations from scores
    where deleted_at is null and annotator_id is not null and queue_id = `,
  work_time_counters: sql`select user_id || ' ' || floor(8 * ln(work_ms) / ln(2)) as key, count(*) as seats from item_seats
    where state = 'completed' and work_ms > 0 and queue_id = `,
  label_value_counters: sql`select label_id || ' ' || counted as key, count(*) as scores
    from scores, lateral (select '' union all select value ->> 'rating' where value ? 'rating'
      union all select value ->> 'value' where value ? 'value'
      union all select jsonb_array_elements_text(value -> 'selected') where value ? 'selected') as v(counted)
    where deleted_at is null and queue_id = `,
};

async function tables(queueId: string, queries: Record<string, ReturnType<typeof sql>>) {
  const found: Record<string, Record<string, unknown>[]> = {};
  for (const [name, query] of Object.entries(queries)) {
    const rows = await database.db.execute<{ key: string }>(sql`${query} ${queueId} group by 1 order by 1`);
    found[name] = rows
      .map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key === "key" ? value : Number(value)])),
      )
      .filter((row) => Object.entries(row).some(([key, value]) => key !== "key" && value !== 0));
  }
  return found;
}

const assertCounted = async ({ queue_id }: TestQueue) =>
  expect(await tables(queue_id, kept)).toEqual(await tables(queue_id, counted));

/** Items whose open seats are not what its annotators have left of those that the queue asks for. */
const wronglyOpen = async ({ queue_id }: TestQueue) => [
  ...(await database.db.execute(sql`
    select item.id, item.open_seats, count(seat.user_id) as taken, queue.annotations_required
    from queue_items as item join queues as queue on queue.id = item.queue_id
    left join item_seats as seat on seat.item_id = item.id and seat.state <> 'skipped'
    where item.queue_id = ${queue_id} and item.deleted_at is null
    group by item.id, queue.id
    having item.open_seats <> greatest(0, queue.annotations_required - count(seat.user_id))`)),
];

test.each([
  [1, false],
  [3, true],
])(
  "a storm of parallel work, %i annotators an item, review %s, leaves the counters of a recount",
  async (required, review) => {
    const queue = await createTestQueue(manager, organization, {
      items: 120,
      annotators,
      annotationsRequired: required,
    });
    const { queue_id, labelId, itemIds } = queue;
    await updateQueue(manager, { queue_id, requires_review: review });
    const choice = await createLabel(manager, {
      name: `Choice ${required}`,
      type: "categorical",
      allow_notes: false,
      settings: {
        rule_prompt: "",
        multi_choice: true,
        options: [{ label: "A" }, { label: "B" }],
        auto_annotate: false,
        strategy: null,
      },
    });
    await addQueueLabel(manager, { queue_id, label_id: choice.id, required: false });
    const random = seededRandom(`storm ${required}`);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T; // safe: never empty
    let minutes = 0;
    const now = () => {
      minutes += 0.4;
      return new Date(Date.UTC(2026, 4, 1) + minutes * 60_000);
    };
    const submit = (who: Context, item_id: string) =>
      submitAnnotations(who, {
        queue_id,
        item_id,
        annotations: [
          { label_id: labelId, value: 1 + Math.floor(random() * 5) },
          { label_id: choice.id, value: pick([["A"], ["A", "B"]]) },
        ],
      });
    const work = async (who: Context, item_id: string) => {
      await submit(who, item_id);
      return completeItem(who, { queue_id, item_id });
    };
    const judge = (id: string, status: "completed" | "in_progress", reviewStatus: "approved" | "rejected") =>
      database.db
        .update(queueItems)
        .set({ status, reviewStatus, completedAt: status === "completed" ? now() : null })
        .where(sql`id = ${id} and review_status = 'pending_review'`);
    const chances: ((who: Context, item_id: string) => Promise<unknown>)[] = [
      submit,
      work,
      work,
      work,
      (_, item_id) => judge(item_id, "completed", "approved"),
      (_, item_id) => judge(item_id, "in_progress", "rejected"),
      (who) => nextItem(who, { queue_id, include_completed: false }),
      (who, item_id) => skipItem(who, { queue_id, item_id }),
      (who, item_id) => releaseItem(who, { queue_id, item_id }),
      (who, item_id) => undoItem(who, { queue_id, item_id }),
      (_, item_id) =>
        assignItems(manager, {
          queue_id,
          item_ids: [item_id, pick(itemIds)],
          user_ids: [pick(annotators).caller.userId],
          action: pick(["add", "set", "remove"] as const),
        }),
      (_, item_id) =>
        random() < 0.15
          ? bulkRemoveItems(manager, { queue_id, item_ids: [item_id, pick(itemIds)] })
          : Promise.resolve(),
      () =>
        random() < 0.1 ? addQueueLabel(manager, { queue_id, label_id: choice.id, required: true }) : Promise.resolve(),
      () =>
        random() < 0.1 ? addQueueLabel(manager, { queue_id, label_id: choice.id, required: false }) : Promise.resolve(),
      () =>
        random() < 0.1 ? updateQueue(manager, { queue_id, annotations_required: pick([1, 2, 3]) }) : Promise.resolve(),
    ];
    const outcomes: PromiseSettledResult<unknown>[] = [];
    for (let round = 0; round < 60; round++) {
      const calls = annotators.map((annotator) => pick(chances)({ ...annotator, now }, pick(itemIds.slice(0, 40))));
      outcomes.push(...(await Promise.allSettled(calls)));
    }
    const broken = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" && outcome.reason?.name !== "Failure" ? [outcome.reason] : [],
    );
    expect(broken).toEqual([]);
    const rows = await tables(queue_id, counted);
    for (const name of Object.keys(kept)) expect(`${name} ${rows[name]?.length}`).not.toBe(`${name} 0`);
    await assertCounted(queue);
    expect(await wronglyOpen(queue)).toEqual([]);
    await removeQueueLabel(manager, { queue_id, label_id: labelId });
    await assertCounted(queue);
  },
  120_000,
);

test("rows that are written in bulk, as the demo's, are counted; a queue's end takes its counters along", async () => {
  const queue = await createTestQueue(manager, organization, { items: 30, annotators });
  const { queue_id, labelId, itemIds } = queue;
  const day = (index: number) => new Date(Date.UTC(2026, 1, 1 + (index % 3), 12));
  const done = itemIds.slice(0, 20);
  await database.db
    .update(queueItems)
    .set({ status: "completed", openSeats: 0, completedAt: day(0) })
    .where(sql`id in ${done}`);
  const userId = annotators[0]?.caller.userId ?? "";
  await database.db.insert(itemSeats).values(
    done.map((itemId, index) => ({
      itemId,
      userId,
      queueId: queue_id,
      state: "completed" as const,
      completedAt: day(index),
      workMs: 1000 * (index + 1),
    })),
  );
  await database.db.insert(scores).values(
    done.map((itemId, index) => ({
      organizationId: organization.id,
      workspaceId: organization.workspaceId,
      sourceType: "dataset_row" as const,
      sourceId: itemId,
      labelId,
      labelVersion: 1,
      annotatorId: userId,
      queueItemId: itemId,
      queueId: queue_id,
      value: { rating: 1 + (index % 5) },
    })),
  );
  await assertCounted(queue);
  const [row] = await database.db.execute(sql`
    select sum(total)::int as total, sum(completed)::int as completed from queue_counters where queue_id = ${queue_id}`);
  expect(row).toEqual({ total: 30, completed: 20 });
  const name = (await database.db.execute<{ name: string }>(sql`select name from queues where id = ${queue_id}`))[0]
    ?.name;
  await hardDeleteQueue(manager, { queue_id, force: true, confirm_name: name ?? "" });
  expect(Object.values(await tables(queue_id, kept)).flat()).toEqual([]);
});
