// What becomes of the work of people who leave a queue, or who may no longer annotate in it.
import { and, eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { itemAssignees, itemSeats, queueLabels, queueMembers } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { removeMember } from "@/lib/accounts/members";
import { listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { reviewItem } from "@/lib/annotation/review/reviews";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { assignItems } from "./assignment";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { getQueue, updateQueue } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const idsOf = (...people: Context[]) => people.map(({ caller }) => caller.userId);
const itemOf = (queue: TestQueue) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" });
const next = async (context: Context, { queue_id }: TestQueue) =>
  (await nextItem(context, { queue_id, include_completed: false })).item?.id ?? null;
const stateOf = async ({ queue_id }: TestQueue) =>
  (await listItems(owner, { queue_id, page: 1, limit: 100, ordering: "order" })).results[0];
async function finish(person: Context, queue: TestQueue): Promise<void> {
  await submitAnnotations(person, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value: 4 }] });
  await completeItem(person, itemOf(queue));
}
const lateLabel = () =>
  createLabel(owner, { name: `Late ${crypto.randomUUID()}`, type: "thumbs_up_down", settings: {}, allow_notes: false });

test("a creator who left the organization does not become a member of the queue again", async () => {
  const [creator, anna] = [await member(), await member()];
  const queue = await createTestQueue(creator, organization, { items: 2, annotators: [anna], autoAssign: false });
  await removeMember(owner, { user_id: creator.caller.userId });
  const { queue_id } = queue;
  await updateQueue(owner, { queue_id, annotator_ids: idsOf(anna), assignment_strategy: "round_robin" });
  const changed = await getQueue(owner, { queue_id });
  expect(changed.annotators.map(({ user_id }) => user_id)).toEqual(idsOf(anna));
  const { results } = await listItems(owner, { queue_id, page: 1, limit: 100, ordering: "order" });
  expect(results.map((item) => item.assigned_to)).toEqual([...idsOf(anna), ...idsOf(anna)]);
  const roles = { [creator.caller.userId]: "manager" as const };
  await expect(updateQueue(owner, { queue_id, annotator_roles: roles })).rejects.toMatchObject({
    detail: { fields: { annotator_roles: [expect.any(String)] } },
  });
  await updateQueue(owner, { queue_id, annotator_ids: [] });
  expect((await getQueue(owner, { queue_id })).annotators).toEqual([]);
});

test.each(["manual", "round_robin"] as const)(
  "a late required label reopens the item of a person who left for others (%s)",
  async (assignment_strategy) => {
    const [anna, ben] = [await member(), await member()];
    const autoAssign = assignment_strategy === "manual";
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [anna], autoAssign: true });
    const { queue_id } = queue;
    await finish(anna, queue);
    const settings = { assignment_strategy, auto_assign: autoAssign };
    await updateQueue(owner, { queue_id, annotator_ids: idsOf(ben), ...settings });
    const added = await addQueueLabel(owner, { queue_id, label_id: (await lateLabel()).id, required: true });
    expect(added).toMatchObject({ reopened_items: 1, queue_status: "active" });
    const opened = await stateOf(queue);
    expect(opened).toMatchObject({ status: "in_progress", reserved_by: null });
    // The owner, who made the queue, annotates too.
    const taker = opened?.assigned_to === owner.caller.userId ? owner : ben;
    expect(await next(taker, queue)).toBe(queue.itemIds[0]);
  },
);

test("rework of a person who may no longer annotate goes to another annotator", async () => {
  const [anna, ben, reviewer] = [await member(), await member(), await member()];
  const queue = await createTestQueue(owner, organization, {
    items: 1,
    annotators: [anna, ben],
    requiresReview: true,
    reviewers: [reviewer],
  });
  await finish(anna, queue);
  await reviewItem(reviewer, { ...itemOf(queue), action: "request_changes", notes: "Too kind.", label_comments: [] });
  expect(await next(ben, queue)).toBeNull();
  await updateQueue(owner, { queue_id: queue.queue_id, annotator_roles: { [anna.caller.userId]: "reviewer" } });
  expect(await stateOf(queue)).toMatchObject({ workflow_status: "needs_changes", reserved_by: null });
  expect(await next(ben, queue)).toBe(queue.itemIds[0]);
  await finish(ben, queue);
  expect(await stateOf(queue)).toMatchObject({ workflow_status: "resubmitted" });
});

