// A label that was archived stays a question of the queues that have it, and of no others.
import { beforeAll, expect, test } from "vitest";
import { queueItems } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createLabel, deleteLabel } from "@/lib/annotation/labels/labels";
import { getAnnotatorAgreement } from "@/lib/annotation/reports/over-time";
import { getPairConfusion, listPairAgreements } from "@/lib/annotation/reports/pair-reports";
import { createScore, createScores } from "@/lib/annotation/scores/score-sources";
import { createTestQueue, starLabel, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import type { Context } from "@/lib/context";
import { listItems as listContract } from "@/lib/contracts/annotation/items";
import { getQueueConsensus } from "@/lib/evaluation/consensus/consensus";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { createQueue, getQueue, replaceQueue, updateQueue } from "./queues";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const newLabel = () => createLabel(owner, { ...starLabel, name: `Label ${crypto.randomUUID()}` });

/** A queue with a live label, and a required one that is archived. */
async function withArchived(annotators: readonly Context[] = []): Promise<{ queue: TestQueue; archived: string }> {
  const queue = await createTestQueue(owner, organization, { items: 1, annotators });
  const { id } = await newLabel();
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: id, required: true });
  await deleteLabel(owner, { id });
  return { queue, archived: id };
}

const labelsOf = async ({ queue_id }: TestQueue) =>
  (await getQueue(owner, { queue_id })).labels.map(({ label_id, required }) => [label_id, required]);

test("it can be moved, and a queue that is replaced by what was read keeps it", async () => {
  const { queue, archived } = await withArchived();
  const { queue_id, labelId } = queue;
  await updateQueue(owner, { queue_id, label_ids: [archived, labelId] });
  const moved = [
    [archived, true],
    [labelId, false],
  ];
  expect(await labelsOf(queue)).toEqual(moved);
  const read = await getQueue(owner, { queue_id });
  await replaceQueue(owner, { queue_id, name: read.name, label_ids: read.labels.map((label) => label.label_id) });
  expect(await labelsOf(queue)).toEqual(moved);
});

test("it can be required no more, and required again, and goes only once it is removed", async () => {
  const { queue, archived } = await withArchived();
  const binding = { queue_id: queue.queue_id, label_id: archived };
  for (const required of [false, true]) {
    expect(await addQueueLabel(owner, { ...binding, required })).toMatchObject({ created: false, label: { required } });
  }
  await removeQueueLabel(owner, binding);
  await expect(addQueueLabel(owner, { ...binding, required: true })).rejects.toMatchObject({ kind: "notFound" });
  const label_ids = [queue.labelId, archived];
  await expect(updateQueue(owner, { queue_id: queue.queue_id, label_ids })).rejects.toMatchObject({ kind: "invalid" });
});

test("it gets scores within its queue, so that items can be completed", async () => {
  const { queue, archived } = await withArchived();
  const { queue_id, labelId } = queue;
  const [item_id = ""] = queue.itemIds;
  const item = (await database.db.select().from(queueItems)).find((row) => row.id === item_id);
  const source = { source_type: "dataset_row" as const, source_id: item?.sourceId ?? "", queue_item_id: item_id };
  const score = { value: 4, score_source: "human" as const };
  await createScore(owner, { ...source, ...score, label_id: archived });
  const both = [archived, labelId].map((label_id) => ({ ...score, label_id }));
  expect((await createScores(owner, { ...source, scores: both })).errors).toEqual([]);
  const completed = await completeItem(owner, { queue_id, item_id });
  expect(completed.completed_item_id).toBe(item_id);

  const other = await createTestQueue(owner, organization, { items: 1 });
  const elsewhere = (await database.db.select().from(queueItems)).find((row) => row.id === other.itemIds[0]);
  const there = { ...source, source_id: elsewhere?.sourceId ?? "", queue_item_id: other.itemIds[0] ?? "" };
  await expect(createScore(owner, { ...there, ...score, label_id: archived })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("what its figures count can be opened", async () => {
  const annotators = [await createCaller(database.db, organization), await createCaller(database.db, organization)];
  const [first = "", second = ""] = annotators.map(({ caller }) => caller.userId);
  const { queue, archived } = await withArchived(annotators);
  const at = { queue_id: queue.queue_id, label_id: archived };
  expect((await listPairAgreements(owner, at)).pairs).toEqual([]);
  expect(await getPairConfusion(owner, { ...at, first, second })).toMatchObject({ items: 0 });
  expect(await getAnnotatorAgreement(owner, { ...at, annotator_id: second, by: "day" })).toMatchObject({ items: 0 });
  expect(await getQueueConsensus(owner, { ...at, with_automatic: false, target_width: 0.1 })).toMatchObject({
    label_id: archived,
  });
  const filter = { label_id: archived, min_value: 1 };
  expect(await listItems(owner, { ...listContract.query.parse(filter), queue_id: at.queue_id })).toMatchObject({
    count: 0,
  });
  const other = await createTestQueue(owner, organization, { items: 1 });
  await expect(listPairAgreements(owner, { ...at, queue_id: other.queue_id })).rejects.toMatchObject({
    kind: "notFound",
  });
});

test("a new queue cannot have it", async () => {
  const { archived } = await withArchived();
  const name = `Queue ${crypto.randomUUID()}`;
  const settings = {
    name,
    assignment_strategy: "manual" as const,
    annotations_required: 1,
    reservation_timeout_minutes: 60,
    requires_review: false,
    auto_assign: true,
    annotator_ids: [],
    annotator_roles: {},
  };
  await expect(createQueue(owner, { ...settings, label_ids: [archived] })).rejects.toMatchObject({ kind: "invalid" });
});
