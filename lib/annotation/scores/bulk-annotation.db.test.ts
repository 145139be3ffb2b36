import { and, eq, isNull } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems, scores, spanNotes } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { createLabel } from "@/lib/annotation/labels/labels";
import { getOrCreateDefaultQueue } from "@/lib/annotation/queues/default-queues";
import { addQueueLabel } from "@/lib/annotation/queues/queue-labels";
import { placeSpans } from "@/lib/annotation/sources/source-span";
import type { Context } from "@/lib/context";
import { bulkAnnotate as contract, type GivenRecord } from "@/lib/contracts/annotation/bulk-annotation";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { bulkAnnotate, getAnnotationLabels } from "./bulk-annotation";
import { scoresForSource } from "./scores";

const database = suiteDatabase();
let organization: TestOrganization;
let member: Context;
let stranger: Context;
let star: string;
let text: string;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  member = await createCaller(database.db, organization, "Member");
  stranger = await createCaller(database.db, await createOrganization(database.db), "Member");
  star = await newLabel(member, "Stars");
  text = (await createLabel(member, { name: "Remark", type: "text", settings: {}, allow_notes: false })).id;
});

const newLabel = async (context: Context, name: string, project?: string) =>
  (
    await createLabel(context, {
      name,
      type: "star",
      settings: {},
      allow_notes: false,
      ...(project ? { project } : {}),
    })
  ).id;

/** New spans of a project, by their ids. */
async function newSpans(count: number, project = "shop"): Promise<[string, ...string[]]> {
  const traceId = hexId(16);
  const ids = Array.from({ length: count }, () => hexId(8));
  await exportTraces(
    member,
    exportOf(
      { "service.name": project },
      ids.map((spanId) => ({ traceId, spanId })),
    ),
  );
  const [first, ...rest] = ids;
  if (!first) throw new Error("there is at least one span");
  return [first, ...rest];
}
const projectOf = async (spanId: string) =>
  (await placeSpans(database.db, organization.id, [spanId]))[0]?.projectId ?? "";
const stars = (value_float: number, annotation_label_id = star) => ({ annotation_label_id, value_float });
const bulk = (records: GivenRecord[], context = member) => bulkAnnotate(context, { records });
const live = (spanId: string) =>
  database.db
    .select()
    .from(scores)
    .where(and(eq(scores.sourceId, spanId), isNull(scores.deletedAt)));

test("a star is stored for the caller in the default queue, and counted in both spellings", async () => {
  const [span] = await newSpans(1);
  const result = await bulk([{ observation_span_id: span, annotations: [stars(4)] }]);
  expect(result).toEqual({
    message: "Bulk annotation completed",
    annotations_created: 1,
    annotationsCreated: 1,
    annotations_updated: 0,
    annotationsUpdated: 0,
    notes_created: 0,
    notesCreated: 0,
    succeeded_count: 1,
    succeededCount: 1,
    errors_count: 0,
    errorsCount: 0,
    warnings_count: 0,
    warningsCount: 0,
    warnings: null,
    errors: null,
  });
  const [score, ...others] = await live(span);
  expect(others).toEqual([]);
  expect(score).toMatchObject({ value: { rating: 4 }, annotatorId: member.caller.userId, scoreSource: "human" });
  const { queue } = await getOrCreateDefaultQueue(member, { project_id: await projectOf(span) });
  expect(score?.queueId).toBe(queue.id);
});

test("a second run updates with a warning, keeps the history, and adds no duplicate note", async () => {
  const [span] = await newSpans(1);
  const record = (rating: number) => [
    { observation_span_id: span, annotations: [stars(rating)], notes: [{ text: "Good." }] },
  ];
  expect(await bulk(record(4))).toMatchObject({ annotations_created: 1, notes_created: 1, warnings: null });
  const [first] = await live(span);
  expect(await bulk(record(4.5))).toMatchObject({
    annotations_created: 0,
    annotations_updated: 1,
    notes_created: 0,
    succeeded_count: 1,
    warnings_count: 1,
    warnings: [
      { record_index: 1, span_id: span, label_id: star, warning: "Existing annotation updated instead of created" },
    ],
  });
  expect(await live(span)).toMatchObject([
    { id: first?.id, value: { rating: 4.5 }, valueHistory: [{ value: { rating: 4 } }] },
  ]);
});

