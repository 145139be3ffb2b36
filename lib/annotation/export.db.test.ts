import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { itemNotes, queueItems, queueLabels, scores, users } from "@/db/schema";
import {
  createCaller,
  createOrganization,
  type TestDatabase,
  type TestOrganization,
  testDatabase,
} from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { type ExportFormat, exportFormats } from "@/lib/contracts/shapes";
import { Failure } from "@/lib/errors";
import type { FileOutput } from "@/lib/http/respond";
import { exportQueue } from "./export";
import { downloadQueueExport, finishExport, startQueueExport, writeExportPart } from "./exports";
import { createLabel } from "./labels";
import { addQueueLabel, removeQueueLabel } from "./queue-labels";
import { csvLine } from "./rules/csv";
import type { ExportedItem } from "./rules/export-format";
import { createTestQueue, type TestQueue } from "./testing";

let database: TestDatabase;
let organization: TestOrganization;
let manager: Context;
beforeAll(async () => {
  database = await testDatabase();
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
});
afterAll(() => database.close());

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
  for (const [index, text] of nasty.entries()) {
    const itemId = queue.itemIds[index] ?? "";
    const values = [
      { type: "text", value: { text } },
      { type: "numeric", value: { value: numbers[index % numbers.length] } },
      { type: "categorical", value: { selected: options[index % options.length] } },
      { type: "thumbs_up_down", value: { value: index % 2 === 0 ? "up" : "down" } },
      { type: "star", value: { rating: 1 + (index % 5) } },
    ];
    await database.db.insert(scores).values(
      values.map(({ type, value }) => ({
        organizationId: organization.id,
        workspaceId: organization.workspaceId,
        sourceType: "dataset_row" as const,
        sourceId: `source ${index}`,
        labelId: labels.get(type) ?? "",
        labelVersion: 1 + index,
        annotatorId: index === 3 ? null : person.caller.userId,
        queueItemId: itemId,
        queueId: queue.queue_id,
        value,
        notes: text,
        createdAt: sql`'2026-05-05T12:34:56.7899Z'::timestamptz`,
      })),
    );
    const reviewed = {
      reviewNotes: text,
      reviewedBy: person.caller.userId,
      reviewedAt: new Date("2026-01-01T00:00:00Z"),
    };
    await database.db
      .update(queueItems)
      .set({
        status: "completed",
        sourceType: "observation_span",
        sourceId: `${text}${index}`,
        ...(index % 2 ? reviewed : {}),
      })
      .where(eq(queueItems.id, itemId));
    await database.db.insert(itemNotes).values([
      { itemId, userId: manager.caller.userId, notes: "older", updatedAt: new Date("2026-01-01T00:00:00Z") },
      { itemId, userId: person.caller.userId, notes: text, updatedAt: new Date("2026-01-02T00:00:00Z") },
    ]);
  }
  return queue;
}

const read = async ({ content }: FileOutput): Promise<string> => new Response(content).text();
const direct = async (queue_id: string, export_format: ExportFormat, status?: string) =>
  read((await exportQueue(manager, { queue_id, export_format, ...(status ? { status } : {}) })) as FileOutput);

async function inBackground(queue_id: string, export_format: ExportFormat): Promise<{ text: string; parts: number }> {
  const { id } = await startQueueExport(manager, { queue_id, export_format });
  let parts = 0;
  while (!(await writeExportPart(database.db, organization.id, id, parts))) parts++;
  await finishExport(database.db, organization.id, id, null);
  return { text: await read((await downloadQueueExport(manager, { queue_id, export_id: id })) as FileOutput), parts };
}

const itemsIn = async (queue_id: string, status?: string) =>
  (JSON.parse(await direct(queue_id, "json", status)) as { result: ExportedItem[] }).result; // safe: the export's own form

