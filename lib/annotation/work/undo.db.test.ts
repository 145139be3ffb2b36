// Taking a submit or a skip back: values by revision, the seat, the item's state and everything that is counted.
import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemMarks, itemSeats, queueItems, scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { getQueue, updateQueueStatus } from "@/lib/annotation/queues/queues";
import { getQueueProgress } from "@/lib/annotation/reports/progress";
import { adjudicateItem } from "@/lib/annotation/review/adjudication";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { Failure } from "@/lib/errors";
import { nextItem } from "./claims";
import { completeItem } from "./completions";
import { annotateDetail } from "./detail";
import { discardDraft, saveDraft } from "./drafts";
import { skipItem } from "./skip";
import { submitAnnotations } from "./submissions";
import { undoItem } from "./undo";

const database = suiteDatabase(24);
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const submit = (
  context: Context,
  queue: TestQueue,
  rating: number,
  change: { index?: number; mutation_id?: string } = {},
) =>
  submitAnnotations(context, {
    ...itemOf(queue, change.index),
    annotations: [{ label_id: queue.labelId, value: { rating }, notes: `because ${rating}` }],
    item_notes: `note ${rating}`,
    mutation_id: change.mutation_id,
  });
const complete = (context: Context, queue: TestQueue, index = 0) => completeItem(context, itemOf(queue, index));
const undo = (context: Context, queue: TestQueue, mutation_id?: string, index = 0) =>
  undoItem(context, { ...itemOf(queue, index), mutation_id });
const detail = (context: Context, queue: TestQueue, index = 0) =>
  annotateDetail(context, { ...itemOf(queue, index), reserve: false });
const refusal = (code: string) => ({ kind: "conflict", detail: { code } });
const later = (context: Context, minutes: number): Context => ({
  ...context,
  now: () => new Date(Date.now() + minutes * 60_000),
});

/** What the annotator sees and what is counted, in short. */
async function shown(context: Context, queue: TestQueue, index = 0) {
  const { item, seat, annotations, draft, existing_notes } = await detail(context, queue, index);
  return {
    status: item.workflow_status,
    seat: seat?.state ?? null,
    values: annotations.map((score) => score.value),
    note: existing_notes,
    draft: draft?.annotations.map((entry) => entry.value) ?? null,
  };
}
const countsOf = async ({ queue_id }: TestQueue) => {
  const { pending, in_progress, in_review, completed, skipped } = await getQueueProgress(owner, { queue_id });
  return { pending, in_progress, in_review, completed, skipped };
};
const none = { pending: 0, in_progress: 0, in_review: 0, completed: 0, skipped: 0 };
const openSeats = async (queue: TestQueue) => {
  const [row] = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, queue.itemIds[0] ?? ""));
  return row?.openSeats;
};
const historyOf = async (context: Context, queue: TestQueue) => {
  const rows = await database.db
    .select()
    .from(scores)
    .where(and(eq(scores.queueItemId, queue.itemIds[0] ?? ""), eq(scores.annotatorId, context.caller.userId)));
  expect(rows).toHaveLength(1);
  return rows[0]?.valueHistory.map((entry) => entry.value);
};

