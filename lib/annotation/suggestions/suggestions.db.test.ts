// Suggestions from where they come to what annotators do with them.
import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { datasetColumns, datasetRows, scores } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { setGold } from "@/lib/annotation/checks/gold";
import { exportQueue } from "@/lib/annotation/export/download";
import { createLabel, updateLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { updateQueue } from "@/lib/annotation/queues/queues";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { nextItem } from "@/lib/annotation/work/claims";
import { annotateDetail } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { undoItem } from "@/lib/annotation/work/undo";
import type { Context } from "@/lib/context";
import type { SuggestionUse } from "@/lib/contracts/annotation/suggestions";
import type { FileOutput } from "@/lib/http/respond";
import { fillSuggestions } from "./fill";
import { getQueueSuggestions } from "./report";
import { deleteSuggestions, saveSuggestions } from "./save";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let annotator: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  annotator = await createCaller(database.db, organization);
});

const settingsOf = (...options: string[]) => ({
  rule_prompt: "",
  multi_choice: false,
  auto_annotate: false,
  strategy: null,
  options: options.map((label) => ({ label })),
});
const scene = (items: number) => createTestQueue(owner, organization, { items, annotators: [annotator] });
const at = ({ queue_id, itemIds }: TestQueue, index: number) => ({ queue_id, item_id: itemIds[index] ?? "" });
const suggestAll = (queue: TestQueue, rating: number) =>
  saveSuggestions(owner, {
    queue_id: queue.queue_id,
    suggestions: queue.itemIds.map((item_id) => ({
      item_id,
      label_id: queue.labelId,
      value: { rating },
      origin: "judge",
    })),
  });
const answer = (queue: TestQueue, index: number, rating: number, suggestion?: SuggestionUse) =>
  submitAnnotations(annotator, {
    ...at(queue, index),
    annotations: [{ label_id: queue.labelId, value: { rating }, ...(suggestion ? { suggestion } : {}) }],
    complete: true,
  });
const detailOf = (queue: TestQueue, index: number) => annotateDetail(annotator, { ...at(queue, index), reserve: true });

test("suggestions are shown as the queue is set, and newer ones replace older ones", async () => {
  const queue = await scene(2);
  await suggestAll(queue, 2);
  await suggestAll(queue, 4);
  const shown = { label_id: queue.labelId, value: { rating: 4 }, origin: "judge", confidence: null };
  expect(await detailOf(queue, 0)).toMatchObject({ queue: { suggestions: "after" }, suggestions: [shown] });
  await updateQueue(owner, { queue_id: queue.queue_id, suggestions: "off" });
  expect((await detailOf(queue, 0)).suggestions).toEqual([]);
});

test("suggestions can be saved by source, all or nothing, and by managers only", async () => {
  const queue = await scene(1);
  const { item } = await detailOf(queue, 0);
  const good = { source_type: item.source_type, source_id: item.source_id, label_id: queue.labelId, value: 3 };
  const save = (who: Context, ...suggestions: object[]) =>
    saveSuggestions(who, {
      queue_id: queue.queue_id,
      suggestions: suggestions.map((each) => ({ origin: "import", ...each })) as Parameters<
        typeof saveSuggestions
      >[1]["suggestions"], // safe: the cases below are of this shape
    });
  await expect(save(annotator, { ...good })).rejects.toMatchObject({ kind: "forbidden" });
  for (const [bad, field] of [
    [{ ...good, value: 9 }, "suggestions.1.value"],
    [{ ...good, value: "" }, "suggestions.1.value"],
    [{ ...good, source_id: crypto.randomUUID() }, "suggestions.1.source_id"],
    [{ label_id: queue.labelId, value: 3, item_id: crypto.randomUUID() }, "suggestions.1.item_id"],
    [{ ...good, label_id: crypto.randomUUID() }, "suggestions.1.label_id"],
  ] as const) {
    await expect(save(owner, good, bad)).rejects.toMatchObject({
      detail: { fields: { [field]: [expect.any(String)] } },
    });
  }
  expect((await detailOf(queue, 0)).suggestions).toEqual([]);
  expect(await save(owner, good)).toEqual({ saved: 1 });
  expect((await detailOf(queue, 0)).suggestions).toMatchObject([{ value: { rating: 3 }, origin: "import" }]);
});

test("the report counts annotators' own answers, changes and acceptances", async () => {
  const queue = await scene(6);
  await suggestAll(queue, 4);
  await answer(queue, 0, 4, { shown: "after", first: { rating: 4 } });
  await answer(queue, 1, 4, { shown: "after", first: { rating: 2 } });
  await answer(queue, 2, 2, { shown: "after", first: { rating: 2 } });
  await answer(queue, 3, 4, { shown: "before" });
  await answer(queue, 4, 1, { shown: "before" });
  await answer(queue, 5, 4);
  const figures = {
    shown: 5,
    same_at_first: { count: 1, of: 3, share: 1 / 3 },
    changed_to: { count: 1, of: 2, share: 0.5 },
    accepted: { count: 1, of: 2, share: 0.5 },
  };
  expect(await getQueueSuggestions(owner, { queue_id: queue.queue_id })).toMatchObject({
    mode: "after",
    labels: [{ label_id: queue.labelId, suggestions: 6, origins: ["judge"], ...figures }],
    annotators: [{ user_id: annotator.caller.userId, ...figures }],
  });
  const exported = await exportQueue(owner, { queue_id: queue.queue_id, export_format: "json" });
  const { content } = exported as FileOutput; // safe: an export is a file
  const { result } = await new Response(content).json();
  expect(result[0].annotations[0].suggestion).toEqual({ value: 4, shown: "after", first_same: true, same: true });
  await expect(getQueueSuggestions(annotator, { queue_id: queue.queue_id })).rejects.toMatchObject({
    kind: "forbidden",
  });
});

