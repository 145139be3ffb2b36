// Gold items: how they are made and unmade, who sees them, and that annotators cannot tell their copies from work.
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems, queues } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { bulkRemoveItems, listItems } from "@/lib/annotation/contents/items";
import { getItem } from "@/lib/annotation/contents/single-item";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { listQueues } from "@/lib/annotation/queues/list-queues";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { queuesForSource } from "@/lib/annotation/queues/source-queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { nextToReview } from "@/lib/annotation/review/review-items";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { queueAccess } from "@/lib/annotation/scope/loaders";
import { scoresForSource } from "@/lib/annotation/scores/scores";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem, releaseItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail, listAnnotations } from "@/lib/annotation/work/detail";
import { skipItem } from "@/lib/annotation/work/skip";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import type { Item } from "@/lib/contracts/annotation/items";
import { getGold, setGold } from "./gold";

const database = suiteDatabase(16);
let organization: TestOrganization;
let manager: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const people = (count: number) =>
  Promise.all(Array.from({ length: count }, () => createCaller(database.db, organization)));
const page = { page: 1, ordering: "order" } as const;
const next = async (context: Context, { queue_id }: TestQueue) =>
  (await nextItem(context, { queue_id, include_completed: false })).item;
const submit = (context: Context, { queue_id, labelId }: TestQueue, item_id: string, rating = 4) =>
  submitAnnotations(context, { queue_id, item_id, annotations: [{ label_id: labelId, value: { rating } }] });
const complete = async (context: Context, queue: TestQueue, item_id: string, rating = 4) => {
  await submit(context, queue, item_id, rating);
  return (await completeItem(context, { queue_id: queue.queue_id, item_id })).next_item;
};
const setAnswer = ({ queue_id, labelId }: TestQueue, item_id = "", rating: number | null = 5) =>
  setGold(manager, { queue_id, item_id, answers: rating === null ? [] : [{ label_id: labelId, value: { rating } }] });
const rowOf = async (id: string) => {
  const [row] = await database.db.select().from(queueItems).where(eq(queueItems.id, id));
  if (!row) throw new Error("no such item");
  return row;
};
/** A queue that gives every annotator its first `gold` items as gold, one in two at most. */
interface GoldOptions extends Partial<Parameters<typeof createTestQueue>[2]> {
  gold?: number;
  percent?: number;
}
async function goldQueue(annotators: Context[], options: GoldOptions = {}) {
  const { items = 12, gold = 4, percent = 50, ...settings } = options;
  const queue = await createTestQueue(manager, organization, { items, annotators, ...settings });
  for (const id of queue.itemIds.slice(0, gold)) await setAnswer(queue, id);
  await updateQueue(manager, { queue_id: queue.queue_id, gold_percent: percent });
  return queue;
}
/** Everything that an annotator is given, in order, each completed. */
async function workThrough(annotator: Context, queue: TestQueue): Promise<string[]> {
  const done: string[] = [];
  for (let item = await next(annotator, queue); item; ) {
    done.push(item.id);
    item = await complete(annotator, queue, item.id);
  }
  return done;
}
const total = async ({ queue_id }: TestQueue) => (await getQueueProgress(manager, { queue_id })).total;

