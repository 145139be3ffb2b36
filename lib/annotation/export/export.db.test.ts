import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import {
  adjudications,
  datasetColumns,
  datasetRows,
  itemNotes,
  itemSeats,
  queueExportParts,
  queueExports,
  queueItems,
  queueLabels,
  queueMembers,
  scores,
  users,
} from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { bulkRemoveItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { addQueueLabel, removeQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import type {
  ExportedAnnotation,
  ExportedItem,
  ExportedResolution,
  ExportFilters,
} from "@/lib/contracts/annotation/exported";
import { startQueueExport as startContract } from "@/lib/contracts/annotation/exports";
import { exportQueue as exportContract } from "@/lib/contracts/annotation/queues/queues";
import { type ExportFormat, exportFormats } from "@/lib/contracts/shapes";
import { csvCell } from "@/lib/csv";
import { Failure } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { resumeStalled } from "@/lib/jobs/resume-stalled";
import { isRecord } from "@/lib/records";
import { downloadQueueExport, getQueueExport, startQueueExport } from "./background";
import { finishExport, forgetExports } from "./close-export";
import { exportQueue } from "./download";
import { advanceExport, stalledExports, writeExportPart } from "./write-export";

const database = suiteDatabase();
let organization: TestOrganization;
let manager: Context;
beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});

const nasty = [
  "",
  "=1+1",
  "+49 30 1234",
  "-3.5",
  "-3.5+1",
  "-1e5",
  "@SUM(A1)",
  "\tcmd",
  "\rcmd",
  "\ncmd",
  "＝1+1",
  "＋1",
  "－1",
  "＠x",
  "-",
  "=",
  '=HYPERLINK("x","y")',
  'say "hi"',
  '"',
  "a,b",
  "two\nlines",
  "two\r\nlines\r\n",
  "\\.",
  "\\N",
  "back\\slash",
  " blanks ",
  "ünïcode 🌊 \u2028 \u0001",
  "-٣",
  "NULL",
  "'quoted'",
];
const numbers = [0, -0.5, 4, 1e21, -2.5e300, 123456789012345680000, 1e-6, 1.5e-7, -3e-9, 0.1, 1e16, 5e-324];
const options = [["A"], ["A", 'b", "c'], ["=x", "\\", "line\nbreak", "tab\t"], ["ü", "\u0001"]];
const types = ["text", "numeric", "categorical", "thumbs_up_down"] as const;

/** A queue whose items hold every nasty value, put into the tables as they are. */
async function nastyQueue(): Promise<TestQueue> {
  const person = await createCaller(database.db, organization);
  const queue = await createTestQueue(manager, organization, { items: nasty.length + 2, annotators: [person] });
  await database.db.update(users).set({ name: '=Ada, "the" 1st' }).where(eq(users.id, person.caller.userId));
  const labels = new Map<string, string>([["star", queue.labelId]]);
  for (const type of types) {
    const label = await createLabel(manager, {
      name: `+${type}, ${queue.queue_id}`,
      type,
      settings: {},
      allow_notes: true,
    });
    await addQueueLabel(manager, { queue_id: queue.queue_id, label_id: label.id, required: false });
    labels.set(type, label.id);
  }
  for (const index of nasty.keys()) await nastyItem(queue, person, labels, index);
  // Settled although nobody annotated them, the later label first.
  const unannotated = queue.itemIds[nasty.length] ?? "";
  for (const [type, value] of [
    ["text", { text: "=settled" }],
    ["star", { rating: 4 }],
  ] as const) {
    await database.db
      .insert(adjudications)
      .values({ itemId: unannotated, labelId: labels.get(type) ?? "", value, notes: "@me", ...settledBy(person) });
  }
  return queue;
}

const settledBy = (person: Context) => ({
  resolvedBy: person.caller.userId,
  resolvedAt: new Date("2026-06-06T06:06:06.006Z"),
});

