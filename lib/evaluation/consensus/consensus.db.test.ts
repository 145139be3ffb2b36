// What a queue's items are by all that was said of them, and the order of work that follows.
import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { queueItems, scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { nextItem as nextContract } from "@/lib/contracts/annotation/annotating";
import * as contracts from "@/lib/contracts/annotation/consensus";
import { getQueueConsensus, prioritizeItems } from "./consensus";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let people: Context[];

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  people = await Promise.all([0, 1, 2, 3].map(() => createCaller(database.db, organization)));
});

const refusal = async (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => null,
    (error: unknown) => error,
  );

async function answered(stars: readonly (readonly (number | null)[])[]) {
  const queue = await createTestQueue(owner, organization, {
    items: stars.length,
    annotators: people,
    annotationsRequired: 3,
  });
  for (const [index, values] of stars.entries())
    for (const [who, value] of values.entries())
      if (value !== null)
        await submitAnnotations(people[who] ?? owner, {
          queue_id: queue.queue_id,
          item_id: queue.itemIds[index] ?? "",
          annotations: [{ label_id: queue.labelId, value }],
        });
  return queue;
}
const consensus = ({ queue_id, labelId }: { queue_id: string; labelId: string }, context = owner, query = {}) =>
  getQueueConsensus(context, { queue_id, ...contracts.getQueueConsensus.query.parse({ label_id: labelId, ...query }) });
const prioritize = ({ queue_id, labelId }: { queue_id: string; labelId: string }, by: string, context = owner) =>
  prioritizeItems(context, { queue_id, ...contracts.prioritizeItems.body.parse({ label_id: labelId, by }) });

test("annotators stay separate, automatic scores count as one more, and open items come first", async () => {
  const queue = await answered([
    ...Array.from({ length: 6 }, (_, index) => [
      index % 2 ? 5 : 1,
      index % 2 ? 5 : 1,
      index === 0 ? 5 : index % 2 ? 5 : 1,
    ]),
    [5, 1, null],
    [null, null, null],
  ]);
  const [first] = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, queue.itemIds[6] ?? ""));
  const { organizationId, workspaceId } = owner.caller;
  await database.db.insert(scores).values({
    organizationId,
    workspaceId,
    sourceType: "dataset_row",
    sourceId: first?.sourceId ?? "",
    labelId: queue.labelId,
    labelVersion: 1,
    scoreSource: "auto",
    value: { rating: 5 },
  });
  const shown = await consensus(queue);
  expect(shown).toMatchObject({ items: 7, reason: null, converged: true });
  expect(shown.annotators).toHaveLength(4);
  expect(shown.annotators.filter(({ is_automatic }) => is_automatic)).toMatchObject([
    { annotator_id: null, name: "Automatic (auto)", answers: 1 },
  ]);
  const accuracy = new Map(shown.annotators.map(({ annotator_id, accuracy }) => [annotator_id, accuracy]));
  const [one, , three] = people.map(({ caller }) => accuracy.get(caller.userId) ?? 0);
  expect(one).toBeGreaterThan(three ?? 1);
  expect(
    shown.most_uncertain
      .slice(0, 2)
      .map(({ item_id }) => item_id)
      .toSorted(),
  ).toEqual([queue.itemIds[0], queue.itemIds[6]].toSorted());
  expect(shown.stop?.is_enough).toBe(false);
  expect(shown.stop?.needed_items).toBeGreaterThan(7);
  expect((await consensus(queue, owner, { target_width: 1 })).stop?.is_enough).toBe(true);
  expect((await consensus(queue, owner, { with_automatic: false })).annotators).toHaveLength(3);

  const before = await prioritize(queue, "uncertainty");
  expect(before).toMatchObject({ items: 8 });
  const [seventh] = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, queue.itemIds[7] ?? ""));
  expect(seventh?.priority).toBeGreaterThan(400);
  // Who has nothing in hand is given the item of which nothing is known, though it is the last one.
  const next = await nextItem(people[3] ?? owner, { queue_id: queue.queue_id, ...nextContract.query.parse({}) });
  expect(next.item?.id).toBe(queue.itemIds[7]);
  expect((await prioritize(queue, "uncertainty")).changed).toBe(0);
  await prioritize(queue, "disagreement");
  const [split] = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.id, queue.itemIds[6] ?? ""));
  expect(split?.priority).toBe(333);
  await prioritize(queue, "reset");
  const all = await database.db.select().from(queueItems).where(eq(queueItems.queueId, queue.queue_id));
  expect(new Set(all.map(({ priority }) => priority))).toEqual(new Set([0]));
});

test("says why there is no model, and only managers and reviewers can see it", async () => {
  const queue = await answered([[5, null, null]]);
  expect(await consensus(queue)).toMatchObject({
    items: 1,
    reason: expect.stringContaining("two answers"),
    stop: null,
  });
  expect(await refusal(prioritize(queue, "uncertainty"))).toMatchObject({ kind: "invalid" });
  const [person = owner] = people;
  expect(await refusal(consensus(queue, person))).toMatchObject({ kind: "forbidden" });
  expect(await refusal(prioritize(queue, "reset", person))).toMatchObject({ kind: "forbidden" });
  const other = await answered([[5]]);
  expect(await refusal(consensus({ ...queue, labelId: other.labelId }))).toMatchObject({ kind: "invalid" });
});