/** CSV as rules/csv.ts writes it, from what the JSON export says. */
const asCsv = (items: readonly ExportedItem[]): string[] =>
  items.flatMap((item) =>
    (item.annotations.length > 0 ? item.annotations : [undefined]).map((annotation) =>
      csvLine([
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
        annotation?.label_id,
        annotation?.label_name,
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

describe("case 79", () => {
  test("CSV, written by the database, is byte for byte what rules/csv.ts writes", async () => {
    const queue = await nastyQueue();
    const items = await itemsIn(queue.queue_id);
    expect(items).toHaveLength(nasty.length + 2);
    expect(items[0]?.annotations).toHaveLength(5);
    expect(items[1]).toMatchObject({
      item_notes: "=1+1",
      review: { notes: "=1+1", reviewed_by_name: '=Ada, "the" 1st' },
    });
    expect(items.slice(0, numbers.length).map((item) => item.annotations[2]?.value)).toEqual(numbers);
    const [header, ...lines] = [
      "item_id,source_type,status,order,requires_review,review_status,reviewer_name,reviewer_email,reviewer_id,reviewed_at,review_notes,label_id,label_name,value,score_source,notes,annotator_name,created_at,source_id,item_notes,annotator_id,annotator_email,label_version,updated_at\r\n",
      ...asCsv(items),
    ];
    expect(lines).toHaveLength(nasty.length * 5 + 2);
    expect(await direct(queue.queue_id, "csv")).toBe([header, ...lines].join(""));
    expect(await openSnapshots()).toBe(0);
  });

  test("JSON Lines has the same items, one a line", async () => {
    const queue = await nastyQueue();
    const lines = (await direct(queue.queue_id, "jsonl")).split("\n");
    expect(lines.pop()).toBe("");
    expect(lines.map((line) => JSON.parse(line))).toEqual(await itemsIn(queue.queue_id));
  });

  test("an empty queue gives an empty list, no lines, a header", async () => {
    const { queue_id } = await createTestQueue(manager, organization, { items: 0 });
    expect(await direct(queue_id, "json")).toBe('{"status":true,"result":[]}');
    expect(await direct(queue_id, "jsonl")).toBe("");
    expect((await direct(queue_id, "csv")).split("\r\n")).toEqual([expect.stringMatching(/^item_id,/), ""]);
  });

  test("the status filters; a status that is none is refused, and so is whoever manages nothing", async () => {
    const queue = await nastyQueue();
    expect(await itemsIn(queue.queue_id, "completed")).toHaveLength(nasty.length);
    expect(await itemsIn(queue.queue_id, "pending")).toHaveLength(2);
    expect(await itemsIn(queue.queue_id, "all")).toHaveLength(nasty.length + 2);
    expect((await direct(queue.queue_id, "csv", "pending")).split("\r\n")).toHaveLength(4);
    const refusal = (context: Context, status: string) =>
      exportQueue(context, { queue_id: queue.queue_id, export_format: "csv", status }).then(
        () => null,
        (error: unknown) => (error instanceof Failure ? error.kind : error),
      );
    expect(await refusal(manager, "done")).toBe("invalid");
    expect(await refusal(await createCaller(database.db, organization), "all")).toBe("forbidden");
    const stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
    expect(await refusal(stranger, "all")).toBe("notFound");
    expect(await openSnapshots()).toBe(0);
  });

  test("annotations stand under labels that the queue has now", async () => {
    const queue = await nastyQueue();
    await removeQueueLabel(manager, { queue_id: queue.queue_id, label_id: queue.labelId });
    const [item] = await itemsIn(queue.queue_id);
    expect(item?.annotations.map((annotation) => annotation.label_id)).not.toContain(queue.labelId);
    expect(item?.annotations).toHaveLength(4);
    expect(Object.keys(item?.annotation_metrics ?? {})).toHaveLength(4);
    expect(await direct(queue.queue_id, "csv")).not.toContain(queue.labelId);
  });
});

test.each(exportFormats)("both ways write the same %s, also in several parts", async (format) => {
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

test.each(exportFormats)("%s shows the queue as it was when the export began", async (format) => {
  const queue = await createTestQueue(manager, organization, { items: 1200 });
  const before = await direct(queue.queue_id, format);
  const file = (await exportQueue(manager, { queue_id: queue.queue_id, export_format: format })) as FileOutput;
  await database.db.update(queueItems).set({ status: "skipped" }).where(eq(queueItems.queueId, queue.queue_id));
  await database.db.delete(queueLabels).where(eq(queueLabels.queueId, queue.queue_id));
  expect((await read(file)) === before).toBe(true);
});

test.each(exportFormats)("a client that leaves half way through %s ends the transaction", async (format) => {
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

test("beyond what the database can hold open, an export is asked to come again", async () => {
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
