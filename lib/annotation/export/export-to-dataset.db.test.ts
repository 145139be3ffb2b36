import { randomUUID } from "node:crypto";
import { and, asc, count, eq, isNull, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { adjudications, datasetColumns, datasetRows, datasets, queueItems, queueMembers } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { exportToDataset as contract } from "@/lib/contracts/annotation/dataset-export";
import { createEmptyDataset } from "@/lib/datasets/datasets";
import { addRows, deleteRows, updateCellValue } from "@/lib/datasets/rows";
import { Failure } from "@/lib/errors";
import { exportToDataset, listExportFields } from "./export-to-dataset";

const database = suiteDatabase();
let organization: TestOrganization;
let manager: Context;
beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

/** A queue of `items`, each with a star score by every person given; all are completed. */
async function scoredQueue(items: number, people: readonly Context[] = [manager]): Promise<TestQueue> {
  const queue = await createTestQueue(manager, organization, { items });
  for (const { caller } of people) {
    await database.db.execute(sql`
      insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id,
        queue_item_id, queue_id, value, notes)
      select organization_id, ${organization.workspaceId}::uuid, source_type, source_id, ${queue.labelId}::uuid, 1,
        ${caller.userId}::uuid, id, queue_id, jsonb_build_object('rating', 1 + "order" % 5), 'note ' || "order"
      from queue_items where queue_id = ${queue.queue_id}`);
  }
  await database.db.update(queueItems).set({ status: "completed" }).where(eq(queueItems.queueId, queue.queue_id));
  return queue;
}

type Body = Record<string, unknown>;
const run = (queue: TestQueue, body: Body, context = manager) =>
  exportToDataset(context, { queue_id: queue.queue_id, ...contract.body.parse(body) });

const refusal = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof Failure ? [error.kind, error.message] : error),
  );

/** The dataset as a list of rows, column name to text. */
async function tableOf(datasetId: string) {
  const columns = await database.db.query.datasetColumns.findMany({
    where: eq(datasetColumns.datasetId, datasetId),
    orderBy: asc(datasetColumns.order),
  });
  const rows = await database.db.query.datasetRows.findMany({
    where: and(eq(datasetRows.datasetId, datasetId), isNull(datasetRows.deletedAt)),
    orderBy: asc(datasetRows.order),
  });
  const table = rows.map((row) =>
    Object.fromEntries(columns.flatMap(({ id, name }) => (row.cells[id] === undefined ? [] : [[name, row.cells[id]]]))),
  );
  return { columns, rows, table };
}

const datasetCount = async () => (await database.db.select({ count: count() }).from(datasets))[0]?.count;
const named = () => `Export ${randomUUID()}`;

