// Progress and analytics: the cases 74 to 77 of docs/annotation-cases.md, and what goes beyond them.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { skipItem } from "@/lib/annotation/work/skip";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { getQueueAnalytics } from "./analytics";
import { getQueueProgress } from "./progress";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const progress = (context: Context, { queue_id }: TestQueue) => getQueueProgress(context, { queue_id });
const analytics = (context: Context, { queue_id }: TestQueue) => getQueueAnalytics(context, { queue_id });
const item = ({ queue_id, itemIds }: TestQueue, index: number) => ({ queue_id, item_id: itemIds[index] ?? "" });
const submit = (context: Context, queue: TestQueue, index: number, value: unknown = 4, label_id = queue.labelId) =>
  submitAnnotations(context, { ...item(queue, index), annotations: [{ label_id, value }] });
async function work(context: Context, queue: TestQueue, index: number, value: unknown = 4): Promise<void> {
  await submit(context, queue, index, value);
  await completeItem(context, item(queue, index));
}

describe("progress", () => {
  test("counts completed, skipped and pending items and the completed share (case 74)", async () => {
    const queue = await createTestQueue(owner, organization, { items: 3 });
    await work(owner, queue, 0);
    await skipItem(owner, item(queue, 1));
    expect(await progress(owner, queue)).toMatchObject({
      total: 3,
      completed: 1,
      skipped: 1,
      pending: 1,
      in_progress: 0,
      in_review: 0,
      progress_pct: 33.3,
    });
    const listed = await listQueues(owner, { page: 1, limit: 1, include_counts: true, archived: false });
    expect(listed.results[0]).toMatchObject({ id: queue.queue_id, item_count: 3, completed_count: 1 });
  });

  test("is all zeros for an empty queue (case 74)", async () => {
    const queue = await createTestQueue(owner, organization, { items: 0 });
    const zeros = { total: 0, pending: 0, in_progress: 0, in_review: 0, completed: 0, skipped: 0, progress_pct: 0 };
    const shown = await progress(owner, queue);
    expect(shown).toMatchObject(zeros);
    expect(shown.user_progress).toEqual({ ...zeros, left: 0, sent_back: 0 });
    expect(shown.annotator_stats).toMatchObject([{ user_id: owner.caller.userId, completed: 0, annotations_count: 0 }]);
  });

  test("counts an item waiting for review as in review, and as completed for its annotator (case 75)", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [annotator] });
    await updateQueue(owner, { queue_id: queue.queue_id, requires_review: true });
    await work(annotator, queue, 0);
    const shown = await progress(annotator, queue);
    expect(shown).toMatchObject({ total: 2, in_review: 1, in_progress: 0, completed: 0, progress_pct: 0 });
    expect(shown.user_progress).toMatchObject({ total: 2, in_review: 1, completed: 1, progress_pct: 50 });
    expect(shown.annotator_stats[0]).toMatchObject({
      user_id: annotator.caller.userId,
      completed: 1,
      in_review: 1,
      annotations_count: 1,
    });
  });

  test("counts an annotator's assigned items only; reserved items stay pending until they are begun", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 4, annotators: [one, two] });
    await assignItems(owner, {
      queue_id: queue.queue_id,
      item_ids: queue.itemIds.slice(0, 3),
      user_ids: [one.caller.userId],
      action: "set",
    });
    await work(one, queue, 0);
    await submit(one, queue, 1);
    await nextItem(one, { queue_id: queue.queue_id, include_completed: false, exclude: queue.itemIds.slice(0, 2) });
    const shown = await progress(one, queue);
    expect(shown.user_progress).toMatchObject({
      total: 3,
      completed: 1,
      in_progress: 1,
      pending: 1,
      progress_pct: 33.3,
    });
    expect(shown.annotator_stats.find((stats) => stats.user_id === one.caller.userId)).toMatchObject({
      completed: 1,
      in_progress: 1,
      pending: 1,
    });
    expect((await progress(two, queue)).user_progress).toMatchObject({ total: 4, completed: 0 });
    const detail = await annotateDetail(one, { ...item(queue, 1), reserve: false });
    expect(detail).toMatchObject({
      progress: { total: 4, completed: 1, current_position: 2, user_progress: { total: 3, completed: 1 } },
      next_item_id: queue.itemIds[2],
      prev_item_id: queue.itemIds[0],
    });
  });
});