test("a person whose new role may still annotate keeps the rework", async () => {
  const [anna, reviewer] = [await member(), await member()];
  const queue = await createTestQueue(owner, organization, {
    items: 1,
    annotators: [anna],
    requiresReview: true,
    reviewers: [reviewer],
  });
  await finish(anna, queue);
  await reviewItem(reviewer, { ...itemOf(queue), action: "request_changes", notes: "Too kind.", label_comments: [] });
  await updateQueue(owner, { queue_id: queue.queue_id, annotator_roles: { [anna.caller.userId]: "manager" } });
  expect(await stateOf(queue)).toMatchObject({ reserved_by: anna.caller.userId });
});

/** Takes a member out as earlier versions did: the person keeps seats. */
const dropMember = ({ queue_id }: TestQueue, { caller }: Context) =>
  database.db
    .delete(queueMembers)
    .where(and(eq(queueMembers.queueId, queue_id), eq(queueMembers.userId, caller.userId)));

test("a person who left keeps finished work when the label that they owed is removed", async () => {
  const anna = await member();
  const queue = await createTestQueue(owner, organization, { items: 1, annotators: [anna] });
  const { queue_id } = queue;
  await finish(anna, queue);
  const { id: label_id } = await lateLabel();
  await addQueueLabel(owner, { queue_id, label_id, required: true });
  await dropMember(queue, anna);
  await removeQueueLabel(owner, { queue_id, label_id });
  expect(await stateOf(queue)).toMatchObject({ status: "completed" });
  const seats = await database.db.select().from(itemSeats).where(eq(itemSeats.queueId, queue_id));
  expect(seats).toMatchObject([{ userId: anna.caller.userId, state: "completed" }]);
});

test.each(["removed", "left out of the queue's labels"])(
  "when a required label is %s, items that a person who left owes go to others",
  async (how) => {
    const [anna, ben] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [anna, ben], autoAssign: false });
    const { queue_id, labelId } = queue;
    await updateQueue(owner, { queue_id, assignment_strategy: "round_robin" });
    await assignItems(owner, { queue_id, item_ids: queue.itemIds, user_id: anna.caller.userId, action: "set" });
    await finish(anna, queue);
    expect((await getQueue(owner, { queue_id })).status).toBe("completed");
    await dropMember(queue, anna);
    const [owed, other] = [(await lateLabel()).id, (await lateLabel()).id];
    const required = [owed, other].map((id, order) => ({ queueId: queue_id, labelId: id, required: true, order }));
    await database.db.insert(queueLabels).values(required);
    if (how === "removed") await removeQueueLabel(owner, { queue_id, label_id: other });
    else await updateQueue(owner, { queue_id, label_ids: [labelId, owed] });
    expect((await getQueue(owner, { queue_id })).status).toBe("active");
    const assigned = await database.db.select().from(itemAssignees).where(eq(itemAssignees.queueId, queue_id));
    const others = assigned.filter(({ userId }) => userId !== anna.caller.userId);
    expect(others).toHaveLength(1);
  },
);

test("a manager's reserved and assigned items go to others when the manager becomes a reviewer", async () => {
  const [boss, ben] = [await member(), await member()];
  const queue = await createTestQueue(owner, organization, { items: 2, annotators: [boss, ben], autoAssign: false });
  const { queue_id, itemIds } = queue;
  const roles = { [boss.caller.userId]: "manager" as const };
  await updateQueue(owner, { queue_id, annotator_roles: roles, assignment_strategy: "round_robin" });
  await assignItems(owner, { queue_id, item_ids: itemIds, user_id: boss.caller.userId, action: "set" });
  expect(await next(boss, queue)).toBe(itemIds[0]);
  await updateQueue(owner, { queue_id, annotator_roles: { [boss.caller.userId]: "reviewer" } });
  const assigned = await database.db.select().from(itemAssignees).where(eq(itemAssignees.queueId, queue_id));
  expect(new Set(assigned.map(({ itemId }) => itemId))).toEqual(new Set(itemIds));
  expect(idsOf(owner, ben)).toEqual(expect.arrayContaining(assigned.map(({ userId }) => userId)));
});