describe("exporting to a dataset (case 80)", () => {
  test("a new name makes a dataset with columns and cells", async () => {
    const queue = await scoredQueue(3);
    const result = await run(queue, { dataset_name: "Judged" });
    expect(contract.response.parse(result)).toMatchObject({ dataset_name: "Judged", rows_created: 3, rows_updated: 0 });
    const { columns, rows, table } = await tableOf(result.dataset_id);
    expect(columns.map((column) => column.name)).toEqual(result.columns);
    expect(rows.map((row) => row.order)).toEqual([0, 1, 2]);
    const label = columns.find((column) => column.name.endsWith("annotation 1 score"));
    expect(label?.dataType).toBe("float");
    expect(table[1]).toMatchObject({
      source_type: "dataset_row",
      source_name: "Row 2",
      item_status: "completed",
      item_order: "1",
      requires_review: "false",
      input: "Row 1",
      [label?.name ?? ""]: "2",
    });
    expect(rows[1]?.metadata).toMatchObject({
      queue_id: queue.queue_id,
      queue_item_id: queue.itemIds[1],
      source_type: "dataset_row",
      annotations: { [queue.labelId]: [{ value: 2, notes: "note 1" }] },
      review: { requires_review: false },
    });
  });

  test("an existing dataset and its columns are reused, ignoring case in column names", async () => {
    const queue = await scoredQueue(2);
    const columns = [
      { name: "INPUT", data_type: "text" as const },
      { name: "other", data_type: "integer" as const },
    ];
    const { dataset_id } = await createEmptyDataset(manager, { new_dataset_name: named(), columns, row: 2 });
    const mapping = [{ field: "input" }, { id: "source_name", column: "from" }, { field: "no-such-field" }];
    const result = await run(queue, { dataset_id, dataset_name: "ignored", column_mapping: mapping });
    expect(result).toMatchObject({ dataset_id, rows_created: 2, columns: ["INPUT", "from"] });
    const after = await tableOf(dataset_id);
    expect(after.columns.map((column) => column.name)).toEqual(["INPUT", "other", "from"]);
    expect(after.table).toEqual([{}, {}, { INPUT: "Row 0", from: "Row 1" }, { INPUT: "Row 1", from: "Row 2" }]);
  });

  test("a label's field is found with its id in capitals", async () => {
    const queue = await scoredQueue(1);
    const mapping = [{ field: `label:${queue.labelId.toUpperCase()}:slot:1:value`, column: "Stars" }];
    const { columns } = await run(queue, { dataset_name: named(), column_mapping: mapping });
    expect(columns).toEqual(["Stars"]);
  });

  test("filters by status, completed by default", async () => {
    const queue = await createTestQueue(manager, organization, { items: 3 });
    await database.db
      .update(queueItems)
      .set({ status: "completed" })
      .where(eq(queueItems.id, queue.itemIds[0] ?? ""));
    const created = async (status?: string) =>
      (await run(queue, { dataset_name: named(), ...(status === undefined ? {} : { status_filter: status }) }))
        .rows_created;
    expect([await created(), await created("pending"), await created("all"), await created("")]).toEqual([1, 2, 3, 3]);
  });

  test("refuses invalid requests before writing anything", async () => {
    const queue = await scoredQueue(1);
    const before = await datasetCount();
    const twice = [{ field: "input" }, { field: "output", column: "Input" }];
    const cases: [Body, [string, string]][] = [
      [{}, ["invalid", "Give a dataset_id, or a dataset_name for a new dataset."]],
      [{ dataset_id: randomUUID() }, ["notFound", "Dataset not found."]],
      [{ dataset_name: "x", column_mapping: twice }, ["invalid", "Duplicate export column name: Input"]],
      [
        {
          dataset_name: "x",
          column_mapping: [{ field: "input", enabled: false }, { field: "nothing" }, { field: "attr:" }],
        },
        ["invalid", "Select at least one export column."],
      ],
      [
        { dataset_name: "x", status_filter: "done" },
        ["invalid", "status_filter: Must be one of pending, in_progress, completed, skipped, or all."],
      ],
    ];
    for (const [body, failure] of cases) expect([body, await refusal(run(queue, body))]).toEqual([body, failure]);
    expect(await datasetCount()).toBe(before);
    const name = named();
    await run(queue, { dataset_name: name });
    expect(await refusal(run(queue, { dataset_name: name.toUpperCase() }))).toEqual([
      "invalid",
      `dataset_name: A dataset named "${name.toUpperCase()}" already exists.`,
    ]);
  });

  test("refuses to write to a column of another type, and writes nothing", async () => {
    const queue = await scoredQueue(1);
    const columns = [{ name: "input", data_type: "integer" as const }];
    const { dataset_id } = await createEmptyDataset(manager, { new_dataset_name: named(), columns });
    expect(await refusal(run(queue, { dataset_id }))).toEqual([
      "invalid",
      expect.stringContaining('The dataset\'s column "input" is of type integer, which cannot hold text.'),
    ]);
    expect((await tableOf(dataset_id)).columns).toHaveLength(1);
  });
});

test("only managers who may write datasets can export, and only in their own organization", async () => {
  const queue = await scoredQueue(1);
  const annotator = await createCaller(database.db, organization);
  const viewer = await createCaller(database.db, organization, "Viewer");
  const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  await database.db
    .insert(queueMembers)
    .values({ queueId: queue.queue_id, userId: viewer.caller.userId, roles: ["manager"] });
  const kinds = async (context: Context) => {
    const fields = await refusal(listExportFields(context, { queue_id: queue.queue_id }));
    const rows = await refusal(run(queue, { dataset_name: named() }, context));
    return [fields, rows].map((failure) => (Array.isArray(failure) ? failure[0] : failure));
  };
  expect(await kinds(annotator)).toEqual(["forbidden", "forbidden"]);
  expect(await kinds(viewer)).toEqual([null, "forbidden"]);
  expect(await kinds(stranger)).toEqual(["notFound", "notFound"]);
  const foreign = await createEmptyDataset(stranger, { new_dataset_name: named(), columns: [] });
  expect(await refusal(run(queue, { dataset_id: foreign.dataset_id }))).toEqual(["notFound", "Dataset not found."]);
});