describe("making gold", () => {
  test("takes an item out of the work; without answers it becomes work again and reopens its queue", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 2, annotators: [annotator] });
    const [first = ""] = queue.itemIds;
    expect(await setAnswer(queue, first)).toMatchObject({
      is_gold: true,
      copies: 0,
      answers: [{ value: { rating: 5 } }],
    });
    expect(await setAnswer(queue, first, 3)).toMatchObject({ answers: [{ value: { rating: 3 } }] });
    expect(await total(queue)).toBe(1);
    expect(await workThrough(annotator, queue)).toEqual([queue.itemIds[1]]);
    expect((await database.db.select().from(queues).where(eq(queues.id, queue.queue_id)))[0]?.status).toBe("completed");
    expect(await setAnswer(queue, first, null)).toMatchObject({ is_gold: false, answers: [] });
    expect(await total(queue)).toBe(2);
    expect((await next(annotator, queue))?.id).toBe(first);
  });

  test("is refused for an item that somebody has taken, and for labels or values foreign to the queue", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await createTestQueue(manager, organization, { items: 2, annotators: [annotator] });
    const { queue_id, labelId, itemIds } = queue;
    const [item_id = "", other = ""] = itemIds;
    await next(annotator, queue);
    await expect(setAnswer(queue, item_id)).rejects.toMatchObject({ kind: "conflict", detail: { code: "item_taken" } });
    await complete(annotator, queue, item_id);
    await expect(setAnswer(queue, item_id)).rejects.toMatchObject({ detail: { code: "item_taken" } });
    for (const answer of [
      { label_id: crypto.randomUUID(), value: { rating: 5 } },
      { label_id: labelId, value: { rating: 9 } },
      { label_id: labelId, value: null },
    ]) {
      const input = { queue_id, item_id: other, answers: [answer] };
      await expect(setGold(manager, input)).rejects.toMatchObject({ kind: "invalid" });
    }
    expect(await rowOf(other)).toMatchObject({ purpose: "work" });
  });

  test("when a claim and a manager want the same item at once, only one gets it", async () => {
    for (let round = 0; round < 8; round += 1) {
      const [annotator] = await people(1);
      if (!annotator) return;
      const queue = await createTestQueue(manager, organization, { items: 1, annotators: [annotator] });
      const [made, claimed] = await Promise.allSettled([setAnswer(queue, queue.itemIds[0]), next(annotator, queue)]);
      const isTaken = claimed.status === "fulfilled" && claimed.value !== null;
      expect(made.status).toBe(isTaken ? "rejected" : "fulfilled");
    }
  });

  test("is for managers only, and gold items that were handed out stay gold", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await goldQueue([annotator], { items: 30, gold: 2 });
    const [item_id = ""] = queue.itemIds;
    const input = { queue_id: queue.queue_id, item_id };
    expect((await annotateDetail(manager, { ...input, reserve: true })).seat).toBeNull();
    await expect(annotateDetail(annotator, { ...input, reserve: true })).rejects.toMatchObject({ kind: "notFound" });
    await expect(submit(manager, queue, item_id)).rejects.toMatchObject({ detail: { code: "item_is_check" } });
    await expect(getGold(annotator, input)).rejects.toMatchObject({ kind: "forbidden" });
    await expect(setGold(annotator, { ...input, answers: [] })).rejects.toMatchObject({ kind: "forbidden" });
    await workThrough(annotator, queue);
    const used = await Promise.all(
      queue.itemIds.slice(0, 2).map(async (id) => (await getGold(manager, { ...input, item_id: id })).copies),
    );
    const usedItem = queue.itemIds[used.indexOf(1)];
    await expect(setAnswer(queue, usedItem, null)).rejects.toMatchObject({ detail: { code: "gold_in_use" } });
    const copies = await listItems(manager, { queue_id: queue.queue_id, ...page, purpose: ["gold_copy"] });
    await expect(setAnswer(queue, copies.results[0]?.id)).rejects.toMatchObject({ detail: { code: "item_is_check" } });
  });
});