/** Scores under every label, each third settled and each third taken back, time spent, a review and notes. */
async function nastyItem(queue: TestQueue, person: Context, labels: ReadonlyMap<string, string>, index: number) {
  const text = nasty[index] ?? "";
  const itemId = queue.itemIds[index] ?? "";
  const userId = person.caller.userId;
  const values = [
    { type: "text", value: { text } },
    { type: "numeric", value: { value: numbers[index % numbers.length] } },
    { type: "categorical", value: { selected: options[index % options.length] } },
    { type: "thumbs_up_down", value: { value: index % 2 === 0 ? "up" : "down" } },
    { type: "star", value: { rating: 1 + (index % 5) } },
  ].map(({ type, value }) => ({ labelId: labels.get(type) ?? "", value }));
  const score = {
    organizationId: organization.id,
    workspaceId: organization.workspaceId,
    sourceType: "dataset_row" as const,
    sourceId: `source ${index}`,
    labelVersion: 1 + index,
    annotatorId: index === 3 ? null : userId,
    queueItemId: itemId,
    queueId: queue.queue_id,
    notes: text,
    createdAt: sql`'2026-05-05T12:34:56.7899Z'::timestamptz`,
  };
  await database.db.insert(scores).values(values.map((value) => ({ ...score, ...value })));
  const settled = { itemId, notes: text, ...settledBy(person) };
  if (index % 3 === 0)
    await database.db.insert(adjudications).values(values.map((value) => ({ ...settled, ...value })));
  if (index % 3 === 1)
    await database.db.insert(adjudications).values({ ...settled, labelId: queue.labelId, value: null });
  const seat = { itemId, userId, queueId: queue.queue_id, state: "completed" as const };
  await database.db.insert(itemSeats).values({ ...seat, workMs: 1234 * index });
  const reviewed = { reviewNotes: text, reviewedBy: userId, reviewedAt: new Date("2026-01-01T00:00:00Z") };
  const source = { sourceType: "observation_span" as const, sourceId: `${text}${index}` };
  await database.db
    .update(queueItems)
    .set({ status: "completed", ...source, ...(index % 2 ? reviewed : {}) })
    .where(eq(queueItems.id, itemId));
  await database.db.insert(itemNotes).values([
    { itemId, userId: manager.caller.userId, notes: "older", updatedAt: new Date("2026-01-01T00:00:00Z") },
    { itemId, userId, notes: text, updatedAt: new Date("2026-01-02T00:00:00Z") },
  ]);
}

const read = async ({ content }: FileOutput): Promise<string> => new Response(content).text();
const direct = async (queue_id: string, export_format: ExportFormat, status?: string) =>
  read((await exportQueue(manager, { queue_id, export_format, ...(status ? { status } : {}) })) as FileOutput);

async function inBackground(
  queue_id: string,
  export_format: ExportFormat,
  mostBytes?: number,
): Promise<{ id: string; text: string; parts: number }> {
  const { id } = await startQueueExport(manager, { queue_id, export_format });
  let parts = 0;
  while (!(await writeExportPart(database.db, organization.id, id, parts, mostBytes)).done) parts++;
  await finishExport(database.db, organization.id, id, null);
  const text = await read((await downloadQueueExport(manager, { queue_id, export_id: id })) as FileOutput);
  return { id, text, parts };
}

const itemsIn = async (queue_id: string, status?: string) =>
  (JSON.parse(await direct(queue_id, "json", status)) as { result: ExportedItem[] }).result; // safe: the export's own form

type Line = [annotation: ExportedAnnotation | undefined, resolution: ExportedResolution | undefined];

/** An item's lines: its annotations, then what was settled without any. */
function linesOf({ annotations, resolved }: ExportedItem): Line[] {
  const settled = (labelId: string) => resolved.find((resolution) => resolution.label_id === labelId);
  const annotated = new Set(annotations.map((annotation) => annotation.label_id));
  const lines: Line[] = [
    ...annotations.map((annotation): Line => [annotation, settled(annotation.label_id)]),
    ...resolved.flatMap((resolution): Line[] => (annotated.has(resolution.label_id) ? [] : [[undefined, resolution]])),
  ];
  return lines.length > 0 ? lines : [[undefined, undefined]];
}

/** A cell of the row behind an item; nothing for other sources. */
const fieldIn = ({ source }: ExportedItem, name: string): unknown =>
  isRecord(source.fields) ? (source.fields[name] ?? null) : null;

/** The name, trace and output of a nasty queue's spans, which do not exist: traced-csv.db.test.ts has those that do. */
const GONE = [null, null, null];