test("errors name their record, and everything else is saved", async () => {
  const [one, two] = await newSpans(2);
  const other = await newLabel(member, "Other project", await projectOf((await newSpans(1, "elsewhere"))[0]));
  const foreign = await newLabel(stranger, "Foreign");
  const result = await bulk([
    { observation_span_id: "none", annotations: [stars(4)] },
    {
      observation_span_id: one,
      annotations: [stars(9), stars(4, other), stars(4, foreign), { annotation_label_id: text, value: "ok" }],
    },
    { observation_span_id: one, annotations: [], notes: [] },
    { observation_span_id: two ?? "", annotations: [stars(2), stars(3)], notes: [{ text: "x".repeat(5001) }] },
    {
      observation_span_id: two ?? "",
      annotations: [stars(2), stars(3)],
      notes: [{ text: "a" }, { text: "a" }, { text: "b" }],
    },
  ]);
  expect(result).toMatchObject({
    annotations_created: 2,
    annotations_updated: 0,
    notes_created: 2,
    errors_count: 7,
    warnings: null,
  });
  expect(result.errors).toEqual([
    { record_index: 1, span_id: "none", error: "Span not found: none" },
    { record_index: 2, span_id: one, label_id: star, annotation_error: "Stars must be between 1 and 5 stars." },
    { record_index: 2, span_id: one, label_id: other, annotation_error: "Other project belongs to another project." },
    { record_index: 2, span_id: one, label_id: foreign, annotation_error: `Label not found: ${foreign}` },
    { record_index: 3, span_id: one, error: "Give annotations or notes." },
    { record_index: 4, span_id: two, error: "At most 5000 characters a note.", note_index: 0 },
    {
      record_index: 5,
      span_id: two,
      label_id: star,
      annotation_error: "Stars was given for this span before, in the same request.",
    },
  ]);
  expect(await live(one)).toMatchObject([{ labelId: text, value: { text: "ok" } }]);
  expect(await live(two ?? "")).toMatchObject([{ value: { rating: 2 } }]);
});

test("an unknown span gives a success with one error, and nothing is stored", async () => {
  const span = hexId(8);
  expect(await bulk([{ observation_span_id: span, annotations: [stars(4)], notes: [{ text: "a" }] }])).toMatchObject({
    succeeded_count: 0,
    errors_count: 1,
  });
  expect(await live(span)).toEqual([]);
});

test("notes appear with the span's scores, but not for another organization", async () => {
  const [span] = await newSpans(1);
  await bulk([{ observation_span_id: span, notes: [{ text: "Too long." }] }]);
  const query = { source_type: "observation_span" as const, source_id: span };
  expect(await scoresForSource(member, query)).toMatchObject({
    result: [],
    span_notes: [{ notes: "Too long.", annotator: "Ada Example", queue_name: null }],
  });
  expect(await scoresForSource(stranger, query)).toMatchObject({ result: [], span_notes: [] });
});

test.each([
  ["pending_review", "waiting for review"],
  ["approved", "approved"],
] as const)("values of an item that is %s cannot be changed", async (reviewStatus, problem) => {
  const [span] = await newSpans(1);
  await bulk([{ observation_span_id: span, annotations: [stars(2)] }]);
  await database.db.update(queueItems).set({ reviewStatus }).where(eq(queueItems.sourceId, span));
  const result = await bulk([{ observation_span_id: span, annotations: [stars(5)] }]);
  expect(result).toMatchObject({ annotations_updated: 0, errors_count: 1, warnings_count: 0 });
  expect(result.errors).toMatchObject([{ span_id: span, annotation_error: expect.stringContaining(problem) }]);
  expect((await live(span)).map(({ value }) => value)).toEqual([{ rating: 2 }]);
});

test("another organization's spans are unknown", async () => {
  const [span] = await newSpans(1);
  const label = await newLabel(stranger, "Mine");
  const result = await bulk([{ observation_span_id: span, annotations: [stars(4, label)] }], stranger);
  expect(result).toMatchObject({ succeeded_count: 0, errors: [{ error: `Span not found: ${span}` }] });
});