describe("handing out gold items", () => {
  test("parallel annotators get each gold item at most once, and complete all other work as usual", async () => {
    const annotators = await people(6);
    const queue = await goldQueue(annotators, { items: 60, gold: 5 });
    const done = await Promise.all(annotators.map((annotator) => workThrough(annotator, queue)));
    const rows = await Promise.all(done.flat().map(rowOf));
    const work = rows.filter((row) => row.purpose === "work").map((row) => row.id);
    expect(new Set(work).size).toBe(55);
    expect(work).toHaveLength(55);
    const copies = rows.filter((row) => row.purpose === "gold_copy");
    expect(copies.length).toBeGreaterThan(0);
    expect(new Set(copies.map((row) => `${row.copyOf} ${row.copyFor}`)).size).toBe(copies.length);
    const progress = await getQueueProgress(manager, { queue_id: queue.queue_id });
    expect(progress).toMatchObject({ total: 55, completed: 55, progress_pct: 100 });
    const [row] = await database.db.select().from(queues).where(eq(queues.id, queue.queue_id));
    expect(row?.status).toBe("completed");
  });

  test("one annotator's parallel requests get the same item, gold or not", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await goldQueue([annotator], { items: 30 });
    for (let round = 0; round < 16; round += 1) {
      const items = await Promise.all(Array.from({ length: 6 }, () => next(annotator, queue)));
      expect(new Set(items.map((item) => item?.id)).size).toBe(1);
      await complete(annotator, queue, items[0]?.id ?? "");
    }
    const made = await database.db.execute(sql`
      select 1 from queue_items where queue_id = ${queue.queue_id} and copy_of is not null`);
    expect(made.length).toBeGreaterThan(0);
  });

  test("a skipped or released copy comes back like other items, and only to the same annotator", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await goldQueue([annotator, other], { items: 30, gold: 3 });
    const copy = await firstCopy(annotator, queue);
    const input = { queue_id: queue.queue_id, item_id: copy };
    await expect(getItem(other, input)).rejects.toMatchObject({ kind: "notFound" });
    await expect(skipItem(other, input)).rejects.toMatchObject({ kind: "notFound" });
    await expect(submit(other, queue, copy)).rejects.toMatchObject({ kind: "notFound" });
    await releaseItem(annotator, input);
    expect(await next(other, queue)).not.toMatchObject({ id: copy });
    expect((await next(annotator, queue))?.id).toBe(copy);
    await skipItem(annotator, input);
    expect(await rowOf(copy)).toMatchObject({ status: "pending", openSeats: 1 });
    const rest = await workThrough(other, queue);
    expect(rest).not.toContain(copy);
  });

  async function firstCopy(annotator: Context, queue: TestQueue): Promise<string> {
    for (let item = await next(annotator, queue); item; item = await complete(annotator, queue, item.id)) {
      if ((await rowOf(item.id)).purpose === "gold_copy") return item.id;
    }
    throw new Error("no copy was handed out");
  }

  test("with manual assignment a copy is assigned like the item that it replaces", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await goldQueue([annotator, other], { items: 30, gold: 4, autoAssign: false });
    const { queue_id } = queue;
    const work = queue.itemIds.slice(4);
    const both = [annotator, other].map((person) => person.caller.userId);
    await assignItems(manager, { queue_id, item_ids: work, user_ids: both, action: "set" });
    const copy = await firstCopy(annotator, queue);
    const item = await getItem(annotator, { queue_id, item_id: copy });
    expect(item.assigned_users.map((person) => person.id).sort()).toEqual([...both].sort());
    await releaseItem(annotator, { queue_id, item_id: copy });
    expect((await next(annotator, queue))?.id).toBe(copy);
    await complete(annotator, queue, copy);
    await complete(other, queue, await firstCopy(other, queue));
    const { user_progress: own } = await getQueueProgress(other, { queue_id });
    expect(own.total).toBe(work.length);
    expect(await workThrough(other, queue)).not.toContain(copy);
  });

  test("a copy in hand when the queue completes can be finished, and the queue stays completed", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await goldQueue([annotator, other], { items: 30, gold: 2 });
    const copy = await firstCopy(annotator, queue);
    await workThrough(other, queue);
    const statusNow = async () =>
      (await database.db.select().from(queues).where(eq(queues.id, queue.queue_id)))[0]?.status;
    expect(await statusNow()).toBe("completed");
    expect((await next(annotator, queue))?.id).toBe(copy);
    expect(await next(other, queue)).toBeNull();
    expect(await complete(annotator, queue, copy)).toBeNull();
    expect(await rowOf(copy)).toMatchObject({ status: "completed" });
    await undoItem(annotator, { queue_id: queue.queue_id, item_id: copy });
    expect(await statusNow()).toBe("completed");
    expect(await rowOf(copy)).toMatchObject({ status: "pending" });
  });

  test("queues without a percentage hand out no copies", async () => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await goldQueue([annotator], { percent: 0 });
    expect(await workThrough(annotator, queue)).toEqual(queue.itemIds.slice(4));
  });
});