describe("exporting again to the same dataset", () => {
  test("updates its rows, makes new and deleted ones, and leaves other rows and columns unchanged", async () => {
    const queue = await scoredQueue(3);
    const { dataset_id } = await run(queue, { dataset_name: named(), status_filter: "" });
    const first = await tableOf(dataset_id);
    const score = first.columns.find((column) => column.name.endsWith("annotation 1 score"));
    const note = first.columns.find((column) => column.name.endsWith("annotation 1 notes"));
    await addRows(manager, { dataset_id, rows: [{ cells: [{ column_name: "input", value: "mine" }] }] });
    await deleteRows(manager, { dataset_id, row_ids: [first.rows[2]?.id ?? ""], selected_all_rows: false });
    const column_id = first.columns.find((column) => column.name === "output")?.id ?? "";
    await updateCellValue(manager, { dataset_id, row_id: first.rows[0]?.id ?? "", column_id, new_value: "kept" });
    await database.db.execute(
      sql`update scores set value = '{"rating": 5}', notes = '' where queue_item_id = ${queue.itemIds[0]}`,
    );
    const mapping = [score, note].map((column) => ({ field: fieldOf(queue, column?.name), column: column?.name }));
    const again = await run(queue, { dataset_id, status_filter: "all", column_mapping: mapping });
    expect(again).toMatchObject({ rows_created: 1, rows_updated: 2 });
    const second = await tableOf(dataset_id);
    expect(second.rows.map((row) => row.order)).toEqual([0, 1, 3, 4]);
    expect(second.rows.slice(0, 2).map((row) => row.id)).toEqual(first.rows.slice(0, 2).map((row) => row.id));
    expect(second.table[0]).toMatchObject({ [score?.name ?? ""]: "5", output: "kept", input: "Row 0" });
    expect(second.table[0]).not.toHaveProperty([note?.name ?? ""]);
    expect(second.table[1]).toEqual(first.table[1]);
    expect(second.table[2]).toEqual({ input: "mine" });
    expect(second.rows[0]?.metadata).toMatchObject({ annotations: { [queue.labelId]: [{ value: 5 }] } });
  });

  test("empties what it wrote for annotations that are gone, also in columns of other names", async () => {
    const second = await createCaller(database.db, organization);
    const queue = await scoredQueue(2, [manager, second]);
    const mapped = [1, 2].map((slot) => ({
      field: `label:${queue.labelId}:slot:${slot}:value`,
      column: `Stars ${slot}`,
    }));
    const { dataset_id } = await run(queue, { dataset_name: named() });
    await run(queue, { dataset_id, column_mapping: mapped });
    await addRows(manager, { dataset_id, rows: [{ cells: [{ column_name: "Stars 2", value: "9" }] }] });
    await database.db.execute(sql`
      update scores set deleted_at = now() where queue_id = ${queue.queue_id} and annotator_id = ${manager.caller.userId}`);
    await run(queue, { dataset_id, column_mapping: mapped });
    await run(queue, { dataset_id });
    const { table, columns } = await tableOf(dataset_id);
    expect(columns.filter(({ name }) => name.includes("annotation 2"))).toHaveLength(9);
    expect(table.map((row) => Object.keys(row).filter((name) => name.includes("annotation 2")))).toEqual([[], [], []]);
    expect(table.map((row) => [row["Stars 1"], row["Stars 2"]])).toEqual([
      ["1", undefined],
      ["2", undefined],
      [undefined, "9"],
    ]);
  });

  test("empties what it wrote for annotations that are gone, when a client repeats today's default mapping", async () => {
    const second = await createCaller(database.db, organization);
    const queue = await scoredQueue(2, [manager, second]);
    const mappingNow = async () => (await listExportFields(manager, { queue_id: queue.queue_id })).default_mapping;
    const { dataset_id } = await run(queue, { dataset_name: named(), column_mapping: await mappingNow() });
    const secondAnswers = async () =>
      (await tableOf(dataset_id)).table.map((row) => Object.keys(row).filter((name) => name.includes("annotation 2")));
    expect((await secondAnswers()).every((names) => names.length > 0)).toBe(true);
    await database.db.execute(sql`
      update scores set deleted_at = now() where queue_id = ${queue.queue_id} and annotator_id = ${manager.caller.userId}`);
    const mapping = await mappingNow();
    expect(mapping.some(({ column }) => column.includes("annotation 2"))).toBe(false);
    await run(queue, { dataset_id, column_mapping: mapping });
    expect(await secondAnswers()).toEqual([[], []]);
  });

  const fieldOf = (queue: TestQueue, column: string | undefined) =>
    `label:${queue.labelId}:slot:1:${column?.endsWith("score") ? "value" : "notes"}`;

  test("eight exports at once write each item once", async () => {
    const queue = await scoredQueue(700);
    const { dataset_id } = await createEmptyDataset(manager, { new_dataset_name: named(), columns: [] });
    const results = await Promise.all(Array.from({ length: 8 }, () => run(queue, { dataset_id })));
    expect(results.map((result) => result.rows_created).sort((left, right) => right - left)).toEqual([
      700,
      ...Array(7).fill(0),
    ]);
    expect(results.reduce((sum, result) => sum + result.rows_updated, 0)).toBe(7 * 700);
    const { rows, columns } = await tableOf(dataset_id);
    expect(rows.map((row) => row.metadata.queue_item_id)).toEqual(queue.itemIds);
    expect(new Set(columns.map((column) => column.name)).size).toBe(columns.length);
  });
});

