// Evaluation runs over the rows of a dataset.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { id, name, page, pageQuery } from "../shapes";
import { cellOutcomes, evalRunStatuses, runKinds } from "./names";
import { listedRun, runCell, runDetail, startedRun } from "./run-shapes";

const tag = "Evaluation runs";
const base = "/model-hub/eval-runs/";
const params = z.object({ run_id: id });

export const MAX_RUN_EVALUATIONS = 50;
export const MAX_AT_ONCE = 100;
/** Rows × evaluations × repeats of one run. */
export const MAX_CELLS = 1_000_000;

const micros = z.int().min(0).max(1_000_000_000_000);
const what = {
  dataset_id: id,
  user_eval_ids: list(id, MAX_RUN_EVALUATIONS)
    .default([])
    .meta({ description: "User evaluation metrics of the dataset" }),
  column_ids: list(id, MAX_RUN_EVALUATIONS)
    .default([])
    .meta({ description: "Columns that a prompt fills; a run has these or metrics" }),
  row_ids: list(id, 10_000).nullish().meta({ description: "These rows alone; all unless told" }),
  first_rows: z.int().min(1).max(200_000).nullish().meta({ description: "The first rows alone" }),
  repeats: z
    .int()
    .min(1)
    .max(20)
    .default(1)
    .meta({ description: "How often each row is evaluated, asked anew each time" }),
};
const oneKind = <T extends { user_eval_ids: string[]; column_ids: string[] }>(body: T) =>
  (body.user_eval_ids.length === 0) !== (body.column_ids.length === 0);
const ONE_KIND = { path: ["user_eval_ids"], error: "Name user_eval_ids or column_ids, one of the two." };

export const estimateEvalRun = define({
  name: "estimateEvalRun",
  method: "POST",
  path: `${base}estimate/`,
  tag,
  access: "read",
  summary: "Estimate what a run would cost",
  description:
    "Counts the rows and cells of a run before it is started, and says for each evaluation what a cell is expected to cost and how that is known: by earlier runs of the same fingerprint, by earlier runs of the template with the same model, or not at all. Computed evaluations cost nothing. Asks no model, and changes nothing.",
  errors: ["not_found"],
  body: z.strictObject(what).refine(oneKind, ONE_KIND),
  response: z.object({
    rows: z.int(),
    cells: z.int(),
    estimated_micros: micros.nullable().meta({ description: "null where it is not known of every evaluation" }),
    estimated_tokens: z.int().nullable(),
    evaluations: z.array(
      z.object({
        user_eval_id: id.nullable(),
        column_id: id.nullable(),
        name: z.string(),
        cells: z.int(),
        basis: z.enum(["computed", "earlier_runs", "same_template", "unknown"]),
        sample_size: z.int().meta({ description: "Runs that it rests on" }),
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
    "Evaluates the rows in the background: at most `at_once` cells at a time, each cell once. Versions, models, parameters and mappings are pinned as they are now. With `ceiling_micros` it stops before a cell that could exceed it, says so, and can be gone on with by a retry under a higher one. A ceiling cannot be kept where a cost is not known: then the run stops after the first answer of a model without a price. Values stand in the dataset's columns as they come. With `mutation_id` the same request sent again answers with the run that it has started.",
  errors: ["not_found", "conflict"],
  body: z
    .strictObject({
      ...what,
      name: name.nullish(),
      ceiling_micros: micros
        .nullish()
        .meta({ description: "What it may cost, in micro-dollars; no bound unless told" }),
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
  description: "A page of the organization's runs, newest first, with how far each is.",
  envelope: "page",
  query: z.strictObject({
    dataset_id: id.optional().meta({ description: "Runs over this dataset" }),
    user_eval_id: id.optional().meta({ description: "Runs of this user evaluation metric" }),
    template_id: id.optional().meta({ description: "Runs of this template" }),
    status: z.enum(evalRunStatuses).optional().meta({ description: "Runs in this state" }),
    kind: z.enum(runKinds).optional().meta({ description: "Runs of evaluations, or of prompts" }),
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
  summary: "Get a run with how far it is",
  description:
    "The run with each of its evaluations: what was pinned, cells by outcome, mean, coverage and cost. Costs the same for ten cells and for a million, so it can be asked each second.",
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
    evaluation_id: id.optional().meta({ description: "Of the run's evaluations, this one" }),
    outcome: z
      .enum([...cellOutcomes, "open"])
      .optional()
      .meta({ description: "What came of it; open for nothing yet" }),
    passed: z.boolean().optional().meta({ description: "Those that passed, or that failed" }),
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
    "No further cell begins; those under way end and are kept, as is what was done before. A run that has ended stays as it is. It can be gone on with by a retry.",
  params,
  response: startedRun,
});

export const retryEvalRun = define({
  name: "retryEvalRun",
  method: "POST",
  path: `${base}{run_id}/retry/`,
  tag,
  summary: "Try a run's failures again, and go on with what is left",
  description:
    "Evaluates the cells that ended in an error and those that were never begun, under what the run has pinned; also of a run that was cancelled, failed, or stopped at its ceiling. What is scored or unscored stays. Of a run that is under way, or that has nothing to try, it changes nothing.",
  errors: ["invalid"],
  params,
  body: z.strictObject({
    ceiling_micros: micros
      .nullish()
      .meta({ description: "A new ceiling for the run as a whole; the old one unless told" }),
  }),
  response: startedRun,
  example: { ceiling_micros: 10_000_000 },
});

export const gradeEvalRunAgain = define({
  name: "gradeEvalRunAgain",
  method: "POST",
  path: `${base}{run_id}/grade-again/`,
  tag,
  summary: "Grade a run's rows again under other versions",
  description:
    "Starts another run over the same rows with the templates' current versions, or those that are named; the dataset's metrics stay as they are. Both runs are kept and can be compared.",
  errors: ["invalid"],
  params,
  body: z.strictObject({
    versions: list(z.strictObject({ template_id: id, version: z.int().min(1) }), MAX_RUN_EVALUATIONS)
      .default([])
      .meta({ description: "Templates' versions; the current ones unless told" }),
    model: z.string().max(100).nullish().meta({ description: "Another judge for all of its judged evaluations" }),
    ceiling_micros: micros.nullish(),
    name: name.nullish(),
  }),
  response: startedRun,
  example: { versions: [{ template_id: "00000000-0000-4000-8000-000000000000", version: 2 }] },
});
