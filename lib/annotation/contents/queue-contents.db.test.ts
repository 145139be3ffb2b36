import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetRows, queues } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  createRows,
  suiteDatabase,
  type TestOrganization,
} from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { hardDeleteQueue } from "@/lib/annotation/queues/hard-delete";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { deleteQueue, getQueue, restoreQueue } from "@/lib/annotation/queues/queues";
import { importAnnotations } from "@/lib/annotation/scores/import";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { completeItem } from "@/lib/annotation/work/completions";
import { annotateDetail, listAnnotations } from "@/lib/annotation/work/detail";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import * as itemContracts from "@/lib/contracts/annotation/items";
import type { Selection } from "@/lib/contracts/annotation/selection";
import * as singleContracts from "@/lib/contracts/annotation/single-item";
import { renderError } from "@/lib/http/render-error";
import { addItems, bulkRemoveItems, listItems } from "./items";
import { createItem, deleteItem, getItem, updateItem } from "./single-item";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
});

const member = () => createCaller(database.db, organization);
const rows = (count: number, of = organization) =>
  createRows(
    database.db,
    of,
    Array.from({ length: count }, (_, row) => `Row ${row}`),
  );
const asItems = (ids: string[]) => ids.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
const datasetOf = async (rowId = "") => {
  const [row] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  return row?.datasetId ?? "";
};
const emptyQueue = (annotators: Context[] = []) => createTestQueue(owner, organization, { items: 0, annotators });
const itemOf = (queue: TestQueue, index = 0) => ({ queue_id: queue.queue_id, item_id: queue.itemIds[index] ?? "" });
const stored = async (queue: TestQueue) =>
  (await listItems(owner, { queue_id: queue.queue_id, page: 1, limit: 100, ordering: "order" })).results;

describe("adding listed sources (case 44)", () => {
  test("adds sources, counts duplicates and reports unknown ones", async () => {
    const { queue_id } = await emptyQueue();
    const items = asItems(await rows(3));
    expect(await addItems(owner, { queue_id, items })).toMatchObject({ added: 3, duplicates: 0, errors: [] });
    const [again] = items;
    const twice = again ? [again, { ...again, source_id: again.source_id.toUpperCase() }] : [];
    expect(await addItems(owner, { queue_id, items: [...items, ...twice] })).toMatchObject({ added: 0, duplicates: 5 });
    const strange = asItems([...(await rows(1, await createOrganization(database.db))), "no-uuid"]);
    const refused = await addItems(owner, { queue_id, items: strange });
    expect(refused).toMatchObject({ added: 0, duplicates: 0 });
    expect(refused.errors).toEqual(
      strange.map((item) => ({ ...item, error: `Not found: dataset_row=${item.source_id}` })),
    );
    expect(refused).not.toHaveProperty("total_matching");
  });

  test("requires a manager and an existing queue, and has a size limit", async () => {
    const annotator = await member();
    const { queue_id } = await emptyQueue([annotator]);
    const items = asItems(await rows(1));
    await expect(addItems(annotator, { queue_id, items })).rejects.toMatchObject({ kind: "forbidden" });
    await expect(addItems(owner, { queue_id: randomUUID(), items })).rejects.toMatchObject({ kind: "notFound" });
    const tooMany = asItems(Array.from({ length: 10_001 }, () => randomUUID()));
    await expect(addItems(owner, { queue_id, items: tooMany })).rejects.toMatchObject({
      kind: "tooLarge",
      detail: { code: "items_too_large" },
    });
  });
});

const selection = { mode: "filter", source_type: "dataset_row" };
test.each([
  ["an unknown type of source", { items: [{ source_type: "page", source_id: "x" }] }, false],
  ["a misspelt member", { items: [{ source_type: "trace", sourceId: "x" }] }, false],
  ["both items and selection", { items: [{ source_type: "trace", source_id: "x" }], selection }, false],
  ["neither items nor selection", {}, false],
  ["another mode", { selection: { ...selection, mode: "all" } }, false],
  ["a selection", { selection }, true],
])("%s: accepted %#", (_, body, accepted) => {
  expect(itemContracts.addItems.body.safeParse(body).success).toBe(accepted);
});