/** As lib/csv.ts writes them, but a semicolon or a tab alone needs no quotes: COPY cannot write these. */
const copiedLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => csvCell(cell).replace(/^"([^",\r\n]*)"$/, "$1")).join(",")}\r\n`;

/** CSV as lib/csv.ts writes it, from what the JSON export says. `texts`: a cell for each further column of sources. */
const asCsv = (items: readonly ExportedItem[], texts: readonly null[] = []): string[] =>
  items.flatMap((item) =>
    linesOf(item).map(([annotation, resolution]) =>
      copiedLine([
        item.item_id,
        item.source_type,
        item.status,
        item.order,
        item.review.requires_review,
        item.review.status,
        item.review.reviewed_by_name,
        item.review.reviewed_by_email,
        item.review.reviewed_by_id,
        item.review.reviewed_at,
        item.review.notes,
        (annotation ?? resolution)?.label_id,
        (annotation ?? resolution)?.label_name,
        annotation?.value,
        annotation?.score_source,
        annotation?.notes,
        annotation?.annotator_name,
        annotation?.created_at,
        item.source_id,
        item.item_notes,
        annotation?.annotator_id,
        annotation?.annotator_email,
        annotation?.label_version,
        annotation?.updated_at,
        (annotation ?? resolution)?.label_type,
        annotation?.work_seconds,
        resolution?.value,
        resolution?.notes,
        resolution?.by,
        resolution?.by_name,
        resolution?.by_email,
        resolution?.at,
        fieldIn(item, "input"),
        ...texts,
      ]),
    ),
  );

const openSnapshots = async () => {
  const [row] = await database.db.execute(
    sql`select count(*)::int as count from pg_stat_activity
      where application_name = 'assay export' and datname = current_database()`,
  );
  return row?.count;
};

