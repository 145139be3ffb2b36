import { z } from "zod";
import { define } from "../define";
import { id, page, pageQuery, sourceTypes } from "../shapes";

const tag = "Calibration";
const MAY = "For managers and reviewers of the queue, and for Owners and Admins.";
const base = "/model-hub/eval-calibrations/";
const params = z.object({ calibration_id: id.meta({ description: "The calibration" }) });

export const listCalibrationItems = define({
  name: "listCalibrationItems",
  method: "GET",
  path: `${base}{calibration_id}/items/`,
  tag,
  access: "queue",
  summary: "List a calibration's items with both verdicts",
  description: `A page of the items with the verdicts of annotators and judge: disagreements first, or only one cell of the confusion matrix. ${MAY}`,
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
  summary: "Run the judge on annotated items",
  description: `Starts a run of exactly this judge (version, model, parameters, mapping) over the queue's annotated items that it has not judged. Verdicts count in the calibration as they arrive. Rows of other datasets, deleted rows, and rows without the judge's inputs are left out; failed ones are judged again. A task gets spans of its project, and of traces those that match its filters; it must be active, and has no ceiling. 400 if nothing is left to judge, so also if the request is repeated during that run. For managers and reviewers of the queue who are not Viewers, and for Owners and Admins.`,
  errors: ["invalid"],
  params,
  body: z.strictObject({
    ceiling_micros: z.int().min(1).max(Number.MAX_SAFE_INTEGER).nullish().meta({
      description: "What it may cost, in micro-dollars",
    }),
  }),
  response: z.object({
    run_id: id.nullable().meta({ description: "null if the task judges" }),
    rows: z.int().meta({ description: "Rows or spans to judge" }),
    estimated_micros: z.int().nullable().meta({ description: "Null without a basis for an estimate" }),
  }),
  example: { ceiling_micros: 100_000 },
});

export const queueDisagreements = define({
  name: "queueDisagreements",
  method: "POST",
  path: `${base}{calibration_id}/queue-disagreements/`,
  tag,
  access: "queue",
  summary: "Add disagreements to a queue",
  description: `Adds the sources on which judge and annotators disagree to the calibration's own queue. The first call creates this queue, active and with the same label. Further calls add only new disagreements, so repeating the request changes nothing. ${MAY}`,
  errors: ["conflict", "invalid"],
  params,
  response: z.object({ queue_id: id, queue_name: z.string(), added: z.int(), items: z.int() }),
});
