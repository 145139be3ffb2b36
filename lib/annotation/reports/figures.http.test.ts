// Figures that people act on: what is left for them, what they may review, what was done on which day.
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

  const read = async (caller: Person, queue: TestQueue, report: string) =>
    (await caller.ok("GET", `${queuesPath}${queue.queue_id}/${report}`)).result;
  const leftFor = async (caller: Person, queue: TestQueue) =>
    (await read(caller, queue, "progress/")).user_progress.left;
  const next = async (caller: Person, queue: TestQueue) =>
    (await caller.ok("GET", itemsPath(queue, "next-item/"))).result.item?.id;

  test("a person's items left match what next-item offers, without the work of others", async () => {
    const [one = house.owner, two = house.owner, reviewer = house.owner] = await house.people(3);
    const roles = { annotators: contextsOf([one, two]), reviewers: contextsOf([reviewer]) };
    const queue = await house.queue({ items: 6, ...roles });
    expect([await leftFor(one, queue), await leftFor(two, queue), await leftFor(reviewer, queue)]).toEqual([6, 6, 0]);
    await work(one, queue, 0); // and holds the second
    expect(await next(two, queue)).toBe(queue.itemIds[2]);
    expect([await leftFor(one, queue), await leftFor(two, queue)]).toEqual([4, 4]);
    await one.ok("POST", itemPath(queue, 1, "skip/"), {}); // and holds the fourth
    expect([await leftFor(one, queue), await leftFor(two, queue)]).toEqual([3, 4]);
  });

  test("with several annotators per item, only one's own answers count as done", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 3, annotators: contextsOf([one, two]), annotationsRequired: 2 });
    await work(one, queue, 0);
    await work(one, queue, 1);
    expect([await leftFor(one, queue), await leftFor(two, queue)]).toEqual([1, 3]);
  });

  test("assigned items are left only for their assignees", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 4, annotators: contextsOf([one, two]), autoAssign: false });
    const assign = { item_ids: queue.itemIds.slice(0, 3), user_ids: [one.id] };
    await house.owner.ok("POST", itemsPath(queue, "assign/"), assign);
    expect([await leftFor(one, queue), await leftFor(two, queue)]).toEqual([3, 0]);
  });

  test("reviewable items leave out one's own work and match the review desk", async () => {
    const [one = house.owner, both = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 3, annotators: contextsOf([one, both]), requiresReview: true });
    const members = { annotator_roles: { [one.id]: ["annotator"], [both.id]: ["annotator", "reviewer"] } };
    const body = { annotator_ids: [one.id, both.id], ...members };
    await house.owner.ok("PATCH", `${queuesPath}${queue.queue_id}/`, body);
    for (const index of [1, 2]) await work(both, queue, index);
    await both.ok("POST", itemPath(queue, 0, "release/"));
    await work(one, queue, 0);
    const reviewable = async (caller: Person) => (await read(caller, queue, "progress/")).reviewable;
    expect([await reviewable(both), await reviewable(house.owner), await reviewable(one)]).toEqual([1, 3, 0]);
    expect((await read(both, queue, "progress/")).in_review).toBe(3);
    const { item } = (await both.ok("GET", itemsPath(queue, "next-item/?view_mode=review"))).result;
    expect(item.id).toBe(queue.itemIds[0]);
    await both.ok("POST", itemPath(queue, 0, "review/"), { action: "approve" });
    expect(await reviewable(both)).toBe(0);
  });

  test("the item filter by status finds as many items as progress counts", async () => {
    const queue = await house.queue({ items: 4, requiresReview: true, annotators: contextsOf(await house.people(1)) });
    const [person = house.owner] = await house.people(1);
    await house.owner.ok("POST", itemPath(queue, 0, "annotations/submit/"), {
      annotations: [{ label_id: queue.labelId, value: 3 }],
    });
    await work(house.owner, queue, 1);
    await work(house.owner, queue, 2);
    const progress = await read(person, queue, "progress/");
    expect(progress).toMatchObject({ pending: 1, in_progress: 1, in_review: 2, completed: 0 });
    for (const status of ["pending", "in_progress", "in_review", "completed"]) {
      const { count } = await house.owner.ok("GET", itemsPath(queue, `?status=${status}`));
      expect({ status, count }).toEqual({ status, count: progress[status] });
    }
    const both = await house.owner.ok("GET", itemsPath(queue, "?status=in_progress,in_review"));
    expect(both.count).toBe(3);
  });

  test("answers count before approval, on the day in the caller's time zone", async () => {
    const [one = house.owner] = await house.people(1);
    const queue = await house.queue({ items: 3, annotators: contextsOf([one]), requiresReview: true });
    for (const index of [0, 1, 2]) await work(one, queue, index);
    await house.owner.ok("POST", itemPath(queue, 0, "review/"), { action: "approve" });
    const yesterdayLate = new Date(Date.now() - 24 * 3600 * 1000);
    yesterdayLate.setUTCHours(23, 40, 0, 0);
    await house.server.db
      .update(itemSeats)
      .set({ completedAt: yesterdayLate })
      .where(eq(itemSeats.itemId, queue.itemIds[1] ?? ""));
    const days = async (query = "") => (await read(house.owner, queue, `analytics/${query}`)).throughput.daily;
    const today = new Date().toISOString().slice(0, 10);
    const yesterday = yesterdayLate.toISOString().slice(0, 10);
    expect(await days()).toEqual([
      { date: yesterday, count: 0, answered: 1 },
      { date: today, count: 1, answered: 2 },
    ]);
    // Fourteen hours ahead of UTC, the end of yesterday is today.
    const ahead: { date: string; count: number; answered: number }[] = await days("?time_zone=Pacific/Kiritimati");
    expect(ahead.find(({ date }) => date === today)?.answered).toBeGreaterThanOrEqual(1);
    expect(ahead.some(({ date }) => date === yesterday)).toBe(false);
    await house.owner.refused(
      400,
      "GET",
      `${queuesPath}${queue.queue_id}/analytics/?time_zone=Mars/Olympus`,
      undefined,
      "time_zone",
    );
  });

  test("text answers do not count in agreement", async () => {
    const [one = house.owner, two = house.owner] = await house.people(2);
    const queue = await house.queue({ items: 2, annotators: contextsOf([one, two]), annotationsRequired: 2 });
    const { id: text } = await house.label("text");
    await house.owner.ok("POST", `${queuesPath}${queue.queue_id}/add-label/`, { label_id: text });
    for (const [caller, words] of [
      [one, "Good."],
      [two, "fine"],
    ] as const) {
      for (const index of [0, 1]) {
        const annotations = [
          { label_id: queue.labelId, value: 4 },
          { label_id: text, value: words },
        ];
        await caller.ok("POST", itemPath(queue, index, "annotations/submit/"), { annotations });
      }
    }
    const { overall_agreement, labels, annotator_pairs } = await read(house.owner, queue, "agreement/");
    expect(overall_agreement).toBe(1);
    expect(annotator_pairs).toMatchObject([{ agreement_pct: 1, total_comparisons: 2 }]);
    expect(labels[text]).toMatchObject({ agreement_pct: 0, disagreement_count: 2 });
  });
});
