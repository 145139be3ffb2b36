// A judge of the assistant's answers: its run over a dataset, and its calibration with a person's annotations.
import { insertQueue } from "@/db/seeding/insert-queue";
import { addPeople, type SeedScope } from "@/db/seeding/seed-scope";
import type { Context } from "@/lib/context";
import * as calibrations from "@/lib/contracts/evaluation/calibrations";
import * as evals from "@/lib/contracts/evaluation/dataset-evals";
import * as runs from "@/lib/contracts/evaluation/runs";
import * as templates from "@/lib/contracts/evaluation/templates";
import { createCalibration } from "@/lib/evaluation/calibration/calibrations";
import { addUserEval } from "@/lib/evaluation/runs/dataset/evals";
import { evaluationsOfRun } from "@/lib/evaluation/runs/loaders";
import { startEvalRun } from "@/lib/evaluation/runs/start/start-run";
import { nothing } from "@/lib/evaluation/runs/work/cell-result";
import { createEvalTemplate } from "@/lib/evaluation/templates/templates";
import { completeRun } from "./complete-run";
import { perform } from "./perform";
import { type Question, questions } from "./questions";

/** So many answers, from the first, have been annotated: enough for an interval of κ. */
const ANNOTATED = 80;
const LABEL = "Keeps to the policy";
const PAUSE_MS = 25_000;
const RUN_AGE_MS = 20 * 3_600_000;

const instructions = `Does the answer keep to the policy of the shop?

Question: {{question}}
Answer: {{answer}}
What the shop would answer: {{expected}}`;

interface Dataset {
  id: string;
  /** In the order of the questions. */
  rowIds: readonly string[];
}

export async function seedJudge(
  context: Context,
  scope: SeedScope,
  dataset: Dataset,
  templateName: string,
): Promise<void> {
  const settings = { instructions, output_type: "pass_fail", model: "sandbox/judge" } as const;
  const description = "Whether an answer keeps to what the shop says about returns, delivery and warranty.";
  const template = { name: templateName, description, ...settings };
  const { id: template_id } = await perform(context, templates.createEvalTemplate, createEvalTemplate, template);
  const mapping = { question: "question", answer: "answer", expected: "expected" };
  const { user_eval_id } = await perform(context, evals.addUserEval, addUserEval, {
    dataset_id: dataset.id,
    name: "Keeps to the policy",
    template_id,
    config: { mapping, reason_column: true },
  });
  const { run_id } = await perform(context, runs.startEvalRun, startEvalRun, {
    dataset_id: dataset.id,
    name: "Answers of the assistant",
    user_eval_ids: [user_eval_id],
  });
  const at = new Date(context.now().getTime() - RUN_AGE_MS);
  await completeRun(context.db, run_id, { results: questions.map(verdictOn), at });
  const [evaluation] = await evaluationsOfRun(context.db, { id: run_id });
  const { queueId, labelIds } = await seedAnnotations(context, scope, dataset.rowIds);
  await perform(context, calibrations.createCalibration, createCalibration, {
    name: "The policy judge and people",
    queue_id: queueId,
    label_id: labelIds.get(LABEL) ?? "",
    pass_values: ["up"],
    run_id,
    evaluation_id: evaluation?.id ?? "",
  });
}

function verdictOn({ judged }: Question) {
  const label = judged ? "Passed" : "Failed";
  const reason = judged
    ? "It says what the shop would answer."
    : "It promises or refuses something else than the shop.";
  const verdict = { score: Number(judged), label, passed: judged, output: label, reason, latencyMs: 640 };
  return { ...nothing, ...verdict, outcome: "scored" as const };
}

/** One person's annotations of the first answers, under the queue's one label. */
async function seedAnnotations({ db }: Context, scope: SeedScope, rowIds: readonly string[]) {
  const annotatorIds = await addPeople(db, scope, ["Priya Raman"]);
  const [userId = ""] = annotatorIds;
  return insertQueue(db, scope, {
    name: "Assistant answers",
    description: "Whether the assistant's answers keep to the policy. A judge is calibrated with these annotations.",
    status: "completed",
    annotationsRequired: 1,
    labels: [
      {
        name: LABEL,
        type: "thumbs_up_down",
        description: "Does the answer keep to the policy of the shop?",
        settings: {},
        required: true,
      },
    ],
    annotatorIds,
    items: questions.slice(0, ANNOTATED).map(({ annotated }, index) => {
      const at = new Date(scope.createdAt.getTime() + (index + 1) * PAUSE_MS);
      const values = { [LABEL]: { value: annotated ? "up" : "down" } };
      return { rowId: rowIds[index] ?? "", work: [{ userId, at, leadSeconds: 12, values }] };
    }),
  });
}
