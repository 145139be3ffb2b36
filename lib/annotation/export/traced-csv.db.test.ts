// The texts of traces, spans, sessions and simulated calls in CSV.
import { and, eq, inArray } from "drizzle-orm";
import { expect, test } from "vitest";
import { callTurns, datasetColumns, datasetRows, queueExportParts, scores, traceSessions, traces } from "@/db/schema";
import { openSnapshot } from "@/db/snapshot";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { queueInOrganization } from "@/lib/annotation/scope/loaders";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import type { ExportedItem } from "@/lib/contracts/annotation/exported";
import type { ExportFormat } from "@/lib/contracts/shapes";
import { csvCell } from "@/lib/csv";
import type { FileOutput } from "@/lib/http/respond";
import { createTestExecution } from "@/lib/simulation/testing";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { downloadQueueExport, startQueueExport } from "./background";
import { finishExport } from "./close-export";
import { exportQueue } from "./download";
import { portionsOf } from "./portions";
import { sourceTexts } from "./rules/source-texts";
import { sourceColumnsOf } from "./source-columns";
import { writeExportPart } from "./write-export";

const database = suiteDatabase();

const read = async (file: unknown) => new Response((file as FileOutput).content).text(); // safe: exports are files

const file = async (owner: Context, queue_id: string, export_format: ExportFormat) =>
  read(await exportQueue(owner, { queue_id, export_format }));

const itemsIn = async (owner: Context, queue_id: string) =>
  (JSON.parse(await file(owner, queue_id, "json")) as { result: ExportedItem[] }).result; // safe: the export's own form

async function inBackground(owner: Context, queue_id: string, mostBytes?: number) {
  const { id } = await startQueueExport(owner, { queue_id, export_format: "csv" });
  const { organizationId } = owner.caller;
  for (let part = 0; !(await writeExportPart(database.db, organizationId, id, part, mostBytes)).done; ) part++;
  await finishExport(database.db, organizationId, id, null);
  return { id, text: await read(await downloadQueueExport(owner, { queue_id, export_id: id })) };
}

/** An organization with an empty queue. */
async function newQueue() {
  const organization = await createOrganization(database.db);
  const owner = await createCaller(database.db, organization, "Owner");
  const queue = await createTestQueue(owner, organization, { items: 0 });
  return { organization, owner, ...queue };
}

/** A trace for each input, and its root span; in order. */
async function createTraces(owner: Context, inputs: readonly string[], more: Record<string, string> = {}) {
  const spans = inputs.map((input, index) => ({
    traceId: hexId(16),
    spanId: hexId(8),
    name: input || "unnamed",
    from: index,
    values: { "input.value": input, "output.value": `${input}!`, ...more },
  }));
  await exportTraces(owner, exportOf({ "service.name": "shop" }, spans));
  const found = await database.db
    .select()
    .from(traces)
    .where(
      inArray(
        traces.traceId,
        spans.map(({ traceId }) => traceId),
      ),
    );
  return spans.map((span) => ({ ...span, id: found.find(({ traceId }) => traceId === span.traceId)?.id ?? "" }));
}

const nasty = [
  ...["", "=1+1", "+49 30", "-3.5", "-3.5+1", "@SUM(A1)", "\tcmd", "\ncmd", "＝1+1", "-", '"', "a,b", "NULL"],
  ...[
    "two\r\nlines",
    "\\.",
    "\\N",
    "it's 'so'",
    "$1 $$ :x ?",
    " blanks ",
    "ünïcode 🌊 \u2028 \u0001",
    '{"a": "b"}',
    "12",
  ],
];

test("the cells of traces match lib/csv.ts byte for byte, and each annotation's line has them", async () => {
  const { organization, owner, queue_id, labelId } = await newQueue();
  const made = await createTraces(owner, nasty);
  const items = made.flatMap(({ id, spanId }) => [
    { source_type: "trace" as const, source_id: id },
    { source_type: "observation_span" as const, source_id: spanId },
  ]);
  await addItems(owner, { queue_id, items });
  const [, , scored] = await itemsIn(owner, queue_id);
  const second = await createCaller(database.db, organization);
  await database.db.insert(scores).values(
    [owner, second].map(({ caller }) => ({
      organizationId: organization.id,
      workspaceId: organization.workspaceId,
      ...{
        sourceType: "trace" as const,
        sourceId: scored?.source_id ?? "",
        queueItemId: scored?.item_id,
        queueId: queue_id,
      },
      ...{ labelId, labelVersion: 1, annotatorId: caller.userId, value: { rating: 4 } },
    })),
  );
  const exported = await itemsIn(owner, queue_id);
  expect(exported).toHaveLength(2 * nasty.length);
  expect(exported.map(({ source }) => source.input).slice(2, 4)).toEqual(["=1+1", "=1+1"]);
  const csv = await file(owner, queue_id, "csv");
  expect(csv.slice(0, csv.indexOf("\r\n"))).toMatch(
    /,resolved_at,source\.name,source\.trace_id,source\.input,source\.output$/,
  );
  const ends = exported.flatMap(({ source, annotations }) => {
    const { name, trace_id, input, output } = sourceTexts(source);
    const cells = [name, trace_id, input, output].map((cell) => csvCell(cell).replace(/^"([^",\r\n]*)"$/, "$1"));
    return Array.from({ length: Math.max(1, annotations.length) }, () => `,${cells.join(",")}\r\n`);
  });
  expect(ends).toHaveLength(2 * nasty.length + 1);
  let at = csv.indexOf("\r\n");
  for (const end of ends) {
    const next = csv.indexOf(end, at);
    expect(next, end).toBeGreaterThan(at);
    at = next + end.length - 2;
  }
  expect(at).toBe(csv.length - 2);
  expect((await inBackground(owner, queue_id)).text).toBe(csv);
  // Several parts, each with its own texts.
  expect((await inBackground(owner, queue_id, 3000)).text).toBe(csv);
});

