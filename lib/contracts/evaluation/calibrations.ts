// A judge against people: how far its verdicts can be believed, and whether it may stand as a gate.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, json, labelTypes, name, page, pageQuery, sourceTypes, timestamp } from "../shapes";
import { bounds, correctedRate, coverage, estimate, gate, rate } from "./comparison";

const tag = "Calibration";
const MAY = "Managers and reviewers of the queue may, Owners and Admins of every queue.";
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
    run_id: id.nullable().meta({ description: "Whose verdicts on rows are measured; null where they are a task's" }),
    run_name: z.string().nullable(),
    task_id: id.nullable().meta({ description: "Whose verdicts on spans are measured" }),
    task_name: z.string().nullable(),
    evaluation_id: id.meta({ description: "Of the run, or of the task" }),
    template_id: id,
    template_name: z.string(),
    version: z.int().meta({ description: "Of the template; another version is another judge" }),
    is_current: z.boolean().meta({ description: "Whether it is the version that the template runs now" }),
    fingerprint: z.string(),
    model: z.string().nullable(),
    least_kappa: z.number(),
    disagreement_queue_id: id.nullable(),
    created_at: timestamp,
    confusion: z.object({
      true_pass: z.int(),
      false_pass: z.int().meta({ description: "Passed by the judge, failed by people" }),
      true_fail: z.int(),
      false_fail: z.int(),
    }),
    items: z.object({
      compared: z.int(),
      undecided: z.int().meta({ description: "As many people passed as failed it, and nobody has settled it" }),
      unjudged: z.int().meta({ description: "Annotated, but without a verdict of the judge" }),
    }),
    kappa: rate.meta({ description: "Cohen's κ with its bootstrap interval, which takes 60 items" }),
    agreement: rate,
    base_rate: rate.meta({ description: "What people passed; κ means little where it is near 0 or 1" }),
    judged_rate: rate.meta({ description: "What the judge passed of the same items" }),
    bias: z.object({
      value: z.number().nullable().meta({ description: "What the judge passed less what people passed" }),
      interval: bounds.nullable(),
      p: z.number().nullable().meta({ description: "McNemar's exact test" }),
    }),
    sensitivity: rate.meta({ description: "Passed by the judge, of what people passed" }),
    specificity: rate.meta({ description: "Failed by the judge, of what people failed" }),
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
  summary: "Set a judge against a queue's annotations",
  description: `Measures an evaluation of a run against what annotators of a queue said of the same dataset rows under one label, or an evaluation of a task against what they said of the same spans and traces: a trace passes where all of its spans do that the task has scored, and has no verdict while one of them is open or an error. The values in pass_values count as passed, all others as failed. A person's settled value counts before the annotators', whose majority counts else. It speaks of that version, model and parameters alone, and its figures follow the annotations as they come. What has not been judged is judged by judgeCalibrationItems. ${MAY}`,
  errors: ["not_found", "invalid"],
  body: z
    .strictObject({
      name: name.optional(),
      queue_id: id,
      label_id: id,
      pass_values: list(json, 100)
        .min(1, "At least one value is required.")
        .meta({ description: "Values of the label: an option, a number of stars, up or down, a number" }),
      run_id: id.optional().meta({ description: "A run over dataset rows; it, or task_id" }),
      task_id: id.optional().meta({ description: "A task over spans" }),
      evaluation_id: id.meta({ description: "Of the run, or of the task" }),
      least_kappa: z.number().min(0).max(1).default(0.4).meta({
        description: "What the lower end of κ's interval must reach for the judge to stand as a gate",
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
    "A page of the organization's calibrations with their figures as they are now: those of queues whose reports the caller may read.",
  envelope: "page",
  query: z.strictObject({
    template_id: id.optional().meta({ description: "Of judges of this template" }),
    queue_id: id.optional().meta({ description: "Against this queue" }),
    fingerprint: z.string().max(100).optional().meta({ description: "Of this judge" }),
    ...pageQuery,
    limit: z.int().min(1).max(50).optional().meta({ description: "Rows a page, 10 unless told" }),
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
  description: `A calibration with its figures as the annotations and the run are now. ${MAY}`,
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
  description: `The judge may stand as a gate no more by it. Annotations, runs and queues stay. ${MAY}`,
  params,
  response: z.object({ deleted: z.literal(true) }),
});

export const listCalibrationItems = define({
  name: "listCalibrationItems",
  method: "GET",
  path: `${base}{calibration_id}/items/`,
  tag,
  access: "queue",
  summary: "List a calibration's items with both verdicts",
  description: `A page of the items with what people and the judge said of each: disagreements first, or those of one cell of the confusion alone. ${MAY}`,
  envelope: "page",
  params,
  query: z.strictObject({
    cell: z
      .enum(["all", "disagreements", "true_pass", "false_pass", "true_fail", "false_fail", "undecided", "unjudged"])
      .default("all")
      .meta({ description: "Which items" }),
    ...pageQuery,
  }),
  response: page(
    z.object({
      item_id: id,
      source_type: z.enum(sourceTypes),
      source_id: z.string(),
      preview: z.string().meta({ description: "The source's beginning" }),
      people: z.enum(["pass", "fail", "undecided"]),
      passes: z.int().meta({ description: "Annotators who passed it" }),
      fails: z.int(),
      is_settled: z.boolean(),
      judge: z.enum(["pass", "fail"]).nullable(),
      score: z.number().nullable(),
      judge_label: z.string().nullable(),
      reason: z.string().nullable(),
      log_id: id.nullable(),
    }),
  ),
  example: { cell: "disagreements" },
});

export const judgeCalibrationItems = define({
  name: "judgeCalibrationItems",
  method: "POST",
  path: `${base}{calibration_id}/judge-items/`,
  tag,
  access: "queue",
  summary: "Have the judge judge what people have annotated",
  description: `Starts a run of exactly this judge (version, model, parameters, mapping) over the queue's items that people have annotated and it has not judged; their verdicts count in the calibration as they come. Rows of other datasets than the run's, deleted ones, and rows that lack what the judge needs are left out; what failed is judged again. Of a task, spans of its project are given to it, and of traces those that its filters take; it must be active, and has no ceiling. 400 when nothing is left to judge, so also when it is sent again while that run goes on. ${MAY}`,
  errors: ["invalid"],
  params,
  body: z.strictObject({
    ceiling_micros: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullish().meta({
      description: "What it may cost, in micro-dollars",
    }),
  }),
  response: z.object({
    run_id: id.nullable().meta({ description: "null where the task judges" }),
    rows: z.int().meta({ description: "Rows or spans that are to be judged" }),
    estimated_micros: z.int().nullable().meta({ description: "Null where nothing is known to go by" }),
  }),
  example: { ceiling_micros: 100_000 },
});

export const queueDisagreements = define({
  name: "queueDisagreements",
  method: "POST",
  path: `${base}{calibration_id}/queue-disagreements/`,
  tag,
  access: "queue",
  summary: "Put disagreements into a queue",
  description: `Puts the sources on which judge and people disagree into a queue of the calibration's own, made with the first call, active, with the same label. Further calls add what has come since and leave the rest, so that a repetition changes nothing. ${MAY}`,
  errors: ["conflict", "invalid"],
  params,
  response: z.object({ queue_id: id, queue_name: z.string(), added: z.int(), items: z.int() }),
});

export const checkEvalGate = define({
  name: "checkEvalGate",
  method: "GET",
  path: "/model-hub/eval-runs/{run_id}/gate/",
  tag,
  summary: "Ask whether a run passes",
  description:
    "Decides by one evaluation of a run whether enough passes: `passed` when the whole 95 % interval of the pass rate lies at or above what is required, `failed` when it lies below, `undecided` between. A judge's rate is corrected by its calibration; without one for exactly this version, model and parameters that allows it, the verdict is `refused` with the reasons. So it is while the run has not ended, and below the required coverage. A function needs no calibration.",
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
    pass_rate: estimate,
    corrected: correctedRate.nullable(),
    coverage,
  }),
  example: { evaluation_id: "00000000-0000-4000-8000-000000000000", least_pass_rate: 0.9 },
});