describe("exports (case 79)", () => {
  test("the CSV that the database writes matches rules/csv.ts byte for byte", async () => {
    const queue = await nastyQueue();
    const items = await itemsIn(queue.queue_id);
    expect(items).toHaveLength(nasty.length + 2);
    expect(items[0]?.annotations).toHaveLength(5);
    expect(items[1]).toMatchObject({
      item_notes: "=1+1",
      review: { notes: "=1+1", reviewed_by_name: '=Ada, "the" 1st' },
    });
    expect(items.slice(0, numbers.length).map((item) => item.annotations[2]?.value)).toEqual(numbers);
    expect(items[2]?.annotations[0]).toMatchObject({ label_type: "star", label_version: 3, work_seconds: 2.468 });
    // No time was measured.
    expect(items[0]?.annotations[0]).toMatchObject({ work_seconds: null });
    expect([0, 1, 2].map((index) => items[index]?.resolved.length)).toEqual([5, 0, 0]);
    expect(items[nasty.length]?.resolved).toMatchObject([
      { label_type: "star", value: 4, notes: "@me", by_name: '=Ada, "the" 1st', at: "2026-06-06T06:06:06.006Z" },
      { label_type: "text", value: "=settled" },
    ]);
    const [header, ...lines] = [
      "item_id,source_type,status,order,requires_review,review_status,reviewer_name,reviewer_email,reviewer_id,reviewed_at,review_notes,label_id,label_name,value,score_source,notes,annotator_name,created_at,source_id,item_notes,annotator_id,annotator_email,label_version,updated_at,label_type,work_seconds,resolved_value,resolved_notes,resolved_by_id,resolved_by_name,resolved_by_email,resolved_at,source.input,source.name,source.trace_id,source.output\r\n",
      ...asCsv(items, GONE),
    ];
    expect(lines).toHaveLength(nasty.length * 5 + 3);
    expect(await direct(queue.queue_id, "csv")).toBe([header, ...lines].join(""));
    await expect.poll(openSnapshots).toBe(0);
  });

  test("CSV ends with the columns of the items' rows, and all parts have the same columns", async () => {
    const queue = await createTestQueue(manager, organization, { items: nasty.length });
    const items = await itemsIn(queue.queue_id);
    const [column] = await database.db
      .select()
      .from(datasetColumns)
      .where(eq(datasetColumns.datasetId, String(items[0]?.source.dataset_id)));
    for (const [index, { source_id }] of items.entries()) {
      const cells = { [column?.id ?? ""]: nasty[index] ?? "" };
      await database.db.update(datasetRows).set({ cells }).where(eq(datasetRows.id, source_id));
    }
    const lines = asCsv(await itemsIn(queue.queue_id));
    const csv = await direct(queue.queue_id, "csv");
    expect(csv.endsWith(lines.join(""))).toBe(true);
    expect(csv.slice(0, csv.indexOf("\r\n"))).toMatch(/,resolved_at,source\.input$/);
    const { id } = await startQueueExport(manager, { queue_id: queue.queue_id, export_format: "csv" });
    const added = { datasetId: column?.datasetId ?? "", name: "later", dataType: "text" as const, order: 1 };
    await database.db.insert(datasetColumns).values(added);
    await writeExportPart(database.db, organization.id, id, 0);
    await finishExport(database.db, organization.id, id, null);
    const file = await downloadQueueExport(manager, { queue_id: queue.queue_id, export_id: id });
    expect(await read(file as FileOutput)).toBe(csv);
    expect(await direct(queue.queue_id, "csv")).toMatch(/,source\.input,source\.later\r\n/);
  });

  test("a background export takes all and an empty status as a download does", async () => {
    const { queue_id } = await createTestQueue(manager, organization, { items: 2 });
    for (const status of ["all", ""]) {
      const started = await startQueueExport(manager, { queue_id, ...startContract.body.parse({ status }) });
      expect(started).toMatchObject({ items_total: 2, status_filter: null });
    }
    expect(startContract.body.safeParse({ status: "done" }).success).toBe(false);
  });

  test("filters by label, person, time and review select annotations and drop items without any", async () => {
    const queue = await nastyQueue();
    const { queue_id, labelId } = queue;
    const all = await itemsIn(queue_id);
    const filtered = async (filters: ExportFilters) => {
      const file = await exportQueue(manager, { queue_id, export_format: "json", ...filters });
      const { result } = JSON.parse(await read(file as FileOutput)) as { result: ExportedItem[] }; // safe: the export's own form
      const csv = await read(
        (await exportQueue(manager, { queue_id, export_format: "csv", ...filters })) as FileOutput,
      );
      expect(csv.endsWith(asCsv(result, GONE).join(""))).toBe(true);
      const { items_total } = await startQueueExport(manager, { queue_id, export_format: "json", ...filters });
      expect(items_total).toBe(result.length);
      return result;
    };
    const stars = await filtered({ label_ids: [labelId] });
    expect(stars).toHaveLength(nasty.length);
    expect(new Set(stars.flatMap((item) => item.annotations.map(({ label_id }) => label_id)))).toEqual(
      new Set([labelId]),
    );
    const person = all[0]?.annotations[0]?.annotator_id ?? "";
    for (const strange of [{ label_ids: [person] }, { annotator_ids: [labelId] }])
      await expect(filtered(strange)).rejects.toMatchObject({ kind: "invalid" });
    expect(await filtered({ annotator_ids: [person] })).toHaveLength(nasty.length - 1);
    // As after an import and a change of members: neither a member nor with a seat.
    await database.db.delete(queueMembers).where(eq(queueMembers.userId, person));
    await database.db.delete(itemSeats).where(eq(itemSeats.userId, person));
    expect(await filtered({ annotator_ids: [person] })).toHaveLength(nasty.length - 1);
    const [changed] = await database.db
      .update(scores)
      .set({ updatedAt: new Date("2027-01-02T00:00:00Z") })
      .where(and(eq(scores.queueItemId, queue.itemIds[4] ?? ""), eq(scores.labelId, labelId)))
      .returning();
    const late = await filtered({ since: "2027-01-01T00:00:00Z" });
    expect(late.map((item) => [item.item_id, item.annotations.length])).toEqual([[changed?.queueItemId, 1]]);
    expect(await filtered({ since: "2027-01-01T00:00:00Z", until: "2027-01-02T00:00:00Z" })).toEqual([]);
    await database.db
      .update(queueItems)
      .set({ reviewStatus: "approved" })
      .where(eq(queueItems.id, queue.itemIds[2] ?? ""));
    expect((await filtered({ review_status: "approved" })).map((item) => item.item_id)).toEqual([queue.itemIds[2]]);
  });

  test("the file declares its type and name; the format is accepted as export_format only", async () => {
    const queue = await createTestQueue(manager, organization, { items: 1 });
    const file = (await exportQueue(manager, { queue_id: queue.queue_id, export_format: "csv" })) as FileOutput;
    expect(file).toMatchObject({
      mediaType: "text/csv; charset=utf-8",
      filename: `queue_${queue.queue_id}_annotations.csv`,
    });
    const cells = (await read(file)).split("\r\n")[1]?.split(",") ?? [];
    expect(cells.slice(0, 4)).toEqual([queue.itemIds[0], "dataset_row", "pending", "0"]);
    expect(new Set(cells.slice(11, 18))).toEqual(new Set([""]));
    expect(exportContract.query.safeParse({ export_format: "csv" }).success).toBe(true);
    expect(exportContract.query.safeParse({ format: "csv" }).success).toBe(false);
  });

  test("JSON Lines has the same items, one per line", async () => {
    const queue = await nastyQueue();
    const lines = (await direct(queue.queue_id, "jsonl")).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line))).toEqual(await itemsIn(queue.queue_id));
  });

  test("an empty queue exports an empty list, no lines, or a header only", async () => {
    const { queue_id } = await createTestQueue(manager, organization, { items: 0 });
    expect(await direct(queue_id, "json")).toBe('{"status":true,"result":[]}');
    expect(await direct(queue_id, "jsonl")).toBe("");
    expect((await direct(queue_id, "csv")).split("\r\n")).toEqual([expect.stringMatching(/^item_id,/), ""]);
  });

  test("removed items are left out, and items of a queue without labels are still listed", async () => {
    const queue = await nastyQueue();
    await bulkRemoveItems(manager, { queue_id: queue.queue_id, item_ids: queue.itemIds.slice(0, 5) });
    expect((await itemsIn(queue.queue_id)).map((item) => item.item_id)).toEqual(queue.itemIds.slice(5));
    expect(await direct(queue.queue_id, "csv")).not.toContain(queue.itemIds[0]);
    await database.db.delete(queueLabels).where(eq(queueLabels.queueId, queue.queue_id));
    const items = await itemsIn(queue.queue_id);
    expect(items).toHaveLength(queue.itemIds.length - 5);
    expect(items.flatMap((item) => [...item.annotations, ...item.resolved])).toEqual([]);
    expect((await direct(queue.queue_id, "csv")).endsWith(asCsv(items, GONE).join(""))).toBe(true);
  });

  test("items are filtered by status; an unknown status and non-managers are refused", async () => {
    const queue = await nastyQueue();
    expect(await itemsIn(queue.queue_id, "completed")).toHaveLength(nasty.length);
    expect(await itemsIn(queue.queue_id, "pending")).toHaveLength(2);
    expect(await itemsIn(queue.queue_id, "all")).toHaveLength(nasty.length + 2);
    expect((await direct(queue.queue_id, "csv", "pending")).split("\r\n")).toHaveLength(1 + 3 + 1);
    const refusal = (context: Context, status: string) =>
      exportQueue(context, { queue_id: queue.queue_id, export_format: "csv", status }).then(
        () => null,
        (error: unknown) => (error instanceof Failure ? error.kind : error),
      );
    expect(await refusal(manager, "done")).toBe("invalid");
    expect(await refusal(await createCaller(database.db, organization), "all")).toBe("forbidden");
    const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
    expect(await refusal(stranger, "all")).toBe("notFound");
    await expect.poll(openSnapshots).toBe(0);
  });

  test("contain annotations only for labels that the queue still has", async () => {
    const queue = await nastyQueue();
    await removeQueueLabel(manager, { queue_id: queue.queue_id, label_id: queue.labelId });
    const [item] = await itemsIn(queue.queue_id);
    expect(item?.annotations.map((annotation) => annotation.label_id)).not.toContain(queue.labelId);
    expect(item?.annotations).toHaveLength(4);
    expect(item?.resolved.map((resolution) => resolution.label_id)).not.toContain(queue.labelId);
    expect(Object.keys(item?.annotation_metrics ?? {})).toHaveLength(4);
    expect(await direct(queue.queue_id, "csv")).not.toContain(queue.labelId);
  });
});

