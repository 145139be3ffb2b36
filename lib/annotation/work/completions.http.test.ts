// Completing and skipping over HTTP: the cases 61 to 66 and 71 of docs/annotation-cases.md.
import { describe, expect, test } from "vitest";
import { itemPath, itemsPath, type Person, queuesPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import { mounts } from "@/lib/http/testing/mounts";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const item = (queue: TestQueue, index = 0) => house.owner.ok("GET", itemPath(queue, index));
  const complete = async (caller: Person, queue: TestQueue, index: number, body?: unknown) =>
    (await caller.ok("POST", itemPath(queue, index, "complete/"), body)).result;
  const skip = async (caller: Person, queue: TestQueue, index: number) =>
    (await caller.ok("POST", itemPath(queue, index, "skip/"), {})).result;
  const statusOf = async ({ queue_id }: Pick<TestQueue, "queue_id">) =>
    (await house.owner.ok("GET", `${queuesPath}${queue_id}/`)).status as string;
  const free = { reserved_by: null, reserved_by_name: null, reservation_expires_at: null };

  test("completing requires own values and returns the next item in order, or null (case 61)", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 3, annotators: [annotator.context], annotationsRequired: 2 });
    await work(house.owner, queue, 0, 4, false);
    const refusal = await annotator.refused(400, "POST", itemPath(queue, 0, "complete/"));
    expect(refusal.message).toBe("You must submit annotations before completing.");
    const single = await house.queue({ items: 3 });
    for (const index of [0, 1, 2]) {
      const done = await work(house.owner, single, index);
      expect(done.completed_item_id).toBe(single.itemIds[index]);
      expect(done.next_item?.id ?? null).toBe(single.itemIds[index + 1] ?? null);
      expect(await item(single, index)).toMatchObject({ status: "completed" });
    }
  });

  test("excluding visited items does not skip the next one (case 62)", async () => {
    const queue = await house.queue({ items: 4 });
    await work(house.owner, queue, 0, 4, false);
    const exclude = [queue.itemIds[3], queue.itemIds[2]];
    expect((await complete(house.owner, queue, 0, { exclude })).next_item.id).toBe(queue.itemIds[1]);
    await work(house.owner, queue, 1, 4, false);
    const asText = await complete(house.owner, queue, 1, { exclude: exclude.join(",") });
    expect(asText.next_item.id).toBe(queue.itemIds[2]);
  });

  test("an item for two annotators is done after the second one (case 63)", async () => {
    const people = [await house.person(), await house.person()];
    const annotators = people.map((person) => person.context);
    const queue = await house.queue({ items: 1, annotators, annotationsRequired: 2 });
    for (const [index, person] of people.entries()) {
      await work(person, queue);
      expect(await item(queue)).toMatchObject({ status: index === 0 ? "in_progress" : "completed" });
    }
  });

  test("in a queue with review, a completed item waits for review (case 64)", async () => {
    const queue = await house.queue({ items: 1, requiresReview: true });
    expect((await work(house.owner, queue)).completed_item_id).toBe(queue.itemIds[0]);
    expect(await item(queue)).toMatchObject({
      status: "in_progress",
      review_status: "pending_review",
      workflow_status: "in_review",
    });
    expect(await statusOf(queue)).toBe("active");
  });

  test("the last item completes its queue, but a default queue stays open (case 65)", async () => {
    const queue = await house.queue({ items: 2 });
    await work(house.owner, queue, 0);
    expect(await statusOf(queue)).toBe("active");
    await work(house.owner, queue, 1);
    expect(await statusOf(queue)).toBe("completed");

    const [source_id] = await house.rows(1);
    const { id: label_id } = await house.label();
    const score = { source_type: "dataset_row", source_id, label_id, value: 4 };
    const { queue_id } = (await house.owner.ok("POST", "/model-hub/scores/", score)).result;
    await house.owner.ok("POST", `${queuesPath}${queue_id}/add-label/`, { label_id });
    const [only] = (await house.owner.ok("GET", itemsPath({ queue_id }))).results;
    await house.owner.ok("POST", itemsPath({ queue_id }, `${only.id}/complete/`));
    expect(await house.owner.ok("GET", itemsPath({ queue_id }, `${only.id}/`))).toMatchObject({ status: "completed" });
    expect(await statusOf({ queue_id })).toBe("active");
  });

  test("skipping releases an item and returns the next one; completed items cannot be skipped (case 66)", async () => {
    const creator = await house.person();
    const queue = await house.queue({ items: 3 }, creator);
    await work(creator, queue, 0);
    await creator.refused(400, "POST", itemPath(queue, 0, "skip/"));
    await creator.ok("GET", itemPath(queue, 1, "annotate-detail/?reserve=true"));
    for (const role of ["Admin", "Owner"] as const) {
      await (await house.person(role)).refused(403, "POST", itemPath(queue, 1, "skip/"));
    }
    expect(await item(queue, 1)).toMatchObject({ status: "pending", reserved_by: creator.id });
    expect(await skip(creator, queue, 1)).toMatchObject({
      skipped_item_id: queue.itemIds[1],
      next_item: { id: queue.itemIds[2] },
    });
    expect(await item(queue, 1)).toMatchObject({ status: "skipped", ...free });
    const last = await house.queue({ items: 1 });
    expect(await skip(house.owner, last, 0)).toEqual({ skipped_item_id: last.itemIds[0], next_item: null });

    const reviewed = await house.queue({ items: 1, requiresReview: true });
    await work(house.owner, reviewed);
    await house.owner.refused(400, "POST", itemPath(reviewed, 0, "skip/"));
    expect(await item(reviewed)).toMatchObject({ review_status: "pending_review" });
  });

  test("completing releases the reservation (case 71)", async () => {
    const queue = await house.queue({ items: 2 });
    await house.owner.ok("GET", itemPath(queue, 0, "annotate-detail/?reserve=true"));
    expect(await item(queue)).toMatchObject({ reserved_by: house.owner.id });
    await work(house.owner, queue);
    expect(await item(queue)).toMatchObject({ status: "completed", ...free });
  });
});