test("answering all required labels completes the item", async () => {
  const [span] = await newSpans(1, "required");
  const { queue } = await getOrCreateDefaultQueue(member, { project_id: await projectOf(span) });
  await addQueueLabel(member, { queue_id: queue.id, label_id: star, required: true });
  await bulk([{ observation_span_id: span, annotations: [stars(4)] }]);
  const [item] = await database.db.select().from(queueItems).where(eq(queueItems.queueId, queue.id));
  expect(item).toMatchObject({ sourceId: span, status: "completed" });
});

test("parallel requests for the same spans leave one score and one note each", async () => {
  const spans = await newSpans(10, "parallel");
  const records = spans.map((span) => ({
    observation_span_id: span,
    annotations: [stars(3)],
    notes: [{ text: "Seen." }],
  }));
  const results = await Promise.all([records, [...records].reverse(), records, records].map((batch) => bulk(batch)));
  expect(results.map((result) => result.errors)).toEqual([null, null, null, null]);
  expect(results.reduce((sum, result) => sum + result.annotations_created, 0)).toBe(10);
  expect(results.reduce((sum, result) => sum + result.notes_created, 0)).toBe(10);
  for (const span of spans) {
    expect(await live(span)).toHaveLength(1);
    expect(await database.db.$count(spanNotes, eq(spanNotes.spanId, span))).toBe(1);
  }
});

test("a thousand records are saved at once", async () => {
  const spans = await newSpans(1000, "many");
  const records = spans.map((span) => ({
    observation_span_id: span,
    annotations: [stars(3), { annotation_label_id: text, value: "ok" }],
  }));
  expect(await bulk(records)).toMatchObject({ annotations_created: 2000, errors: null });
}, 60_000);

describe("validation of the whole request", () => {
  const label = "00000000-0000-4000-8000-000000000000";
  const record = { observation_span_id: "s", annotations: [stars(4, label)] };
  test.each<[string, unknown, string]>([
    ["1,001 records", { records: Array.from({ length: 1001 }, () => record) }, "records"],
    ["no records", {}, "records"],
    ["an unknown key", { records: [record], dry_run: true }, ""],
    [
      "annotationLabelId",
      { records: [{ ...record, annotations: [{ ...stars(4, label), annotationLabelId: label }] }] },
      "records.0.annotations.0",
    ],
    ["spanId", { records: [{ ...record, spanId: "s" }] }, "records.0"],
    ["no span", { records: [{ annotations: [] }] }, "records.0.observation_span_id"],
    [
      "a value of another type",
      { records: [{ ...record, annotations: [{ annotation_label_id: label, value_float: "4" }] }] },
      "records.0.annotations.0.value_float",
    ],
    ["an empty note", { records: [{ ...record, notes: [{ text: "" }] }] }, "records.0.notes.0.text"],
    ["a note's unknown key", { records: [{ ...record, notes: [{ text: "a", at: 1 }] }] }, "records.0.notes.0"],
  ])("%s: refused", (_, body, path) => {
    const parsed = contract.body.safeParse(body);
    expect(parsed.error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
  });
  test("1,000 records are accepted", () => {
    expect(contract.body.safeParse({ records: Array.from({ length: 1000 }, () => record) }).success).toBe(true);
  });
});

test("labels of a project are its own labels and those without a project", async () => {
  const project_id = await projectOf((await newSpans(1, "labelled"))[0]);
  const own = await newLabel(member, "Own", project_id);
  const found = await getAnnotationLabels(member, { project_id });
  expect(found.map((label) => label.id)).toEqual(expect.arrayContaining([own, star, text]));
  expect(found.map((label) => label.name)).not.toContain("Other project");
  expect((await getAnnotationLabels(member, {})).map((label) => label.name)).toContain("Other project");
  expect(found[0]).toEqual({
    id: expect.any(String),
    name: expect.any(String),
    type: "star",
    description: null,
    settings: {},
  });
  expect((await getAnnotationLabels(stranger, { project_id })).map((label) => label.id)).not.toContain(own);
});
