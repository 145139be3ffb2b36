// Evaluations on a dataset, as the reference's clients add, start and stop them.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { givenObject, id, name } from "../shapes";
import { bothSpellings } from "../spelling";
import { bindingStatuses, outputTypes } from "./names";
import { mapping, modelName } from "./playground";
import { bounds } from "./shapes/estimates";
import { outcomeCounts, unpricedCalls } from "./shapes/run-shapes";

const tag = "Evaluation runs";
const base = "/model-hub/develops/{dataset_id}/";
const params = z.object({ dataset_id: id });
const evalParams = z.object({ dataset_id: id, eval_id: id.meta({ description: "The user evaluation metric" }) });

const evalConfig = bothSpellings(
  z.object({
    mapping: mapping.optional().meta({ description: "Maps template inputs to column ids or names" }),
    config: givenObject.nullish(),
    params: givenObject.nullish().meta({ description: "Parameters of the function" }),
    reason_column: z.boolean().optional().meta({ description: "Whether the reasons get a column (default: true)" }),
    run_config: givenObject.nullish().meta({ description: "May contain pass_threshold and model" }),
  }),
);

const message = z.object({
  message: z.string(),
  user_eval_id: id,
  run_id: id.nullable().meta({ description: "The run that was started; null if none was" }),
});

export const addUserEval = define({
  name: "addUserEval",
  method: "POST",
  path: `${base}add_user_eval/`,
  tag,
  summary: "Add an evaluation to a dataset",
  description:
    "Binds a template to columns of the dataset, in the template's current version. It starts at once with `run`, otherwise later. A name that is already in use, an input without a column, or an unknown parameter or column gives 400. All or nothing.",
  errors: ["not_found", "required"],
  params,
  // Unknown members are ignored, because clients send more than we read.
  body: bothSpellings(
    z.object({
      name,
      template_id: id,
      config: evalConfig.default({}),
      model: modelName.nullish(),
      error_localizer: z.boolean().default(false),
      kb_id: id.nullish(),
      version: z.int().min(1).nullish().meta({ description: "The template's version (default: the current one)" }),
      run: z.boolean().default(false).meta({ description: "Whether to start it over all rows at once" }),
      save_as_template: z.boolean().default(false).meta({ description: "Not supported; true is refused" }),
    }),
  ),
  response: message,
  example: {
    name: "Helpfulness",
    template_id: "00000000-0000-4000-8000-000000000000",
    config: { mapping: { input: "question", output: "answer" }, reason_column: true },
    model: "sandbox/judge",
    run: true,
  },
});

export const startEvalsProcess = define({
  name: "startEvalsProcess",
  method: "POST",
  path: `${base}start_evals_process/`,
  tag,
  summary: "Run a dataset's evaluations over its rows",
  description:
    "Starts one run of the evaluations over all rows, without a ceiling. With `failed_only` the newest run of each continues instead, with its errors and open cells. Other evaluations of that run stay as they are. If one of these runs is being cancelled, nothing starts: it is a 409 until it is cancelled. An evaluation that never ran starts then.",
  errors: ["not_found", "conflict"],
  params,
  body: z.object({
    user_eval_ids: list(id, 50).min(1, "At least one evaluation is required."),
    failed_only: z.boolean().default(false),
  }),
  response: z.object({ message: z.string(), run_ids: z.array(id) }),
  example: { user_eval_ids: ["00000000-0000-4000-8000-000000000000"], failed_only: false },
});

export const editAndRunUserEval = define({
  name: "editAndRunUserEval",
  method: "POST",
  path: `${base}edit_and_run_user_eval/{eval_id}/`,
  tag,
  summary: "Change an evaluation of a dataset, and run it",
  description:
    "Changes the given fields and starts a run over all rows unless `run` is false. The run uses the template's current version unless another is given. Earlier runs keep their pinned settings.",
  errors: ["not_found"],
  params: evalParams,
  body: z.object({
    name: name.optional(),
    template_id: id.nullish().meta({ description: "The evaluation's own template; another one is refused" }),
    config: evalConfig.optional(),
    model: modelName.nullish(),
    error_localizer: z.boolean().optional(),
    kb_id: id.nullish(),
    version: z.int().min(1).nullish(),
    run: z.boolean().default(true),
  }),
  response: message,
  example: { config: { mapping: { input: "question", output: "answer" } }, run: false },
});

export const deleteUserEval = define({
  name: "deleteUserEval",
  method: "DELETE",
  path: `${base}delete_user_eval/{eval_id}/`,
  tag,
  summary: "Remove an evaluation from a dataset",
  description:
    "Removes the evaluation and cancels it in current runs. Its past runs are kept, and so are its columns, unless `delete_column` is true.",
  errors: ["not_found"],
  params: evalParams,
  body: z.strictObject({ delete_column: z.boolean().default(false) }),
  response: z.object({ message: z.string() }),
  example: { delete_column: true },
});

export const stopUserEval = define({
  name: "stopUserEval",
  method: "POST",
  path: `${base}stop_user_eval/{eval_id}/`,
  tag,
  summary: "Stop an evaluation of a dataset",
  description:
    "No further cell of it begins in any run; other evaluations of the run continue. It changes nothing if the evaluation is not running.",
  errors: ["not_found"],
  params: evalParams,
  response: z.object({ message: z.string() }),
});

export const getEvalStats = define({
  name: "getEvalStats",
  method: "GET",
  path: "/model-hub/dataset/{dataset_id}/eval-stats/",
  tag,
  summary: "Get figures of a dataset's evaluations",
  description:
    "For each evaluation of the dataset: the cells of its newest run by outcome, the mean and the pass rate with 95 % intervals, and the coverage. Unscored cells and errors lower the coverage; they never count as a 0.",
  errors: ["not_found"],
  params,
  response: z.array(
    z.object({
      id,
      name: z.string(),
      template_id: id,
      column_id: id.nullable(),
      output_type: z.enum(outputTypes),
      status: z.enum(bindingStatuses),
      run_id: id.nullable().meta({ description: "The newest run; null before the first" }),
      version: z.int().nullable(),
      fingerprint: z.string().nullable(),
      ...outcomeCounts,
      passed: z.int(),
      failed: z.int(),
      mean_score: z.number().nullable(),
      mean_interval: bounds.nullable().meta({
        description: "95 % interval of the mean; trials of a row count as a cluster; null if there is too little data",
      }),
      pass_rate: z
        .number()
        .nullable()
        .meta({ description: "Pass rate of the cells that pass or fail; null without any" }),
      pass_rate_interval: bounds.nullable().meta({
        description:
          "95 % interval of the pass rate; trials of a row count as a cluster; null if there is too little data",
      }),
      coverage: z.number().nullable(),
      cost_micros: z.int().nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
      unpriced_calls: unpricedCalls,
    }),
  ),
});
