// Exports and bulk annotation over HTTP: the cases 79 to 83 of docs/annotation-cases.md.
import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { queueExports, scores, spanNotes } from "@/db/schema";
import { queuesPath, suiteHouse, work } from "@/lib/annotation/testing/http";
import type { TestQueue } from "@/lib/annotation/testing/queues";
import { exportedItems } from "@/lib/contracts/annotation/exported";
import { mounts } from "@/lib/http/testing/mounts";

const bulkPath = "/tracer/bulk-annotation/";

describe.each(mounts)("on the %s mount", (mount) => {
  const house = suiteHouse(mount);

  const pathOf = ({ queue_id }: TestQueue, rest: string) => `${queuesPath}${queue_id}/${rest}`;

  test("an export has every item, with or without annotations, in each format (case 79)", async () => {
    const queue = await house.queue({ items: 3 });
    await work(house.owner, queue, 0, 4);
    const file = await house.owner.ok("GET", pathOf(queue, "export/"));
    expect(exportedItems.parse(file)).toEqual(file);
    expect(file.result).toMatchObject([
      { item_id: queue.itemIds[0], status: "completed", annotations: [{ label_id: queue.labelId, value: 4 }] },
      { item_id: queue.itemIds[1], status: "pending", annotations: [] },
      { item_id: queue.itemIds[2], annotations: [] },
    ]);
    const csv = await house.owner.call("GET", pathOf(queue, "export/?export_format=csv"));
    expect(csv.headers.get("content-type")).toMatch(/^text\/csv/);
    expect(csv.headers.get("content-disposition")).toBe(
      `attachment; filename="queue_${queue.queue_id}_annotations.csv"`,
    );
    const named = await house.owner.call("GET", pathOf(queue, "export/?export_format=csv&named=true"));
    expect(named.headers.get("content-disposition")).toMatch(
      /filename\*=UTF-8''Queue%20[\da-f-]+%20\d{4}-\d\d-\d\d\.csv$/,
    );
    const [header, ...lines] = csv.body.trimEnd().split("\r\n");
    const columns = header.split(",");
    expect(columns.slice(0, 4)).toEqual(["item_id", "source_type", "status", "order"]);
    expect(lines.map((line: string) => line.split(",")[columns.indexOf("label_id")])).toEqual([queue.labelId, "", ""]);
    await house.owner.refused(400, "GET", pathOf(queue, "export/?format=csv"), undefined, "format");
    await house.owner.refused(400, "GET", pathOf(queue, "export/?export_format=xml"), undefined, "export_format");
  });

  test("an export has no limit on items (case 79)", async () => {
    const queue = await house.queue({ items: 1001 });
    expect((await house.owner.ok("GET", pathOf(queue, "export/"))).result).toHaveLength(1001);
    const csv = await house.owner.call("GET", pathOf(queue, "export/?export_format=csv"));
    expect(csv.body.trimEnd().split("\r\n")).toHaveLength(1002);
  });

  test("a background export that has expired reports it (case 79)", async () => {
    const queue = await house.queue({ items: 1 });
    const { result } = await house.owner.ok("POST", pathOf(queue, "exports/"), { export_format: "csv" });
    await house.server.db.update(queueExports).set({ status: "expired" }).where(eq(queueExports.id, result.id));
    const path = pathOf(queue, `exports/${result.id}/`);
    expect((await house.owner.ok("GET", path)).result).toMatchObject({ id: result.id, status: "expired" });
    const refusal = await house.owner.refused(410, "GET", `${path}download/`);
    expect(refusal).toMatchObject({ type: "client_error", code: "gone" });
  });

  test("an export to a dataset reports its result, or why it was refused (case 80)", async () => {
    const queue = await house.queue({ items: 2 });
    await work(house.owner, queue, 0);
    const path = pathOf(queue, "export-to-dataset/");
    const run = async (body: object) => (await house.owner.ok("POST", path, body)).result;
    const dataset_name = `Export ${randomUUID()}`;
    const first = await run({ dataset_name });
    expect(first).toMatchObject({ dataset_name, rows_created: 1, columns: expect.arrayContaining(["item_status"]) });
    const again = await run({ dataset_id: first.dataset_id, status_filter: "all" });
    expect(again).toMatchObject({ dataset_id: first.dataset_id, rows_created: 1, rows_updated: 1 });
    expect(again.columns).toEqual(first.columns);
    await house.owner.refused(400, "POST", path, {}, "dataset_name");
    await house.owner.refused(404, "POST", path, { dataset_id: randomUUID() });
    const twice = [
      { field: "input", column: "same" },
      { field: "output", column: "Same" },
    ];
    await house.owner.refused(400, "POST", path, { dataset_name: "x", column_mapping: twice }, "column_mapping");
    const none = [{ field: "input", enabled: false }];
    await house.owner.refused(400, "POST", path, { dataset_name: "x", column_mapping: none }, "column_mapping");
  });

  const live = (spanId: string) => house.server.db.select().from(scores).where(eq(scores.sourceId, spanId));
  const annotated = async (observation_span_id: string, change: object = {}) => ({
    observation_span_id,
    annotations: [{ annotation_label_id: (await house.label()).id, value_float: 4, ...change }],
  });

  test("a star rating for a span is stored as its rating (case 81)", async () => {
    const span = await house.span();
    const { result } = await house.owner.ok("POST", bulkPath, { records: [await annotated(span)] });
    expect(result).toMatchObject({ annotations_created: 1, annotationsCreated: 1, errors: null, warnings: null });
    expect((await live(span)).map((score) => score.value)).toEqual([{ rating: 4 }]);
  });

  test("a misspelled member refuses the whole request and is named (case 82)", async () => {
    const span = await house.span();
    const good = await annotated(span);
    const misspelt = await annotated(span, { annotationLabelId: randomUUID() });
    const records = [good, misspelt];
    const inner = "records.1.annotations.0.annotationLabelId";
    await house.owner.refused(400, "POST", bulkPath, { records }, inner);
    const outer = { records: [good, { ...good, spanId: span }] };
    await house.owner.refused(400, "POST", bulkPath, outer, "records.1.spanId");
    expect(await live(span)).toEqual([]);
  });

  test("an unknown span is one error in a success; a second run updates with a warning (case 83)", async () => {
    const unknown = randomUUID();
    const lost = { ...(await annotated(unknown)), notes: [{ text: "lost" }] };
    const refused = (await house.owner.ok("POST", bulkPath, { records: [lost] })).result;
    expect(refused).toMatchObject({ succeeded_count: 0, errors_count: 1, errorsCount: 1 });
    expect(await live(unknown)).toEqual([]);
    expect(await house.server.db.$count(spanNotes, eq(spanNotes.notes, "lost"))).toBe(0);
    const record = await annotated(await house.span());
    await house.owner.ok("POST", bulkPath, { records: [record] });
    const second = (await house.owner.ok("POST", bulkPath, { records: [record] })).result;
    expect(second).toMatchObject({ annotations_created: 0, annotations_updated: 1, warnings_count: 1 });
    expect(second.warnings).toHaveLength(1);
    expect(await live(record.observation_span_id)).toHaveLength(1);
  });
});