test("a column of a dataset shares its name with the texts of other items, and deleted sources leave cells empty", async () => {
  const { organization, owner, queue_id } = await newQueue();
  const [rowId = ""] = await createRows(database.db, organization, ["From the row"]);
  const [row] = await database.db.select().from(datasetRows).where(eq(datasetRows.id, rowId));
  await database.db
    .insert(datasetColumns)
    .values({ datasetId: row?.datasetId ?? "", name: "note", dataType: "text", order: 1 });
  const [first, second] = await createTraces(owner, ["From the trace", "Gone"], { "session.id": "s-1" });
  const [session] = await database.db
    .select()
    .from(traceSessions)
    .where(and(eq(traceSessions.organizationId, organization.id), eq(traceSessions.sessionId, "s-1")));
  const { callIds } = await createTestExecution(owner, [
    { status: "completed", row: { city: { value: "Riga", column_id: "c", dataset_id: "d", data_type: "text" } } },
  ]);
  await database.db.insert(callTurns).values(
    [
      { role: "user" as const, content: "My parcel is late." },
      { role: "assistant" as const, content: "I am sorry." },
    ].map((turn, number) => ({ callId: callIds[0] ?? "", number, messages: [], ...turn })),
  );
  const items = [
    { source_type: "dataset_row" as const, source_id: rowId },
    { source_type: "trace" as const, source_id: first?.id ?? "" },
    { source_type: "trace" as const, source_id: second?.id ?? "" },
    { source_type: "trace_session" as const, source_id: session?.id ?? "" },
    { source_type: "call_execution" as const, source_id: callIds[0] ?? "" },
  ];
  expect(await addItems(owner, { queue_id, items })).toMatchObject({ added: 5 });
  await database.db.delete(traces).where(eq(traces.id, second?.id ?? ""));
  const csv = await file(owner, queue_id, "csv");
  const [header, ...lines] = csv.split(/\r\n/);
  expect(header).toMatch(/,resolved_at,source\.input,source\.note,source\.name,source\.trace_id,source\.output$/);
  const ends = [
    ",From the row,,,,",
    `,From the trace,,From the trace,${first?.traceId},From the trace!`,
    ",,,,,",
    ',,,s-1,s-1,"user: From the trace\nassistant: From the trace!"',
    ',"{""city"":""Riga""}",,1,,"user: My parcel is late.\nassistant: I am sorry."',
  ];
  for (const [index, end] of ends.entries()) expect(lines[index]?.endsWith(end), `${lines[index]} ${end}`).toBe(true);
  expect(lines.slice(ends.length)).toEqual([""]);
});

test("a queue of rows has no such columns", async () => {
  const { organization, owner } = await newQueue();
  const { queue_id } = await createTestQueue(owner, organization, { items: 1 });
  expect(await file(owner, queue_id, "csv")).toMatch(/,resolved_at,source\.input\r\n/);
});

test("long texts are read in portions, so that few are in memory", async () => {
  const { owner, queue_id } = await newQueue();
  const made = await createTraces(
    owner,
    Array.from({ length: 230 }, (_, index) => `${index} ${"long ".repeat(index % 50 === 7 ? 4000 : 200)}`),
  );
  await addItems(owner, {
    queue_id,
    items: made.map(({ id }) => ({ source_type: "trace" as const, source_id: id })),
  });
  const queue = await queueInOrganization(database.db, owner.caller.organizationId, queue_id);
  const range = { queue, status: null, sourceColumns: await sourceColumnsOf(database.db, queue) };
  const snapshot = await openSnapshot(database.db);
  const sizes: number[] = [];
  const inputs: (string | null)[] = [];
  for await (const { texts } of portionsOf(snapshot, range, 50_000)) {
    sizes.push(texts.reduce((sum, { input, output }) => sum + (input ?? "").length + (output ?? "").length, 0));
    inputs.push(...texts.map(({ input }) => input));
  }
  await snapshot.close();
  expect(inputs).toEqual(made.map(({ values }) => values["input.value"]));
  expect(sizes.length).toBeGreaterThan(5);
  expect(Math.max(...sizes)).toBeLessThan(50_000 + 2 * 20_100);
  const csv = await file(owner, queue_id, "csv");
  const { id, text } = await inBackground(owner, queue_id, 100_000);
  expect(text === csv).toBe(true);
  expect(csv.split("\r\n")).toHaveLength(232);
  expect(await database.db.$count(queueExportParts, eq(queueExportParts.exportId, id))).toBeGreaterThan(5);
});
