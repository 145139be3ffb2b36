// Traces, spans, sessions and prototype runs in queues.
import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { queueItems, queues, traceSessions, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { addItems, listItems } from "@/lib/annotation/contents/items";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { sourceContents } from "@/lib/annotation/testing/contents";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { annotateDetail } from "@/lib/annotation/work/detail";
import type { Context } from "@/lib/context";
import type { SourceType } from "@/lib/contracts/shapes";
import { exportTraces } from "@/lib/traces/ingestion";
import { createPrototypeRun, listPrototypeRuns } from "@/lib/traces/prototype-runs";
import { forgetTraces } from "@/lib/traces/retention";
import { exportOf, hexId } from "@/lib/traces/testing";
import { listTraces } from "@/lib/traces/trace-list";
import { findSources, scopesOf } from "./sources";

const database = suiteDatabase();
let organization: TestOrganization;
let manager: Context;
let stranger: Context;
let queue: TestQueue;
const traceId = hexId(16);
const [root, call] = [hexId(8), hexId(8)];
const sources: Partial<Record<SourceType, string>> = {};
let projectId: string;

const referenceOf = (type: SourceType) => ({ sourceType: type, sourceId: sources[type] ?? "" });
const itemOf = (type: SourceType) => ({ source_type: type, source_id: sources[type] ?? "" });
const traced = ["trace", "observation_span", "trace_session", "prototype_run"] as const;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  manager = await createCaller(database.db, organization, "Owner");
  stranger = await createCaller(database.db, await createOrganization(database.db), "Owner");
  queue = await createTestQueue(manager, organization, { items: 0 });
  await exportTraces(
    manager,
    exportOf({ "service.name": "shop" }, [
      {
        traceId,
        spanId: root,
        name: "answer",
        to: 120,
        values: {
          "session.id": "s-1",
          "input.value": "x".repeat(300),
          "output.value": '{"text":"Hello"}',
          "output.mime_type": "application/json",
          metadata: '{"tier":"gold"}',
        },
      },
      {
        traceId,
        spanId: call,
        parentSpanId: root,
        name: "chat",
        from: 10,
        to: 60,
        values: {
          "gen_ai.request.model": "m",
          "gen_ai.provider.name": "p",
          "gen_ai.usage.input_tokens": 5,
          "gen_ai.usage.cost": 0.5,
          "input.value": "Hi",
        },
      },
    ]),
  );
  const [trace] = (await listTraces(manager, { page: 1 })).results;
  const [session] = await database.db
    .select()
    .from(traceSessions)
    .where(eq(traceSessions.organizationId, organization.id));
  const run = await createPrototypeRun(manager, {
    name: "Refund",
    model: "m",
    prompt: "Where?",
    response: "Here.",
    status: "completed",
  });
  projectId = trace?.project_id ?? "";
  Object.assign(sources, {
    trace: trace?.id,
    observation_span: call,
    trace_session: session?.id,
    prototype_run: run.id,
  });
});

const expected = {
  trace: {
    preview: {
      type: "trace",
      name: "answer",
      input_preview: "x".repeat(200),
      output_preview: '{"text":"Hello"}',
      latency_ms: 120,
      response_time_ms: 120,
    },
    content: {
      trace_id: traceId,
      project_source: "shop",
      session_id: "s-1",
      input: "x".repeat(300),
      output: { text: "Hello" },
      metadata: { tier: "gold" },
      attributes: { "session.id": "s-1" },
      tokens: 5,
      cost: 0.5,
      latency_ms: 120,
      start_time: "2025-06-15T15:06:40.000Z",
      end_time: "2025-06-15T15:06:40.120Z",
    },
  },
  observation_span: {
    preview: {
      type: "observation_span",
      name: "chat",
      observation_type: "llm",
      input_preview: "Hi",
      output_preview: "",
      latency_ms: 50,
      response_time_ms: 50,
    },
    content: {
      span_id: call,
      trace_id: traceId,
      parent_span_id: root,
      input: "Hi",
      output: null,
      metadata: {},
      model: "m",
      provider: "p",
      tokens: 5,
      cost: 0.5,
      latency_ms: 50,
    },
  },
  trace_session: {
    preview: { type: "trace_session", session_id: "s-1", name: "s-1" },
    content: {
      session_id: "s-1",
      name: "s-1",
      traces: [{ trace_id: traceId, name: "answer", output: { text: "Hello" } }],
    },
  },
  prototype_run: {
    preview: { type: "prototype_run", name: "Refund", model: "m", status: "completed" },
    content: { name: "Refund", prompt: "Where?", response: "Here." },
  },
};

test("all source types can be added, and only once", async () => {
  const items = traced.map(itemOf);
  const added = await addItems(manager, { queue_id: queue.queue_id, items });
  expect(added).toMatchObject({ added: 4, duplicates: 0, errors: [] });
  expect(await addItems(manager, { queue_id: queue.queue_id, items })).toMatchObject({ added: 0, duplicates: 4 });
});