describe("undoing a submission", () => {
  test("turns a first value into a draft, and the next submission continues its history", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    await submit(owner, queue, 4);
    await complete(owner, queue);
    expect(await countsOf(queue)).toEqual({ ...none, pending: 1, completed: 1 });
    expect(await undo(owner, queue)).toEqual({ undone_item_id: queue.itemIds[0], undone: "submit" });
    expect(await shown(owner, queue)).toEqual({
      status: "pending",
      seat: "reserved",
      values: [],
      note: "",
      draft: [{ rating: 4 }],
    });
    const { draft } = await detail(owner, queue);
    expect(draft).toMatchObject({ annotations: [{ notes: "because 4" }], item_notes: "note 4" });
    expect(await countsOf(queue)).toEqual({ ...none, pending: 2 });
    expect(await openSeats(queue)).toBe(0);
    expect(await historyOf(owner, queue)).toEqual([{ rating: 4 }]);
    await submit(owner, queue, 5);
    expect(await historyOf(owner, queue)).toEqual([{ rating: 4 }, null]);
    await complete(owner, queue);
    expect(await shown(owner, queue)).toMatchObject({ status: "completed", values: [{ rating: 5 }], draft: null });
    expect(await countsOf(queue)).toEqual({ ...none, pending: 1, completed: 1 });
  });

  test("restores the earlier value of finished work as a new revision, and the work stays finished", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    await submit(owner, queue, 2);
    await complete(owner, queue);
    await submit(owner, queue, 5);
    await complete(owner, queue);
    await undo(owner, queue);
    expect(await shown(owner, queue)).toEqual({
      status: "completed",
      seat: "completed",
      values: [{ rating: 2 }],
      note: "note 2",
      draft: [{ rating: 5 }],
    });
    expect(await historyOf(owner, queue)).toEqual([{ rating: 2 }, { rating: 5 }]);
    await undo(owner, queue);
    expect(await shown(owner, queue)).toMatchObject({ status: "pending", seat: "reserved", values: [] });
    expect(await historyOf(owner, queue)).toEqual([{ rating: 2 }, { rating: 5 }, { rating: 2 }]);
    await expect(undo(owner, queue)).rejects.toMatchObject(refusal("nothing_to_undo"));
  });

  test("keeps values that the submission did not set", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const label = await createLabel(owner, { name: "Other", type: "thumbs_up_down", settings: {}, allow_notes: false });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
    const give = (label_id: string, value: unknown) =>
      submitAnnotations(owner, { ...itemOf(queue), annotations: [{ label_id, value }] });
    await give(queue.labelId, 3);
    await give(label.id, "up");
    await undo(owner, queue);
    expect(await shown(owner, queue)).toMatchObject({
      status: "in_progress",
      values: [{ rating: 3 }],
      draft: expect.arrayContaining([{ rating: 3 }, { value: "up" }]),
    });
  });

  test("of the last item reopens its queue; two in a row undo two items", async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    for (const index of [0, 1]) {
      await submit(owner, queue, 4, { index });
      await complete(owner, queue, index);
    }
    const status = async () => (await getQueue(owner, { queue_id: queue.queue_id })).status;
    expect(await status()).toBe("completed");
    await undo(owner, queue, undefined, 1);
    expect([await status(), await countsOf(queue)]).toEqual(["active", { ...none, pending: 1, completed: 1 }]);
    await undo(owner, queue, undefined, 0);
    expect(await countsOf(queue)).toEqual({ ...none, pending: 2 });
    for (const index of [0, 1]) {
      await submit(owner, queue, 4, { index });
      await complete(owner, queue, index);
    }
    expect([await status(), await countsOf(queue)]).toEqual(["completed", { ...none, completed: 2 }]);
  });

  test("among several annotators affects only one's own values, and keeps the seat", async () => {
    const [one, two, three] = [await member(), await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two, three],
      annotationsRequired: 2,
    });
    for (const [annotator, rating] of [
      [one, 1],
      [two, 2],
    ] as const) {
      await submit(annotator, queue, rating);
      await complete(annotator, queue);
    }
    await undo(one, queue);
    expect(await shown(one, queue)).toMatchObject({ status: "in_progress", seat: "reserved", values: [] });
    expect(await shown(two, queue)).toMatchObject({ seat: "completed", values: [{ rating: 2 }], draft: null });
    expect((await nextItem(three, { queue_id: queue.queue_id, include_completed: false })).item).toBeNull();
    await submit(one, queue, 3);
    await complete(one, queue);
    expect(await countsOf(queue)).toEqual({ ...none, completed: 1 });
  });

  test("keeps a draft that was begun since, and adds a pending update for agreement", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await submit(owner, queue, 4);
    const marks = () => database.db.select().from(itemMarks).where(eq(itemMarks.queueId, queue.queue_id));
    const before = (await marks()).length;
    await saveDraft(owner, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value: 1 }] });
    await undo(owner, queue);
    expect(await shown(owner, queue)).toMatchObject({ draft: [1] });
    expect((await marks()).length).toBeGreaterThan(before);
  });
});

