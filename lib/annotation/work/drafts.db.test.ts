// Drafts outlive whatever happens to an item's reservation, are their writer's alone, and never overwrite newer ones.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemDrafts, submissions } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { exportQueue } from "@/lib/annotation/export/download";
import { hardDeleteQueue } from "@/lib/annotation/queues/hard-delete";
import { getQueue, updateQueueStatus } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { nextItem, releaseItem } from "./claims";
import { annotateDetail, listAnnotations } from "./detail";
import { discardDraft, getDraft, saveDraft } from "./drafts";
import { submitAnnotations } from "./submissions";

const database = suiteDatabase(16);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const save = (context: Context, queue: TestQueue, value: unknown, revision: number | null = null) =>
  saveDraft(context, {
    ...itemOf(queue),
    annotations: [{ label_id: queue.labelId, value, notes: "why" }],
    item_notes: "half a thought",
    revision,
  });
const read = (context: Context, queue: TestQueue) => getDraft(context, itemOf(queue));
const stored = (queue: TestQueue) =>
  database.db
    .select()
    .from(itemDrafts)
    .where(eq(itemDrafts.itemId, queue.itemIds[0] ?? ""));
const later = (context: Context, minutes: number): Context => ({
  ...context,
  now: () => new Date(Date.now() + minutes * 60_000),
});
/** The draft that a refusal carries. */
async function refusedWith(saving: Promise<unknown>): Promise<unknown> {
  const error = await saving.catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: "conflict", detail: { code: "draft_outdated" } });
  return error instanceof Failure ? error.detail.facts?.draft : undefined;
}

describe("keeping a draft", () => {
  test("returns incomplete and invalid values unchanged, both directly and with the item", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    expect(await read(owner, queue)).toBeNull();
    const draft = await save(owner, queue, { rating: 99, note: [null] });
    expect(draft).toMatchObject({
      annotations: [{ label_id: queue.labelId, value: { rating: 99, note: [null] }, notes: "why" }],
      item_notes: "half a thought",
    });
    expect(await read(owner, queue)).toEqual(draft);
    expect((await annotateDetail(owner, { ...itemOf(queue), reserve: false })).draft).toEqual(draft);
  });

  test("does not count or export it as a score, or show it to others", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
    await save(annotator, queue, { rating: 4 });
    expect(await listAnnotations(owner, itemOf(queue))).toEqual([]);
    expect(await getQueueProgress(owner, { queue_id: queue.queue_id })).toMatchObject({ pending: 1, in_progress: 0 });
    const exported = (await exportQueue(owner, { queue_id: queue.queue_id, export_format: "json" })) as FileOutput;
    const text = await new Response(exported.content).text();
    expect(text).toContain(queue.itemIds[0]);
    expect(text).not.toContain("half a thought");
    expect(await read(owner, queue)).toBeNull();
    const seen = await annotateDetail(owner, { ...itemOf(queue), reserve: false, view_mode: "review" });
    expect([seen.draft, seen.annotations]).toEqual([null, []]);
  });

  test("is refused to people who may not annotate the item", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await expect(save(await member(), queue, 4)).rejects.toMatchObject({ kind: "forbidden" });
    const elsewhere = await createCaller(database.db, await createOrganization(database.db), "Owner");
    await expect(save(elsewhere, queue, 4)).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("a draft survives", () => {
  test("an expired reservation during editing, and another annotator's work meanwhile", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      reservationMinutes: 5,
    });
    const next = async (context: Context) =>
      (await nextItem(context, { queue_id: queue.queue_id, include_completed: false })).item;
    await next(one);
    const first = await save(one, queue, { rating: 2 });
    expect((await next(later(two, 6)))?.id).toBe(queue.itemIds[0]);
    const second = await save(later(one, 7), queue, { rating: 3 }, first.revision);
    await releaseItem(later(two, 8), itemOf(queue));
    const again = await annotateDetail(later(one, 9), { ...itemOf(queue), reserve: true });
    expect(again.draft).toEqual(second);
    expect(again.seat?.state).toBe("reserved");
  });

  test("a temporary pause of the queue", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const first = await save(owner, queue, 1);
    await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "paused" });
    const second = await save(owner, queue, 2, first.revision);
    expect(await read(owner, queue)).toEqual(second);
  });
});

