import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { evalBackfills, evalLogs, evalSpanScores, projects, spanMarks } from "@/db/schema";
import { createCaller, createOrganization } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { startTestGateway } from "@/lib/gateway-admin/testing";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId, type TestSpan } from "@/lib/traces/testing";
import { listTraces } from "@/lib/traces/trace-list";
import { applyEvalGroup } from "../groups/apply";
import { createEvalGroup } from "../groups/groups";
import { idOfName } from "../templates/fingerprint";
import { createTestTemplate } from "../testing";
import { cancelBackfill, startBackfill } from "./backfills";
import { startDueTasks } from "./due";
import { getEvalTaskFigures } from "./figures";
import { previewEvalTask } from "./preview";
import { listSpanScores, listTraceScores } from "./span-scores";
import { takeArrived } from "./take";
import { createEvalTask, deleteEvalTask, getEvalTask, listEvalTasks, retryEvalTask, updateEvalTask } from "./tasks";
import { advanceTask } from "./work";

let gateway: Awaited<ReturnType<typeof startTestGateway>>;
let context: Context;
beforeAll(async () => {
  gateway = await startTestGateway();
  context = await createCaller(gateway.db, await createOrganization(gateway.db));
});
afterAll(() => gateway.close());

const soon = () => Date.now() + 60_000;
const advance = (taskId: string, by = context) => advanceTask(by.db, by.caller.organizationId, taskId, soon());
const contains = { template_id: idOfName("contains"), mapping: { text: "span.output" }, params: { keyword: "yes" } };
const plain = { filters: {}, sampling_rate: 1, sampling_unit: "span", continuous: true } as const;
const body = { ...contains, error_localizer: false };

const llm = (output: string | null, more: TestSpan["values"] = {}): TestSpan => ({
  traceId: hexId(16),
  spanId: hexId(8),
  values: { "openinference.span.kind": "LLM", ...(output === null ? {} : { "output.value": output }), ...more },
});

/** A project of one's own with spans in it; its id. */
async function projectWith(spans: readonly TestSpan[], by = context) {
  const name = `Service ${crypto.randomUUID()}`;
  await exportTraces(by, exportOf({ "service.name": name }, spans));
  const [project] = await by.db.select().from(projects).where(eq(projects.name, name));
  const more = (spans: readonly TestSpan[]) => exportTraces(by, exportOf({ "service.name": name }, spans));
  return { id: project?.id ?? "", send: more };
}

test("a deleted project gets no task", async () => {
  const project = await projectWith([llm("yes")]);
  await context.db.update(projects).set({ deletedAt: new Date() }).where(eq(projects.id, project.id));
  const task = { ...plain, name: "Says yes", project_id: project.id, evaluations: [body] };
  await expect(createEvalTask(context, task)).rejects.toThrow("Project not found.");
});

