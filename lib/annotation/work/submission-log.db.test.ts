// A submit that is sent again, by whomever and however often, has one effect and the same answer.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemMarks, itemSeats, queueItems, submissions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { updateQueueStatus } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { createTestQueue, starLabel, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { releaseItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail, listAnnotations } from "./detail";
import { skipItem } from "./skip";
import { forgetSubmissions } from "./submission-log";
import { submitAnnotations } from "./submissions";
import { undoItem } from "./undo";

const database = suiteDatabase(16);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const submit = (context: Context, queue: TestQueue, rating: number, mutation_id: string, index = 0) =>
  submitAnnotations(context, {
    ...itemOf(queue, index),
    annotations: [{ label_id: queue.labelId, value: { rating } }],
    item_notes: "note",
    mutation_id,
  });
const five = <T>(act: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: 5 }, act));
const scoresOf = (context: Context, queue: TestQueue) => listAnnotations(context, itemOf(queue));
const name = () => crypto.randomUUID();

/** Everything a submit leaves behind, the seat's times included. */
async function tracesOf({ queue_id, itemIds }: TestQueue) {
  const { db } = database;
  return {
    marks: await db.select().from(itemMarks).where(eq(itemMarks.queueId, queue_id)),
    seats: await db.select().from(itemSeats).where(eq(itemSeats.queueId, queue_id)),
    kept: await db
      .select()
      .from(submissions)
      .where(eq(submissions.itemId, itemIds[0] ?? "")),
  };
}

describe("a submission under a mutation id", () => {
  test("sent five times at once has one effect and returns the same answer each time", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const id = name();
    expect(await five(() => submit(owner, queue, 4, id))).toEqual(Array(5).fill({ submitted: 1, ignored: [] }));
    const [score, ...rest] = await scoresOf(owner, queue);
    expect([rest, score?.value, score?.value_history]).toEqual([[], { rating: 4 }, []]);
    const once = await tracesOf(queue);
    expect([once.seats.length, once.kept.length]).toEqual([1, 1]);
    await submit({ ...owner, now: () => new Date(Date.now() + 60_000) }, queue, 4, id);
    expect(await tracesOf(queue)).toEqual(once);
  });

  test("that is sent again late does not replace a newer submission", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const id = name();
    await submit(owner, queue, 2, id);
    await submit(owner, queue, 5, name());
    expect(await submit(owner, queue, 2, id)).toEqual({ submitted: 1, ignored: [] });
    const [score] = await scoresOf(owner, queue);
    expect(score).toMatchObject({ value: { rating: 5 }, value_history: [{ value: { rating: 2 } }] });
  });

  test("gets the same answer after the item went to review or the queue closed", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2, requiresReview: true });
    const id = name();
    await submit(owner, queue, 4, id);
    await completeItem(owner, itemOf(queue));
    await expect(submit(owner, queue, 4, name())).rejects.toMatchObject({ detail: { code: "item_in_review" } });
    expect(await submit(owner, queue, 4, id)).toEqual({ submitted: 1, ignored: [] });
    await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "paused" });
    expect(await submit(owner, queue, 4, id)).toEqual({ submitted: 1, ignored: [] });
  });

  test("is refused for another body or item, singly or in parallel, and changes nothing", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const id = name();
    const reused = { kind: "conflict", detail: { code: "mutation_id_reused" } };
    await submit(owner, queue, 4, id);
    await expect(submit(owner, queue, 5, id)).rejects.toMatchObject(reused);
    await expect(submit(owner, queue, 4, id, 1)).rejects.toMatchObject(reused);
    expect((await scoresOf(owner, queue))[0]).toMatchObject({ value: { rating: 4 }, value_history: [] });
    expect(await listAnnotations(owner, itemOf(queue, 1))).toEqual([]);

    const other = name();
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5].map((rating) => submit(owner, queue, rating, other, 1)));
    const refused = outcomes.filter((outcome) => outcome.status === "rejected");
    expect(refused).toHaveLength(4);
    for (const { reason } of refused) expect(reason).toMatchObject(reused);
    expect((await listAnnotations(owner, itemOf(queue, 1)))[0]?.value_history).toEqual([]);
  });

  test("belongs to its person: two people may use the same id", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await submit(one, queue, 1, "first");
    await submit(two, queue, 2, "first");
    expect((await scoresOf(two, queue))[0]?.value).toEqual({ rating: 2 });
  });

  test("that was refused can be sent again", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1, active: false });
    const id = name();
    await expect(submit(owner, queue, 4, id)).rejects.toMatchObject({ detail: { code: "queue_not_active" } });
    await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "active" });
    expect(await submit(owner, queue, 4, id)).toEqual({ submitted: 1, ignored: [] });
    expect(await scoresOf(owner, queue)).toHaveLength(1);
  });

  test("that completed the item does not complete it again after it was sent back", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [annotator],
      requiresReview: true,
    });
    const sent = {
      ...itemOf(queue),
      annotations: [{ label_id: queue.labelId, value: { rating: 2 } }],
      mutation_id: name(),
      complete: true,
    };
    const answers = await five(() => submitAnnotations(annotator, sent));
    expect(answers).toEqual(Array(5).fill({ submitted: 1, ignored: [] }));
    expect((await tracesOf(queue)).seats).toMatchObject([{ state: "completed" }]);
    await reviewItem(owner, { ...itemOf(queue), action: "request_changes", notes: "Look again.", label_comments: [] });
    await submitAnnotations(annotator, sent);
    expect((await tracesOf(queue)).seats).toMatchObject([{ state: "reserved" }]);
  });

  test("that cannot complete the item stores nothing", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const label = await createLabel(owner, { ...starLabel, name: name() });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: true });
    const sent = { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value: 4 }], mutation_id: name() };
    await expect(submitAnnotations(owner, { ...sent, complete: true })).rejects.toMatchObject({
      detail: { code: "required_labels_missing" },
    });
    expect(await scoresOf(owner, queue)).toEqual([]);
    expect(await submitAnnotations(owner, sent)).toMatchObject({ submitted: 1 });
  });

  test("is forgotten after seven days", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await submit(owner, queue, 4, name());
    const days = (count: number) => new Date(Date.now() + count * 86_400_000);
    await forgetSubmissions(database.db, days(6));
    expect((await tracesOf(queue)).kept).toHaveLength(1);
    await forgetSubmissions(database.db, days(8));
    expect((await tracesOf(queue)).kept).toEqual([]);
  });
});

