import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { memberships } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { duplicateQueue } from "./duplicate-queue";
import { getQueueLosses, hardDeleteQueue } from "./hard-delete";
import { getQueue, updateQueue } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotator: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  [owner, annotator] = await Promise.all([
    createCaller(database.db, organization, "Owner"),
    createCaller(database.db, organization),
  ]);
});

const itemsOf = async (queue_id: string) =>
  (await listItems(owner, { queue_id, page: 1, limit: 100, ordering: "order" })).results;

describe("duplicating a queue", () => {
  test("makes a draft with the same settings, labels and people, without items or due date", async () => {
    const before = await createTestQueue(owner, organization, { items: 3, annotators: [annotator] });
    await updateQueue(owner, {
      queue_id: before.queue_id,
      instructions: "Read closely.",
      annotations_required: 2,
      due_date: "2026-12-04",
      source_layout: { fields: [{ field: "text", role: "main", width: "half" }], shows_expected: true },
    });
    const { queue, added } = await duplicateQueue(owner, {
      queue_id: before.queue_id,
      name: "Second round",
      with_items: false,
    });
    expect(added).toBe(0);
    expect(queue).toMatchObject({
      name: "Second round",
      status: "draft",
      instructions: "Read closely.",
      annotations_required: 2,
      due_date: null,
      source_layout: { shows_expected: true },
      labels: [{ label_id: before.labelId }],
    });
    const people = (annotators: { user_id: string; roles: string[] }[]) =>
      annotators.map(({ user_id, roles }) => `${user_id} ${roles}`).sort();
    const original = await getQueue(owner, { queue_id: before.queue_id });
    expect(people(queue.annotators)).toEqual(people(original.annotators));
  });

  test("with items copies the sources in order, without answers", async () => {
    const before = await createTestQueue(owner, organization, { items: 3, annotators: [annotator] });
    const [item_id = ""] = before.itemIds;
    const values = [{ label_id: before.labelId, value: { rating: 4 } }];
    await submitAnnotations(annotator, { queue_id: before.queue_id, item_id, annotations: values });
    const input = { queue_id: before.queue_id, name: "Again", with_items: true };
    const { queue, added } = await duplicateQueue(owner, input);
    expect(added).toBe(3);
    const [copies, originals] = await Promise.all([itemsOf(queue.id), itemsOf(before.queue_id)]);
    expect(copies.map(({ source_id }) => source_id)).toEqual(originals.map(({ source_id }) => source_id));
    expect(new Set(copies.map(({ status }) => status))).toEqual(new Set(["pending"]));
    await expect(duplicateQueue(owner, input)).rejects.toMatchObject({
      detail: { fields: { name: [expect.any(String)] } },
    });
  });

  test("requires a manager, and leaves out people who left the organization", async () => {
    const leaver = await createCaller(database.db, organization);
    const before = await createTestQueue(owner, organization, { items: 1, annotators: [annotator, leaver] });
    const input = { queue_id: before.queue_id, name: "Without the leaver", with_items: false };
    await expect(duplicateQueue(annotator, input)).rejects.toMatchObject({ kind: "forbidden" });
    await database.db
      .delete(memberships)
      .where(and(eq(memberships.userId, leaver.caller.userId), eq(memberships.organizationId, organization.id)));
    const { queue } = await duplicateQueue(owner, input);
    expect(queue.annotators.map(({ user_id }) => user_id)).not.toContain(leaver.caller.userId);
  });
});

describe("losses of a deletion", () => {
  test("are counted before the deletion", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2, annotators: [annotator] });
    const { queue_id } = queue;
    const none = { items: 2, annotations: 0, annotators: 0, discussions: 0, exports: 0 };
    const { name, ...counts } = await getQueueLosses(owner, { queue_id });
    expect(counts).toEqual(none);
    const [item_id = ""] = queue.itemIds;
    const annotations = [{ label_id: queue.labelId, value: { rating: 2 } }];
    await submitAnnotations(annotator, { queue_id, item_id, annotations });
    expect(await getQueueLosses(owner, { queue_id })).toEqual({ name, ...none, annotations: 1, annotators: 1 });
    await expect(getQueueLosses(annotator, { queue_id })).rejects.toMatchObject({ kind: "forbidden" });
    await hardDeleteQueue(owner, { queue_id, force: true, confirm_name: name });
    await expect(getQueueLosses(owner, { queue_id })).rejects.toMatchObject({ kind: "notFound" });
  });
});
