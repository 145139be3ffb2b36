// A judge compared with annotators: how reliable its verdicts are, and whether a gate accepts it.

import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, json, labelTypes, name, page, pageQuery, timestamp } from "../shapes";
import { bounds, correctedRate, coverage, estimate, gate, rate } from "./shapes/estimates";

const tag = "Calibration";
const MAY = "For managers and reviewers of the queue, and for Owners and Admins.";
const base = "/model-hub/eval-calibrations/";
const params = z.object({ calibration_id: id.meta({ description: "The calibration" }) });

const calibration = z
  .object({
    id,
    name: z.string(),
    queue_id: id,
    queue_name: z.string(),
    label_id: id,
    label_name: z.string(),
    label_type: z.enum(labelTypes),
    pass_values: z.array(z.string()),
    run_id: id.nullable().meta({ description: "The run whose verdicts on rows are measured; null for a task" }),
    run_name: z.string().nullable(),
    task_id: id
      .nullable()
      .meta({ description: "The task whose verdicts on spans are measured; null for a run's evaluation" }),
    task_name: z.string().nullable(),
    evaluation_id: id.meta({ description: "An evaluation of the run or task" }),
    template_id: id,
    template_name: z.string(),
    version: z.int().meta({ description: "The template's version; another version is another judge" }),
    is_current: z.boolean().meta({ description: "Whether it is the template's current version" }),
    fingerprint: z.string(),
    model: z.string().nullable(),
    least_kappa: z.number(),
    disagreement_queue_id: id.nullable(),
    created_at: timestamp,
    confusion: z.object({
      true_pass: z.int(),
      false_pass: z.int().meta({ description: "Passed by the judge, failed by annotators" }),
      true_fail: z.int(),
      false_fail: z.int(),
    }),
    items: z.object({
      compared: z.int(),
      undecided: z.int().meta({ description: "Annotators are tied, without an adjudicated value" }),
      unjudged: z.int().meta({ description: "Annotated, without a verdict of the judge" }),
    }),
    kappa: rate.meta({ description: "Cohen's κ with its bootstrap interval, which needs 60 items" }),
    agreement: rate,
    base_rate: rate.meta({ description: "Share that annotators passed; κ means little if it is near 0 or 1" }),
    judged_rate: rate.meta({ description: "Share of the same items that the judge passed" }),
    bias: z.object({
      value: z
        .number()
        .nullable()
        .meta({ description: "The judge's share of passes minus the annotators'; null without items" }),
      interval: bounds.nullable(),
      p: z.number().nullable().meta({ description: "McNemar's exact test; null without items" }),
    }),
    sensitivity: rate.meta({
      description: "Share of the annotators' passes that the judge passed; an interval needs 15 passes",
    }),
    specificity: rate.meta({
      description: "Share of the annotators' failures that the judge failed; an interval needs 15 failures",
    }),
    gate,
  })
  .meta({ id: "Calibration" });

export type Calibration = z.infer<typeof calibration>;

export const createCalibration = define({
  name: "createCalibration",
  method: "POST",
  path: base,
  tag,
  access: "queue",
  summary: "Calibrate a judge with a queue's annotations",
  description: `Compares an evaluation of a run with a queue's annotations of the same dataset rows under one label, or an evaluation of a task with annotations of the same spans and traces. A trace passes if all its spans that the task has scored pass; it has no verdict while one of them is open or an error. The values in pass_values count as passed, all others as failed. An adjudicated value takes precedence; otherwise the annotators' majority counts. The calibration holds only for this version, model and parameters, and its figures follow new annotations. judgeCalibrationItems judges items that have no verdict yet. ${MAY}`,
  errors: ["not_found", "invalid"],
  body: z
    .strictObject({
      name: name.optional(),
      queue_id: id,
      label_id: id,
      pass_values: list(json, 100)
        .min(1, "At least one value is required.")
        .meta({ description: "Values of the label: an option, a number of stars, up or down, a number" }),
      run_id: id.optional().meta({ description: "A run over dataset rows; send this or task_id" }),
      task_id: id.optional().meta({ description: "A task over spans" }),
      evaluation_id: id.meta({ description: "An evaluation of the run or task" }),
      least_kappa: z.number().min(0).max(1).default(0.4).meta({
        description: "The lower end of κ's interval that a gate requires",
      }),
    })
    .refine(({ run_id, task_id }) => (run_id === undefined) !== (task_id === undefined), {
      path: ["run_id"],
      error: "Name run_id or task_id, one of the two.",
    }),
  response: calibration,
  example: {
    queue_id: "00000000-0000-4000-8000-000000000000",
    label_id: "00000000-0000-4000-8000-000000000001",
    pass_values: ["up"],
    run_id: "00000000-0000-4000-8000-000000000002",
    evaluation_id: "00000000-0000-4000-8000-000000000003",
  },
});