test.each(traced)("%s shows its preview and content", async (type) => {
  const { results } = await listItems(manager, {
    queue_id: queue.queue_id,
    page: 1,
    ordering: "order",
    source_type: [type],
  });
  expect(results).toMatchObject([{ source_id: sources[type], source_preview: expected[type].preview }]);
  const detail = await annotateDetail(manager, {
    queue_id: queue.queue_id,
    item_id: results[0]?.id ?? "",
    reserve: false,
  });
  expect(detail.item.source_content).toMatchObject({ type, source_id: sources[type], ...expected[type].content });
  expect(detail.span_notes_source_id).toBe(type === "observation_span" ? call : null);
});

test("a default queue belongs to the project, and a prototype run has none", async () => {
  const scopeOf = await scopesOf(database.db, organization.id, traced.map(referenceOf));
  const project = { kind: "project", id: projectId };
  expect(traced.map((type) => scopeOf(referenceOf(type)))).toEqual([project, project, project, undefined]);
});

test("another organization finds none of the sources", async () => {
  const { organizationId } = stranger.caller;
  const references = traced.map(referenceOf);
  const exists = await findSources(database.db, organizationId, references);
  expect(references.map(exists)).toEqual([false, false, false, false]);
  expect(await sourceContents(database.db, organizationId, references)).toEqual(
    traced.map((type) => ({ type, deleted: true })),
  );
  expect((await scopesOf(database.db, organizationId, references))(referenceOf("trace"))).toBeUndefined();
  expect((await listPrototypeRuns(stranger, { page: 1 })).count).toBe(0);
});

test("invalid and unknown ids are not found", async () => {
  const items = [
    { source_type: "trace" as const, source_id: hexId(16) },
    { source_type: "trace_session" as const, source_id: "s-1" },
    { source_type: "prototype_run" as const, source_id: "'" },
    { source_type: "observation_span" as const, source_id: "none" },
    { source_type: "call_execution" as const, source_id: crypto.randomUUID() },
  ];
  const { errors, added } = await addItems(manager, { queue_id: queue.queue_id, items });
  expect(added).toBe(0);
  expect(errors).toEqual(items.map((item) => ({ ...item, error: `Not found: ${item.source_type}=${item.source_id}` })));
});

test("a trace that has not ended is refused with a readable message", async () => {
  await exportTraces(
    manager,
    exportOf({ "service.name": "open" }, [{ traceId: hexId(16), spanId: hexId(8), to: null }]),
  );
  const [open] = (await listTraces(manager, { page: 1 })).results.filter((row) => row.status === "UNSET");
  const item = { source_type: "trace" as const, source_id: open?.id ?? "" };
  expect(await addItems(manager, { queue_id: queue.queue_id, items: [item] })).toMatchObject({
    added: 0,
    duplicates: 0,
    errors: [{ ...item, error: `Not finished yet: trace=${open?.id}. Its root span has not ended.` }],
  });
});

test("a score on a span goes to its project's default queue", async () => {
  const score = await createScore(manager, {
    ...itemOf("observation_span"),
    label_id: queue.labelId,
    value: { rating: 4 },
    score_source: "human",
  });
  const [home] = await database.db
    .select()
    .from(queues)
    .where(and(eq(queues.projectId, projectId), eq(queues.isDefault, true)));
  expect(home?.name).toBe("Default - shop");
  expect(score).toMatchObject({ source_id: call, queue_id: home?.id });
});

