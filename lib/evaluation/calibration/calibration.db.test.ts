// A judge against people: which verdicts meet, what follows, and that disagreements find their way into a queue and back.
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { datasetRows, evalRunCells, evalRunEvaluations, evalRuns, queueItems, queueMembers } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase, type TestOrganization } from "@/db/testing/factories";
import { adjudicateItem } from "@/lib/annotation/review/adjudication";
import { createTestQueue, type TestQueue } from "@/lib/annotation/testing/queues";
import { submitAnnotations } from "@/lib/annotation/work/submissions";
import type { Context } from "@/lib/context";
import { getEvalRunSummary } from "../comparison/summary";
import { createTestRun, createTestTemplate } from "../testing";
import { listCalibrationItems, queueDisagreements } from "./calibration-items";
import { createCalibration, deleteCalibration, getCalibration, listCalibrations } from "./calibrations";
import { checkEvalGate } from "./gate";
import { judgeCalibrationItems } from "./judge-items";

const database = suiteDatabase();
let organization: TestOrganization;
let owner: Context;
let people: Context[];
let template: string;

beforeAll(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  people = await Promise.all([0, 1].map(() => createCaller(database.db, organization)));
  template = await createTestTemplate(owner);
});

const refusal = async (doing: Promise<unknown>): Promise<unknown> =>
  doing.then(
    () => null,
    (error: unknown) => error,
  );

/** A queue of items whose stars each person has given, and a run whose judge said of their rows what `judged` tells. */
async function measured(stars: readonly (readonly number[])[], judged: readonly (boolean | null)[], fingerprint = "f") {
  const queue = await createTestQueue(owner, organization, {
    items: stars.length,
    annotators: people,
    annotationsRequired: 2,
  });
  await annotate(queue, stars);
  const items = await database.db
    .select()
    .from(queueItems)
    .where(eq(queueItems.queueId, queue.queue_id))
    .orderBy(queueItems.order);
  const [row] = await database.db
    .select()
    .from(datasetRows)
    .where(eq(datasetRows.id, items[0]?.sourceId ?? ""));
  const cells = items.map(({ sourceId }, index) => {
    const passed = judged[index] ?? null;
    if (passed === null) return { rowId: sourceId, outcome: "error" as const, reason: "gone" };
    return { rowId: sourceId, score: Number(passed), passed, reason: `Because ${index}` };
  });
  const run = await createTestRun(owner, row?.datasetId ?? "", cells, {
    templateId: template,
    versionNumber: 1,
    fingerprint,
  });
  return { queue, run, items };
}

async function annotate({ queue_id, labelId, itemIds }: TestQueue, stars: readonly (readonly number[])[]) {
  for (const [index, values] of stars.entries())
    for (const [who, value] of values.entries())
      await submitAnnotations(people[who] ?? owner, {
        queue_id,
        item_id: itemIds[index] ?? "",
        annotations: [{ label_id: labelId, value }],
      });
}

const calibrate = ({ queue, run }: Awaited<ReturnType<typeof measured>>, change = {}) =>
  createCalibration(owner, {
    queue_id: queue.queue_id,
    label_id: queue.labelId,
    pass_values: [4, 5],
    least_kappa: 0.4,
    ...run,
    ...change,
  });

