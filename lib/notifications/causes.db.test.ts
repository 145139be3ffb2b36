// What notifies whom, told by what each person's list holds.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { itemAssignees, memberships, notifications, queueItems, queueMembers } from "@/db/schema";
import { createCaller, createOrganization, type TestOrganization } from "@/db/testing/factories";
import { removeMember } from "@/lib/accounts/members";
import { addComment, reopenThread, resolveThread } from "@/lib/annotation/discussion/discussions";
import { startQueueExport } from "@/lib/annotation/export/background";
import { finishExport } from "@/lib/annotation/export/close-export";
import { assignItems } from "@/lib/annotation/queues/assignment";
import { updateQueueStatus } from "@/lib/annotation/queues/queues";
import { bulkReviewItems, reviewItem } from "@/lib/annotation/review/reviews";
import { undoReview } from "@/lib/annotation/review/undo-review";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { promptContent } from "@/lib/contracts/prompts/content";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { addPromptComment, deletePromptComment, editPromptComment } from "@/lib/prompts/comments";
import { createPrompt } from "@/lib/prompts/prompts";
import { listNotifications } from "./notifications";

let database: Awaited<ReturnType<typeof startTestGateway>>;
beforeAll(async () => {
  database = await startTestGateway();
});
afterAll(() => database.close());
let organization: TestOrganization;
let owner: Context;
let ada: Context;
let ben: Context;
let reviewer: Context;

beforeEach(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  [ada, ben, reviewer] = await Promise.all([
    createCaller(database.db, organization),
    createCaller(database.db, organization),
    createCaller(database.db, organization),
  ]);
});

const idOf = (context: Context) => context.caller.userId;
const titles = async (context: Context) =>
  (await listNotifications(context, { page: 1, limit: 100, unread: false })).results.map(({ title }) => title);
const first = async (context: Context) => (await listNotifications(context, { page: 1, unread: false })).results[0];
const key = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const reviewedQueue = (items: number, annotators: Context[] = [ada]) =>
  createTestQueue(owner, organization, {
    items,
    annotators,
    annotationsRequired: annotators.length,
    requiresReview: true,
    reviewers: [reviewer],
  });

async function complete(context: Context, queue: TestQueue, index = 0): Promise<void> {
  await submitAnnotations(context, {
    ...key(queue, index),
    annotations: [{ label_id: queue.labelId, value: { rating: 4 } }],
  });
  await completeItem(context, key(queue, index));
}

const comment = (context: Context, queue: TestQueue, change: object) =>
  addComment(context, { ...key(queue), comment: "Look", blocking: false, mentioned_user_ids: [], ...change });

test("a mention links annotators and reviewers to their screens, and never notifies its author", async () => {
  const queue = await reviewedQueue(1);
  await complete(ada, queue);
  const mentioned_user_ids = [ada, reviewer, owner].map(idOf);
  await comment(owner, queue, { mentioned_user_ids });
  const [atDesk, atReview] = [await first(ada), await first(reviewer)];
  expect(atDesk).toMatchObject({ kind: "mention", title: "Ada Example mentioned you in a comment on an item" });
  expect(atDesk?.path).toBe(`/queues/${queue.queue_id}/annotate?item=${queue.itemIds[0]}`);
  expect(atReview?.path).toBe(`/queues/${queue.queue_id}/review?item=${queue.itemIds[0]}`);
  expect(await titles(owner)).toEqual([]);
});

test("a mention does not notify a person who may not see the thread", async () => {
  const queue = await reviewedQueue(1, [ada, ben]);
  await complete(ada, queue);
  await complete(ben, queue);
  const secret = { target_annotator_id: idOf(ada), mentioned_user_ids: [ada, ben].map(idOf) };
  await comment(reviewer, queue, secret);
  expect(await titles(ada)).toHaveLength(1);
  expect(await titles(ben)).toEqual([]);
});

test("mentions in a review notify, and so does a request for changes", async () => {
  const queue = await reviewedQueue(1, [ada, ben]);
  await complete(ada, queue);
  await complete(ben, queue);
  await reviewItem(reviewer, {
    ...key(queue),
    action: "request_changes",
    label_comments: [
      {
        label_id: queue.labelId,
        target_annotator_id: idOf(ada),
        comment: "Too kind",
        mentioned_user_ids: [idOf(owner)],
      },
    ],
  });
  expect(await first(ada)).toMatchObject({
    kind: "changes_requested",
    title: "Ada Example sent an item back to you",
    path: `/queues/${queue.queue_id}/annotate?item=${queue.itemIds[0]}`,
  });
  expect(await titles(ben)).toEqual([]);
  expect(await first(owner)).toMatchObject({ kind: "mention" });
});

test("items that one request sends back cause one notification", async () => {
  const queue = await reviewedQueue(3);
  for (const index of [0, 1, 2]) await complete(ada, queue, index);
  const sent = {
    queue_id: queue.queue_id,
    item_ids: queue.itemIds,
    action: "request_changes" as const,
    notes: "Again",
  };
  expect((await bulkReviewItems(reviewer, sent)).reviewed).toBe(3);
  expect(await titles(ada)).toEqual(["Ada Example sent 3 items back to you"]);
  expect((await first(ada))?.path).toBe(`/queues/${queue.queue_id}/annotate`);
  // A repetition is refused item by item, and notifies nobody.
  expect((await bulkReviewItems(reviewer, sent)).reviewed).toBe(0);
  expect(await titles(ada)).toHaveLength(1);
});