describe("undoing a skip", () => {
  test("returns the item to its annotator, and the item is no longer skipped", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await skipItem(owner, itemOf(queue));
    expect(await countsOf(queue)).toEqual({ ...none, skipped: 1 });
    expect(await undo(owner, queue)).toEqual({ undone_item_id: queue.itemIds[0], undone: "skip" });
    expect(await shown(owner, queue)).toMatchObject({ status: "pending", seat: "reserved" });
    expect([await countsOf(queue), await openSeats(queue)]).toEqual([{ ...none, pending: 1 }, 0]);
    await expect(undo(owner, queue)).rejects.toMatchObject(refusal("nothing_to_undo"));
  });

  test("is refused once another annotator has the item", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [one, two] });
    await skipItem(one, itemOf(queue));
    await nextItem(two, { queue_id: queue.queue_id, include_completed: false });
    await expect(undo(one, queue)).rejects.toMatchObject(refusal("item_reserved"));
    expect(await shown(one, queue)).toMatchObject({ seat: "skipped" });
  });
});

describe("undoing work in review", () => {
  async function sent(annotators: number) {
    const people = await Promise.all(Array.from({ length: annotators }, member));
    const reviewer = await member();
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: people,
      annotationsRequired: annotators,
      requiresReview: true,
      reviewers: [reviewer],
    });
    for (const person of people) {
      await submit(person, queue, 4);
      await complete(person, queue);
    }
    const [one = owner, two = owner] = people;
    return { one, two, reviewer, queue };
  }
  const review = (context: Context, queue: TestQueue, action: "approve" | "request_changes", notes?: string) =>
    reviewItem(context, { ...itemOf(queue), action, label_comments: [], notes });

  test("works before the review begins, and the review is then refused", async () => {
    const { one, reviewer, queue } = await sent(1);
    expect(await countsOf(queue)).toEqual({ ...none, in_review: 1 });
    await undo(one, queue);
    expect(await countsOf(queue)).toEqual({ ...none, pending: 1 });
    await expect(review(reviewer, queue, "approve")).rejects.toMatchObject({ detail: { code: "item_not_in_review" } });
  });

  test.each(["approve", "request_changes"] as const)("is refused after %s", async (action) => {
    const { one, reviewer, queue } = await sent(1);
    await review(reviewer, queue, action, "Look again.");
    const before = await shown(one, queue);
    await expect(undo(one, queue)).rejects.toMatchObject(refusal("item_reviewed"));
    expect(await shown(one, queue)).toEqual(before);
  });

  test("is refused after a value was settled", async () => {
    const { one, reviewer, queue } = await sent(2);
    await adjudicateItem(reviewer, { ...itemOf(queue), values: [{ label_id: queue.labelId, value: 3 }] });
    await expect(undo(one, queue)).rejects.toMatchObject(refusal("item_adjudicated"));
  });

  test("of rework makes it owed again and reopens its feedback", async () => {
    const { one, reviewer, queue } = await sent(1);
    await review(reviewer, queue, "request_changes", "Look again.");
    const owed = await shown(one, queue);
    await submit(later(one, 1), queue, 2);
    await complete(later(one, 2), queue);
    expect((await shown(one, queue)).status).toBe("resubmitted");
    await undo(later(one, 3), queue);
    expect(await shown(one, queue)).toEqual({ ...owed, draft: [{ rating: 2 }] });
    const [seat] = await database.db
      .select()
      .from(itemSeats)
      .where(eq(itemSeats.itemId, queue.itemIds[0] ?? ""));
    expect(seat).toMatchObject({ state: "reserved", expiresAt: null });
    expect((await detail(one, queue)).item.open_feedback_count).toBe(1);
    await submit(later(one, 4), queue, 3);
    await complete(later(one, 5), queue);
    await review(later(reviewer, 6), queue, "approve");
    expect(await countsOf(queue)).toEqual({ ...none, completed: 1 });
  });
});