test("a resubmitted answer keeps the first own answer, and an undo restores the earlier record", async () => {
  const queue = await scene(1);
  await suggestAll(queue, 4);
  const stored = async () => {
    const rows = await database.db
      .select({ suggestion: scores.suggestion })
      .from(scores)
      .where(eq(scores.queueItemId, queue.itemIds[0] ?? ""));
    return rows[0]?.suggestion;
  };
  const submit = (rating: number, suggestion: SuggestionUse) =>
    submitAnnotations(annotator, {
      ...at(queue, 0),
      annotations: [{ label_id: queue.labelId, value: { rating }, suggestion }],
    });
  await submit(2, { shown: "after", first: { rating: 2 } });
  expect(await stored()).toEqual({ value: { rating: 4 }, shown: "after", firstSame: false, same: false });
  await submit(4, { shown: "after", first: { rating: 4 } });
  expect(await stored()).toEqual({ value: { rating: 4 }, shown: "after", firstSame: false, same: true });
  await undoItem(annotator, at(queue, 0));
  expect(await stored()).toEqual({ value: { rating: 4 }, shown: "after", firstSame: false, same: false });
});

test("a client cannot claim to have shown a suggestion that does not exist", async () => {
  const queue = await scene(1);
  await answer(queue, 0, 4, { shown: "before" });
  expect(await getQueueSuggestions(owner, { queue_id: queue.queue_id })).toMatchObject({
    labels: [{ shown: 0, accepted: { of: 0, share: null, interval: null } }],
    annotators: [],
  });
});

test("a copy of a gold item has the same suggestions, so that it looks like work", async () => {
  const [items, gold] = [20, 5];
  const queue = await scene(items);
  await suggestAll(queue, 4);
  const answers = [{ label_id: queue.labelId, value: { rating: 5 } }];
  for (let index = 0; index < gold; index++) await setGold(owner, { ...at(queue, index), answers });
  await updateQueue(owner, { queue_id: queue.queue_id, gold_percent: 50 });
  const seen: number[] = [];
  for (;;) {
    const { item } = await nextItem(annotator, { queue_id: queue.queue_id, include_completed: false });
    if (!item) break;
    const path = { queue_id: queue.queue_id, item_id: item.id };
    seen.push((await annotateDetail(annotator, { ...path, reserve: true })).suggestions.length);
    const annotations = [{ label_id: queue.labelId, value: { rating: 4 }, suggestion: { shown: "before" as const } }];
    await submitAnnotations(annotator, { ...path, annotations, complete: true });
  }
  expect(seen.length).toBeGreaterThan(items - gold);
  expect(new Set(seen)).toEqual(new Set([1]));
  const report = await getQueueSuggestions(owner, { queue_id: queue.queue_id });
  expect(report.labels[0]?.accepted).toMatchObject({ of: items - gold });
});

test("suggestions are made from a column, and unreadable cells are reported", async () => {
  const queue = await scene(4);
  const label = await createLabel(owner, {
    name: `Verdict ${crypto.randomUUID()}`,
    type: "categorical",
    settings: settingsOf("Correct", "Wrong"),
    allow_notes: false,
  });
  await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: label.id, required: false });
  const [row] = await database.db
    .select({ datasetId: datasetRows.datasetId })
    .from(datasetRows)
    .where(sql`${datasetRows.id}::text = (select source_id from queue_items where id = ${queue.itemIds[0]})`);
  const [column] = await database.db
    .insert(datasetColumns)
    .values({ datasetId: row?.datasetId ?? "", name: "judge", dataType: "text", order: 9 })
    .returning();
  for (const [index, text] of ["correct", "WRONG", "perhaps", ""].entries()) {
    await database.db.execute(sql`
      update dataset_rows set cells = cells || jsonb_build_object(${column?.id}::text, ${text}::text)
      where id::text = (select source_id from queue_items where id = ${queue.itemIds[index]})`);
  }
  const fill = { queue_id: queue.queue_id, label_id: label.id, field: "judge" };
  const filled = {
    saved: 2,
    empty: 1,
    unreadable: 1,
    example: { item_id: queue.itemIds[2], problem: expect.any(String) },
    next_after: null,
  };
  expect(await fillSuggestions(owner, fill)).toEqual(filled);
  expect(await fillSuggestions(owner, fill)).toEqual(filled);
  expect(await fillSuggestions(owner, { ...fill, after: 1 })).toMatchObject({ saved: 0, empty: 1 });
  expect((await detailOf(queue, 1)).suggestions).toMatchObject([{ value: { selected: ["Wrong"] }, origin: "judge" }]);
  // Options keep their meaning under a new name.
  await updateLabel(owner, { id: label.id, renamed_options: [{ from: "Wrong", to: "Incorrect" }] });
  expect((await detailOf(queue, 1)).suggestions).toMatchObject([{ value: { selected: ["Incorrect"] } }]);
  expect(await deleteSuggestions(owner, { queue_id: queue.queue_id, label_id: label.id })).toEqual({ deleted: 2 });
  expect((await detailOf(queue, 1)).suggestions).toEqual([]);
});