test.each(exportFormats)("direct and background exports write the same %s, also in several parts", async (format) => {
  const queue = await createTestQueue(manager, organization, { items: 4100 });
  await database.db.execute(sql`
    insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id, queue_item_id,
      queue_id, value, notes)
    select organization_id, ${organization.workspaceId}::uuid, source_type, source_id, ${queue.labelId}::uuid, 1, ${manager.caller.userId}::uuid, id,
      queue_id, '{"rating": 4}', 'note ' || "order" || repeat(' long', 100)
    from queue_items where queue_id = ${queue.queue_id} and "order" % 3 = 0`);
  const background = await inBackground(queue.queue_id, format);
  expect(background.parts).toBe(2);
  expect(background.text === (await direct(queue.queue_id, format))).toBe(true);
});

test.each(exportFormats)("a part of %s stops at the byte limit; a larger item gets its own part", async (format) => {
  const queue = await createTestQueue(manager, organization, { items: 60 });
  await database.db.execute(sql`
    insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id, queue_item_id,
      queue_id, value, notes)
    select organization_id, ${organization.workspaceId}::uuid, source_type, source_id, ${queue.labelId}::uuid, 1, ${manager.caller.userId}::uuid, id,
      queue_id, '{"rating": 4}', repeat('ä', case when "order" = 30 then 700000 else 20000 end)
    from queue_items where queue_id = ${queue.queue_id}`);
  const mostBytes = 400_000;
  const { id, text, parts } = await inBackground(queue.queue_id, format, mostBytes);
  expect(text === (await direct(queue.queue_id, format))).toBe(true);
  expect(parts).toBeGreaterThan(5);
  const stored = await database.db.select().from(queueExportParts).where(eq(queueExportParts.exportId, id));
  for (const { items, content } of stored) if (content.length > mostBytes) expect(items).toBe(1);
  expect(stored.reduce((sum, { items }) => sum + items, 0)).toBe(60);
});

