import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { itemNotes, queueItems, scores } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { listItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { getQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, starLabel, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import * as contracts from "@/lib/contracts/annotation/scores";
import { createScore } from "./score-sources";
import { deleteScore, getScore, listScores, replaceScore, scoresForSource, updateScore } from "./scores";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const label = () => createLabel(owner, { ...starLabel, name: `Label ${randomUUID()}` });
const newSource = async () => {
  const [source_id = ""] = await createRows(database.db, organization, ["A reply"]);
  return { source_type: "dataset_row" as const, source_id };
};
const scored = async (context: Context, value = 4, change: object = {}) =>
  createScore(context, {
    ...(await newSource()),
    label_id: (await label()).id,
    value,
    score_source: "human",
    ...change,
  });
const list = (context: Context, filter: object = {}) => listScores(context, { page: 1, limit: 100, ...filter });
const ids = (rows: { id: string }[]) => rows.map((row) => row.id);
const itemOf = (queue: TestQueue) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[0] ?? "" });
const submit = (context: Context, queue: TestQueue, value: unknown) =>
  submitAnnotations(context, { ...itemOf(queue), annotations: [{ label_id: queue.labelId, value }], item_notes: "n" });

describe("finding scores", () => {
  test("filters by source, label and annotator, newest first, in pages", async () => {
    const person = await member();
    const first = await scored(person, 1);
    const second = await scored(person, 2);
    const mine = { annotator_id: person.caller.userId };
    expect(ids((await list(person, mine)).results)).toEqual([second.id, first.id]);
    expect(ids((await list(person, { ...mine, label_id: first.label_id })).results)).toEqual([first.id]);
    const { source_type, source_id } = second;
    expect(ids((await list(person, { source_type, source_id: source_id ?? "" })).results)).toEqual([second.id]);
    expect(await list(person, { ...mine, limit: 1, page: 2 })).toMatchObject({ count: 2, results: [{ id: first.id }] });
    await expect(list(person, { ...mine, limit: 1, page: 3 })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("returns all scores of a source, by label name and then newest first (case 22)", async () => {
    const source = await newSource();
    const [a, b] = [
      await createLabel(owner, { ...starLabel, name: `a ${randomUUID()}` }),
      await createLabel(owner, { ...starLabel, name: `b ${randomUUID()}` }),
    ];
    const put = (context: Context, label_id: string) =>
      createScore(context, { ...source, label_id, value: 3, score_source: "human" });
    const [one, two] = [await member(), await member()];
    const made = [await put(one, b.id), await put(one, a.id), await put(two, a.id)];
    const found = await scoresForSource(one, source);
    expect(ids(found.result)).toEqual([made[2]?.id, made[1]?.id, made[0]?.id]);
    expect(found.span_notes).toBeUndefined();
    expect(ids((await scoresForSource(one, { ...source, label_id: b.id })).result)).toEqual([made[0]?.id]);
    const byTwo = { ...source, annotator_id: two.caller.userId };
    expect(ids((await scoresForSource(one, byTwo)).result)).toEqual([made[2]?.id]);
    const unknown = await scoresForSource(one, { ...source, source_id: randomUUID() });
    expect(unknown).toEqual({ status: true, result: [] });
    await expect(scoresForSource(one, { ...source, source_id: "row-1" })).rejects.toMatchObject({ kind: "invalid" });
  });

  test("returns the notes on a span with its scores (case 22)", async () => {
    const queue = await createTestQueue(owner, organization, { items: 1 });
    const span = { sourceType: "observation_span" as const, sourceId: `span-${randomUUID()}` };
    const [item] = await database.db
      .insert(queueItems)
      .values({ ...span, organizationId: organization.id, queueId: queue.queue_id, order: 9 })
      .returning();
    await database.db
      .insert(itemNotes)
      .values({ itemId: item?.id ?? "", userId: owner.caller.userId, notes: "odd tool call" });
    const source = { source_type: "observation_span" as const, source_id: span.sourceId };
    const { name } = await getQueue(owner, { queue_id: queue.queue_id });
    expect((await scoresForSource(owner, source)).span_notes).toMatchObject([
      { notes: "odd tool call", annotator: "Ada Example", queue_name: name },
    ]);
    expect((await scoresForSource(await member(), source)).span_notes).toEqual([]);
  });

  test.each([
    ["source_type", { source_id: "x" }],
    ["source_id", { source_type: "trace" }],
    ["sourceType", { source_type: "trace", source_id: "x", sourceType: "trace" }],
  ])("names a missing or unknown %s in a for-source query (case 22)", (field, query) => {
    const issues = contracts.scoresForSource.query.safeParse(query).error?.issues ?? [];
    expect(issues.map((issue) => (issue.code === "unrecognized_keys" ? issue.keys[0] : issue.path[0]))).toEqual([
      field,
    ]);
  });

  test("hides annotators' scores from one another until they have completed the item", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await submit(one, queue, 4);
    await submit(two, queue, 2);
    const [theirs] = (await list(one, { label_id: queue.labelId })).results;
    const seen = async (context: Context) => (await list(context, { label_id: queue.labelId })).count;
    expect([await seen(one), await seen(two), await seen(owner), await seen(await member())]).toEqual([1, 1, 2, 0]);
    await expect(getScore(two, { id: theirs?.id ?? "" })).rejects.toMatchObject({ kind: "notFound" });
    await completeItem(two, itemOf(queue));
    expect([await seen(one), await seen(two)]).toEqual([1, 2]);
    expect(await getScore(two, { id: theirs?.id ?? "" })).toMatchObject({ annotator: one.caller.userId });
  });

  test("finds nothing for another organization (case 37)", async () => {
    const made = await scored(owner);
    const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
    expect(await list(other)).toMatchObject({ count: 0, results: [] });
    for (const verb of [getScore, deleteScore]) {
      await expect(verb(other, { id: made.id })).rejects.toMatchObject({ kind: "notFound" });
    }
    await expect(replaceScore(other, { id: made.id, value: 1 })).rejects.toMatchObject({ kind: "notFound" });
    const { source_type, source_id } = made;
    expect(await scoresForSource(other, { source_type, source_id: source_id ?? "" })).toEqual({
      status: true,
      result: [],
    });
  });
});

describe("changing scores", () => {
  test("PUT and PATCH change value, notes and score_source; only values add history (case 24)", async () => {
    const made = await scored(owner, 4, { notes: "first" });
    const put = await replaceScore(owner, { id: made.id, value: "5" });
    expect(put).toMatchObject({ id: made.id, value: { rating: 5 }, notes: "first", score_source: "human" });
    expect(put.value_history.map((entry) => entry.value)).toEqual([{ rating: 4 }]);
    const patched = await updateScore(owner, { id: made.id, notes: "second", score_source: "api" });
    expect(patched).toMatchObject({ value: { rating: 5 }, notes: "second", score_source: "api" });
    expect(patched.value_history).toHaveLength(1);
    expect((await updateScore(owner, { id: made.id, notes: null })).notes).toBe("");
    for (const value of [9, null]) {
      await expect(replaceScore(owner, { id: made.id, value })).rejects.toMatchObject({ kind: "invalid" });
    }
    await expect(updateScore(await member(), { id: made.id, notes: "mine" })).rejects.toMatchObject({
      kind: "forbidden",
    });
  });

  test.each([
    ["a PUT without value", contracts.replaceScore, {}],
    ["a PATCH of the source", contracts.updateScore, { source_type: "trace" }],
    ["an empty PATCH", contracts.updateScore, {}],
  ])("%s is refused (case 24)", (_, contract, body) => {
    expect(contract.body.safeParse(body).success).toBe(false);
  });

  test("only its annotator or an admin can delete a score, and only once (case 23)", async () => {
    const [author, stranger] = [await member(), await member()];
    const made = await scored(author);
    await expect(deleteScore(stranger, { id: made.id })).rejects.toMatchObject({ kind: "forbidden" });
    expect(await deleteScore(author, { id: made.id })).toEqual({ deleted: true });
    expect((await list(author, { label_id: made.label_id })).count).toBe(0);
    await expect(deleteScore(author, { id: made.id })).rejects.toMatchObject({ kind: "notFound" });
    const another = await scored(author);
    expect(await deleteScore(owner, { id: another.id })).toEqual({ deleted: true });
  });

  test("five parallel deletes delete a score once (case 23)", async () => {
    const made = await scored(owner);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => deleteScore(owner, { id: made.id })));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
  });

  test("deleting a value that completion required reopens the item and its queue", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [one, two] });
    await submit(one, queue, 4);
    await completeItem(one, itemOf(queue));
    const state = async () => {
      const { results } = await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 1, ordering: "order" });
      return [(await getQueue(owner, { queue_id: queue.queue_id })).status, results[0]?.status];
    };
    expect(await state()).toEqual(["completed", "completed"]);
    const [made] = (await list(one, { label_id: queue.labelId })).results;
    await deleteScore(one, { id: made?.id ?? "" });
    expect(await state()).toEqual(["active", "in_progress"]);
    await submit(two, queue, 3);
    await completeItem(two, itemOf(queue));
    expect(await state()).toEqual(["completed", "completed"]);
  });
});

test("a score without an annotator has one live row per source and label", async () => {
  const { label_id, source_id, source_type } = await scored(owner);
  const row = {
    organizationId: organization.id,
    workspaceId: organization.workspaceId,
    sourceType: source_type,
    sourceId: source_id ?? "",
    labelId: label_id,
    labelVersion: 1,
    value: { rating: 3 },
    scoreSource: "auto" as const,
  };
  await database.db.insert(scores).values(row);
  await expect(database.db.insert(scores).values(row)).rejects.toMatchObject({ cause: { code: "23505" } });
  await database.db.execute(sql`update scores set deleted_at = now() where annotator_id is null`);
  await database.db.insert(scores).values(row);
});
