// Who gets, holds and sees an item, over HTTP: the cases 67, 68, 70, 72 and 73 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { itemSeats } from "@/db/schema";
import {
  contextsOf,
  itemPath,
  itemsPath,
  type Person,
  queuesPath,
  suiteHouse,
  work,
} from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  /** The place of the next item in its queue, or null. */
  const next = async (caller: Person, queue: TestQueue, query = "") => {
    const { item } = (await caller.ok("GET", `${itemsPath(queue, "next-item/")}${query}`)).result;
    return item && queue.itemIds.indexOf(item.id);
  };
  const open = async (caller: Person, queue: TestQueue, query = "", index = 0) =>
    (await caller.ok("GET", itemPath(queue, index, `annotate-detail/${query}`))).result;
  const expire = (queue: TestQueue) =>
    house.server.db
      .update(itemSeats)
      .set({ expiresAt: new Date(Date.now() - 1000) })
      .where(eq(itemSeats.queueId, queue.queue_id));
  const free = { reserved_by: null, reserved_by_name: null, reservation_expires_at: null };

  test("the next item is the first free one in order that is not done (case 67)", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 3, annotators: contextsOf([one, two]), requiresReview: true });
    expect(await next(one, queue)).toBe(0);
    expect(await next(two, queue)).toBe(1);
    await work(two, queue, 1);
    const feedback = { action: "request_changes", notes: "Look again." };
    await house.owner.ok("POST", itemPath(queue, 1, "review/"), feedback);
    expect(await next(two, queue)).toBe(1);
    expect(await next(two, queue, "?exclude_review_status=rejected")).toBe(2);
    await one.refused(400, "GET", itemsPath(queue, "next-item/?includeCompleted=true"), undefined, "includeCompleted");
  });

  test("up to two hundred items can be excluded; more are refused with the field named", async () => {
    const queue = await house.queue({ items: 1 });
    const path = (count: number) =>
      itemsPath(queue, `next-item/?exclude=${Array.from({ length: count }, () => randomUUID()).join(",")}`);
    await house.owner.ok("GET", path(200));
    await house.owner.refused(400, "GET", path(201), undefined, "exclude");
  });

  test("completed items come only on request, so that a loop over a queue ends (case 67)", async () => {
    const queue = await house.queue({ items: 2 });
    await work(house.owner, queue, 0);
    expect(await next(house.owner, queue)).toBe(1);
    await work(house.owner, queue, 1, 4, false);
    const excluded = `exclude=${queue.itemIds[1]}`;
    expect(await next(house.owner, queue, `?${excluded}`)).toBeNull();
    expect(await next(house.owner, queue, `?${excluded}&include_completed=true`)).toBe(0);
    await work(house.owner, queue, 1);
    expect(await house.owner.ok("GET", `${queuesPath}${queue.queue_id}/`)).toMatchObject({ status: "completed" });
    expect(await next(house.owner, queue)).toBeNull();
    expect(await next(house.owner, queue, "?include_completed=true")).toBe(0);
    const empty = await house.queue({ items: 0 });
    expect(await next(house.owner, empty)).toBeNull();
  });

  test("the item before another is the previous one, and null for an unknown item (case 67)", async () => {
    const queue = await house.queue({ items: 3 });
    expect(await next(house.owner, queue, `?before=${queue.itemIds[2]}`)).toBe(1);
    expect(await next(house.owner, queue, `?before=${queue.itemIds[0]}`)).toBeNull();
    expect(await next(house.owner, queue, `?before=${randomUUID()}`)).toBeNull();
  });

  test("with manual assignment, annotators get only their own assigned items (case 67)", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 3, annotators: contextsOf([one, two]), autoAssign: false });
    const assign = { item_ids: queue.itemIds.slice(1, 2), user_ids: [one.id] };
    await house.owner.ok("POST", itemsPath(queue, "assign/"), assign);
    expect(await next(one, queue)).toBe(1);
    expect(await next(two, queue)).toBeNull();
    expect(await next(house.owner, queue)).toBe(0);
    expect(await next(house.owner, queue, `?exclude=${queue.itemIds[0]}`)).toBe(2);
  });

  test("only people who may annotate in the queue get work (case 67)", async () => {
    const [one = house.owner, outsider = house.owner, reviewer = house.owner] = await house.people(3);
    const queue = await house.queue({ items: 2, annotators: contextsOf([one]), reviewers: contextsOf([reviewer]) });
    for (const caller of [outsider, reviewer]) {
      expect(await next(caller, queue)).toBeNull();
      await caller.refused(403, "GET", itemPath(queue, 0, "annotate-detail/?reserve=true"));
      await caller.refused(403, "POST", itemPath(queue, 0, "complete/"), {});
    }
    expect(await house.server.db.select().from(itemSeats).where(eq(itemSeats.queueId, queue.queue_id))).toEqual([]);
    expect(await next(one, queue)).toBe(0);
  });

  test("an item's detail has queue, form, values and progress, and reserves on request (case 68)", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 1, annotators: contextsOf([one, two]) });
    const plain = await open(one, queue);
    expect(plain).toMatchObject({
      item: { id: queue.itemIds[0], source_content: { fields: { input: "Row 0" } }, ...free },
      queue: { id: queue.queue_id, status: "active" },
      labels: [{ label_id: queue.labelId, type: "star", required: false }],
      annotations: [],
      progress: { total: 1, completed: 0, current_position: 1 },
    });
    const before = Date.now();
    const { item } = await open(one, queue, "?reserve=true");
    expect(item).toMatchObject({ reserved_by: one.id, reserved_by_name: "Ada Example" });
    expect(Date.parse(item.reservation_expires_at)).toBeGreaterThan(before);
    const refusal = await two.refused(409, "GET", itemPath(queue, 0, "annotate-detail/?reserve=true"));
    expect(refusal).toMatchObject({ type: "conflict", code: "item_reserved" });
    expect((await open(two, queue)).item).toMatchObject({ reserved_by: one.id });
    await expire(queue);
    expect((await open(two, queue, "?reserve=true")).item).toMatchObject({ reserved_by: two.id });
  });

  test("the holder can release a reservation, but another annotator cannot (case 70)", async () => {
    const [holder = house.owner, other = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 1, annotators: contextsOf([holder, other]) });
    const release = itemPath(queue, 0, "release/");
    await open(holder, queue, "?reserve=true");
    await other.refused(400, "POST", release);
    expect((await open(other, queue)).item).toMatchObject({ reserved_by: holder.id });
    expect((await holder.ok("POST", release, {})).result).toEqual({ released: true });
    expect((await open(other, queue)).item).toMatchObject(free);
    expect((await other.ok("POST", release)).result).toEqual({ released: true });
    await holder.refused(404, "POST", itemsPath(queue, `${randomUUID()}/release/`));
    await open(holder, queue, "?reserve=true");
    await expire(queue);
    expect((await other.ok("POST", release)).result).toEqual({ released: true });
  });

  test("annotators see own values; managers and reviewers see all in a review only (case 72)", async () => {
    const [one = house.owner, two = house.owner, reviewer = house.owner] = await house.people(3);
    const roles = { annotators: contextsOf([one, two]), reviewers: contextsOf([reviewer]) };
    const queue = await house.queue({ items: 1, annotationsRequired: 2, ...roles });
    await work(one, queue, 0, 4, false);
    await work(two, queue, 0, 2, false);
    const seenBy = async (caller: Person, query = "") =>
      (await open(caller, queue, query)).annotations.map((score: { annotator: string }) => score.annotator);
    for (const query of ["", "?view_mode=review", "?include_all_annotations=true", `?annotator_id=${one.id}`]) {
      expect(await seenBy(two, query)).toEqual([two.id]);
    }
    expect((await seenBy(house.owner, "?view_mode=review")).sort()).toEqual([one.id, two.id].sort());
    expect((await seenBy(reviewer, "?view_mode=review")).sort()).toEqual([one.id, two.id].sort());
    expect(await seenBy(reviewer)).toEqual([]);
    await one.refused(
      400,
      "GET",
      itemPath(queue, 0, "annotate-detail/?annotator_id=somebody"),
      undefined,
      "annotator_id",
    );
  });

  test("an item lists the annotations of all annotators with their score source (case 73)", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 1, annotators: contextsOf([one, two]), annotationsRequired: 2 });
    await work(one, queue, 0, 4);
    await work(two, queue, 0, 2, false);
    const list = async (caller: Person) => (await caller.ok("GET", itemPath(queue, 0, "annotations/"))).result;
    expect(await list(house.owner)).toMatchObject([
      { annotator: two.id, value: { rating: 2 }, score_source: "human" },
      { annotator: one.id, value: { rating: 4 }, score_source: "human" },
    ]);
    expect(await list(one)).toHaveLength(2);
    expect(await list(two)).toMatchObject([{ annotator: two.id }]);
    await house.owner.ok("POST", `${queuesPath}${queue.queue_id}/remove-label/`, { label_id: queue.labelId });
    expect(await list(house.owner)).toEqual([]);
  });
});
