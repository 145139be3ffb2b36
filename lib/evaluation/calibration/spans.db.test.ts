// A task's judge against people who have annotated spans and traces.
import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { evalSpanScores, evalTasks, projects, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import { createCalibration as contract } from "@/lib/contracts/evaluation/calibrations";
import { exportTraces } from "@/lib/traces/ingestion";
import { exportOf, hexId } from "@/lib/traces/testing";
import { createEvalTask, updateEvalTask } from "../tasks/tasks";
import { createTestTemplate } from "../testing";
import { listCalibrationItems, queueDisagreements } from "./calibration-items";
import { createCalibration, getCalibration, listCalibrations } from "./calibrations";
import { judgeCalibrationItems } from "./judge-items";

const database = suiteDatabase();

/** A project of four traces of two model calls each, a task over them, and a queue of a span or trace for each star that is given. */
async function measured(stars: readonly number[], kind: "observation_span" | "trace") {
  const { db } = database;
  const organization = await createOrganization(db);
  const owner = await createCaller(db, organization, "Owner");
  const name = `Service ${crypto.randomUUID()}`;
  const spans = stars.flatMap(() => {
    const traceId = hexId(16);
    const values = { "openinference.span.kind": "LLM", "output.value": "yes" };
    return [0, 1].map(() => ({ traceId, spanId: hexId(8), values }));
  });
  await exportTraces(owner, exportOf({ "service.name": name }, spans));
  const [project] = await db.select().from(projects).where(eq(projects.name, name));
  const template_id = await createTestTemplate(owner, { required_keys: ["output"] });
  const task = await createEvalTask(owner, {
    name: "Right",
    project_id: project?.id ?? "",
    filters: { observation_types: ["llm"] },
    sampling_rate: 1,
    sampling_unit: "span",
    continuous: true,
    evaluations: [{ template_id, mapping: { output: "span.output" }, error_localizer: false }],
  });
  const stored = await db
    .select()
    .from(traces)
    .where(eq(traces.projectId, project?.id ?? ""));
  const firsts = stars.map((_, index) => spans[2 * index] ?? { traceId: "", spanId: "" });
  const sources = firsts.map(({ traceId, spanId }) =>
    kind === "trace" ? (stored.find((one) => one.traceId === traceId)?.id ?? "") : spanId,
  );
  const queue = await createTestQueue(owner, organization, { items: 0 });
  const references = sources.map((source_id) => ({ source_type: kind, source_id }));
  await addItems(owner, { queue_id: queue.queue_id, items: references });
  const items = await db.query.queueItems.findMany({ where: (table, { eq: is }) => is(table.queueId, queue.queue_id) });
  for (const [index, value] of stars.entries()) {
    const item_id = items.find(({ sourceId }) => sourceId === sources[index])?.id ?? "";
    const annotations = [{ label_id: queue.labelId, value }];
    await submitAnnotations(owner, { queue_id: queue.queue_id, item_id, annotations });
  }
  const evaluation_id = task.evaluations[0]?.id ?? "";
  /** What the judge said of a span; null for an error. */
  const judge = (span: number, passed: boolean | null) =>
    db.insert(evalSpanScores).values({
      organizationId: organization.id,
      taskId: task.id,
      evaluationId: evaluation_id,
      projectId: project?.id ?? "",
      spanId: spans[span]?.spanId ?? "",
      traceId: spans[span]?.traceId ?? "",
      ...(passed === null
        ? { outcome: "error", reason: "gone" }
        : { outcome: "scored", passed, score: Number(passed), reason: `Because ${span}` }),
    });
  const calibrate = () =>
    createCalibration(owner, {
      queue_id: queue.queue_id,
      label_id: queue.labelId,
      pass_values: [4, 5],
      least_kappa: 0.4,
      task_id: task.id,
      evaluation_id,
    });
  const open = async () =>
    (await db.select().from(evalSpanScores).where(eq(evalSpanScores.taskId, task.id)))
      .filter(({ outcome }) => outcome === null)
      .map(({ spanId }) => spans.findIndex((span) => span.spanId === spanId))
      .toSorted((one, other) => one - other);
  return { db, owner, task, queue, evaluation_id, judge, calibrate, open };
}

test("B2.9 a task's verdicts on spans are compared with people's, and missing ones are judged once", async () => {
  const { owner, task, judge, calibrate, open, queue } = await measured([5, 1, 1, 4], "observation_span");
  await judge(0, true);
  await judge(2, true);
  await judge(4, null);
  const made = await calibrate();
  expect(made).toMatchObject({
    task_id: task.id,
    task_name: "Right",
    run_id: null,
    confusion: { true_pass: 1, false_pass: 1, true_fail: 0, false_fail: 0 },
    items: { compared: 2, unjudged: 2 },
  });
  const listed = await listCalibrations(owner, { queue_id: queue.queue_id, page: 1 });
  expect(listed.results).toEqual([made]);
  const { results } = await listCalibrationItems(owner, { calibration_id: made.id, cell: "disagreements", page: 1 });
  expect(results).toMatchObject([
    { source_type: "observation_span", people: "fail", judge: "pass", reason: "Because 2" },
  ]);

  const more = () => judgeCalibrationItems(owner, { calibration_id: made.id });
  const attempts = await Promise.allSettled([more(), more()]);
  expect(attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))).toEqual([
    { run_id: null, rows: 2, estimated_micros: 0 },
  ]);
  expect(attempts.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { kind: "invalid" } }]);
  expect(await open()).toEqual([4, 6]);
  expect(await queueDisagreements(owner, { calibration_id: made.id })).toMatchObject({ added: 1 });
});