test.each(exportFormats)("%s shows the queue as it was when the export began", async (format) => {
  const queue = await createTestQueue(manager, organization, { items: 1200 });
  const before = await direct(queue.queue_id, format);
  const file = (await exportQueue(manager, { queue_id: queue.queue_id, export_format: format })) as FileOutput;
  await database.db.update(queueItems).set({ status: "skipped" }).where(eq(queueItems.queueId, queue.queue_id));
  await database.db.delete(queueLabels).where(eq(queueLabels.queueId, queue.queue_id));
  expect((await read(file)) === before).toBe(true);
});

test.each(exportFormats)("a client that disconnects halfway through %s ends the transaction", async (format) => {
  const queue = await createTestQueue(manager, organization, { items: 1200 });
  await database.db.execute(sql`
    insert into scores (organization_id, workspace_id, source_type, source_id, label_id, label_version, annotator_id, queue_item_id,
      queue_id, value, notes)
    select organization_id, ${organization.workspaceId}::uuid, source_type, source_id, ${queue.labelId}::uuid, 1, ${manager.caller.userId}::uuid, id,
      queue_id, '{"rating": 4}', repeat('a long note ', 2000)
    from queue_items where queue_id = ${queue.queue_id}`);
  const file = (await exportQueue(manager, { queue_id: queue.queue_id, export_format: format })) as FileOutput;
  const reader = file.content.getReader();
  await reader.read();
  await reader.read();
  expect(await openSnapshots()).toBe(1);
  await reader.cancel();
  await vi.waitFor(async () => expect(await openSnapshots()).toBe(0), { timeout: 10_000 });
});

test("an export beyond the limit of open snapshots is refused with a retry time", async () => {
  const { queue_id } = await createTestQueue(manager, organization, { items: 1 });
  const files = await Promise.all(
    Array.from(
      { length: 8 },
      async () => (await exportQueue(manager, { queue_id, export_format: "json" })) as FileOutput,
    ),
  );
  await expect(exportQueue(manager, { queue_id, export_format: "json" })).rejects.toMatchObject({
    kind: "unavailable",
    detail: { retryAfterSeconds: 10 },
  });
  await Promise.all(files.map((file) => file.content.cancel()));
  expect(await direct(queue_id, "json")).toContain(queue_id === "" ? "" : '"item_id"');
});