describe("the annotator's view", () => {
  test.each([
    ["of one annotator an item", { annotationsRequired: 1 }],
    ["with review", { requiresReview: true }],
    ["of two annotators an item", { annotationsRequired: 2 }],
  ])("in a queue %s a copy behaves and looks like work at every step", async (_, options) => {
    const [annotator] = await people(1);
    if (!annotator) return;
    const queue = await goldQueue([annotator], { items: 30, gold: 6, ...options });
    const seen: Record<string, Set<string>> = { work: new Set(), gold_copy: new Set() };
    // From the first item on, completing one hands out the next.
    await complete(annotator, queue, (await next(annotator, queue))?.id ?? "");
    let before = await look(annotator, queue);
    for (let turn = 0; turn < 12; turn += 1) {
      const item = await next(annotator, queue);
      const claimed = await look(annotator, queue, item?.id);
      await submit(annotator, queue, item?.id ?? "");
      const submitted = await look(annotator, queue, item?.id);
      await completeItem(annotator, { queue_id: queue.queue_id, item_id: item?.id ?? "" });
      const completed = await look(annotator, queue, item?.id);
      const steps = [before, claimed, submitted, completed];
      seen[(await rowOf(item?.id ?? "")).purpose]?.add(JSON.stringify(steps.map((step) => difference(step, before))));
      before = { ...completed, detail: {} };
    }
    expect(seen.gold_copy?.size).toBeGreaterThan(0);
    expect([...(seen.gold_copy ?? [])].sort()).toEqual([...(seen.work ?? [])].sort());
  });

  /** Figures, and the item as far as one is like another: no ids, times, places or sources. */
  async function look(annotator: Context, { queue_id }: TestQueue, item_id?: string) {
    const {
      annotator_stats,
      progress_pct: _,
      user_progress,
      ...figures
    } = await getQueueProgress(annotator, { queue_id });
    const { progress_pct: __, ...own } = user_progress;
    const [me] = annotator_stats.filter((person) => person.user_id === annotator.caller.userId);
    const { name: ___, user_id: ____, ...stats } = me ?? { name: "", user_id: "" };
    const { results } = await listQueues(annotator, { page: 1, include_counts: true, archived: false, limit: 100 });
    const listed = results.find((queue) => queue.id === queue_id);
    const counts = { item_count: listed?.item_count, completed_count: listed?.completed_count };
    const detail = item_id ? shapeOf(await annotateDetail(annotator, { queue_id, item_id, reserve: false })) : {};
    return {
      figures: {
        ...prefix("queue", figures),
        ...prefix("own", own),
        ...prefix("stats", stats),
        ...prefix("listed", counts),
      },
      detail,
    };
  }

  const prefix = (name: string, figures: object) =>
    Object.fromEntries(Object.entries(figures).map(([key, value]) => [`${name}.${key}`, Number(value)]));

  function shapeOf({ item, progress, seat, annotations }: Awaited<ReturnType<typeof annotateDetail>>) {
    const { id: _, source_id: __, source_preview: ___, source_content: ____, created_at, completed_at, ...rest } = item;
    const { order: _____, reservation_expires_at, ...same } = rest;
    return {
      ...same,
      completed: completed_at !== null,
      created: created_at !== "",
      reserved: reservation_expires_at !== null,
      total: progress.total,
      seat: seat?.state,
      values: annotations.length,
    };
  }

  type Look = Awaited<ReturnType<typeof look>>;
  const difference = (now: Look, before: Look) => ({
    detail: now.detail,
    figures: Object.fromEntries(
      Object.entries(now.figures).map(([key, value]) => [key, value - (before.figures[key] ?? 0)]),
    ),
  });

  test.each([
    ["", {}],
    [" with review", { requiresReview: true }],
  ])(
    "of two annotators an item%s, neither who is ahead nor who comes after tells a copy from work",
    async (_, more) => {
      const [ahead, behind, reviewer] = await people(3);
      if (!ahead || !behind || !reviewer) return;
      const queue = await goldQueue([ahead, behind], {
        items: 24,
        gold: 6,
        annotationsRequired: 2,
        reviewers: [reviewer],
        ...more,
      });
      const { queue_id } = queue;
      const first = await workAlike(ahead, queue);
      const second = await workAlike(behind, queue);
      for (const [person, done] of [
        [ahead, first],
        [behind, second],
      ] as const) {
        await expectAlike(person, queue, done);
      }
      const access = await queueAccess(reviewer.db, reviewer.caller, queue_id);
      let approvals = 0;
      for (let item = await nextToReview(reviewer, access, { view_mode: "review" }, []); item; approvals += 1) {
        await reviewItem(reviewer, { queue_id, item_id: item.id, action: "approve", label_comments: [] });
        item = await nextToReview(reviewer, access, { view_mode: "review" }, []);
      }
      expect(approvals).toBe("requiresReview" in more ? 18 : 0);
      for (const [person, done] of [
        [ahead, first],
        [behind, second],
      ] as const) {
        await expectAlike(person, queue, done);
      }
    },
  );

  /** Works through the queue, and expects that each step of a copy looks like the same step of work. */
  async function workAlike(annotator: Context, queue: TestQueue): Promise<string[]> {
    const seen = { work: new Set<string>(), gold_copy: new Set<string>() };
    const done: string[] = [];
    const { queue_id } = queue;
    for (let item = await next(annotator, queue); item; item = await next(annotator, queue)) {
      const item_id = item.id;
      const steps: object[] = [stateOf(item)];
      const look = async () => {
        const detail = await annotateDetail(annotator, { queue_id, item_id, reserve: true });
        const { total: _, ...rest } = shapeOf(detail);
        steps.push(rest, { notes: detail.span_notes.length }, stateOf(await getItem(annotator, { queue_id, item_id })));
      };
      await look();
      await submitAnnotations(annotator, {
        queue_id,
        item_id,
        annotations: [{ label_id: queue.labelId, value: { rating: 4 } }],
        item_notes: "A note",
      });
      await look();
      await completeItem(annotator, { queue_id, item_id });
      await look();
      const { purpose } = await rowOf(item_id);
      if (purpose === "work" || purpose === "gold_copy") seen[purpose].add(JSON.stringify(steps));
      done.push(item_id);
    }
    expect(seen.gold_copy.size).toBe(1);
    expect([...seen.work]).toEqual([...seen.gold_copy]);
    return done;
  }

  const stateOf = ({ id: _, source_id: __, source_preview: ___, created_at: ____, ...rest }: Item) => ({
    ...rest,
    completed_at: rest.completed_at !== null,
    reservation_expires_at: rest.reservation_expires_at !== null,
  });

  /** Everything that the annotator has done is in the same state, under every filter, and no answer shows other people's. */
  async function expectAlike(annotator: Context, { queue_id }: TestQueue, done: readonly string[]): Promise<void> {
    const list = async (filters: object) =>
      (await listItems(annotator, { queue_id, ...page, limit: 100, ...filters })).results;
    const mine = (await list({})).filter(({ id }) => done.includes(id));
    expect(mine).toHaveLength(done.length);
    expect(new Set(mine.map((item) => JSON.stringify(stateOf(item)))).size).toBe(1);
    for (const status of ["pending", "in_progress", "in_review", "resubmitted", "completed", "skipped"] as const) {
      const listed = await list({ status: [status] });
      const isHere = mine[0]?.workflow_status === status;
      expect(listed.filter(({ id }) => done.includes(id))).toHaveLength(isHere ? done.length : 0);
      expect(listed.every((item) => item.workflow_status === status)).toBe(true);
    }
    for (const review_status of ["pending_review", "approved"] as const) {
      const listed = await list({ review_status });
      const isHere = mine[0]?.review_status === review_status;
      expect(listed.filter(({ id }) => done.includes(id))).toHaveLength(isHere ? done.length : 0);
      const input = { queue_id, include_completed: true, review_status };
      expect((await nextItem(annotator, input)).item === null).toBe(!isHere);
    }
    const opened = new Set<string>();
    for (const item of mine) {
      const { id: item_id, source_id, source_type } = item;
      const { result: scores } = await scoresForSource(annotator, { source_type, source_id });
      const [entry] = await queuesForSource(annotator, { source_type, source_id });
      const annotations = await listAnnotations(annotator, { queue_id, item_id });
      const detail = await annotateDetail(annotator, { queue_id, item_id, reserve: false });
      const counts = [scores.length, annotations.length, detail.span_notes.length, entry?.span_notes.length];
      opened.add(JSON.stringify([...counts, entry?.item?.status]));
    }
    expect([...opened]).toHaveLength(1);
    // Who has nothing left sees how much work the queue has.
    const { total, work, user_progress } = await getQueueProgress(annotator, { queue_id });
    expect([total, work?.total, user_progress.completed]).toEqual([done.length, 18, done.length]);
  }

  test("positions count up by one, with or without copies, and lists show what the annotator received", async () => {
    const [annotator, other] = await people(2);
    if (!annotator || !other) return;
    const queue = await goldQueue([annotator, other], { items: 40, gold: 6 });
    const positions: number[] = [];
    const claimed: string[] = [];
    for (let turn = 0; turn < 16; turn += 1) {
      const item = await next(annotator, queue);
      claimed.push(item?.id ?? "");
      expect(item).not.toHaveProperty("purpose");
      const detail = await annotateDetail(annotator, {
        queue_id: queue.queue_id,
        item_id: item?.id ?? "",
        reserve: false,
      });
      positions.push(detail.progress.current_position ?? 0);
      await complete(annotator, queue, item?.id ?? "");
    }
    const purposes = await Promise.all(claimed.map(async (id) => (await rowOf(id)).purpose));
    expect(purposes).toContain("gold_copy");
    expect(positions).toEqual([...positions].sort((left, right) => left - right));
    const mine = await listItems(annotator, { queue_id: queue.queue_id, ...page, limit: 100 });
    expect(mine.results.map((item) => item.id)).toEqual(expect.arrayContaining(claimed));
    expect(mine.results.some((item) => "purpose" in item || queue.itemIds.slice(0, 6).includes(item.id))).toBe(false);
    const others = await listItems(other, { queue_id: queue.queue_id, ...page, limit: 100 });
    expect(others.count).toBe(34);
    await expect(listItems(annotator, { queue_id: queue.queue_id, ...page, purpose: ["gold"] })).rejects.toMatchObject({
      kind: "forbidden",
    });
    const managers = await listItems(manager, { queue_id: queue.queue_id, ...page, limit: 100 });
    expect(managers.results.filter((item) => item.purpose === "gold")).toHaveLength(6);
    expect(managers.count).toBe(40);
  });
});