describe("a skip under a mutation id", () => {
  const skip = (queue: TestQueue, mutation_id: string, change: { index?: number; reason?: string } = {}) =>
    skipItem(owner, { ...itemOf(queue, change.index), mutation_id, reason: change.reason });
  const stateOf = async (queue: TestQueue) => (await tracesOf(queue)).seats.map((seat) => seat.state);

  test("that arrives again after its undo has no effect", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const id = name();
    await five(() => skip(queue, id));
    expect(await stateOf(queue)).toEqual(["skipped"]);
    const undo = () => undoItem(owner, { ...itemOf(queue), mutation_id: id });
    expect(await five(undo)).toEqual(Array(5).fill({ undone_item_id: queue.itemIds[0], undone: "skip" }));
    await skip(queue, id);
    expect(await stateOf(queue)).toEqual(["reserved"]);
    await skip(queue, name());
    await undo();
    expect(await stateOf(queue)).toEqual(["skipped"]);
  });

  test("is refused for another item, reason or submission", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const id = name();
    await skip(queue, id);
    const reused = { kind: "conflict", detail: { code: "mutation_id_reused" } };
    await expect(skip(queue, id, { index: 1 })).rejects.toMatchObject(reused);
    await expect(skip(queue, id, { reason: "too long" })).rejects.toMatchObject(reused);
    await expect(submit(owner, queue, 4, id)).rejects.toMatchObject(reused);
  });

  test("cannot be undone after the item was opened again, and leaves earlier submissions unchanged", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const [submitted, skipped] = [name(), name()];
    await submit(owner, queue, 4, submitted);
    await skip(queue, skipped);
    await annotateDetail(owner, { ...itemOf(queue), reserve: true });
    await expect(undoItem(owner, { ...itemOf(queue), mutation_id: skipped })).rejects.toMatchObject({
      detail: { code: "taken_up_again" },
    });
    expect((await scoresOf(owner, queue))[0]?.value).toEqual({ rating: 4 });
    await undoItem(owner, { ...itemOf(queue), mutation_id: submitted });
    expect(await scoresOf(owner, queue)).toEqual([]);
  });
});

describe("requests without a mutation id", () => {
  test.each([false, true])("completing five times at once completes once (review %s)", async (requiresReview) => {
    const queue = await createTestQueue(owner, organization, { items: 2, requiresReview });
    await submit(owner, queue, 4, name());
    const answers = await five(() => completeItem(owner, itemOf(queue)));
    expect(new Set(answers.map((answer) => answer.completed_item_id))).toEqual(new Set([queue.itemIds[0]]));
    expect(new Set(answers.map((answer) => answer.next_item?.id))).toEqual(new Set([queue.itemIds[1]]));
    const { user_progress, completed, in_review } = await getQueueProgress(owner, { queue_id: queue.queue_id });
    expect([user_progress.completed, completed + in_review]).toEqual([1, 1]);
  });

  test("skipping five times at once skips once", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const answers = await five(() => skipItem(owner, itemOf(queue)));
    expect(new Set(answers.map((answer) => answer.next_item?.id))).toEqual(new Set([queue.itemIds[1]]));
    const { seat, item } = await annotateDetail(owner, { ...itemOf(queue), reserve: false });
    expect([seat?.state, item.status]).toEqual(["skipped", "skipped"]);
    expect((await getQueueProgress(owner, { queue_id: queue.queue_id })).skipped).toBe(1);
  });

  test("releasing five times at once releases once", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await annotateDetail(owner, { ...itemOf(queue), reserve: true });
    await five(() => releaseItem(owner, itemOf(queue)));
    const [row] = await database.db.select().from(queueItems).where(eq(queueItems.queueId, queue.queue_id));
    expect(row?.openSeats).toBe(1);
  });
});