describe("selection by filter", () => {
  const select = async (change: object) => {
    const own = await createTestQueue(manager, organization, { items: 0 });
    const selection = {
      mode: "filter" as const,
      source_type: "observation_span" as const,
      project_id: projectId,
      filter: [],
      exclude_ids: [],
      ...change,
    };
    return (await addItems(manager, { queue_id: own.queue_id, selection })).added;
  };
  const where = (column_id: string, filter_op: string, filter_value: string | number) => ({
    filter: [{ column_id, filter_config: { filter_op, filter_value } }],
  });
  test.each<[string, object, number]>([
    ["all spans of a project", {}, 2],
    ["but one", { exclude_ids: [root] }, 1],
    ["all traces", { source_type: "trace" }, 1],
    ["all sessions", { source_type: "trace_session" }, 1],
    ["by type", where("observation_type", "equals", "llm"), 1],
    ["by not having a model", where("model", "not_equals", "m"), 1],
    ["by part of a name", where("name", "contains", "CHA"), 1],
    ["by latency", where("latency_ms", "greater_than", 50), 1],
    ["by latency as text", where("latency_ms", "greater_than_or_equal", "50"), 2],
    ["by a latency between whole numbers", where("latency_ms", "less_than", 50.5), 1],
    ["by a fraction of tokens", where("total_tokens", "greater_than", 1.5), 1],
    ["by more tokens than an integer has", where("total_tokens", "less_than_or_equal", 3_000_000_000), 1],
    ["by an unequal fraction of tokens", where("total_tokens", "not_equals", 1.5), 2],
    ["by cost and the greatest number", where("cost", "equals", Number.MAX_VALUE), 0],
    ["by cost and the smallest number", where("cost", "less_than", "5e-324"), 0],
    ["by an early time", where("start_time", "less_than", "0001-01-01T00:00:00Z"), 0],
    ["traces by a fraction of tokens", { source_type: "trace", ...where("total_tokens", "equals", 0.5) }, 0],
    ["traces by tokens beyond 64 bits", { source_type: "trace", ...where("total_tokens", "greater_than", 1e300) }, 0],
    ["by time", where("start_time", "less_than", "2025-06-15T15:06:40.010Z"), 1],
    ["traces by tokens", { source_type: "trace", ...where("total_tokens", "less_than_or_equal", 4) }, 0],
    ["sessions by name", { source_type: "trace_session", ...where("session_id", "equals", "s-1") }, 1],
  ])("%s", async (_, change, added) => {
    expect(await select(change)).toBe(added);
  });
  test.each<[string, object, string]>([
    ["without a project", { project_id: null }, "selection.project_id"],
    ["no column", { filter: [{ filter_config: {} }] }, "selection.filter.0.column_id"],
    ["an unknown column", where("attributes", "equals", "x"), "selection.filter.0.column_id"],
    ["an inherited one", where("constructor", "equals", "x"), "selection.filter.0.column_id"],
    ["an unknown operator", where("name", "toString", "x"), "selection.filter.0.filter_config.filter_op"],
    ["an order of texts", where("name", "less_than", "x"), "selection.filter.0.filter_config.filter_op"],
    ["an invalid number", where("latency_ms", "equals", "fast"), "selection.filter.0.filter_config.filter_value"],
    [
      "a condition without a value",
      { filter: [{ column_id: "name", filter_config: { filter_op: "equals" } }] },
      "selection.filter.0.filter_config.filter_value",
    ],
    ["runs of prototypes", { source_type: "prototype_run" }, "selection.source_type"],
  ])("%s is refused", async (_, change, field) => {
    await expect(select(change)).rejects.toMatchObject({
      kind: "invalid",
      detail: { fields: { [field]: expect.anything() } },
    });
  });
  test("another organization's project is not found", async () => {
    await exportTraces(stranger, exportOf({}, [{ traceId: hexId(16), spanId: hexId(8) }]));
    const [foreign] = (await listTraces(stranger, { page: 1 })).results;
    await expect(select({ project_id: foreign?.project_id })).rejects.toMatchObject({ kind: "notFound" });
  });
});

describe("items added while old traces are deleted", () => {
  const YEAR_ON = Date.now() + 365 * 86_400_000;
  const own = async (rounds: number) => {
    const there = await createOrganization(database.db);
    const by = await createCaller(database.db, there, "Owner");
    const ids = Array.from({ length: rounds }, () => ({ traceId: hexId(16), spanId: hexId(8) }));
    const sent = ids.map((span, index) => ({ ...span, values: { "session.id": `s-${index}` } }));
    await exportTraces(by, exportOf({ "service.name": "old" }, sent));
    const inQueue = await createTestQueue(by, there, { items: 0 });
    const rows = await database.db.select().from(traces).where(eq(traces.organizationId, there.id));
    const items = rows.map(({ id, sessionId, traceId }, index) =>
      index % 3 === 0
        ? { source_type: "trace" as const, source_id: id }
        : index % 3 === 1
          ? { source_type: "trace_session" as const, source_id: sessionId ?? "" }
          : {
              source_type: "observation_span" as const,
              source_id: ids.find((one) => one.traceId === traceId)?.spanId ?? "",
            },
    );
    const forget = () =>
      forgetTraces(database.db, { days: null, shorter: new Map([[there.id, 30]]) }, YEAR_ON, Number.POSITIVE_INFINITY);
    const add = (item: (typeof items)[number], db: Context["db"] = database.db) =>
      addItems({ ...by, db }, { queue_id: inQueue.queue_id, items: [item] });
    return { id: there.id, items, forget, add };
  };

  test("keep their traces from the moment of the lookup", async () => {
    const { id, items, forget, add } = await own(4);
    await database.db.transaction(async (tx) => {
      for (const item of items.slice(0, 3)) expect(await add(item, tx)).toMatchObject({ added: 1, errors: [] });
      await forget();
    });
    expect(await database.db.select().from(traces).where(eq(traces.organizationId, id))).toHaveLength(3);
    for (const item of items.slice(3))
      expect(await add(item)).toMatchObject({ added: 0, errors: [{ source_type: "trace" }] });
  });

  test("either have their source or are refused, however many run at once", async () => {
    const { id, items, forget, add } = await own(30);
    const answers = await Promise.all([...items.map((item) => add(item)), forget(), forget()]);
    const added = answers.reduce((sum, answer) => sum + (answer && "added" in answer ? answer.added : 0), 0);
    const queued = await database.db.select().from(queueItems).where(eq(queueItems.organizationId, id));
    expect(queued).toHaveLength(added);
    const references = queued.map(({ sourceType, sourceId }) => ({ sourceType, sourceId }));
    const exists = await findSources(database.db, id, references);
    expect(references.filter((reference) => !exists(reference))).toEqual([]);
  });
});