async function waitsForLock(): Promise<boolean> {
  const waiting = await context.db.execute(sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return waiting.length > 0;
}

const scoresOf = async (task_id: string, query: object = {}) =>
  (await listSpanScores(context, { task_id, page: 1, limit: 1000, ...query })).results;

describe("arriving spans", () => {
  test("are scored once each, with three outcomes, and the scores appear on their traces", async () => {
    const project = await projectWith([llm("before the task")]);
    const judge = await createTestTemplate(context, { output: "score", required_keys: ["output"] });
    const task = await createEvalTask(context, {
      ...plain,
      name: "Says yes",
      project_id: project.id,
      filters: { observation_types: ["llm"], attributes: [{ key: "tier", operator: "not_equals", value: "free" }] },
      evaluations: [
        body,
        { template_id: judge, mapping: { output: "output" }, model: "sandbox/judge", error_localizer: false },
        { template_id: judge, mapping: { output: "output" }, model: "nobody/nothing", error_localizer: false },
      ],
    });
    const prompted = { "gateway.prompt.name": "reply", "gateway.prompt.version": "v2" };
    const [good, bad, silent] = [llm("oh yes", prompted), llm("no"), llm(null)];
    const sent = [
      good,
      bad,
      silent,
      llm("yes", { tier: "free" }),
      { ...llm("yes"), values: { "openinference.span.kind": "TOOL" } },
      { ...llm("yes"), to: null },
    ];
    await project.send(sent);
    await project.send(sent);
    while ((await takeArrived(context.db, 4)) > 0);
    expect((await getEvalTask(context, { task_id: task.id })).open).toBe(9);
    expect((await advance(task.id)).done).toBe(true);
    const scores = (await scoresOf(task.id)).map(
      ({ evaluation_id: id, span_id, outcome, passed }) =>
        `${task.evaluations.findIndex((one) => one.id === id)} ${[good, bad, silent].findIndex((span) => span.spanId === span_id)} ${outcome} ${passed}`,
    );
    expect(scores.toSorted()).toEqual([
      "0 0 scored true",
      "0 1 scored false",
      "0 2 unscored null",
      expect.stringMatching(/^1 0 scored (true|false)$/),
      expect.stringMatching(/^1 1 scored (true|false)$/),
      "1 2 unscored null",
      "2 0 error null",
      "2 1 error null",
      "2 2 unscored null",
    ]);
    const ofTrace = await listTraceScores(context, { trace_id: silent.traceId });
    expect(ofTrace.map(({ reason, log_id }) => ({ reason, log_id }))).toEqual(
      expect.arrayContaining([
        { reason: "The span has nothing at span.output, where text is looked for.", log_id: null },
      ]),
    );
    const evaluation_id = task.evaluations[0]?.id;
    const found = async (query: object) =>
      (await listTraces(context, { page: 1, project_id: project.id, ...query })).results.map(
        ({ trace_id }) => trace_id,
      );
    expect(await found({ evaluation_id, verdict: "failed" })).toEqual([bad.traceId]);
    expect(await found({ evaluation_id, verdict: "unscored" })).toEqual([silent.traceId]);
    expect(await found({ evaluation_id: crypto.randomUUID() })).toEqual([]);
    const [log] = await listTraceScores(context, { trace_id: good.traceId });
    expect(
      await context.db
        .select()
        .from(evalLogs)
        .where(eq(evalLogs.id, log?.log_id ?? "")),
    ).toMatchObject([{ source: "tracer", prompt: "reply@v2", organizationId: context.caller.organizationId }]);
    expect(await found({ evaluation_id, verdict: "passed", prompt: "reply@v2" })).toEqual([good.traceId]);
  });

  test("one task whose filters cannot be read is paused, and keeps spans from no other organization", async () => {
    const other = await createCaller(gateway.db, await createOrganization(gateway.db));
    const [bad, good] = [await projectWith([llm("yes")]), await projectWith([llm("yes")], other)];
    while ((await takeArrived(context.db, 1000)) > 0);
    const make = (by: Context, project_id: string, filters: object) =>
      createEvalTask(by, { ...plain, name: "Says yes", project_id, filters, evaluations: [body] });
    const odd = await make(context, bad.id, { since: "2026-01-01T00:00:00+23:59" });
    const even = await make(context, bad.id, {});
    const theirs = await make(other, good.id, {});
    await bad.send([llm("yes")]);
    await good.send([llm("yes")]);
    while ((await takeArrived(context.db, 1000)) > 0);
    const openOf = async (by: Context, task_id: string) => (await getEvalTask(by, { task_id })).open;
    expect([await openOf(context, even.id), await openOf(other, theirs.id)]).toEqual([1, 1]);
    const waiting = "The filters cannot be read. Change them, then resume the task.";
    expect(await getEvalTask(context, { task_id: odd.id })).toMatchObject({ status: "paused", open: 0, waiting });
  });

  test("a task is not paused if its filters were repaired while spans were taken", async () => {
    const project = await projectWith([llm("yes")]);
    while ((await takeArrived(context.db, 1000)) > 0);
    const filters = { since: "2026-01-01T00:00:00+23:59" };
    const task = await createEvalTask(context, {
      ...plain,
      name: "Says yes",
      project_id: project.id,
      filters,
      evaluations: [body],
    });
    await project.send([llm("yes")]);
    // The taking has read the task, and waits for the spans.
    const { taking } = await context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table spans in access exclusive mode`);
      const taking = takeArrived(context.db, 1000);
      await expect.poll(() => waitsForLock(), { timeout: 20_000 }).toBe(true);
      await updateEvalTask(context, { task_id: task.id, filters: {} });
      return { taking };
    });
    expect(await taking).toBeGreaterThan(0);
    expect(await getEvalTask(context, { task_id: task.id })).toMatchObject({ status: "active", waiting: null });
    await project.send([llm("yes")]);
    while ((await takeArrived(context.db, 1000)) > 0);
    expect((await getEvalTask(context, { task_id: task.id })).open).toBe(1);
  });

  test("B2.5 exactly one score per execution, despite parallel deliveries and workers, and resent spans", async () => {
    const project = await projectWith([llm("before the task")]);
    const task = await createEvalTask(context, {
      ...plain,
      name: "Once",
      project_id: project.id,
      evaluations: [body],
    });
    const spans = Array.from({ length: 40 }, () => llm("yes"));
    await Promise.all([project.send(spans), project.send(spans), project.send(spans.toReversed())]);
    await Promise.all([takeArrived(context.db, 50), takeArrived(context.db, 50), takeArrived(context.db, 50)]);
    await Promise.all([
      advance(task.id),
      advance(task.id),
      startBackfill(context, { task_id: task.id, max_spans: 100 }),
    ]);
    await Promise.all([advance(task.id), project.send(spans)]);
    await takeArrived(context.db, 100);
    await advance(task.id);
    const scores = await scoresOf(task.id);
    const own = new Set(spans.map(({ spanId }) => spanId));
    expect(scores.filter(({ span_id }) => own.has(span_id))).toHaveLength(40);
    expect(new Set(scores.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect(scores.every(({ outcome }) => outcome === "scored")).toBe(true);
  });

  test("are not marked without an active task, and a paused task takes none and does nothing", async () => {
    const marks = async (projectId: string) =>
      (await context.db.select().from(spanMarks).where(eq(spanMarks.projectId, projectId))).length;
    const project = await projectWith([llm("yes")]);
    expect(await marks(project.id)).toBe(0);
    const task = await createEvalTask(context, {
      ...plain,
      name: "Halts",
      project_id: project.id,
      evaluations: [body],
    });
    await project.send([llm("yes")]);
    expect(await marks(project.id)).toBe(1);
    await takeArrived(context.db, 100);
    await updateEvalTask(context, { task_id: task.id, status: "paused" });
    await project.send([llm("yes")]);
    expect(await marks(project.id)).toBe(0);
    expect((await advance(task.id)).done).toBe(true);
    expect(await getEvalTask(context, { task_id: task.id })).toMatchObject({ open: 1, waiting: "The task is paused." });
    await expect(startBackfill(context, { task_id: task.id, max_spans: 1 })).rejects.toMatchObject({
      kind: "conflict",
    });
    await updateEvalTask(context, { task_id: task.id, status: "active" });
    const due = await startDueTasks(context.db, new Date(Date.now() + 60_000));
    expect(due.map(({ data }) => data.taskId)).toContain(task.id);
    await advance(task.id);
    expect(await scoresOf(task.id, { verdict: "passed" })).toHaveLength(1);
    await deleteEvalTask(context, { task_id: task.id });
    await project.send([llm("yes")]);
    expect(await marks(project.id)).toBe(0);
    await expect(getEvalTask(context, { task_id: task.id })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("are sampled by id: always the same, and a higher rate includes a lower one's", async () => {
    const spans = Array.from({ length: 200 }, () => llm(null));
    const project = await projectWith(spans);
    const takenAt = async (sampling_rate: number, sampling_unit: "span" | "trace" = "span") => {
      const input = { ...plain, project_id: project.id, evaluations: [body], sampling_rate, sampling_unit };
      const task = await createEvalTask(context, { ...input, name: `At ${sampling_rate}` });
      await startBackfill(context, { task_id: task.id, max_spans: 1000 });
      await advanceTask(context.db, context.caller.organizationId, task.id, Date.now() - 1);
      const { continuous: _, ...previewed } = input;
      const ids = new Set((await scoresOf(task.id)).map(({ span_id }) => span_id));
      expect((await previewEvalTask(context, previewed)).taken).toBe(ids.size);
      return ids;
    };
    const [low, again, high] = [await takenAt(0.2), await takenAt(0.2), await takenAt(0.5)];
    expect(again).toEqual(low);
    expect(low.size).toBeGreaterThan(15);
    expect(low.size).toBeLessThan(70);
    expect([...low].filter((id) => !high.has(id))).toEqual([]);
    expect(high.size).toBeGreaterThan(low.size);
  });
});

describe("past spans", () => {
  test("B2.11 a backfill shows its cost first, is bounded, and can be cancelled and resumed", async () => {
    const spans = Array.from({ length: 12 }, (_, index) => ({ ...llm(index % 2 ? "yes" : "no"), from: index * 1000 }));
    const project = await projectWith(spans);
    const priced = await createTestTemplate(context, { output: "score", required_keys: ["output"], model: "m" });
    const usage = (cost_usd: number) => ({ usage: { cost_usd } });
    await context.db.insert(evalLogs).values(
      [0.001, 0.003].map((cost) => ({
        ...{ organizationId: context.caller.organizationId, workspaceId: context.caller.workspaceId },
        ...({ templateId: priced, versionNumber: 1, source: "sdk", status: "success", outcome: "scored" } as const),
        ...{ mapping: {}, fingerprint: "f", executionMs: 1, model: "openai/m", metadata: usage(cost) },
      })),
    );
    const input = { filters: {}, sampling_rate: 1, sampling_unit: "span", project_id: project.id } as const;
    const preview = await previewEvalTask(context, {
      ...input,
      filters: { name: "nothing like it" },
      evaluations: [body],
    });
    expect(preview).toMatchObject({ matching: 0, taken: 0, is_estimated: false, cost_micros: 0, samples: [] });
    const dear = { template_id: priced, mapping: { output: "missing.attribute" }, error_localizer: false };
    expect(await previewEvalTask(context, { ...input, evaluations: [body, dear] })).toMatchObject({
      taken: 12,
      cost_micros: 24_000,
      evaluations: [
        { cost_micros: 0 },
        { cost_micros: 24_000, basis: "The mean of its 2 latest runs under this model." },
      ],
      samples: expect.arrayContaining([expect.objectContaining({ missing: ["output"] })]),
    });
    const task = await createEvalTask(context, {
      ...plain,
      continuous: false,
      name: "Past",
      project_id: project.id,
      evaluations: [body],
    });
    const task_id = task.id;
    const first = await startBackfill(context, { task_id, max_spans: 5 });
    await expect(startBackfill(context, { task_id, max_spans: 5 })).rejects.toMatchObject({ kind: "conflict" });
    await advance(task_id);
    const { backfills } = await getEvalTask(context, { task_id });
    expect(backfills).toMatchObject([{ id: first.id, status: "completed", taken: 5, open: 0 }]);
    expect(await scoresOf(task_id)).toHaveLength(5);

    // Stopped before it has begun any: time is up at once, step after step, until it is given some.
    const second = await startBackfill(context, { task_id, max_spans: 100 });
    for (let step = 0; step < 3; step += 1)
      await advanceTask(context.db, context.caller.organizationId, task_id, Date.now() - 1);
    expect(await scoresOf(task_id, { verdict: "scored" })).toHaveLength(5);
    await advance(task_id);
    expect(await scoresOf(task_id, { verdict: "scored" })).toHaveLength(12);
    const ended = await context.db.select().from(evalBackfills).where(eq(evalBackfills.id, second.id));
    expect(ended).toMatchObject([{ status: "completed", taken: 7, cursor: null }]);

    await project.send([llm("yes"), llm("yes")]);
    const third = await startBackfill(context, { task_id, max_spans: 100 });
    await advanceTask(context.db, context.caller.organizationId, task_id, Date.now() - 1);
    expect(await cancelBackfill(context, { task_id, backfill_id: third.id })).toMatchObject({ status: "cancelled" });
    expect((await advance(task_id)).done).toBe(true);
    expect(await scoresOf(task_id)).toHaveLength(12);
  });

  test("a backfill takes only spans of its period, and stops at its ceiling", async () => {
    const day = (index: number) => index * 86_400_000;
    const project = await projectWith(
      [0, 1, 2, 3].map((index) => ({ ...llm("yes"), from: day(index), to: day(index) + 5 })),
    );
    const task = await createEvalTask(context, {
      ...plain,
      continuous: false,
      name: "Ceiling",
      project_id: project.id,
      evaluations: [body],
    });
    const [epoch, task_id] = [1_750_000_000_000, task.id];
    const at = (index: number) => new Date(epoch + day(index)).toISOString();
    await startBackfill(context, { task_id, max_spans: 100, since: at(1), until: at(3) });
    await advance(task_id);
    expect(await scoresOf(task_id)).toHaveLength(2);
    await startBackfill(context, { task_id, max_spans: 100, ceiling_micros: 0 });
    await advance(task_id);
    const { backfills, open } = await getEvalTask(context, { task_id });
    expect(backfills[0]).toMatchObject({ status: "stopped_at_ceiling", spent_micros: 0, message: expect.any(String) });
    expect(open).toBe(0);
    expect(await scoresOf(task_id)).toHaveLength(2);
  });
});

test("failures are listed by reason, and a retry repeats only them", async () => {
  const project = await projectWith([llm("yes"), llm("no"), llm(null)]);
  const template_id = await createTestTemplate(context, { output: "score", required_keys: ["output"] });
  const mute = { template_id, mapping: { output: "output" }, model: "nobody/nothing", error_localizer: false };
  const input = { ...plain, project_id: project.id, evaluations: [body, mute] };
  const task = await createEvalTask(context, { ...input, name: "Broken" });
  const [task_id, broken] = [task.id, task.evaluations[1]?.id ?? ""];
  await startBackfill(context, { task_id, max_spans: 10 });
  await advance(task_id);
  const figures = await getEvalTaskFigures(context, { task_id, days: 7 });
  expect(figures.evaluations.map(({ total }) => total)).toMatchObject([
    {
      ...{ scored: 2, unscored: 1, error: 0, passed: 1, failed: 1, mean: 0.5 },
      // Wilson's of one in two.
      interval: { low: expect.closeTo(0.0945, 4), high: expect.closeTo(0.9055, 4) },
    },
    { scored: 0, unscored: 1, error: 2, mean: null, interval: null, interval_reason: "Nothing was scored." },
  ]);
  expect(figures.evaluations[0]?.days.at(-1)).toMatchObject({ scored: 2 });
  expect(figures.evaluations[0]?.days).toHaveLength(7);
  expect(figures.reasons[0]).toMatchObject({ evaluation_id: broken, outcome: "error", count: 2 });
  expect(await retryEvalTask(context, { task_id })).toEqual({ retried: 2 });
  expect(await retryEvalTask(context, { task_id })).toEqual({ retried: 0 });
  await advance(task_id);
  const again = await context.db.select().from(evalSpanScores).where(sql`task_id = ${task_id} and outcome = 'error'`);
  expect(again).toHaveLength(2);
});

test("a task can run the evaluations of a group that was applied to its project", async () => {
  const project = await projectWith([llm("yes")]);
  const group = await createEvalGroup(context, {
    name: `G ${crypto.randomUUID()}`,
    eval_template_ids: [contains.template_id],
  });
  const applied = await applyEvalGroup(context, {
    eval_group_id: group.id,
    page_id: "EVAL_TASK",
    mapping: { text: "span.output" },
    filters: { project_id: project.id, error_localizer: false },
    deselected_evals: [],
    params: { keyword: "yes" },
  });
  const binding_ids = (applied ?? []).map(({ id }: { id: string }) => id);
  const task = await createEvalTask(context, { ...plain, name: "Group", project_id: project.id, binding_ids });
  expect(task.evaluations).toMatchObject([{ binding_id: binding_ids[0], template_id: contains.template_id }]);
  expect((await listEvalTasks(context, { page: 1, project_id: project.id })).results).toEqual([task]);
});

test("an invalid task is refused by field", async () => {
  const project = await projectWith([llm("yes")]);
  const [judges] = await context.db
    .insert(projects)
    .values({
      organizationId: context.caller.organizationId,
      workspaceId: context.caller.workspaceId,
      name: "Evaluations",
    })
    .onConflictDoUpdate({ target: [projects.organizationId, projects.name], set: { name: "Evaluations" } })
    .returning();
  const create = (change: object) =>
    createEvalTask(context, { ...plain, name: "No", project_id: project.id, evaluations: [body], ...change });
  const cases: [object, string][] = [
    [{ project_id: judges?.id }, "project_id"],
    [{ evaluations: [] }, "evaluations"],
    [{ evaluations: [{ ...body, mapping: {} }] }, "evaluations.0.mapping"],
    [{ evaluations: [{ ...body, mapping: { text: " " } }] }, "evaluations.0.mapping"],
    [{ evaluations: [{ ...body, params: { nothing: 1 } }] }, "evaluations.0.params.nothing"],
    [{ evaluations: [body, body] }, "evaluations"],
    [{ evaluations: [{ ...body, template_id: crypto.randomUUID() }] }, "evaluations.0.template_id"],
    [{ evaluations: [], binding_ids: [crypto.randomUUID()] }, "binding_ids.0"],
  ];
  for (const [change, field] of cases)
    await expect(create(change)).rejects.toMatchObject({ detail: { fields: { [field]: [expect.any(String)] } } });
  await expect(create({ project_id: crypto.randomUUID() })).rejects.toMatchObject({ kind: "notFound" });
});