describe("a calibration", () => {
  test("B2.9 counts the majority's answer, adjudicated values first; ties and unjudged items are separate", async () => {
    const scene = await measured(
      [[5, 4], [5], [2, 1], [1], [5, 1], [5, 1], [5], []],
      [true, false, false, true, true, true, null, true],
    );
    const { queue, run } = scene;
    await adjudicateItem(owner, {
      queue_id: queue.queue_id,
      item_id: queue.itemIds[5] ?? "",
      values: [{ label_id: queue.labelId, value: 2 }],
    });
    const made = await calibrate(scene);
    expect(made).toMatchObject({
      confusion: { true_pass: 1, false_fail: 1, true_fail: 1, false_pass: 2 },
      items: { compared: 5, undecided: 1, unjudged: 1 },
      base_rate: { value: 0.4, items: 5 },
      version: 1,
      is_current: true,
      pass_values: ["4", "5"],
      gate: { is_allowed: false },
    });
    expect(made.gate.reasons.join(" ")).toMatch(/passed 2 of.*failed 3 of/);
    const { results } = await listCalibrationItems(owner, { calibration_id: made.id, cell: "all", page: 1 });
    expect(results.map(({ people: annotators, judge }) => `${annotators} ${judge}`)).toEqual([
      "pass fail",
      "fail pass",
      "fail pass",
      "pass pass",
      "fail fail",
      "pass null",
      "undecided pass",
    ]);
    expect(results[2]).toMatchObject({
      is_settled: true,
      passes: 1,
      fails: 1,
      reason: "Because 5",
      preview: expect.stringContaining("Row 5"),
    });
    const count = async (cell: "disagreements" | "undecided") =>
      (await listCalibrationItems(owner, { calibration_id: made.id, cell, page: 1 })).count;
    expect([await count("disagreements"), await count("undecided")]).toEqual([3, 1]);

    // What people say later counts at once.
    await submitAnnotations(people[1] ?? owner, {
      queue_id: queue.queue_id,
      item_id: queue.itemIds[7] ?? "",
      annotations: [{ label_id: queue.labelId, value: 5 }],
    });
    expect((await getCalibration(owner, { calibration_id: made.id })).confusion.true_pass).toBe(2);
    expect((await listCalibrations(owner, { queue_id: queue.queue_id, page: 1 })).results.map(({ id }) => id)).toEqual([
      made.id,
    ]);
    expect((await getEvalRunSummary(owner, { run_id: run.run_id })).evaluations[0]?.corrected).toMatchObject({
      calibration_id: made.id,
    });
  });

  test("accepts only values of the label, and only readers of the queue's reports can see it", async () => {
    const scene = await measured([[5]], [true]);
    expect(await refusal(calibrate(scene, { pass_values: [9] }))).toMatchObject({
      kind: "invalid",
      detail: { fields: { "pass_values.0": [expect.any(String)] } },
    });
    const made = await calibrate(scene);
    const [person = owner] = people;
    for (const doing of [getCalibration, deleteCalibration])
      expect(await refusal(doing(person, { calibration_id: made.id }))).toMatchObject({ kind: "forbidden" });
    expect((await listCalibrations(person, { queue_id: scene.queue.queue_id, page: 1 })).count).toBe(0);
    await deleteCalibration(owner, { calibration_id: made.id });
    expect(await refusal(getCalibration(owner, { calibration_id: made.id }))).toMatchObject({ kind: "notFound" });
  });
});

describe("a gate", () => {
  test("B2.9 refuses a judge that is not calibrated for exactly this version, model and parameters", async () => {
    const stars = Array.from({ length: 60 }, (_, index) => [index < 30 ? 5 : 1]);
    const scene = await measured(
      stars,
      stars.map((_, index) => index < 30 && index !== 3),
      "judge-1",
    );
    const ask = (run: { run_id: string; evaluation_id: string }, least_pass_rate: number) =>
      checkEvalGate(owner, { ...run, least_pass_rate, least_coverage: 0.95 });
    const before = await ask(scene.run, 0.1);
    expect(before).toMatchObject({ verdict: "refused", reasons: [expect.stringContaining("not calibrated")] });
    const made = await calibrate(scene);
    expect(made.gate).toEqual({ is_allowed: true, reasons: [] });
    const after = await ask(scene.run, 0.1);
    expect(after).toMatchObject({ verdict: "passed", corrected: { calibration_id: made.id } });
    expect(after.corrected?.rate).toBeCloseTo(0.5, 12);
    expect((await ask(scene.run, 0.5)).verdict).toBe("undecided");
    expect((await ask(scene.run, 0.99)).verdict).toBe("failed");
    const calibrationFor = async (by: Context) =>
      (await getEvalRunSummary(by, { run_id: scene.run.run_id })).evaluations[0]?.calibration;
    const { id, created_at, kappa, gate } = made;
    expect(await calibrationFor(owner)).toEqual({ id, created_at, kappa, gate });
    expect(await calibrationFor(people[0] ?? owner)).toBeNull();
    const going = { status: "running" as const };
    await database.db.update(evalRuns).set(going).where(eq(evalRuns.id, scene.run.run_id));
    expect(await calibrationFor(owner)).toBeNull();
    const other = await measured([[5]], [true], "judge-2");
    expect((await ask(other.run, 0.1)).verdict).toBe("refused");
  });

  test("an experiment that judges its own outputs calibrates nothing, and earlier such calibrations do not count", async () => {
    const scene = await measured([[5], [1]], [true, false], "judge-of-outputs");
    const made = await calibrate(scene);
    const shown = async () =>
      (await getEvalRunSummary(owner, { run_id: scene.run.run_id })).evaluations[0]?.calibration?.id ?? null;
    const change = (task: "column" | "outputs") =>
      database.db.update(evalRuns).set({ task }).where(eq(evalRuns.id, scene.run.run_id));
    await change("column");
    expect(await shown()).toBe(made.id);
    expect(await refusal(calibrate(scene))).toBeNull();
    await change("outputs");
    expect(await shown()).toBeNull();
    expect(await refusal(calibrate(scene))).toMatchObject({
      kind: "invalid",
      detail: { fields: { run_id: [expect.any(String)] } },
    });
  });

  test("refuses a judge with fewer than 60 compared items", async () => {
    const stars = Array.from({ length: 24 }, (_, index) => [index < 12 ? 5 : 1]);
    const scene = await measured(
      stars,
      stars.map((_, index) => index < 12),
      "judge-3",
    );
    const { kappa, gate } = await calibrate(scene);
    expect(kappa).toMatchObject({ value: 1, interval: null });
    expect(gate).toEqual({ is_allowed: false, reasons: [expect.stringMatching(/needs 60 items/)] });
  });

  test("needs no calibration for a function", async () => {
    const scene = await measured([[5], [5]], [true, true], "code");
    const code = await createTestTemplate(owner);
    await database.db.execute(`update eval_templates set eval_type = 'code' where id = '${code}'`);
    const items = scene.items.map(({ sourceId }) => ({ rowId: sourceId, score: 1, passed: true }));
    const [row] = await database.db
      .select()
      .from(datasetRows)
      .where(eq(datasetRows.id, items[0]?.rowId ?? ""));
    const run = await createTestRun(owner, row?.datasetId ?? "", items, { templateId: code, versionNumber: 1 });
    expect(await checkEvalGate(owner, { ...run, least_pass_rate: 0.2, least_coverage: 1 })).toMatchObject({
      verdict: "passed",
      corrected: null,
    });
  });
});

