// Evaluation runs over the rows of a dataset.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, page, pageQuery } from "../shapes";
import { cellOutcomes, evalRunStatuses, listedRunKinds } from "./names";
import { listedRun, runCell, runDetail, startedRun } from "./shapes/run-shapes";

const tag = "Evaluation runs";
const base = "/model-hub/eval-runs/";
const params = z.object({ run_id: id });

export const MAX_RUN_EVALUATIONS = 50;
export const MAX_AT_ONCE = 100;
/** The most cells of one run: rows × evaluations × trials. */
export const MAX_CELLS = 1_000_000;

const micros = z.int().min(0).max(1_000_000_000_000);
const what = {
  dataset_id: id,
  user_eval_ids: list(id, MAX_RUN_EVALUATIONS)
    .default([])
    .meta({ description: "User evaluation metrics of the dataset" }),
  column_ids: list(id, MAX_RUN_EVALUATIONS)
    .default([])
    .meta({ description: "Columns that a prompt fills; a run has either these or metrics" }),
  row_ids: list(id, 10_000).nullish().meta({ description: "Only these rows (default: all)" }),
  first_rows: z.int().min(1).max(200_000).nullish().meta({ description: "Only this many rows from the start" }),
  dataset_version_id: id.nullish().meta({
    description: "Rows as they were in this version of the dataset (default: as they are when the run reads them)",
  }),
  repeats: z
    .int()
    .min(1)
    .max(20)
    .default(1)
    .meta({ description: "Number of trials per row, each with a new call to the judge" }),
};
const oneKind = <T extends { user_eval_ids: string[]; column_ids: string[] }>(body: T) =>
  (body.user_eval_ids.length === 0) !== (body.column_ids.length === 0);
const ONE_KIND = { path: ["user_eval_ids"], error: "Send either user_eval_ids or column_ids." };

export const estimateEvalRun = define({
  name: "estimateEvalRun",
  scope: "read",
  method: "POST",
  path: `${base}estimate/`,
  tag,
  access: "read",
  summary: "Estimate what a run would cost",
  description:
    "Counts the rows and cells of a run before it starts, and estimates the cost of a cell for each evaluation. The basis is earlier runs with the same fingerprint, earlier runs of the template with the same model, or none. Computed evaluations cost nothing. It calls no model and changes nothing.",
  errors: ["not_found"],
  body: z.strictObject(what).refine(oneKind, ONE_KIND),
  response: z.object({
    rows: z.int(),
    cells: z.int(),
    estimated_micros: micros.nullable().meta({ description: "null unless the cost of every evaluation is known" }),
    estimated_tokens: z.int().nullable(),
    evaluations: z.array(
      z.object({
        user_eval_id: id.nullable(),
        column_id: id.nullable(),
        name: z.string(),
        cells: z.int(),
        basis: z.enum(["computed", "earlier_runs", "same_template", "unknown"]),
        sample_size: z.int().meta({ description: "Number of runs behind the estimate" }),
        micros_per_cell: z.number().nullable(),
        tokens_per_cell: z.number().nullable(),
        estimated_micros: micros.nullable(),
        note: z.string().nullable(),
      }),
    ),
  }),
  example: {
    dataset_id: "00000000-0000-4000-8000-000000000000",
    user_eval_ids: ["00000000-0000-4000-8000-000000000001"],
  },
});

export const startEvalRun = define({
  name: "startEvalRun",
  method: "POST",
  path: base,
  tag,
  summary: "Start a run over a dataset's rows",
  description:
    "Evaluates the rows in the background: at most `at_once` cells at a time, each cell once. Versions, models, parameters and mappings are pinned as they are now. With `ceiling_micros` the run stops before a cell that could exceed the ceiling; a retry with a higher ceiling continues it. A ceiling cannot be enforced if a cost is unknown, so the run then stops after the first answer of a model without a price. Results appear in the dataset's columns as they arrive. With `mutation_id`, repeating the request returns the run that it started; other settings are refused.",
  errors: ["not_found", "conflict"],
  body: z
    .strictObject({
      ...what,
      name: name.nullish(),
      ceiling_micros: micros.nullish().meta({ description: "Ceiling of the cost, in micro-dollars (default: none)" }),
      at_once: z.int().min(1).max(MAX_AT_ONCE).default(20),
      mutation_id: z.string().min(1).max(100).nullish(),
    })
    .refine(oneKind, ONE_KIND),
  response: startedRun,
  example: {
    dataset_id: "00000000-0000-4000-8000-000000000000",
    user_eval_ids: ["00000000-0000-4000-8000-000000000001"],
    ceiling_micros: 5_000_000,
  },
});

