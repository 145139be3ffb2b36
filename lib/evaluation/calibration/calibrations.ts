// Calibrations: judges compared with people.
import { and, count, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { evalCalibrations, queueLabels, queues } from "@/db/schema";
import { canonicalText } from "@/lib/annotation/agreement/canonical";
import { readValue } from "@/lib/annotation/labels/rules/label-value";
import { labelInQueue } from "@/lib/annotation/labels/usable-labels";
import { foldAll } from "@/lib/annotation/reports/fold";
import { assertMayReadReports, type LabelRow, queueAccess } from "@/lib/annotation/scope/loaders";
import { cut } from "@/lib/bounds/excerpt";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/evaluation/calibrations";
import { invalidField } from "@/lib/errors";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { inTransaction } from "@/lib/transaction";
import { evaluationOf, runWithEvaluations } from "../comparison/loaders";
import { evaluationsOf, taskInOrganization } from "../tasks/loaders";
import { type CalibrationInPlace, calibrationFor, inPlace, readableBy } from "./loaders";
import { figuresOf, gateProblems } from "./rules/figures";
import { judgesOwnOutputs } from "./rules/own-outputs";
import { countVerdicts, type VerdictTally } from "./verdicts";

export const createCalibration: Verb<typeof contracts.createCalibration> = (context, input) =>
  inTransaction(context, async ({ db, caller }) => {
    const { organizationId, workspaceId, userId } = caller;
    const access = await queueAccess(db, caller, input.queue_id);
    assertMayReadReports(access);
    const label = await labelInQueue(db, organizationId, access.queue.id, input.label_id);
    const attached = and(eq(queueLabels.queueId, access.queue.id), eq(queueLabels.labelId, label.id));
    if ((await db.$count(queueLabels, attached)) === 0)
      throw invalidField("label_id", "This label is not attached to the queue.");
    const judge = await judgeOf(db, organizationId, input);
    const [made] = await db
      .insert(evalCalibrations)
      .values({
        organizationId,
        workspaceId,
        name: input.name ?? cut(`${judge.name} against ${access.queue.name}`, 255),
        queueId: access.queue.id,
        labelId: label.id,
        passValues: passValues(label, input.pass_values),
        ...judge.pinned,
        leastKappa: input.least_kappa,
        createdBy: userId,
      })
      .returning({ id: evalCalibrations.id });
    if (!made) throw new Error("the calibration was not stored");
    return presentOne(db, await calibrationFor(db, caller, made.id));
  });

type CalibrationRequest = Parameters<Verb<typeof contracts.createCalibration>>[1];

/** The named evaluation of a run or task, as a calibration stores it. Throws a 400 that names the field. */
async function judgeOf(db: Database, organizationId: string, { run_id, task_id, evaluation_id }: CalibrationRequest) {
  if (task_id) {
    const task = await taskInOrganization(db, organizationId, task_id);
    const found = (await evaluationsOf(db, [task.id])).find(({ id }) => id === evaluation_id.toLowerCase());
    if (!found) throw invalidField("evaluation_id", "The task has no such evaluation.");
    const { id: taskEvaluationId, templateId, versionNumber, fingerprint, model } = found;
    return { name: found.name, pinned: { taskEvaluationId, templateId, versionNumber, fingerprint, model } };
  }
  const run = await runWithEvaluations(db, organizationId, run_id ?? "");
  if (judgesOwnOutputs(run.run))
    throw invalidField("run_id", "This experiment judges its own outputs. Choose a run over what the annotators saw.");
  const {
    id: evaluationId,
    name,
    templateId,
    versionNumber,
    ...rest
  } = evaluationOf(run, evaluation_id, "evaluation_id");
  if (templateId === null || versionNumber === null)
    throw invalidField("evaluation_id", "This evaluation has no template.");
  const { fingerprint, model } = rest;
  return { name, pinned: { evaluationId, templateId, versionNumber, fingerprint, model } };
}

/**
 * The values in the form in which answers are stored, without duplicates. Throws a 400 for what no annotator could
 * answer.
 */
function passValues(label: LabelRow, sent: readonly unknown[]): string[] {
  if (label.type === "text" || label.type === "text_spans")
    throw invalidField("label_id", "A label of free texts or spans has no passes or failures. Choose another label.");
  const texts = sent.map((value, index) => {
    const reading = readValue(label, value);
    const text = reading.kind === "value" ? canonicalText(label.type, reading.value) : null;
    if (text === null)
      throw invalidField(
        `pass_values.${index}`,
        reading.kind === "invalid" ? reading.message : `${label.name} may not be blank.`,
      );
    return text;
  });
  return [...new Set(texts)];
}

async function presentOne(db: Context["db"], found: CalibrationInPlace) {
  await foldAll(db, found.queue.id);
  const counts = await countVerdicts(db, [found.calibration.id]);
  return present(found, counts(found.calibration.id));
}

function present({ calibration, queue, label, run, task, template }: CalibrationInPlace, tally: VerdictTally) {
  const { truePass, falsePass, trueFail, falseFail, undecided, unjudged } = tally;
  const figures = figuresOf(tally, calibration.id);
  const reasons = gateProblems(tally, figures, calibration.leastKappa);
  return {
    id: calibration.id,
    name: calibration.name,
    queue_id: queue.id,
    queue_name: queue.name,
    label_id: label.id,
    label_name: label.name,
    label_type: label.type,
    pass_values: calibration.passValues,
    run_id: run?.id ?? null,
    run_name: run?.name ?? null,
    task_id: task?.id ?? null,
    task_name: task?.name ?? null,
    evaluation_id: calibration.evaluationId ?? calibration.taskEvaluationId ?? "",
    template_id: calibration.templateId,
    template_name: template.name,
    version: calibration.versionNumber,
    is_current: template.currentVersion === calibration.versionNumber,
    fingerprint: calibration.fingerprint,
    model: calibration.model,
    least_kappa: calibration.leastKappa,
    disagreement_queue_id: calibration.disagreementQueueId,
    created_at: calibration.createdAt.toISOString(),
    confusion: { true_pass: truePass, false_pass: falsePass, true_fail: trueFail, false_fail: falseFail },
    items: { compared: truePass + falsePass + trueFail + falseFail, undecided, unjudged },
    ...figures,
    gate: { is_allowed: reasons.length === 0, reasons },
  };
}

export const getCalibration: Verb<typeof contracts.getCalibration> = async ({ db, caller }, { calibration_id: id }) =>
  presentOne(db, await calibrationFor(db, caller, id));

export const listCalibrations: Verb<typeof contracts.listCalibrations> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = and(
    readableBy(caller),
    input.template_id ? eq(evalCalibrations.templateId, input.template_id) : undefined,
    input.queue_id ? eq(evalCalibrations.queueId, input.queue_id) : undefined,
    input.fingerprint ? eq(evalCalibrations.fingerprint, input.fingerprint) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db
      .select({ count: count() })
      .from(evalCalibrations)
      .innerJoin(queues, eq(queues.id, evalCalibrations.queueId))
      .where(where),
    inPlace(db, where)
      .orderBy(newestFirst(evalCalibrations.createdAt), evalCalibrations.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  for (const queueId of new Set(rows.map(({ queue }) => queue.id))) await foldAll(db, queueId);
  const counts = await countVerdicts(
    db,
    rows.map(({ calibration }) => calibration.id),
  );
  return { count: all, page, limit, results: rows.map((row) => present(row, counts(row.calibration.id))) };
};

export const deleteCalibration: Verb<typeof contracts.deleteCalibration> = async (
  { db, caller, now },
  { calibration_id: id },
) => {
  const { calibration } = await calibrationFor(db, caller, id);
  await db.update(evalCalibrations).set({ deletedAt: now() }).where(eq(evalCalibrations.id, calibration.id));
  return { deleted: true };
};