test("the judge judges the missing items in one run, however often requested, and its verdicts count", async () => {
  const scene = await measured([[5], [1], [5], []], [true, null, null, null]);
  const made = await calibrate(scene);
  expect(made.items).toMatchObject({ compared: 1, unjudged: 2 });
  const judge = () => judgeCalibrationItems(owner, { calibration_id: made.id });
  const attempts = await Promise.allSettled([judge(), judge()]);
  const [started] = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(started).toMatchObject({ rows: 2 });
  expect(attempts.filter(({ status }) => status === "rejected")).toMatchObject([{ reason: { kind: "invalid" } }]);
  const [evaluation] = await database.db
    .select()
    .from(evalRunEvaluations)
    .where(eq(evalRunEvaluations.runId, started?.run_id ?? ""));
  expect(evaluation).toMatchObject({ fingerprint: "f", continues: scene.run.evaluation_id, cells: 2, scored: 0 });
  await database.db
    .update(evalRunCells)
    .set({ outcome: "scored", passed: true, score: 1, endedAt: new Date() })
    .where(eq(evalRunCells.runId, started?.run_id ?? ""));
  const after = await getCalibration(owner, { calibration_id: made.id });
  expect(after).toMatchObject({
    confusion: { true_pass: 2, false_pass: 1, true_fail: 0, false_fail: 0 },
    items: { compared: 3, unjudged: 0 },
  });
  await expect(judge()).rejects.toMatchObject({ kind: "invalid" });
  const [person = owner] = people;
  const asPerson = judgeCalibrationItems(person, { calibration_id: made.id });
  await expect(asPerson).rejects.toMatchObject({ kind: "forbidden" });
});

test("a Viewer who manages the queue cannot make the judge cost money", async () => {
  const scene = await measured([[5], [1]], [true, null]);
  const made = await calibrate(scene);
  const viewer = await createCaller(database.db, organization, "Viewer");
  const seat = { queueId: scene.queue.queue_id, userId: viewer.caller.userId, roles: ["manager" as const] };
  await database.db.insert(queueMembers).values(seat);
  expect((await getCalibration(viewer, { calibration_id: made.id })).id).toBe(made.id);
  const judged = judgeCalibrationItems(viewer, { calibration_id: made.id });
  await expect(judged).rejects.toMatchObject({ kind: "forbidden" });
});

test("disagreements go into one queue, even on parallel requests, and later ones are added", async () => {
  const scene = await measured([[5], [1], [5]], [false, true, true]);
  const made = await calibrate(scene);
  const put = () => queueDisagreements(owner, { calibration_id: made.id });
  const puts = await Promise.all([put(), put(), put()]);
  expect(new Set(puts.map(({ queue_id }) => queue_id)).size).toBe(1);
  expect(puts.map(({ added }) => added).toSorted()).toEqual([0, 0, 2]);
  const queueId = puts[0]?.queue_id ?? "";
  const { labelId } = scene.queue;
  await submitAnnotations(people[1] ?? owner, {
    queue_id: scene.queue.queue_id,
    item_id: scene.queue.itemIds[2] ?? "",
    annotations: [{ label_id: labelId, value: 1 }],
  });
  await adjudicateItem(owner, {
    queue_id: scene.queue.queue_id,
    item_id: scene.queue.itemIds[2] ?? "",
    values: [{ label_id: labelId, value: 1 }],
  });
  expect(await put()).toMatchObject({ queue_id: queueId, added: 1, items: 3 });
  const back = await createCalibration(owner, {
    queue_id: queueId,
    label_id: labelId,
    pass_values: [4, 5],
    least_kappa: 0.4,
    ...scene.run,
  });
  expect(back.items.compared).toBe(0);
  const agreeing = await calibrate(await measured([[5]], [true]));
  expect(await refusal(queueDisagreements(owner, { calibration_id: agreeing.id }))).toMatchObject({ kind: "invalid" });
});