describe("adding sources by filter (case 45)", () => {
  const select = (context: Context, queue_id: string, change: Partial<Selection>) =>
    addItems(context, {
      queue_id,
      selection: { mode: "filter", source_type: "dataset_row", filter: [], exclude_ids: [], ...change },
    });

  test("adds all rows of a dataset in order, except the excluded ones", async () => {
    const { queue_id, ...queue } = await emptyQueue();
    const ids = await rows(5);
    const dataset_id = await datasetOf(ids[0]);
    const exclude_ids = [ids[1] ?? "", "no-uuid", ""];
    expect(await select(owner, queue_id, { dataset_id, exclude_ids })).toMatchObject({ added: 4, total_matching: 4 });
    const sources = (await stored({ queue_id, ...queue })).map((item) => item.source_id);
    expect(sources).toEqual([ids[0], ids[2], ids[3], ids[4]]);
    expect(await select(owner, queue_id, { dataset_id })).toMatchObject({ added: 1, duplicates: 4, total_matching: 5 });
  });

  test("refuses more than ten thousand rows and says how many match", async () => {
    const { queue_id } = await emptyQueue();
    const ids = await rows(10_001);
    const dataset_id = await datasetOf(ids[0]);
    const refusal = await select(owner, queue_id, { dataset_id }).catch((error: unknown) => error);
    expect(JSON.parse(renderError(refusal).body)).toMatchObject({
      code: "selection_too_large",
      total_matching: 10_001,
      cap: 10_000,
    });
    const exclude_ids = ids.slice(0, 1);
    expect(await select(owner, queue_id, { dataset_id, exclude_ids })).toMatchObject({ added: 10_000 });
  });

  test.each([
    ["a selection without a dataset", {}, "invalid"],
    ["a condition on rows", { dataset_id: randomUUID(), filter: [{ column: "x" }] }, "invalid"],
    ["an unknown dataset", { dataset_id: randomUUID() }, "notFound"],
    ["a type that cannot be selected", { source_type: "prototype_run" as const }, "invalid"],
  ])("%s is refused", async (_, change, kind) => {
    const { queue_id } = await emptyQueue();
    await expect(select(owner, queue_id, change)).rejects.toMatchObject({ kind });
  });

  test("another organization's dataset is unknown, and annotators are refused", async () => {
    const annotator = await member();
    const { queue_id } = await emptyQueue([annotator]);
    const foreign = await rows(1, await createOrganization(database.db));
    await expect(select(owner, queue_id, { dataset_id: await datasetOf(foreign[0]) })).rejects.toMatchObject({
      kind: "notFound",
    });
    await expect(select(annotator, queue_id, {})).rejects.toMatchObject({ kind: "forbidden" });
  });
});

