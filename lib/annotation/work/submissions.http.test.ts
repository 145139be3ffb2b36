// Submitting values over HTTP: the cases 51 to 60 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import {
  type House,
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

  const submitPath = (queue: TestQueue, index = 0) => itemPath(queue, index, "annotations/submit/");
  const entry = (value: unknown, label_id: string, change: object = {}) => ({ label_id, value, ...change });
  const submit = async (queue: TestQueue, annotations: object[], change: object = {}, caller = house.owner) =>
    (await caller.ok("POST", submitPath(queue), { annotations, ...change })).result.submitted;
  const stored = async (queue: TestQueue, index = 0) =>
    (await house.owner.ok("GET", itemPath(queue, index, "annotations/"))).result;
  const detail = async (queue: TestQueue, caller = house.owner) =>
    (await caller.ok("GET", itemPath(queue, 0, "annotate-detail/"))).result;
  const statusOf = async (queue: TestQueue) =>
    (await house.owner.ok("GET", `${queuesPath}${queue.queue_id}/`)).status as string;
  const move = (queue: TestQueue, status: string) =>
    house.owner.ok("POST", `${queuesPath}${queue.queue_id}/update-status/`, { status });
  const attach = async (queue: TestQueue, ...[type, change]: Parameters<House["label"]>) => {
    const { id: label_id } = await house.label(type, change);
    await house.owner.ok("POST", `${queuesPath}${queue.queue_id}/add-label/`, { label_id });
    return label_id;
  };

  test("a value is stored as a human score, and its item is in progress (case 51)", async () => {
    const queue = await house.queue({ items: 1 });
    expect(await submit(queue, [entry({ rating: 4 }, queue.labelId)])).toBe(1);
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "in_progress" });
    expect(await stored(queue)).toMatchObject([
      { value: { rating: 4 }, score_source: "human", annotator: house.owner.id, label_id: queue.labelId },
    ]);
  });

  test("unknown labels, other queues' labels and blank values are ignored (case 52)", async () => {
    const queue = await house.queue({ items: 1 });
    const loose = await house.label();
    const outcome = async (...annotations: object[]) =>
      (await house.owner.ok("POST", submitPath(queue), { annotations })).result;
    for (const label_id of [randomUUID(), loose.id]) {
      const ignored = [{ label_id, reason: "label_not_attached" }];
      expect(await outcome(entry(4, label_id))).toEqual({ submitted: 0, ignored });
    }
    for (const blank of [null, "", [], { rating: null }, { rating: 0 }]) {
      const ignored = [{ label_id: queue.labelId, reason: "blank_value" }];
      expect(await outcome(entry(blank, queue.labelId))).toEqual({ submitted: 0, ignored });
    }
    expect(await stored(queue)).toEqual([]);
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "pending" });
  });

  test("the last of two values counts, and repeating the submission reports the same ignored values", async () => {
    const queue = await house.queue({ items: 1 });
    const [other, known] = [randomUUID(), queue.labelId];
    const body = { annotations: [entry(2, known), entry(1, other), entry(4, known)], mutation_id: randomUUID() };
    const ignored = [
      { label_id: other, reason: "label_not_attached" },
      { label_id: known, reason: "superseded" },
    ];
    for (const _ of ["first", "again"]) {
      const { result } = await house.owner.ok("POST", submitPath(queue), body);
      expect(result).toEqual({ submitted: 1, ignored });
    }
    expect(await stored(queue)).toMatchObject([{ value: { rating: 4 } }]);
  });

  test("a later value replaces earlier ones, which stay in the history with their times (case 53)", async () => {
    const queue = await house.queue({ items: 1 });
    for (const rating of [1, 2, 3]) await submit(queue, [entry({ rating }, queue.labelId)]);
    const [score, ...others] = await stored(queue);
    expect(others).toEqual([]);
    expect(score.value).toEqual({ rating: 3 });
    expect(score.value_history).toEqual([
      { value: { rating: 1 }, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
      { value: { rating: 2 }, at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) },
    ]);
  });

  test("one value that breaks its label's rules refuses all values (case 54)", async () => {
    const queue = await house.queue({ items: 1 });
    const [text, numeric] = [await attach(queue, "text"), await attach(queue, "numeric")];
    const good = entry(4, queue.labelId);
    for (const bad of [entry("x".repeat(21), text), entry(11, numeric), entry(-1, numeric)]) {
      const body = { annotations: [good, bad] };
      await house.owner.refused(400, "POST", submitPath(queue), body, "annotations.1.value");
    }
    expect(await stored(queue)).toEqual([]);
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "pending" });
  });

  test("the last of two values for a label counts (case 55)", async () => {
    const queue = await house.queue({ items: 1 });
    expect(await submit(queue, [entry(1, queue.labelId), entry(5, queue.labelId)])).toBe(1);
    expect(await stored(queue)).toMatchObject([{ value: { rating: 5 }, value_history: [] }]);
  });

  test("notes, even those for all labels, are stored only under labels that allow them (case 56)", async () => {
    const queue = await house.queue({ items: 1 });
    const own = await attach(queue, "text");
    const silent = await attach(queue, "thumbs_up_down", { allow_notes: false });
    const annotations = [
      entry(4, queue.labelId),
      entry("fine", own, { notes: "its own" }),
      entry("up", silent, { notes: "dropped" }),
    ];
    await submit(queue, annotations, { notes: "for all" });
    const notes = new Map((await stored(queue)).map((score: Record<string, string>) => [score.label_id, score.notes]));
    expect(notes).toEqual(
      new Map([
        [queue.labelId, "for all"],
        [own, "its own"],
        [silent, ""],
      ]),
    );
  });

  test("an item note is returned, stays when it is not sent, and is cleared when empty (case 57)", async () => {
    const queue = await house.queue({ items: 1 });
    const annotations = [entry(4, queue.labelId)];
    await submit(queue, annotations, { item_notes: "whole item" });
    expect((await detail(queue)).existing_notes).toBe("whole item");
    await submit(queue, annotations);
    expect((await detail(queue)).existing_notes).toBe("whole item");
    await submit(queue, annotations, { item_notes: "" });
    expect((await detail(queue)).existing_notes).toBe("");
  });

  test("only people with access submit, and only in an active queue (case 58)", async () => {
    const annotator = await house.person();
    const queue = await house.queue({ items: 1, annotators: [annotator.context], active: false, autoAssign: false });
    const annotations = [entry(4, queue.labelId)];
    const refused = (status: number, caller: Person) =>
      caller.refused(status, "POST", submitPath(queue), { annotations });
    expect(await refused(400, house.owner)).toMatchObject({ code: "queue_not_active" });
    await move(queue, "active");
    await move(queue, "paused");
    expect(await refused(400, house.owner)).toMatchObject({ code: "queue_not_active" });
    await move(queue, "active");
    await refused(403, await house.person());
    await refused(403, annotator);
    expect(await stored(queue)).toEqual([]);
    expect(await submit(queue, annotations)).toBe(1);
  });

  test("an item that waits for review cannot be changed (case 59)", async () => {
    const [one, two] = [await house.person(), await house.person()];
    const annotators = [one.context, two.context];
    const queue = await house.queue({ items: 1, annotators, requiresReview: true });
    await work(one, queue, 0, 4);
    for (const caller of [one, two]) {
      await caller.refused(400, "POST", submitPath(queue), { annotations: [entry(1, queue.labelId)] });
    }
    expect(await stored(queue)).toMatchObject([{ value: { rating: 4 }, annotator: one.id }]);
  });

  test("a completed queue allows edits of completed items, and reopens for skipped ones (case 60)", async () => {
    const queue = await house.queue({ items: 2 });
    await work(house.owner, queue, 0);
    await house.owner.ok("POST", itemPath(queue, 1, "skip/"));
    await move(queue, "completed");
    expect(await submit(queue, [entry(1, queue.labelId)])).toBe(1);
    expect(await stored(queue)).toMatchObject([{ value: { rating: 1 } }]);
    expect(await house.owner.ok("GET", itemPath(queue, 0))).toMatchObject({ status: "completed" });
    expect(await statusOf(queue)).toBe("completed");
    await work(house.owner, queue, 1, 2, false);
    expect(await statusOf(queue)).toBe("active");
    const added = await house.rows(1);
    const items = added.map((source_id) => ({ source_type: "dataset_row", source_id }));
    await move(queue, "completed");
    expect((await house.owner.ok("POST", itemsPath(queue, "add-items/"), { items })).result.queue_status).toBe(
      "active",
    );
  });
});
