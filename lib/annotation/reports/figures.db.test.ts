// Figures equal a recount, whatever happened and however much of it at once, folded or not.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { connect } from "@/db/client";
import { migrate } from "@/db/migrate";
import {
  appliedFunctions,
  itemContributions,
  itemMarks,
  itemSeats,
  queueFigures,
  queueItems,
  scores,
} from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { transaction } from "@/db/transaction";
import { seededRandom } from "@/lib/annotation/agreement/random";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { itemCounts } from "@/lib/annotation/items/counts";
import { createLabel } from "@/lib/annotation/labels/labels";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { hardDeleteQueue } from "@/lib/annotation/queues/hard-delete";
import { addQueueLabel, removeQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem, releaseItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { skipItem } from "@/lib/annotation/work/skip";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import { storeBuiltIns } from "@/lib/provisioning/built-ins";
import { catchUp, fold, lockFolding } from "./fold";
import { getQueueProgress } from "./progress";

const database = suiteDatabase(24);
let organization: TestOrganization;
let manager: Context;
let annotators: Context[];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
  annotators = await Promise.all(Array.from({ length: 8 }, () => createCaller(database.db, organization)));
});

const of = (key: string) => sql.raw(`coalesce(sum(sum) filter (where key = '${key}'), 0)`);
/** Figures in the shape of the recount below. */
const kept = {
  items: sql`select 'all' as key, sum(sum) as total, ${of("pending")} as pending,
    ${of("in_progress")} + ${of("needs_changes")} as in_progress, ${of("in_review")} as in_review,
    ${of("needs_changes")} as needs_changes, ${of("completed")} as completed, ${of("skipped")} as skipped
    from figures where figure = 'items'`,
  periods: sql`select key::timestamptz::text as key, coalesce(sum(sum) filter (where figure = 'completed'), 0) as completed,
    coalesce(sum(sum) filter (where figure = 'answered'), 0) as answered
    from figures where figure in ('completed', 'answered')`,
  annotators: sql`select subject_id::text as key, ${of("completed")} as completed, ${of("skipped")} as skipped,
    ${of("pending")} as pending, ${of("in_progress")} as in_progress, ${of("in_review")} as in_review,
    ${of("work_ms")} as work_ms from figures where figure = 'annotator'`,
  assigned: sql`select subject_id::text as key, sum(sum) as assigned, ${of("pending")} as pending,
    ${of("in_progress")} as in_progress, ${of("in_review")} as in_review, ${of("skipped")} as skipped
    from figures where figure = 'assigned'`,
  annotations: sql`select subject_id::text as key, ${of("annotations")} as annotations from figures where figure = 'annotator'`,
  work_times: sql`select subject_id || ' ' || key as key, sum(sum) as seats from figures where figure = 'work_time'`,
  values: sql`select subject_id || ' ' || key as key, sum(sum) as scores from figures where figure = 'values'`,
};