describe("export fields", () => {
  test("have as many slots as the queue or an item has annotations", async () => {
    const second = await createCaller(database.db, organization);
    const queue = await scoredQueue(2, [manager, second]);
    const { fields, default_mapping } = await listExportFields(manager, { queue_id: queue.queue_id });
    expect(fields.flatMap((field) => (field.id.endsWith(":value") && field.slot ? [field.slot] : []))).toEqual([1, 2]);
    expect(default_mapping.map((entry) => entry.field)).toEqual(
      fields.filter((field) => field.default).map((field) => field.id),
    );
    expect(default_mapping).toHaveLength(22 + 2 * 9);
    expect(fields.filter((field) => field.group === "attributes")).toMatchObject([
      { id: "attr:fields.input", path: "fields.input", default: false },
    ]);
    const result = await run(queue, { dataset_name: named(), column_mapping: default_mapping });
    expect(result.columns).toEqual(default_mapping.map((entry) => entry.column));
  });

  test("include settled values, label versions and work time", async () => {
    const queue = await scoredQueue(2);
    const itemId = queue.itemIds[1] ?? "";
    const signed = { resolvedBy: manager.caller.userId, resolvedAt: new Date("2026-02-03T04:05:06Z") };
    await database.db
      .insert(adjudications)
      .values({ itemId, labelId: queue.labelId, value: { rating: 3 }, notes: "between", ...signed });
    const column_mapping = ["resolved:value", "resolved:by", "resolved:at", "slot:1:label_version"].map((field) => ({
      field: `label:${queue.labelId}:${field}`,
      column: field,
    }));
    const { dataset_id } = await run(queue, { dataset_name: named(), column_mapping });
    const { table, rows } = await tableOf(dataset_id);
    expect(table).toEqual([
      { "slot:1:label_version": "1" },
      {
        "resolved:value": "3",
        "resolved:by": manager.caller.userId,
        "resolved:at": "2026-02-03T04:05:06.000Z",
        "slot:1:label_version": "1",
      },
    ]);
    expect(rows[1]?.metadata).toMatchObject({ resolved: [{ value: 3, notes: "between" }] });
  });

  test("can be paths into the source's content", async () => {
    const queue = await scoredQueue(1);
    const column_mapping = [
      { field: "attr:fields.input" },
      { field: "attr:row_order", column: "place" },
      { field: "attr:x.y" },
    ];
    const { dataset_id } = await run(queue, { dataset_name: named(), column_mapping });
    const { table, columns } = await tableOf(dataset_id);
    expect(columns.map((column) => column.name)).toEqual(["fields.input", "place", "x.y"]);
    expect(table).toEqual([{ "fields.input": "Row 0", place: "0" }]);
  });
});

test("items of several batches keep their order, also when exported again", async () => {
  const queue = await scoredQueue(1_200);
  const { dataset_id, ...first } = await run(queue, { dataset_name: named() });
  expect(first).toMatchObject({ rows_created: 1_200, rows_updated: 0 });
  expect(await run(queue, { dataset_id })).toMatchObject({ rows_created: 0, rows_updated: 1_200 });
  const [wrong] = await database.db.execute(sql`
    select count(*)::int as count from dataset_rows row full join queue_items item
      on item.id::text = row.metadata ->> 'queue_item_id' and item."order" = row."order"
    where coalesce(row.dataset_id, ${dataset_id}::uuid) = ${dataset_id}::uuid and coalesce(item.queue_id, ${queue.queue_id}::uuid) = ${queue.queue_id}::uuid
      and (row.id is null or item.id is null)`);
  expect(wrong?.count).toBe(0);
});