describe("draft revisions", () => {
  test("an older tab is refused with the newest draft, and can then overwrite it", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const opened = await save(owner, queue, 1);
    const newer = await save(owner, queue, 2, opened.revision);
    expect(newer.revision).toBeGreaterThan(opened.revision);
    expect(await refusedWith(save(owner, queue, 3, opened.revision))).toEqual(newer);
    expect(await refusedWith(save(owner, queue, 3))).toEqual(newer);
    expect(await read(owner, queue)).toEqual(newer);
    expect((await save(owner, queue, 3, newer.revision)).annotations[0]?.value).toBe(3);
  });

  test("saving the same again, as after a lost answer, returns the same draft", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const opened = await save(owner, queue, 1);
    const saved = await save(owner, queue, 2, opened.revision);
    expect(await save(owner, queue, 2, opened.revision)).toEqual(saved);
  });

  test("of ten tabs that save at once, nine get a conflict, also for the first draft", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const race = async (revision: number | null, from: number) => {
      const saving = Array.from({ length: 10 }, (_, tab) => save(owner, queue, from + tab, revision));
      const outcomes = await Promise.allSettled(saving);
      const won = outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(won).toHaveLength(1);
      const draft = await read(owner, queue);
      expect(draft).toEqual(won[0]);
      for (const outcome of outcomes) {
        if (outcome.status === "rejected") expect(outcome.reason.detail.facts).toEqual({ draft });
      }
      return draft?.revision ?? null;
    };
    await race(await race(null, 1), 100);
  });

  test("an older tab cannot restore a draft that was submitted or discarded elsewhere", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const { revision } = await save(owner, queue, 1);
    await discardDraft(owner, itemOf(queue));
    expect(await refusedWith(save(owner, queue, 2, revision))).toBeNull();
    await save(owner, queue, 1);
    expect(await refusedWith(save(owner, queue, 2, revision))).toMatchObject({ annotations: [{ value: 1 }] });
  });
});

describe("ending a draft", () => {
  test("a submission deletes only the caller's draft, and a refused one keeps it", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await save(one, queue, 1);
    const kept = await save(two, queue, 2);
    const submit = (value: unknown) =>
      submitAnnotations(one, {
        ...itemOf(queue),
        annotations: [{ label_id: queue.labelId, value }],
        mutation_id: "once",
      });
    await expect(submit(99)).rejects.toMatchObject({ kind: "invalid" });
    expect(await read(one, queue)).not.toBeNull();
    await submit(4);
    expect([await read(one, queue), await read(two, queue)]).toEqual([null, kept]);
    const begun = await save(one, queue, 5);
    await submit(4);
    expect(await read(one, queue)).toEqual(begun);
  });

  test("discarding works twice, and removing an item deletes its drafts", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await save(owner, queue, 1);
    expect(await discardDraft(owner, itemOf(queue))).toEqual({ deleted: true });
    expect(await discardDraft(owner, itemOf(queue))).toEqual({ deleted: true });
    await save(owner, queue, 1);
    await bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds });
    expect(await stored(queue)).toEqual([]);
    await expect(save(owner, queue, 1)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("deleting a queue for good deletes its drafts and submission records", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await submitAnnotations(owner, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value: 4 }] });
    await save(owner, queue, 1);
    const { name } = await getQueue(owner, { queue_id: queue.queue_id });
    await hardDeleteQueue(owner, { queue_id: queue.queue_id, force: true, confirm_name: name });
    const left = await database.db
      .select()
      .from(submissions)
      .where(eq(submissions.itemId, queue.itemIds[0] ?? ""));
    expect([await stored(queue), left]).toEqual([[], []]);
  });

  test("concurrent saves and submissions cause no deadlock and leave nothing half done", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const acts = Array.from({ length: 24 }, (_, index) =>
      index % 3 === 0
        ? submitAnnotations(owner, {
            ...itemOf(queue),
            annotations: [{ label_id: queue.labelId, value: 1 + (index % 5) }],
          })
        : save(owner, queue, index),
    );
    const outcomes = await Promise.allSettled(acts);
    const broken = outcomes.filter((outcome) => outcome.status === "rejected" && !(outcome.reason instanceof Failure));
    expect(broken).toEqual([]);
    expect((await stored(queue)).length).toBeLessThanOrEqual(1);
  });
});
