// Backfills of chosen traces: which spans they take, once only, and how far they have come.
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { evalBackfills, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import type { TraceChoice } from "@/lib/contracts/traces/trace-choice";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { idOfName } from "../templates/fingerprint";
import { startBackfill } from "./backfills";
import { previewEvalTask } from "./preview";
import { listSpanScores } from "./span-scores";
import { takePast } from "./take";
import { createEvalTask, getEvalTask } from "./tasks";
import { advanceTask } from "./work";

const database = suiteDatabase();
let context: Context;
beforeEach(async () => {
  context = await createCaller(database.db, await createOrganization(database.db));
});

const evaluations = [
  {
    template_id: idOfName("contains"),
    mapping: { text: "span.output" },
    params: { keyword: "yes" },
    error_localizer: false,
  },
];
const plain = { filters: {}, sampling_rate: 1, sampling_unit: "trace", continuous: false, evaluations } as const;

/** Traces of two spans each, newest last. */
async function send(service: string, outputs: readonly string[], by = context) {
  const spans = outputs.flatMap((output, index): TestSpan[] => {
    const traceId = hexId(16);
    const values = { "openinference.span.kind": "LLM", "output.value": output };
    const times = { from: index * 10, to: index * 10 + 5 };
    return [
      { traceId, spanId: hexId(8), ...times, values },
      { traceId, spanId: hexId(8), ...times, values: { ...values, "openinference.span.kind": "TOOL" } },
    ];
  });
  await exportTraces(by, exportOf({ "service.name": service }, spans));
  const rows = await database.db.select().from(traces).where(eq(traces.organizationId, by.caller.organizationId));
  const traceIds = [...new Set(spans.map(({ traceId }) => traceId))];
  return {
    projectId: rows.find(({ traceId }) => traceId === traceIds[0])?.projectId ?? "",
    ids: traceIds.map((traceId) => rows.find((row) => row.traceId === traceId)?.id ?? ""),
    traceIds,
  };
}

const newTask = (project_id: string, more: object = {}) =>
  createEvalTask(context, { ...plain, name: "Says yes", project_id, ...more });
const advance = (taskId: string) =>
  advanceTask(database.db, context.caller.organizationId, taskId, Date.now() + 60_000);
const scoredTraces = async (task_id: string) =>
  (await listSpanScores(context, { task_id, page: 1, limit: 1000 })).results.map(({ trace_id }) => trace_id).toSorted();
const twice = (...ids: (string | undefined)[]) => [...ids, ...ids].toSorted();

test("named traces: only their spans are taken, not those of other projects", async () => {
  const other = await send("other", ["yes"]);
  const shop = await send("shop", ["yes", "no", "yes"]);
  const choice = { trace_ids: [shop.ids[0] ?? "", shop.ids[2] ?? "", other.ids[0] ?? ""] };
  const { projectId } = shop;
  const preview = await previewEvalTask(context, { project_id: projectId, ...plain, traces: choice });
  expect(preview).toMatchObject({ traces: 2, matching: 4, taken: 4, is_estimated: false, cost_micros: 0 });
  const task = await newTask(projectId);
  await startBackfill(context, { task_id: task.id, traces: choice, max_spans: 100 });
  await advance(task.id);
  expect(await scoredTraces(task.id)).toEqual(twice(shop.traceIds[0], shop.traceIds[2]));
  const [backfill] = (await getEvalTask(context, { task_id: task.id })).backfills;
  expect(backfill).toMatchObject({
    status: "completed",
    traces: { ...choice, filters: null },
    traces_seen: 2,
    seen: 4,
    taken: 4,
    open: 0,
  });
});

test("all matching traces: the task's filters and span limit apply, and a repetition scores nothing twice", async () => {
  const { projectId, traceIds } = await send("shop", ["yes", "no", "yes"]);
  const task = await newTask(projectId, { filters: { observation_types: ["llm"] } });
  const traces: TraceChoice = { filters: { status: "OK" } };
  const preview = { project_id: projectId, ...plain, filters: task.filters, traces };
  expect(await previewEvalTask(context, preview)).toMatchObject({ traces: 3, matching: 3 });
  const run = async (max_spans: number) => {
    await startBackfill(context, { task_id: task.id, traces, max_spans });
    await advance(task.id);
    return (await getEvalTask(context, { task_id: task.id })).backfills[0]?.taken;
  };
  expect(await run(2)).toBe(2);
  expect(await run(2)).toBe(1);
  expect(await run(2)).toBe(0);
  expect(await scoredTraces(task.id)).toEqual(traceIds.toSorted());
});

test("120 traces are processed page by page, each span once, even after a kill", async () => {
  const { projectId } = await send("shop", Array<string>(120).fill("yes"));
  const task = await newTask(projectId, { backfill: { traces: { filters: {} }, max_spans: 10_000 } });
  const [row] = await database.db.select().from(evalBackfills).where(eq(evalBackfills.taskId, task.id));
  const stored = await database.db.query.evalTasks.findFirst({ where: (table, { eq: is }) => is(table.id, task.id) });
  if (!row || !stored) throw new Error("both are stored");
  const pages = [];
  for (let mayBeMore = true; mayBeMore; ) {
    mayBeMore = await takePast(database.db, stored, row.id, 1000);
    const [now] = await database.db.select().from(evalBackfills).where(eq(evalBackfills.id, row.id));
    pages.push([now?.tracesSeen, now?.taken]);
  }
  expect(pages).toEqual([
    [50, 100],
    [100, 200],
    [120, 240],
  ]);
  await advance(task.id);
  expect((await scoredTraces(task.id)).length).toBe(240);
});

test("traces with a text: those found at the start, whatever arrives meanwhile", async () => {
  const { projectId, traceIds, ids } = await send("shop", Array<string>(60).fill("yes, a needle"));
  const traces: TraceChoice = { filters: { text: "needle" } };
  expect(await previewEvalTask(context, { project_id: projectId, ...plain, traces })).toMatchObject({ traces: 60 });
  const task = await newTask(projectId, { backfill: { traces, max_spans: 10_000 } });
  const [row] = await database.db.select().from(evalBackfills).where(eq(evalBackfills.taskId, task.id));
  const stored = await database.db.query.evalTasks.findFirst({ where: (table, { eq: is }) => is(table.id, task.id) });
  if (!row || !stored) throw new Error("both are stored");
  expect(await takePast(database.db, stored, row.id, 1000)).toBe(true);
  await send("shop", Array<string>(500).fill("no needle"));
  await advance(task.id);
  expect(await scoredTraces(task.id)).toEqual(twice(...traceIds));
  const [backfill] = (await getEvalTask(context, { task_id: task.id })).backfills;
  expect(backfill).toMatchObject({ status: "completed", traces_seen: 60, taken: 120 });
  expect(backfill?.traces?.filters).toBeNull();
  expect(backfill?.traces?.trace_ids?.toSorted()).toEqual(ids.toSorted());
});

test("another organization's traces and a reversed period are refused, and nothing is stored", async () => {
  const stranger = await createCaller(database.db, await createOrganization(database.db));
  const theirs = await send("shop", ["yes"], stranger);
  const { projectId } = await send("shop", ["yes"]);
  const bounds = { traces: { trace_ids: theirs.ids }, max_spans: 1 };
  await expect(newTask(projectId, { backfill: bounds })).rejects.toMatchObject({ kind: "notFound" });
  const filters = { project_id: theirs.projectId };
  const preview = { project_id: projectId, ...plain, traces: { filters } };
  await expect(previewEvalTask(context, preview)).rejects.toMatchObject({ kind: "notFound" });
  const [since, until] = ["2026-02-01T00:00:00Z", "2026-01-01T00:00:00Z"];
  await expect(newTask(projectId, { backfill: { since, until, max_spans: 1 } })).rejects.toMatchObject({
    detail: { fields: { "backfill.until": ["Must be after since."] } },
  });
  const own = eq(evalBackfills.organizationId, context.caller.organizationId);
  expect(await database.db.select().from(evalBackfills).where(own)).toEqual([]);
});