export const listCalibrations = define({
  name: "listCalibrations",
  method: "GET",
  path: base,
  tag,
  summary: "List calibrations, newest first",
  description:
    "A page of the organization's calibrations with their current figures, for queues whose reports the caller can read.",
  envelope: "page",
  query: z.strictObject({
    template_id: id.optional().meta({ description: "Only judges of this template" }),
    queue_id: id.optional().meta({ description: "Only with this queue" }),
    fingerprint: z.string().max(100).optional().meta({ description: "Only this judge" }),
    ...pageQuery,
    limit: z.int().min(1).max(50).optional().meta({ description: "Rows per page (default: 10)" }),
    page_size: z.int().min(1).max(50).optional().meta({ description: "Another name for limit" }),
  }),
  response: page(calibration),
});

export const getCalibration = define({
  name: "getCalibration",
  method: "GET",
  path: `${base}{calibration_id}/`,
  tag,
  access: "queue",
  summary: "Get a calibration",
  description: `A calibration with its current figures. ${MAY}`,
  params,
  response: calibration,
});

export const deleteCalibration = define({
  name: "deleteCalibration",
  method: "DELETE",
  path: `${base}{calibration_id}/`,
  tag,
  access: "queue",
  summary: "Delete a calibration",
  description: `Deletes a calibration. Gates no longer accept the judge because of it. Annotations, runs and queues stay. ${MAY}`,
  params,
  response: z.object({ deleted: z.literal(true) }),
});

export const checkEvalGate = define({
  name: "checkEvalGate",
  method: "GET",
  path: "/model-hub/eval-runs/{run_id}/gate/",
  tag,
  summary: "Check whether a run passes",
  description:
    "Checks the pass rate of one evaluation of a run: `passed` if the whole 95 % interval is at or above the requirement, `failed` if it is below, `undecided` otherwise. A judge's rate is corrected by its calibration. Without a sufficient calibration of exactly this version, model and parameters, the verdict is `refused` with the reasons. The same holds while the run has not ended, and below the required coverage. A function needs no calibration.",
  errors: ["invalid"],
  params: z.object({ run_id: id.meta({ description: "The run" }) }),
  query: z.strictObject({
    evaluation_id: id.meta({ description: "Of the run" }),
    least_pass_rate: z.number().min(0).max(1).meta({ description: "What must pass at least, 0 to 1" }),
    least_coverage: z.number().min(0).max(1).default(0.95).meta({
      description: "What share of the cells must be scored",
    }),
  }),
  response: z.object({
    verdict: z.enum(["passed", "failed", "undecided", "refused"]),
    reasons: z.array(z.string()),
    needed_rows: z
      .int()
      .nullable()
      .meta({ description: "How many rows would decide an undecided one if the pass rate stays; null if unknown" }),
    pass_rate: estimate,
    corrected: correctedRate.nullable(),
    coverage,
  }),
  example: { evaluation_id: "00000000-0000-4000-8000-000000000000", least_pass_rate: 0.9 },
});
