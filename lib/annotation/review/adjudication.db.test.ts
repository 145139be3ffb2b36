import { beforeAll, expect, test } from "vitest";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/adjudications";
import { adjudicateItem, resolvedValues, withdrawAdjudication } from "./adjudication";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const itemOf = (queue: TestQueue) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" });
const submit = (context: Context, queue: TestQueue, value: unknown) =>
  submitAnnotations(context, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value }] });
const settle = async (context: Context, queue: TestQueue, value: unknown, notes?: string) =>
  contracts.adjudicateItem.response.parse(
    await adjudicateItem(context, {
      ...itemOf(queue),
      values: [{ label_id: queue.labelId, value }],
      ...(notes ? { notes } : {}),
    }),
  );
const detail = (context: Context, queue: TestQueue) => annotateDetail(context, { ...itemOf(queue), reserve: false });

async function disagreement() {
  const [one, two, reviewer] = [await member(), await member(), await member()];
  const queue = await createTestQueue(owner, organization, {
    items: 1,
    annotators: [one, two],
    annotationsRequired: 2,
    reviewers: [reviewer],
  });
  await submit(one, queue, 1);
  await submit(two, queue, 5);
  return { queue, one, two, reviewer };
}

test("a settled value is canonical and signed, keeps a history, and can be withdrawn", async () => {
  const { queue, one, reviewer } = await disagreement();
  const first = await settle(reviewer, queue, "3", "Between the two.");
  expect(first.resolved).toMatchObject([
    {
      label_id: queue.labelId,
      value: { rating: 3 },
      notes: "Between the two.",
      by: reviewer.caller.userId,
      history: [],
    },
  ]);
  await settle(reviewer, queue, { rating: 3 }, "Between the two.");
  const [second] = (await settle(owner, queue, 4)).resolved;
  expect(second).toMatchObject({
    value: { rating: 4 },
    by: owner.caller.userId,
    history: [{ value: { rating: 3 }, notes: "Between the two.", by: reviewer.caller.userId }],
  });
  expect((await detail(owner, queue)).resolved).toEqual([second]);
  expect((await detail(one, queue)).resolved).toEqual([]);
  expect(await resolvedValues(database.db, queue.itemIds[0] ?? "")).toEqual([second]);
  expect((await withdrawAdjudication(reviewer, itemOf(queue))).resolved).toEqual([]);
  expect(await resolvedValues(database.db, queue.itemIds[0] ?? "")).toEqual([]);
  await expect(withdrawAdjudication(reviewer, itemOf(queue))).rejects.toMatchObject({ kind: "notFound" });
  const [again] = (await settle(reviewer, queue, 2)).resolved;
  expect(again?.history.map((entry) => entry.value)).toEqual([{ rating: 3 }, { rating: 4 }, null]);
});

test("each label is settled separately", async () => {
  const { queue, reviewer } = await disagreement();
  const label = await createLabel(owner, { name: "Verdict", type: "thumbs_up_down", settings: {}, allow_notes: false });
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
  await settle(reviewer, queue, 3);
  const both = await adjudicateItem(reviewer, { ...itemOf(queue), values: [{ label_id: label.id, value: true }] });
  expect(new Map(both.resolved.map((entry) => [entry.label_id, entry.value]))).toEqual(
    new Map<string, unknown>([
      [queue.labelId, { rating: 3 }],
      [label.id, { value: "up" }],
    ]),
  );
  const left = await withdrawAdjudication(reviewer, { ...itemOf(queue), label_id: label.id });
  expect(left.resolved.map((entry) => entry.label_id)).toEqual([queue.labelId]);
});

test("annotators cannot settle, reviewers cannot settle own items, and values must fit their labels", async () => {
  const { queue, one, reviewer } = await disagreement();
  await expect(settle(one, queue, 3)).rejects.toMatchObject({ kind: "forbidden" });
  for (const value of [9, null, ""]) {
    await expect(settle(reviewer, queue, value)).rejects.toMatchObject({
      detail: { fields: { "values.0.value": [expect.any(String)] } },
    });
  }
  const loose = await createLabel(owner, { name: "Loose", type: "text", settings: {}, allow_notes: false });
  await expect(
    adjudicateItem(reviewer, { ...itemOf(queue), values: [{ label_id: loose.id, value: "x" }] }),
  ).rejects.toMatchObject({ detail: { fields: { "values.0.label_id": [expect.any(String)] } } });
  const untouched = await createTestQueue(owner, organization, { items: 1, annotators: [one] });
  await expect(settle(owner, untouched, 3)).rejects.toMatchObject({ detail: { code: "nothing_to_settle" } });
  await submit(owner, untouched, 4);
  await expect(settle(owner, untouched, 3)).rejects.toMatchObject({ kind: "forbidden" });
});

test("two reviewers at once leave one value, with the other in its history", async () => {
  const { queue, reviewer } = await disagreement();
  await Promise.all([settle(reviewer, queue, 2), settle(owner, queue, 4)]);
  const [settled] = await resolvedValues(database.db, queue.itemIds[0] ?? "");
  const values = [settled?.value, ...(settled?.history.map((entry) => entry.value) ?? [])];
  expect(values).toHaveLength(2);
  expect(values).toEqual(expect.arrayContaining([{ rating: 2 }, { rating: 4 }]));
});