test("a trace passes if all judged spans pass, and has no verdict while one is open or an error", async () => {
  const { db, owner, task, judge, calibrate, open } = await measured([5, 5, 1, 5], "trace");
  for (const [span, passed] of [true, true, true, false, false].entries()) await judge(span, passed);
  await judge(6, true);
  await judge(7, null);
  const made = await calibrate();
  expect(made).toMatchObject({
    confusion: { true_pass: 1, false_fail: 1, true_fail: 1, false_pass: 0 },
    items: { unjudged: 1 },
  });
  const { results } = await listCalibrationItems(owner, { calibration_id: made.id, cell: "false_fail", page: 1 });
  expect(results).toMatchObject([{ source_type: "trace", reason: "Because 3", score: 0.5 }]);
  const more = () => judgeCalibrationItems(owner, { calibration_id: made.id });
  await updateEvalTask(owner, { task_id: task.id, status: "paused" });
  await expect(more()).rejects.toMatchObject({ kind: "invalid", message: expect.stringContaining("paused") });
  await updateEvalTask(owner, { task_id: task.id, status: "active", filters: { observation_types: ["tool"] } });
  await expect(more()).rejects.toMatchObject({ message: expect.stringContaining("Nothing is left") });
  await updateEvalTask(owner, { task_id: task.id, filters: { observation_types: ["llm"] } });
  expect(await more()).toMatchObject({ rows: 1 });
  expect(await open()).toEqual([7]);
  await db.update(evalTasks).set({ deletedAt: new Date() }).where(eq(evalTasks.id, task.id));
  expect((await getCalibration(owner, { calibration_id: made.id })).task_name).toBe("Right");
  await expect(more()).rejects.toMatchObject({ kind: "notFound" });
});

test("a calibration is of a run or of a task, and of one of its evaluations", async () => {
  const id = crypto.randomUUID();
  const fields = { queue_id: id, label_id: id, pass_values: [1], evaluation_id: id };
  for (const judges of [{}, { run_id: id, task_id: id }])
    expect(contract.body.safeParse({ ...fields, ...judges }).success).toBe(false);
  const { owner, task, queue } = await measured([5], "trace");
  const request = {
    queue_id: queue.queue_id,
    label_id: queue.labelId,
    pass_values: [5],
    least_kappa: 0.4,
    evaluation_id: id,
  };
  await expect(createCalibration(owner, { ...request, task_id: task.id })).rejects.toMatchObject({
    detail: { fields: { evaluation_id: ["The task has no such evaluation."] } },
  });
  await expect(createCalibration(owner, { ...request, task_id: id })).rejects.toMatchObject({ kind: "notFound" });
});
