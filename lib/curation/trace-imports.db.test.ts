// Dataset rows from traces: which cells, which duplicates, and once only whatever happens to the job.
import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { datasetRows, datasets, outboxEvents, traceImports, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { TraceMapping } from "@/lib/contracts/traces/trace-imports";
import { getDatasetTable } from "@/lib/datasets/table";
import { exportTraces } from "@/lib/traces/ingestion";
import { forgetTraces } from "@/lib/traces/retention";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { advanceImport, stalledImports } from "./import-traces";
import { addTracesToDataset, getTraceImport, listTraceRows, previewTraceRows } from "./trace-imports";

const database = suiteDatabase();
let context: Context;

beforeEach(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const mapping: TraceMapping = [
  { column: "question", path: "input_text" },
  { column: "answer", path: "output.text" },
  { column: "kind", path: "attributes.app.kind" },
  { column: "expected", path: null },
];

/** Traces with these questions, newest last; their ids in that order. */
async function send(questions: readonly (string | null)[]): Promise<string[]> {
  const spans: TestSpan[] = questions.map((question, index) => ({
    traceId: hexId(16),
    spanId: hexId(8),
    from: index,
    to: index + 1000,
    values:
      question === null
        ? {}
        : {
            "input.value": JSON.stringify([{ role: "user", content: question }]),
            "input.mime_type": "application/json",
            "output.value": '{"text":"Yes"}',
            "output.mime_type": "application/json",
            "app.kind": "chat",
          },
  }));
  for (let start = 0; start < spans.length; start += 500)
    await exportTraces(context, exportOf({ "service.name": "shop" }, spans.slice(start, start + 500)));
  const rows = await database.db.select().from(traces).where(eq(traces.organizationId, context.caller.organizationId));
  const ids = new Map(rows.map(({ traceId, id }) => [traceId, id]));
  return spans.map(({ traceId }) => ids.get(traceId) ?? "");
}

const rowsOf = (datasetId: string) =>
  database.db
    .select()
    .from(datasetRows)
    .where(and(eq(datasetRows.datasetId, datasetId), isNull(datasetRows.deletedAt)))
    .orderBy(asc(datasetRows.order));

describe("named traces", () => {
  test("become rows at once, with links both ways, and survive retention", async () => {
    const ids = await send(["Where?", "When?", null]);
    const preview = await previewTraceRows(context, { trace_ids: ids, mapping });
    expect(preview.rows.map(({ cells }) => cells)).toEqual([
      [null, null, null, null],
      ["When?", "Yes", "chat", null],
      ["Where?", "Yes", "chat", null],
    ]);
    const done = await addTracesToDataset(context, { dataset_name: "Questions", trace_ids: ids, mapping });
    expect(done).toMatchObject({ status: "completed", looked: 3, added: 2, duplicates: 0, empty: 1 });
    const table = await getDatasetTable(context, {
      dataset_id: done.dataset_id,
      current_page_index: 0,
      column_config_only: false,
      page_size: 10,
    });
    expect(table.column_config.map(({ name }) => name)).toEqual(["question", "answer", "kind", "expected"]);
    const [first, second] = table.table.map(({ rowId }) => rowId);
    expect(table.row_traces).toEqual({ [first ?? ""]: ids[1], [second ?? ""]: ids[0] });
    expect((await rowsOf(done.dataset_id)).map(({ metadata }) => metadata)).toEqual([
      { source_type: "trace", source_id: ids[1] },
      { source_type: "trace", source_id: ids[0] },
    ]);
    expect(await listTraceRows(context, { trace_id: ids[0] ?? "" })).toMatchObject([
      { dataset_id: done.dataset_id, dataset_name: "Questions", order: 1 },
    ]);
    await forgetTraces(database.db, { days: 1, shorter: new Map() }, Date.now() + 1e12, Number.POSITIVE_INFINITY);
    const left = await database.db
      .select()
      .from(traces)
      .where(eq(traces.organizationId, context.caller.organizationId));
    expect(left.map(({ id }) => id).sort()).toEqual([ids[0], ids[1]].sort());
  });

  test("are also named by their OpenTelemetry ids", async () => {
    const ids = await send(["Where?", "When?"]);
    const named = await database.db.select({ traceId: traces.traceId }).from(traces).where(inArray(traces.id, ids));
    const trace_ids = named.map(({ traceId }) => traceId);
    expect((await previewTraceRows(context, { trace_ids, mapping })).rows.map(({ trace_id }) => trace_id)).toEqual(
      ids.toReversed(),
    );
    const twice = { trace_ids: [...trace_ids, ids[0] ?? ""], mapping };
    expect(await addTracesToDataset(context, { dataset_name: "Named", ...twice })).toMatchObject({
      looked: 2,
      added: 2,
    });
    const unknown = { dataset_name: "Unknown", trace_ids: ["ab".repeat(16)], mapping };
    await expect(addTracesToDataset(context, unknown)).rejects.toMatchObject({ kind: "notFound" });
  });

  test("that were deleted are not named by their rows, which stay", async () => {
    const trace_ids = await send(["Where?", "When?"]);
    const { dataset_id } = await addTracesToDataset(context, { dataset_name: "Kept", trace_ids, mapping });
    await database.db.delete(traces).where(eq(traces.id, trace_ids[0] ?? ""));
    const { table, row_traces } = await getDatasetTable(context, {
      dataset_id,
      current_page_index: 0,
      column_config_only: false,
      page_size: 10,
    });
    expect([table.length, Object.values(row_traces)]).toEqual([2, [trace_ids[1]]]);
  });

  test("are left out if the dataset already has the same content, also from other traces", async () => {
    const ids = await send(["Where?", "Where?", "When?"]);
    const first = await addTracesToDataset(context, { dataset_name: "Once", trace_ids: ids, mapping });
    expect(first).toMatchObject({ added: 2, duplicates: 1 });
    const again = await addTracesToDataset(context, { dataset_id: first.dataset_id, trace_ids: ids, mapping });
    expect(again).toMatchObject({ added: 0, duplicates: 3 });
    // Other columns are another content.
    const other: TraceMapping = [
      { column: "question", path: "input_text" },
      { column: "id", path: "trace_id" },
    ];
    expect(
      await addTracesToDataset(context, { dataset_id: first.dataset_id, trace_ids: ids, mapping: other }),
    ).toMatchObject({ added: 3, duplicates: 0 });
    expect((await rowsOf(first.dataset_id)).map(({ order }) => order)).toEqual([0, 1, 2, 3, 4]);
  });

  test.each<[string, object, string]>([
    [
      "two lines for one column",
      {
        mapping: [
          { column: "a", path: "input" },
          { column: "A", path: "output" },
        ],
      },
      "mapping.1.column",
    ],
    ["no value at all", { mapping: [{ column: "a", path: null }] }, "mapping.0.path"],
    ["no dataset", { dataset_name: null }, "dataset_name"],
  ])("are refused with %s", async (_, change, field) => {
    const trace_ids = await send(["Where?"]);
    await expect(
      addTracesToDataset(context, { dataset_name: "X", trace_ids, mapping, ...change }),
    ).rejects.toMatchObject({
      detail: { fields: { [field]: [expect.any(String)] } },
    });
  });

  test("of another organization are not found, and nothing is created", async () => {
    const trace_ids = await send(["Where?"]);
    const stranger = await createCaller(database.db, await createOrganization(database.db));
    await expect(addTracesToDataset(stranger, { dataset_name: "Mine", trace_ids, mapping })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await previewTraceRows(stranger, { trace_ids, mapping })).rows).toEqual([]);
    await expect(listTraceRows(stranger, { trace_id: trace_ids[0] ?? "" })).rejects.toMatchObject({
      code: "not_found",
    });
    const made = await database.db
      .select()
      .from(datasets)
      .where(eq(datasets.organizationId, stranger.caller.organizationId));
    expect(made).toEqual([]);
  });
});

describe("all matching traces", () => {
  const questions = Array.from({ length: 450 }, (_, index) => `Question ${index % 300}`);
  const advance = (id: string) => advanceImport(database.db, context.caller.organizationId, id);

  test("are added page by page, once, by any number of parallel jobs", async () => {
    await send(questions);
    const started = await addTracesToDataset(context, { dataset_name: "All", filters: { status: "OK" }, mapping });
    expect(started).toMatchObject({ status: "running", looked: 0 });
    expect(await database.db.select().from(outboxEvents)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ data: expect.objectContaining({ importId: started.id }) })]),
    );
    await advance(started.id);
    expect(await getTraceImport(context, { import_id: started.id })).toMatchObject({ status: "running", looked: 200 });
    await Promise.all(Array.from({ length: 6 }, () => advance(started.id)));
    const done = await getTraceImport(context, { import_id: started.id });
    expect(done).toMatchObject({ status: "completed", looked: 450, added: 300, duplicates: 150, empty: 0 });
    const rows = await rowsOf(started.dataset_id);
    expect(rows.map(({ order }) => order)).toEqual(Array.from({ length: 300 }, (_, order) => order));
    expect(new Set(rows.map(({ cells }) => JSON.stringify(cells))).size).toBe(300);
  });

  test("of a text search are those that it finds at the start, whatever arrives later", async () => {
    const ids = await send(["Where is the needle?", "Where is the thread?", "Which needle?"]);
    const filters = { text: "needle" };
    const started = await addTracesToDataset(context, { dataset_name: "Found", filters, mapping });
    await send(Array.from({ length: 500 }, (_, index) => `Needle ${index}?`));
    for (let isOver = false; !isOver; ) isOver = (await advance(started.id)).done;
    const done = await getTraceImport(context, { import_id: started.id });
    expect(done).toMatchObject({ status: "completed", looked: 2, added: 2, message: null });
    const sources = (await rowsOf(started.dataset_id)).map(({ metadata }) => metadata?.source_id);
    expect(sources).toEqual([ids[2], ids[0]]);
  });

  test("of a text search may be incomplete, and the import says so", async () => {
    await send(Array.from({ length: 501 }, (_, index) => `Needle ${index}?`));
    const filters = { text: "needle" };
    const done = await addTracesToDataset(context, { dataset_name: "Cut", filters, mapping });
    const message = "The search for the text was cut: there may be more traces.";
    expect(done).toMatchObject({ status: "completed", looked: 500, added: 500, message });
  });

  test("a lost job is restarted, and a deleted dataset ends it", async () => {
    await send(["Where?"]);
    const started = await addTracesToDataset(context, { dataset_name: "Lost", filters: {}, mapping });
    const later = new Date(Date.now() + 3_600_000);
    const stalled = await stalledImports.find(database.db, { now: later, before: later, limit: 1000 });
    expect(stalled.map(({ id }) => id)).toContain(started.id);
    await database.db.update(datasets).set({ deletedAt: new Date() }).where(eq(datasets.id, started.dataset_id));
    expect(await advance(started.id)).toMatchObject({ done: true });
    expect(await getTraceImport(context, { import_id: started.id })).toMatchObject({
      status: "failed",
      message: "The dataset was deleted.",
    });
    expect(await database.db.$count(traceImports, eq(traceImports.id, started.id))).toBe(1);
  });
});