export const listEvalRuns = define({
  name: "listEvalRuns",
  method: "GET",
  path: base,
  tag,
  summary: "List runs, newest first",
  description: "A page of the organization's runs, newest first, with their progress.",
  envelope: "page",
  query: z.strictObject({
    dataset_id: id.optional().meta({ description: "Runs over this dataset" }),
    user_eval_id: id.optional().meta({ description: "Runs of this user evaluation metric" }),
    template_id: id.optional().meta({ description: "Runs of this template" }),
    status: z.enum(evalRunStatuses).optional().meta({ description: "Runs in this state" }),
    kind: z.enum(listedRunKinds).optional().meta({ description: "Runs of evaluations or of prompts, or experiments" }),
    ...pageQuery,
  }),
  response: page(listedRun),
  example: { status: "running" },
});

export const getEvalRun = define({
  name: "getEvalRun",
  method: "GET",
  path: `${base}{run_id}/`,
  tag,
  summary: "Get a run with its progress",
  description:
    "The run with what makes its outputs, as it was at the start, and each of its evaluations: pinned settings, cells by outcome, mean, coverage and cost. The request is cheap for any number of cells, so it can be polled every second.",
  params,
  response: runDetail,
});

export const listEvalRunCells = define({
  name: "listEvalRunCells",
  method: "GET",
  path: `${base}{run_id}/cells/`,
  tag,
  summary: "List a run's cells",
  description: "A page of a run's cells in the order of the rows, all or those of one evaluation, outcome or row.",
  envelope: "page",
  params,
  query: z.strictObject({
    evaluation_id: id.optional().meta({ description: "Only this evaluation of the run" }),
    outcome: z
      .enum([...cellOutcomes, "open"])
      .optional()
      .meta({ description: "Only cells with this outcome; `open` for no outcome yet" }),
    passed: z.boolean().optional().meta({ description: "Only cells that passed, or that failed" }),
    row_id: id.optional().meta({ description: "Cells of this row" }),
    ...pageQuery,
  }),
  response: page(runCell),
  example: { outcome: "error" },
});

export const cancelEvalRun = define({
  name: "cancelEvalRun",
  method: "POST",
  path: `${base}{run_id}/cancel/`,
  tag,
  summary: "Cancel a run",
  description:
    "No further cell begins. Cells in progress finish, and all results are kept. A run that has ended does not change. A retry continues the run.",
  params,
  response: startedRun,
});

export const retryEvalRun = define({
  name: "retryEvalRun",
  method: "POST",
  path: `${base}{run_id}/retry/`,
  tag,
  summary: "Retry a run's failures and continue with open cells",
  description:
    "Evaluates the cells that ended in an error or never began, with the run's pinned settings. This includes runs that were cancelled, failed, or stopped at the ceiling. Scored and unscored cells stay. It changes nothing for a run in progress, or without such cells. A run that is being cancelled is a 409 until it is cancelled.",
  errors: ["conflict", "invalid"],
  params,
  body: z.strictObject({
    ceiling_micros: micros.nullish().meta({ description: "A new ceiling for the whole run (default: the old one)" }),
  }),
  response: startedRun,
  example: { ceiling_micros: 10_000_000 },
});

export const gradeEvalRunAgain = define({
  name: "gradeEvalRunAgain",
  method: "POST",
  path: `${base}{run_id}/grade-again/`,
  tag,
  summary: "Evaluate a run's rows again with other versions",
  description:
    "Starts another run over the same rows with the templates' current versions, or the given ones. The dataset's metrics do not change. Both runs are kept and can be compared.",
  errors: ["invalid"],
  params,
  body: z.strictObject({
    versions: list(z.strictObject({ template_id: id, version: z.int().min(1) }), MAX_RUN_EVALUATIONS)
      .default([])
      .meta({ description: "Versions of templates (default: the current ones)" }),
    model: z.string().max(100).nullish().meta({ description: "Another judge for all of its judged evaluations" }),
    ceiling_micros: micros.nullish(),
    name: name.nullish(),
  }),
  response: startedRun,
  example: { versions: [{ template_id: "00000000-0000-4000-8000-000000000000", version: 2 }] },
});