test("undoing a review removes its notifications and no others", async () => {
  const queue = await reviewedQueue(1);
  await complete(ada, queue);
  await comment(reviewer, queue, { mentioned_user_ids: [idOf(ada)] });
  await reviewItem(reviewer, {
    ...key(queue),
    action: "request_changes",
    label_comments: [{ label_id: queue.labelId, comment: "Too kind", mentioned_user_ids: [idOf(owner)] }],
  });
  expect([await titles(ada), await titles(owner)].map((list) => list.length)).toEqual([2, 1]);
  await undoReview(reviewer, key(queue));
  expect(await titles(ada)).toEqual(["Ada Example mentioned you in a comment on an item"]);
  expect(await titles(owner)).toEqual([]);
});

test("reopening feedback notifies the annotator again", async () => {
  const queue = await reviewedQueue(1);
  await complete(ada, queue);
  const { review_threads } = await reviewItem(reviewer, {
    ...key(queue),
    action: "request_changes",
    notes: "Again",
    label_comments: [],
  });
  const thread = { ...key(queue), thread_id: review_threads[0]?.id ?? "" };
  await resolveThread(reviewer, thread);
  await reopenThread(reviewer, thread);
  expect(await titles(ada)).toHaveLength(2);
});

test("completing a queue's last item notifies its managers, each time the queue is completed", async () => {
  const queue = await createTestQueue(owner, organization, { items: 2, annotators: [ada, ben] });
  await database.db.insert(queueMembers).values({
    queueId: queue.queue_id,
    userId: idOf(reviewer),
    roles: ["manager"],
  });
  await complete(ada, queue, 0);
  expect(await titles(owner)).toEqual([]);
  await complete(ada, queue, 1);
  expect(await first(owner)).toMatchObject({
    kind: "queue_completed",
    title: "Every item of the queue is done",
    path: `/queues/${queue.queue_id}`,
  });
  expect(await titles(reviewer)).toHaveLength(1);
  expect(await titles(ada)).toEqual([]);
  await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "active" });
  await updateQueueStatus(owner, { queue_id: queue.queue_id, status: "completed" });
  expect(await titles(reviewer)).toHaveLength(2);
  expect(await titles(owner)).toHaveLength(1);
});

test("an approval that completes the queue notifies too", async () => {
  const queue = await reviewedQueue(1);
  await complete(ada, queue);
  await reviewItem(reviewer, { ...key(queue), action: "approve", label_comments: [] });
  expect(await titles(owner)).toEqual(["Every item of the queue is done"]);
});

test("assigning items in one request notifies each person once, about new work only", async () => {
  const queue = await createTestQueue(owner, organization, { items: 4, annotators: [ada, ben] });
  const [one = "", two = "", three = "", gold = ""] = queue.itemIds;
  await database.db.insert(itemAssignees).values({ itemId: one, queueId: queue.queue_id, userId: idOf(ada) });
  await database.db.update(queueItems).set({ purpose: "gold", openSeats: 0 }).where(eq(queueItems.id, gold));
  const assign = () =>
    assignItems(owner, {
      queue_id: queue.queue_id,
      item_ids: [one, two, three, gold],
      user_ids: [idOf(ada), idOf(ben)],
      action: "add",
    });
  await assign();
  expect(await titles(ada)).toEqual(["Ada Example assigned 2 items to you"]);
  expect(await titles(ben)).toEqual(["Ada Example assigned 3 items to you"]);
  await assign();
  expect(await titles(ben)).toHaveLength(1);
});

test("a ready export notifies the person who started it once; a failed one does not", async () => {
  const queue = await createTestQueue(owner, organization, { items: 1 });
  const start = () => startQueueExport(owner, { queue_id: queue.queue_id, export_format: "json" });
  const [ready, failed] = [await start(), await start()];
  for (let time = 0; time < 2; time += 1) await finishExport(database.db, organization.id, ready.id, null);
  await finishExport(database.db, organization.id, failed.id, "No.");
  expect(await titles(owner)).toEqual(["Your export is ready"]);
  expect((await first(owner))?.path).toBe(`/queues/${queue.queue_id}?tab=exports`);
});

test("a prompt comment notifies those it mentions; an edit only those newly mentioned", async () => {
  const content = promptContent.parse({ messages: [{ role: "user", content: "Hi" }] });
  const named = { name: `Prompt ${randomUUID()}`, folder: "", description: "", message: "", content };
  const prompt = await createPrompt(owner, named);
  const mention = (...people: Context[]) => ({ comment: "Look", mentioned_user_ids: people.map(idOf) });
  const written = await addPromptComment(owner, { prompt_id: prompt.id, version: null, ...mention(ada, owner) });
  const changed = { prompt_id: prompt.id, comment_id: written.id, ...mention(ada, ben) };
  await editPromptComment(owner, changed);
  for (const person of [ada, ben])
    expect(await titles(person)).toEqual(["Ada Example mentioned you in a comment on a prompt"]);
  expect(await first(ada)).toMatchObject({ about: prompt.name, path: `/prompts/${prompt.id}` });
  await deletePromptComment(owner, { prompt_id: prompt.id, comment_id: written.id });
  expect(await titles(owner)).toEqual([]);
});

test("a refused request notifies nobody, and a removed member's notifications are deleted", async () => {
  const queue = await reviewedQueue(1);
  await complete(ada, queue);
  await expect(comment(reviewer, queue, { mentioned_user_ids: [idOf(ada), randomUUID()] })).rejects.toThrow();
  expect(await titles(ada)).toEqual([]);
  await comment(reviewer, queue, { mentioned_user_ids: [idOf(ada)] });
  expect(await titles(ada)).toHaveLength(1);
  await removeMember(owner, { user_id: idOf(ada) });
  const rows = await database.db
    .select()
    .from(notifications)
    .where(eq(notifications.userId, idOf(ada)));
  expect(rows).toEqual([]);
  const left = await database.db
    .select()
    .from(memberships)
    .where(eq(memberships.userId, idOf(ada)));
  expect(left).toEqual([]);
});