describe("permission to undo", () => {
  test("excludes other people, and queues that are not active", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [one, two] });
    await submit(one, queue, 4);
    await complete(one, queue);
    await expect(undo(two, queue)).rejects.toMatchObject(refusal("nothing_to_undo"));
    await expect(undo(owner, queue)).rejects.toMatchObject(refusal("nothing_to_undo"));
    const elsewhere = await createCaller(database.db, await createOrganization(database.db), "Owner");
    await expect(undo(elsewhere, queue)).rejects.toMatchObject({ kind: "notFound" });
    await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "paused" });
    await expect(undo(one, queue)).rejects.toMatchObject({ detail: { code: "queue_not_active" } });
  });

  test("ends when the reservation is over and another annotator has the item", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      reservationMinutes: 5,
    });
    await submit(one, queue, 4);
    await nextItem(later(two, 6), { queue_id: queue.queue_id, include_completed: false });
    await expect(undo(later(one, 7), queue)).rejects.toMatchObject(refusal("item_reserved"));
    expect((await shown(one, queue)).values).toEqual([{ rating: 4 }]);
  });
});

describe("concurrent undos", () => {
  test("of one submission, five at once, take effect once and keep the earlier submission", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    await submit(owner, queue, 2, { mutation_id: crypto.randomUUID() });
    await complete(owner, queue);
    const last = crypto.randomUUID();
    await submit(owner, queue, 5, { mutation_id: last });
    const answers = await Promise.all(Array.from({ length: 5 }, () => undo(owner, queue, last)));
    expect(new Set(answers.map((answer) => answer.undone))).toEqual(new Set(["submit"]));
    expect(await shown(owner, queue)).toMatchObject({ seat: "completed", values: [{ rating: 2 }] });
    expect(await historyOf(owner, queue)).toEqual([{ rating: 2 }, { rating: 5 }]);
    await discardDraft(owner, itemOf(queue));
    await undo(owner, queue, last);
    expect(await shown(owner, queue)).toMatchObject({ values: [{ rating: 2 }], draft: null });
    expect(await submit(owner, queue, 5, { mutation_id: last })).toEqual({ submitted: 1, ignored: [] });
    expect(await shown(owner, queue)).toMatchObject({ values: [{ rating: 2 }] });
  });

  test("of a named submission that is not the last are refused", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const first = crypto.randomUUID();
    await submit(owner, queue, 2, { mutation_id: first });
    await submit(owner, queue, 5);
    await expect(undo(owner, queue, first)).rejects.toMatchObject(refusal("submitted_again"));
    await expect(undo(owner, queue, "never sent")).rejects.toMatchObject(refusal("nothing_to_undo"));
  });

  test("of a skip leave one holder despite other people's claims", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, member));
    const [one = owner, ...others] = people;
    for (let round = 0; round < 5; round++) {
      const queue = await createTestQueue(owner, organization, { items: 1, annotators: people });
      await skipItem(one, itemOf(queue));
      const claims = others.map((other) => nextItem(other, { queue_id: queue.queue_id, include_completed: false }));
      const outcomes = await Promise.allSettled([undo(one, queue), ...claims]);
      const broken = outcomes.filter((each) => each.status === "rejected" && !(each.reason instanceof Failure));
      expect(broken).toEqual([]);
      const [row] = await database.db.execute<{ reserved: number; open: number }>(sql`
        select count(*) filter (where seat.state = 'reserved')::int as reserved, min(item.open_seats)::int as open
        from queue_items as item join item_seats as seat on seat.item_id = item.id where item.id = ${queue.itemIds[0]}`);
      expect(row).toEqual({ reserved: 1, open: 0 });
    }
  });

  test("and approvals: either the item is back, or the approval remains", async () => {
    for (let round = 0; round < 6; round++) {
      const [one, reviewer] = [await member(), await member()];
      const queue = await createTestQueue(owner, organization, {
        items: 1,
        annotators: [one],
        requiresReview: true,
        reviewers: [reviewer],
      });
      await submit(one, queue, 4);
      await complete(one, queue);
      const [undone, approved] = await Promise.allSettled([
        undo(one, queue),
        reviewItem(reviewer, { ...itemOf(queue), action: "approve", label_comments: [] }),
      ]);
      expect([undone.status, approved.status].sort()).toEqual(["fulfilled", "rejected"]);
      const { status, values } = await shown(one, queue);
      const back = { status: "pending", values: [] };
      expect({ status, values }).toEqual(
        undone.status === "fulfilled" ? back : { status: "completed", values: [{ rating: 4 }] },
      );
    }
  });
});