describe("one item", () => {
  test("is added with its priority and metadata, shown, moved and removed", async () => {
    const queue = await emptyQueue();
    const { queue_id } = queue;
    const [source_id = ""] = await rows(1);
    const source = { source_type: "dataset_row" as const, source_id };
    const made = await createItem(owner, { queue_id, ...source, priority: 3, metadata: { batch: "a" } });
    expect(made).toMatchObject({
      ...source,
      queue: queue_id,
      status: "pending",
      priority: 3,
      metadata: { batch: "a" },
    });
    await expect(createItem(owner, { queue_id, ...source })).rejects.toMatchObject({ kind: "conflict" });
    const unknown = { ...source, source_id: randomUUID() };
    await expect(createItem(owner, { queue_id, ...unknown })).rejects.toMatchObject({ kind: "notFound" });
    // Members see no number of the source.
    const shown = { ...made, source_preview: { ...made.source_preview, row_order: null } };
    expect(await getItem(await member(), { queue_id, item_id: made.id })).toEqual(shown);
    expect(await updateItem(owner, { queue_id, item_id: made.id, order: 7 })).toMatchObject({ order: 7, priority: 3 });
    expect(await deleteItem(owner, { queue_id, item_id: made.id })).toEqual({ deleted: true });
    for (const verb of [getItem, deleteItem]) {
      await expect(verb(owner, { queue_id, item_id: made.id })).rejects.toMatchObject({ kind: "notFound" });
    }
    expect((await createItem(owner, { queue_id, ...source })).id).not.toBe(made.id);
  });

  test("adding the same source ten times at once makes one item", async () => {
    const queue = await emptyQueue();
    const [source_id = ""] = await rows(1);
    const source = { queue_id: queue.queue_id, source_type: "dataset_row" as const, source_id };
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => createItem(owner, source)));
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(1);
    expect(await stored(queue)).toHaveLength(1);
  });

  test("only a manager can change it", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
    const source = { source_type: "dataset_row" as const, source_id: queue.itemIds[0] ?? "" };
    await expect(createItem(annotator, { queue_id: queue.queue_id, ...source })).rejects.toMatchObject({
      kind: "forbidden",
    });
    await expect(updateItem(annotator, { ...itemOf(queue), priority: 1 })).rejects.toMatchObject({ kind: "forbidden" });
    await expect(deleteItem(annotator, itemOf(queue))).rejects.toMatchObject({ kind: "forbidden" });
  });

  test.each([
    ["its status", { status: "completed" }],
    ["its assignee", { assigned_to: randomUUID() }],
    ["nothing", {}],
    ["a priority that the database cannot hold", { priority: 2 ** 31 }],
  ])("a PATCH of %s is refused", (_, body) => {
    expect(singleContracts.updateItem.body.safeParse(body).success).toBe(false);
  });
});

describe("importing annotations", () => {
  const bring = (context: Context, queue: TestQueue, annotations: object[], annotator_id?: string) =>
    importAnnotations(context, {
      ...itemOf(queue),
      annotations: annotations.map((entry) => ({ label_id: queue.labelId, value: 4, ...entry })),
      annotator_id,
    });

  test("imports for another annotator; unknown labels, empty values and unknown sources are skipped and counted", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
    const entries = [{ notes: "old" }, { label_id: randomUUID() }, { value: null }, { score_source: "robot" }];
    expect(await bring(owner, queue, entries, annotator.caller.userId)).toEqual({ imported: 1, skipped: 3 });
    expect(await bring(owner, queue, [{ score_source: "api", value: "3" }])).toEqual({ imported: 1, skipped: 0 });
    expect(await listAnnotations(owner, itemOf(queue))).toMatchObject([
      { annotator: owner.caller.userId, value: { rating: 3 }, score_source: "api" },
      { annotator: annotator.caller.userId, value: { rating: 4 }, score_source: "imported", notes: "old" },
    ]);
    expect((await annotateDetail(annotator, { ...itemOf(queue), reserve: false })).annotations).toHaveLength(1);
  });

  test("a bad value, an unknown annotator or a non-manager is refused, and nothing is stored", async () => {
    const annotator = await member();
    const queue = await createTestQueue(owner, organization, { items: 1, annotators: [annotator] });
    await expect(bring(owner, queue, [{}, { value: 9 }])).rejects.toMatchObject({
      detail: { fields: { "annotations.1.value": [expect.any(String)] } },
    });
    await expect(bring(owner, queue, [{}], randomUUID())).rejects.toMatchObject({
      detail: { fields: { annotator_id: [expect.any(String)] } },
    });
    await expect(bring(annotator, queue, [{}])).rejects.toMatchObject({ kind: "forbidden" });
    expect(await listAnnotations(owner, itemOf(queue))).toEqual([]);
  });

  test("completes the item for an annotator whose required labels all have values", async () => {
    const [one, two] = [await member(), await member()];
    const queue = await createTestQueue(owner, organization, {
      items: 1,
      annotators: [one, two],
      annotationsRequired: 2,
    });
    await addQueueLabel(owner, { queue_id: queue.queue_id, label_id: queue.labelId, required: true });
    await bring(owner, queue, [{}], one.caller.userId);
    expect(await stored(queue)).toMatchObject([{ status: "in_progress", annotations_completed: 1 }]);
    await bring(owner, queue, [{ value: 2 }], two.caller.userId);
    expect(await stored(queue)).toMatchObject([{ status: "completed", annotations_completed: 2 }]);
  });
});