describe("analytics", () => {
  test("count items, not scores (case 76)", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [annotator] });
    const second = await createLabel(owner, {
      name: "Thumb",
      type: "thumbs_up_down",
      settings: {},
      allow_notes: false,
    });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: second.id, required: false });
    await submit(annotator, queue, 0, "up", second.id);
    await work(annotator, queue, 0, 5);
    const shown = await analytics(owner, queue);
    expect(shown.annotator_performance).toMatchObject([
      { user_id: annotator.caller.userId, completed: 1, annotations: 2, last_active: expect.any(String) },
    ]);
    expect(shown.label_distribution).toEqual({
      [queue.labelId]: {
        name: expect.any(String),
        type: "star",
        values: { "5": 1 },
        annotations: 1,
        unchecked: null,
        truncated: false,
      },
      [second.id]: {
        name: "Thumb",
        type: "thumbs_up_down",
        values: { up: 1 },
        annotations: 1,
        unchecked: null,
        truncated: false,
      },
    });
    await submit(annotator, queue, 1, 3);
    await submit(annotator, queue, 1, 2);
    expect((await analytics(owner, queue)).label_distribution[queue.labelId]?.values).toEqual({ "2": 1, "5": 1 });
  });

  test("count every item under exactly one status, and list every status (case 77)", async () => {
    const queue = await createTestQueue(owner, organization, { items: 6 });
    await work(owner, queue, 0);
    await submit(owner, queue, 1);
    await updateQueue(owner, { queue_id: queue.queue_id, requires_review: true });
    await work(owner, queue, 2);
    await work(owner, queue, 3);
    await database.db
      .update(queueItems)
      .set({ reviewStatus: "rejected" })
      .where(eq(queueItems.id, item(queue, 3).item_id));
    await skipItem(owner, item(queue, 4));
    const shown = await analytics(owner, queue);
    expect(shown.status_breakdown).toEqual({
      pending: 1,
      in_review: 2,
      needs_changes: 1,
      resubmitted: 0,
      completed: 1,
      skipped: 1,
    });
    expect(shown.total).toBe(6);
  });

  test("count a completion on its day, and editing does not move it", async () => {
    const queue = await createTestQueue(owner, organization, { items: 40 });
    const at = (day: number, minutes = 0): Context => ({
      ...owner,
      now: () => new Date(Date.UTC(2026, 5, day, 12, minutes)),
    });
    await work(at(1), queue, 0);
    await work(at(3), queue, 1);
    await work(at(3), queue, 2);
    await submit(at(5), queue, 0, 1);
    await completeItem(at(5), item(queue, 0));
    const shown = await analytics(at(5), queue);
    expect(shown.throughput).toEqual({
      daily: [
        { date: "2026-06-01", count: 1, answered: 1 },
        { date: "2026-06-03", count: 2, answered: 2 },
      ],
      total_completed: 3,
      avg_per_day: 0.1,
    });
    const later = await getQueueAnalytics(
      { ...owner, now: () => new Date(Date.UTC(2026, 6, 1, 1)) },
      { queue_id: queue.queue_id },
    );
    expect(later.throughput).toMatchObject({
      daily: [{ date: "2026-06-03", count: 2, answered: 2 }],
      total_completed: 3,
    });
  });

  test("measure time from claim to completion, and count a pause as five minutes", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const at = (seconds: number): Context => ({ ...owner, now: () => new Date(Date.UTC(2026, 5, 1) + seconds * 1000) });
    await nextItem(at(0), { queue_id: queue.queue_id, include_completed: false });
    await submit(at(60), queue, 0);
    await submit(at(1800), queue, 0);
    await completeItem(at(1830), item(queue, 0));
    const { time_per_item, annotator_performance } = await analytics(owner, queue);
    expect(time_per_item).toMatchObject({ items: 1, mean_ms: 390_000 });
    expect(Math.abs((time_per_item.median_ms ?? 0) / 390_000 - 1)).toBeLessThan(0.09);
    expect(annotator_performance[0]?.time_per_item).toEqual(time_per_item);
  });

  test("are open to reviewers, not to annotators", async () => {
    const [annotator, reviewer] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator, reviewer] });
    await updateQueue(owner, {
      queue_id: queue.queue_id,
      annotator_roles: { [reviewer.caller.userId]: "reviewer" },
    });
    await expect(analytics(annotator, queue)).rejects.toMatchObject({ kind: "forbidden" });
    expect((await analytics(reviewer, queue)).total).toBe(1);
    expect((await progress(annotator, queue)).total).toBe(1);
    const filtered = listItems(annotator, {
      queue_id: queue.queue_id,
      page: 1,
      ordering: "order",
      disagreement_label: queue.labelId,
    });
    await expect(filtered).rejects.toMatchObject({ kind: "forbidden" });
  });

  test("cut off a long list of different numbers and say so", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const label = await createLabel(owner, { name: "Any number", type: "numeric", settings: {}, allow_notes: false });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
    await database.db.execute(sql`
      insert into queue_figures (queue_id, figure, subject_id, key, sum)
      select ${queue.queue_id}, 'values', ${label.id}, case when n = 0 then '' else n::text end, 1
      from generate_series(0, 1500) as n`);
    const distribution = (await analytics(owner, queue)).label_distribution[label.id];
    expect(distribution).toMatchObject({ annotations: 1, truncated: true });
    expect(Object.keys(distribution?.values ?? {})).toHaveLength(1000);
  });
});