const n = (condition: string) => sql.raw(`count(*) filter (where ${condition})`);
const countsOf: Record<keyof typeof kept, ReturnType<typeof sql>> = {
  items: sql`select 'all' as key, count(*) as total, ${n("status = 'pending'")} as pending,
    ${n("status = 'in_progress' and review_status is distinct from 'pending_review'")} as in_progress,
    ${n("review_status = 'pending_review'")} as in_review, ${n("review_status = 'rejected'")} as needs_changes,
    ${n("status = 'completed'")} as completed, ${n("status = 'skipped'")} as skipped
    from queue_items where deleted_at is null and queue_id = `,
  periods: sql`select date_bin('15 minutes', completed_at, '2000-01-01Z')::text as key,
    count(*) filter (where kind = 'item') as completed, count(*) filter (where kind = 'seat') as answered
    from (select queue_id, completed_at, 'item' as kind from queue_items where deleted_at is null and status = 'completed'
      union all select queue_id, completed_at, 'seat' from item_seats where state = 'completed') as done
    where queue_id = `,
  annotators: sql`select user_id::text as key, ${n("state = 'completed'")} as completed, ${n("state = 'skipped'")} as skipped,
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
  work_times: sql`select user_id || ' ' || floor(8 * ln(work_ms) / ln(2)) as key, count(*) as seats from item_seats
    where state = 'completed' and work_ms > 0 and queue_id = `,
  values: sql`select label_id || ' ' || counted as key, count(*) as scores
    from scores, lateral (select '' union all select value ->> 'rating' where value ? 'rating'
      union all select value ->> 'value' where value ? 'value'
      union all select jsonb_array_elements_text(value -> 'selected') where value ? 'selected') as v(counted)
    where deleted_at is null and queue_id = `,
};

type Tables = Record<string, Record<string, unknown>[]>;

async function tables(query: (name: keyof typeof kept) => ReturnType<typeof sql>): Promise<Tables> {
  const found: Tables = {};
  for (const name of Object.keys(kept) as (keyof typeof kept)[]) {
    // safe: these are its keys
    const rows = await database.db.execute<{ key: string }>(sql`${query(name)} group by 1 order by 1`);
    found[name] = rows
      .map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, key === "key" ? value : Number(value)])),
      )
      .filter((row) => Object.entries(row).some(([key, value]) => key !== "key" && value !== 0));
  }
  return found;
}

const recounted = (queueId: string) => tables((name) => sql`${countsOf[name]} ${queueId}`);
/** As readers see them, folded or not. */
const figures = (queueId: string) =>
  tables((name) => sql`with figures as (select * from figures(${queueId}::uuid)) ${kept[name]}`);
const folded = (queueId: string) =>
  tables((name) => sql`with figures as (select * from queue_figures where queue_id = ${queueId}) ${kept[name]}`);

async function foldEverything(queueId: string): Promise<void> {
  while ((await fold(database.db, queueId)) > 0);
}

/** Compares what readers see before and after a fold, and what was folded, with a recount. */
async function assertCounted({ queue_id }: TestQueue): Promise<void> {
  const expected = await recounted(queue_id);
  await catchUp(database.db, queue_id);
  expect(await figures(queue_id)).toEqual(expected);
  await foldEverything(queue_id);
  expect(await folded(queue_id)).toEqual(expected);
  expect(await figures(queue_id)).toEqual(expected);
}

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
  "a storm of parallel work, %i annotators per item, review %s, matches a recount",
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
      const folds = [7, 1000].map((batch) => fold(database.db, queue_id, batch));
      outcomes.push(...(await Promise.allSettled([...calls, ...folds])));
      if (round % 20 === 0) expect(await figures(queue_id)).toEqual(await recounted(queue_id));
    }
    const broken = outcomes.flatMap((outcome) =>
      outcome.status === "rejected" && outcome.reason?.name !== "Failure" ? [outcome.reason] : [],
    );
    expect(broken).toEqual([]);
    const rows = await recounted(queue_id);
    for (const name of Object.keys(kept)) expect(`${name} ${rows[name]?.length}`).not.toBe(`${name} 0`);
    await assertCounted(queue);
    expect(await wronglyOpen(queue)).toEqual([]);
    await removeQueueLabel(manager, { queue_id, label_id: labelId });
    await assertCounted(queue);
  },
  120_000,
);

test("rows written in bulk are counted, and deleting a queue deletes its figures", async () => {
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
  expect(await itemCounts(database.db, queue_id)).toMatchObject({ total: 30, completed: 20 });
  const name = (await database.db.execute<{ name: string }>(sql`select name from queues where id = ${queue_id}`))[0]
    ?.name;
  await hardDeleteQueue(manager, { queue_id, force: true, confirm_name: name ?? "" });
  for (const table of ["item_marks", "item_contributions", "queue_figures"]) {
    const rows = await database.db.execute(sql`select 1 from ${sql.identifier(table)} where queue_id = ${queue_id}`);
    expect([table, rows.length]).toEqual([table, 0]);
  }
});

test("a fold whose connection is killed has no effect; the next one does everything", async () => {
  const queue = await createTestQueue(manager, organization, { items: 3, annotators });
  const { queue_id, labelId, itemIds } = queue;
  const [person] = annotators;
  if (!person) throw new Error("there are annotators");
  for (const item_id of itemIds) {
    await submitAnnotations(person, {
      queue_id,
      item_id,
      annotations: [{ label_id: labelId, value: 4 }],
      complete: true,
    });
  }
  const before = await database.db.$count(itemMarks, eq(itemMarks.queueId, queue_id));
  const killed = connect(database.url, 1);
  const folding = killed.db.transaction(async (tx) => {
    const [row] = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    expect(await fold(tx, queue_id)).toBe(before);
    await database.db.execute(sql`select pg_terminate_backend(${row?.pid})`);
  });
  await expect(folding).rejects.toThrow();
  await killed.close();
  expect(await database.db.$count(itemMarks, eq(itemMarks.queueId, queue_id))).toBe(before);
  await assertCounted(queue);
});

test("folds of a queue take turns, and parallel connections count nothing twice", async () => {
  const queue = await createTestQueue(manager, organization, { items: 500, annotators });
  const processes = [1, 2].map(() => connect(database.url, 2));
  const folds = processes.flatMap(({ db }) => [fold(db, queue.queue_id, 300), fold(db, queue.queue_id, 300)]);
  expect((await Promise.all(folds)).sort((left, right) => right - left)).toEqual([300, 200, 0, 0]);
  for (const { close } of processes) await close();
  await assertCounted(queue);
});

test("a large insert is counted in steps, and a reader meanwhile sees part of it", async () => {
  const queue = await createTestQueue(manager, organization, { items: 1 });
  const { queue_id } = queue;
  await database.db.execute(sql`
    insert into queue_items (organization_id, queue_id, source_type, source_id, "order")
    select ${organization.id}, ${queue_id}, 'dataset_row', gen_random_uuid(), n from generate_series(1, 21000) as n`);
  const total = async () => (await getQueueProgress(manager, { queue_id })).total;
  expect([await total(), await total()]).toEqual([20_500, 21_001]);
  await assertCounted(queue);
});

test("a submit and a completion appear in progress at once, and reading writes nothing", async () => {
  const queue = await createTestQueue(manager, organization, { items: 2, annotators });
  const { queue_id, labelId, itemIds } = queue;
  const [person] = annotators;
  if (!person) throw new Error("there are annotators");
  const item = { queue_id, item_id: itemIds[0] ?? "" };
  const progress = async () => (await getQueueProgress(person, { queue_id })).user_progress;
  await submitAnnotations(person, { ...item, annotations: [{ label_id: labelId, value: 4 }] });
  expect(await progress()).toMatchObject({ total: 2, pending: 1, in_progress: 1, completed: 0 });
  await completeItem(person, { ...item, claim_next: false });
  const marks = () => database.db.select().from(itemMarks).where(eq(itemMarks.queueId, queue_id)).orderBy(itemMarks.id);
  const before = await marks();
  expect(await progress()).toMatchObject({ total: 2, pending: 1, in_progress: 0, completed: 1 });
  expect(await marks()).toEqual(before);
});

test("applying the functions again marks every item and leaves the same figures", async () => {
  const queue = await createTestQueue(manager, organization, { items: 40, annotators });
  await foldEverything(queue.queue_id);
  await migrate(database.url, storeBuiltIns);
  expect(await fold(database.db, queue.queue_id)).toBe(0);
  await database.db.update(appliedFunctions).set({ hash: "another" });
  await database.db.delete(queueFigures).where(eq(queueFigures.queueId, queue.queue_id));
  await database.db.delete(itemContributions).where(eq(itemContributions.queueId, queue.queue_id));
  await migrate(database.url, storeBuiltIns);
  expect(await fold(database.db, queue.queue_id)).toBe(40);
  await assertCounted(queue);
});

test("readers do not wait for a running fold", async () => {
  const queue = await createTestQueue(manager, organization, { items: 150 });
  const { queue_id } = queue;
  await transaction(database.db, async (folding) => {
    await lockFolding(folding, queue_id);
    await catchUp(database.db, queue_id);
    expect(await marksOf(queue_id)).toBe(150);
    expect(await figures(queue_id)).toEqual(await recounted(queue_id));
  });
  await catchUp(database.db, queue_id);
  expect(await marksOf(queue_id)).toBe(0);
});

async function marksOf(queueId: string): Promise<number> {
  const [row] = await database.db.execute<{ count: number }>(
    sql`select count(*)::int as count from item_marks where queue_id = ${queueId}`,
  );
  return row?.count ?? 0;
}