describe("deleting a queue for good", () => {
  const worked = async () => {
    const queue = await createTestQueue(owner, organization, { items: 2 });
    const annotations = [{ label_id: queue.labelId, value: 4 }];
    await submitAnnotations(owner, { ...itemOf(queue), annotations, item_notes: "note" });
    await completeItem(owner, itemOf(queue));
    await bulkRemoveItems(owner, { queue_id: queue.queue_id, item_ids: queue.itemIds.slice(1) });
    return queue;
  };
  const nameOf = async (queue: TestQueue) => (await getQueue(owner, { queue_id: queue.queue_id })).name;

  test("leaves no row of it in any table", async () => {
    const { queue_id, ...queue } = await worked();
    const confirm_name = await nameOf({ queue_id, ...queue });
    expect(await hardDeleteQueue(owner, { queue_id, force: true, confirm_name })).toEqual({ deleted: true, queue_id });
    const tables = await database.db.execute<{ table_name: string }>(sql`
      select columns.table_name from information_schema.columns join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'queue_id' and table_type = 'BASE TABLE'`);
    expect(tables.length).toBeGreaterThan(5);
    for (const { table_name } of tables) {
      const left = await database.db.execute(
        sql`select 1 from ${sql.identifier(table_name)} where queue_id = ${queue_id}`,
      );
      expect(`${table_name} ${left.length}`).toBe(`${table_name} 0`);
    }
    expect(await database.db.select().from(queues).where(eq(queues.id, queue_id))).toEqual([]);
  });

  test("requires its name and a manager, whether the queue is archived or not", async () => {
    const queue = await worked();
    const { queue_id } = queue;
    const confirm_name = await nameOf(queue);
    const input = { queue_id, force: true as const, confirm_name };
    await expect(hardDeleteQueue(owner, { ...input, confirm_name: "Another" })).rejects.toMatchObject({
      detail: { fields: { confirm_name: [expect.any(String)] } },
    });
    await expect(hardDeleteQueue(await member(), input)).rejects.toMatchObject({ kind: "forbidden" });
    await deleteQueue(owner, { queue_id });
    await hardDeleteQueue(owner, input);
    await expect(restoreQueue(owner, { queue_id })).rejects.toMatchObject({ kind: "notFound" });
  });
});

test("another organization does not find the queue or its items (case 37)", async () => {
  const queue = await createTestQueue(owner, organization, { items: 1 });
  const other = await createCaller(database.db, await createOrganization(database.db), "Owner");
  const [source_id = ""] = await rows(1);
  const label = await createLabel(other, { name: "Theirs", type: "star", settings: {}, allow_notes: false });
  const calls = [
    () => getItem(other, itemOf(queue)),
    () => updateItem(other, { ...itemOf(queue), priority: 1 }),
    () => deleteItem(other, itemOf(queue)),
    () => createItem(other, { queue_id: queue.queue_id, source_type: "dataset_row", source_id }),
    () => importAnnotations(other, { ...itemOf(queue), annotations: [{ label_id: label.id, value: 4 }] }),
    () => hardDeleteQueue(other, { queue_id: queue.queue_id, force: true, confirm_name: "x" }),
  ];
  for (const call of calls) await expect(call()).rejects.toMatchObject({ kind: "notFound" });
});