test("a part written several times at once is stored once, and all writers agree", async () => {
  const queue = await createTestQueue(manager, organization, { items: 2100 });
  const { id } = await startQueueExport(manager, { queue_id: queue.queue_id, export_format: "csv" });
  const write = async (part: number) => (await writeExportPart(database.db, organization.id, id, part)).done;
  expect(await Promise.all([0, 0, 0, 0].map(write))).toEqual([false, false, false, false]);
  expect(await Promise.all([1, 1, 1].map(write))).toEqual([true, true, true]);
  await finishExport(database.db, organization.id, id, null);
  const text = await read(
    (await downloadQueueExport(manager, { queue_id: queue.queue_id, export_id: id })) as FileOutput,
  );
  expect(text === (await direct(queue.queue_id, "csv"))).toBe(true);
});

describe("a background export", () => {
  const days = (count: number) => new Date(Date.now() + count * 86_400_000);

  /** An export of which one part of two is written. */
  async function halfWritten() {
    const { queue_id } = await createTestQueue(manager, organization, { items: 2001 });
    const { id } = await startQueueExport(manager, { queue_id, export_format: "csv" });
    const write = async (part: number) => (await writeExportPart(database.db, organization.id, id, part)).done;
    await write(0);
    return {
      id,
      queue_id,
      write,
      close: (error: string | null = null) => finishExport(database.db, organization.id, id, error),
      status: async () => (await getQueueExport(manager, { queue_id, export_id: id })).status,
      parts: () => database.db.$count(queueExportParts, eq(queueExportParts.exportId, id)),
      download: async () => (await downloadQueueExport(manager, { queue_id, export_id: id })) as FileOutput,
    };
  }

  test("is kept for seven days, however often it is downloaded, and then expires", async () => {
    const file = await halfWritten();
    await file.write(1);
    await file.close();
    await forgetExports(database.db, days(6.9));
    expect(await read(await file.download())).toBe(await read(await file.download()));
    const late = await file.download();
    await Promise.all([1, 2, 3].map(() => forgetExports(database.db, days(7.1))));
    expect([await file.status(), await file.parts()]).toEqual(["expired", 0]);
    await expect(file.download()).rejects.toMatchObject({ kind: "gone" });
    await expect(read(late), "never a file that only looks whole").rejects.toThrow();
    // A step that is repeated this late begins no second file.
    expect([await file.write(1), await file.write(0), await file.parts()]).toEqual([true, true, 0]);
    await file.close();
    expect(await file.status()).toBe("expired");
  });

  test("leaves no parts when it fails, not even one that is being written", async () => {
    const file = await halfWritten();
    await Promise.all([file.write(1), file.close("It failed."), file.write(1)]);
    expect([await file.status(), await file.parts()]).toEqual(["failed", 0]);
    await expect(file.download()).rejects.toMatchObject({ detail: { code: "export_not_complete" } });
  });

  test("fails and leaves no parts after seven days without progress", async () => {
    const [lost, other] = [await halfWritten(), await halfWritten()];
    await database.db
      .update(queueExports)
      .set({ createdAt: days(-7.1) })
      .where(eq(queueExports.id, lost.id));
    await forgetExports(database.db, new Date());
    expect([await lost.status(), await lost.parts()]).toEqual(["failed", 0]);
    expect([await other.status(), await other.parts()]).toEqual(["running", 1]);
    expect(await lost.write(1)).toBe(true);
    expect(await lost.parts()).toBe(0);
  });

  test("is finished by another job if its own job is lost", async () => {
    const lost = await halfWritten();
    const restarted = async (minutes: number) =>
      (await resumeStalled(database.db, new Date(Date.now() + minutes * 60_000), stalledExports))
        .map(({ data }) => data.exportId)
        .filter((id) => id === lost.id);
    expect([await restarted(9), await restarted(11)]).toEqual([[], [lost.id]]);
    const advance = async () => (await advanceExport(database.db, organization.id, lost.id)).done;
    expect([await advance(), await advance(), await lost.parts()]).toEqual([true, true, 2]);
    await lost.close();
    expect(await restarted(21)).toEqual([]);
  });
});
