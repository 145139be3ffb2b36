import { beforeAll, describe, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueue, updateQueue, updateQueueStatus } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { nextItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail, listAnnotations } from "./detail";
import { submitAnnotations } from "./submissions";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const submit = (context: Context, queue: TestQueue, value: unknown, change: object = {}) =>
  submitAnnotations(context, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value }], ...change });
const complete = (context: Context, queue: TestQueue) => completeItem(context, itemOf(queue));
const detail = (context: Context, queue: TestQueue, query: object = {}) =>
  annotateDetail(context, { ...itemOf(queue), reserve: false, ...query });
const state = async (queue: TestQueue) => {
  const listed = await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 10, ordering: "order" });
  return listed.results[0];
};

describe("submitting", () => {
  test("a value starts the item, later values replace it, and the history keeps earlier ones", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    expect(await submit(owner, queue, { rating: 2 })).toEqual({ submitted: 1, ignored: [] });
    expect(await state(queue)).toMatchObject({ status: "in_progress" });
    await submit(owner, queue, 3);
    await submit(owner, queue, { rating: 3 });
    await submit(owner, queue, "5");
    const [score, ...rest] = await listAnnotations(owner, itemOf(queue));
    expect(rest).toEqual([]);
    expect(score).toMatchObject({ value: { rating: 5 }, score_source: "human", annotator: owner.caller.userId });
    expect(score?.value_history.map((entry) => entry.value)).toEqual([{ rating: 2 }, { rating: 3 }]);
  });

  test("the same submission five times at once has one effect", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await Promise.all(Array.from({ length: 5 }, () => submit(owner, queue, 4)));
    const scores = await listAnnotations(owner, itemOf(queue));
    expect(scores).toHaveLength(1);
    expect(scores[0]?.value_history).toEqual([]);
  });

  test("one bad value refuses everything; other queues' labels and blank values are ignored", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const text = await createLabel(owner, { name: "Remark", type: "text", settings: {}, allow_notes: false });
    const entries = (...values: [string, unknown][]) =>
      submitAnnotations(owner, {
        ...itemOf(queue),
        annotations: values.map(([label_id, value]) => ({ label_id, value })),
      });
    expect(await entries([text.id, "not attached"], [queue.labelId, null])).toMatchObject({ submitted: 0 });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: text.id, required: false });
    await expect(entries([text.id, "good"], [queue.labelId, 9])).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { "annotations.1.value": [expect.stringContaining("between 1 and 5")] } },
    });
    expect(await listAnnotations(owner, itemOf(queue))).toEqual([]);
    expect(await entries([queue.labelId, 2], [queue.labelId, 3])).toMatchObject({ submitted: 1 });
    expect((await listAnnotations(owner, itemOf(queue)))[0]?.value).toEqual({ rating: 3 });
  });

  test("notes are stored where labels allow them; the item's note stays until it is cleared", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const plain = await createLabel(owner, { name: "No notes", type: "text", settings: {}, allow_notes: false });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: plain.id, required: false });
    const annotations = [
      { label_id: queue.labelId, value: 4 },
      { label_id: plain.id, value: "x", notes: "dropped" },
    ];
    await submitAnnotations(owner, { ...itemOf(queue), annotations, notes: "for all", item_notes: "whole item" });
    const shown = await detail(owner, queue);
    expect(shown.annotations.map((score) => score.notes)).toEqual(["for all", ""]);
    expect(shown.existing_notes).toBe("whole item");
    await submit(owner, queue, 4);
    expect((await detail(owner, queue)).existing_notes).toBe("whole item");
    await submit(owner, queue, 4, { item_notes: "" });
    expect((await detail(owner, queue)).existing_notes).toBe("");
  });

  test("an answer that needs a note is refused without one, and nothing is stored", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const { id: label_id } = await createLabel(owner, {
      ...{ name: "Acceptable", type: "thumbs_up_down", allow_notes: true },
      settings: { note_required_for: ["down"] },
    });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id, required: false });
    const say = (value: string, notes?: string) =>
      submitAnnotations(owner, {
        ...itemOf(queue),
        annotations: [
          { label_id: queue.labelId, value: 4 },
          { label_id, value, ...(notes === undefined ? {} : { notes }) },
        ],
      });
    const field = "annotations.1.notes";
    for (const notes of [undefined, "", "  "])
      await expect(say("down", notes)).rejects.toMatchObject({
        kind: "invalid",
        detail: { fields: { [field]: ["Acceptable needs a note for this answer."] } },
      });
    expect((await detail(owner, queue)).annotations).toEqual([]);
    await say("up");
    await say("down", "It is rude.");
    expect((await detail(owner, queue)).annotations).toMatchObject([
      {},
      { value: { value: "down" }, notes: "It is rude." },
    ]);
  });

  test.each(["draft", "paused"])("a %s queue accepts no values", async (status) => {
    const queue = await createTestQueue(owner, organization, { items: 1, active: status !== "draft" });
    if (status === "paused") await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "paused" });
    await expect(submit(owner, queue, 4)).rejects.toMatchObject({ detail: { code: "queue_not_active" } });
  });

  test("a person outside the queue may not annotate", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await expect(submit(await member(), queue, 4)).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("completing", () => {
  test("needs the caller's own values, including required labels", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await expect(complete(owner, queue)).rejects.toMatchObject({
      message: "You must submit annotations before completing.",
    });
    const required = await createLabel(owner, {
      name: "Must",
      type: "thumbs_up_down",
      settings: {},
      allow_notes: false,
    });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: required.id, required: true });
    await submit(owner, queue, 4);
    await expect(complete(owner, queue)).rejects.toMatchObject({ detail: { code: "required_labels_missing" } });
    await submit(owner, queue, 4, { annotations: [{ label_id: required.id, value: "up" }] });
    expect(await complete(owner, queue)).toEqual({ completed_item_id: queue.itemIds[0], next_item: null });
    expect(await state(queue)).toMatchObject({ status: "completed", reserved_by: null });
  });

  test("takes two annotators where two are required, and then review follows", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await updateQueue(owner, { queue_id: queue.queue_id, requires_review: true });
    await submit(one, queue, 4);
    await complete(one, queue);
    expect(await state(queue)).toMatchObject({ status: "in_progress", review_status: null });
    expect(await listAnnotations(two, itemOf(queue))).toEqual([]);
    await submit(two, queue, 2);
    await complete(two, queue);
    expect(await state(queue)).toMatchObject({ status: "in_progress", workflow_status: "in_review" });
    expect(await listAnnotations(two, itemOf(queue))).toHaveLength(2);
    await expect(submit(one, queue, 1)).rejects.toMatchObject({ detail: { code: "item_in_review" } });
  });

  test("the last item completes the queue, and a new required label reopens it", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await submit(owner, queue, 4);
    await complete(owner, queue);
    const status = async () => (await getQueue(owner, { queue_id: queue.queue_id })).status;
    expect(await status()).toBe("completed");
    await submit(owner, queue, 5);
    expect(await status()).toBe("completed");
    const label = await createLabel(owner, { name: "Late", type: "thumbs_up_down", settings: {}, allow_notes: false });
    const added = await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: true });
    expect(added).toMatchObject({ reopened_items: 1, queue_status: "active" });
    expect(await state(queue)).toMatchObject({ status: "in_progress" });
    const next = await nextItem(owner, { queue_id: queue.queue_id, include_completed: false });
    expect(next.item?.id).toBe(queue.itemIds[0]);
    await submit(owner, queue, "up", { annotations: [{ label_id: label.id, value: "up" }] });
    await complete(owner, queue);
    expect(await status()).toBe("completed");
  });

  test("requiring more annotators later reopens the item, and requiring fewer completes it", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [one, two] });
    await submit(one, queue, 4);
    await complete(one, queue);
    await updateQueue(owner, { queue_id: queue.queue_id, annotations_required: 2 });
    expect(await state(queue)).toMatchObject({ status: "in_progress" });
    expect((await nextItem(two, { queue_id: queue.queue_id, include_completed: false })).item?.id).toBe(
      queue.itemIds[0],
    );
    await updateQueue(owner, { queue_id: queue.queue_id, annotations_required: 1 });
    expect(await state(queue)).toMatchObject({ status: "completed" });
  });

  test("more annotators reactivate a completed queue only if they reopen an item", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [one, two] });
    const { queue_id } = queue;
    await submit(one, queue, 4);
    await complete(one, queue);
    expect((await getQueue(owner, { queue_id })).status).toBe("completed");
    expect((await updateQueue(owner, { queue_id, name: `Renamed ${queue_id}` })).status).toBe("completed");
    expect((await updateQueue(owner, { queue_id, annotations_required: 2 })).status).toBe("active");
    expect((await nextItem(two, { queue_id, include_completed: false })).item?.id).toBe(queue.itemIds[0]);
    await submit(two, queue, 3);
    await complete(two, queue);
    expect((await getQueue(owner, { queue_id })).status).toBe("completed");
    await updateQueueStatus(owner, { queue_id, status: "paused" });
    expect((await updateQueue(owner, { queue_id, annotations_required: 3 })).status).toBe("paused");
  });
});

describe("blind annotation", () => {
  test("annotators see only their own values, and reviewers see all on request", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await submit(one, queue, 4, { item_notes: "one's note" });
    await submit(two, queue, 2);
    const seen = async (context: Context, query = {}) =>
      (await detail(context, queue, query)).annotations.map((score) => score.annotator);
    expect(await seen(two)).toEqual([two.caller.userId]);
    expect(await seen(two, { view_mode: "review" })).toEqual([two.caller.userId]);
    expect((await detail(two, queue)).span_notes).toEqual([]);
    expect(await seen(owner)).toEqual([]);
    expect(await seen(owner, { view_mode: "review" })).toHaveLength(2);
    expect(await seen(owner, { annotator_id: one.caller.userId })).toEqual([one.caller.userId]);
  });
});