describe("apart from the work", () => {
  test("reviewers never get copies, and copies are deleted with their gold item", async () => {
    const [annotator, reviewer] = await people(2);
    if (!annotator || !reviewer) return;
    const queue = await goldQueue([annotator], { items: 30, gold: 4, requiresReview: true, reviewers: [reviewer] });
    const done = await workThrough(annotator, queue);
    const access = await queueAccess(reviewer.db, reviewer.caller, queue.queue_id);
    const waiting: string[] = [];
    for (;;) {
      const item = await nextToReview(reviewer, access, { view_mode: "review" }, waiting);
      if (!item) break;
      waiting.push(item.id);
    }
    const copies = done.filter((id) => !queue.itemIds.includes(id));
    expect(copies.length).toBeGreaterThan(0);
    expect(waiting.sort()).toEqual(queue.itemIds.slice(4).sort());
    const review = {
      queue_id: queue.queue_id,
      item_id: copies[0] ?? "",
      action: "approve" as const,
      label_comments: [],
    };
    await expect(reviewItem(reviewer, review)).rejects.toMatchObject({ detail: { code: "item_is_check" } });
    expect(await bulkRemoveItems(manager, { queue_id: queue.queue_id, item_ids: queue.itemIds.slice(0, 4) })).toEqual({
      removed: 4,
    });
    expect((await Promise.all(copies.map(rowOf))).every((row) => row.deletedAt !== null)).toBe(true);
  });
});
