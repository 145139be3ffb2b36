// Operations on several executions of a run test: rerun, evaluate again, delete, and summarize evaluations.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { id } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { evalSummary } from "./executions";
import { anId, MAX_EVAL_CONFIGS, one, params, tag } from "./run-test-parts";

const MAX_EXECUTIONS = 100;

const chosenExecutions = {
  test_execution_ids: list(id, MAX_EXECUTIONS).default([]),
  select_all: z
    .boolean()
    .default(false)
    .meta({ description: "All executions of the run test, or all except the listed ones" }),
};

export const rerunTestExecutions = define({
  name: "rerunTestExecutions",
  method: "POST",
  path: `${one}rerun-test-executions/`,
  tag,
  summary: "Rerun calls of executions",
  description:
    "Plays calls of the chosen finished executions again, or evaluates them again, as rerun-calls does for one execution. Earlier results are kept.",
  errors: ["required", "not_found", "service_unavailable"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      ...chosenExecutions,
      rerun_type: z.enum(["eval_only", "call_and_eval"]),
      only_failed: z.boolean().default(false),
    }),
  ),
  response: z.object({
    message: z.string(),
    run_test_id: id,
    rerun_type: z.string(),
    test_execution_count: z.int(),
    call_execution_count: z.int(),
  }),
  example: { test_execution_ids: [anId], rerun_type: "call_and_eval", only_failed: true },
});

export const runNewEvals = define({
  name: "runNewEvals",
  method: "POST",
  path: `${one}run-new-evals/`,
  tag,
  summary: "Evaluate finished calls again",
  description:
    "Evaluates the finished calls of the chosen executions with the run test's current evaluations. Earlier results are kept. The evaluations need their judges, as in execute.",
  errors: ["required", "not_found", "service_unavailable"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      ...chosenExecutions,
      eval_config_ids: list(id, MAX_EVAL_CONFIGS).min(1, "At least one evaluation is required."),
      enable_tool_evaluation: z.boolean().optional(),
    }),
  ),
  response: z.object({ message: z.string(), run_test_id: id, call_execution_count: z.int() }),
  example: { select_all: true, eval_config_ids: [anId] },
});

export const deleteTestExecutions = define({
  name: "deleteTestExecutions",
  method: "POST",
  path: `${one}delete-test-executions/`,
  tag,
  summary: "Delete executions",
  description:
    "Deletes the chosen executions with their calls; ongoing executions are cancelled first. Unknown ids are ignored.",
  envelope: "bare",
  params,
  body: bothSpellings(z.object(chosenExecutions)),
  response: z.object({ message: z.string(), deleted: z.int() }),
  example: { test_execution_ids: [anId] },
});

export const getEvalSummary = define({
  name: "getEvalSummary",
  method: "GET",
  path: `${one}eval-summary/`,
  tag,
  summary: "Summarize evaluation results",
  description:
    "Results of each evaluation of a run test, over all executions except forks, or one: pass rates, score percentiles or label shares, each with the number of calls that were scored, unscored or in error.",
  errors: ["not_found"],
  params,
  query: z.strictObject({ execution_id: id.optional().meta({ description: "Only this execution" }) }),
  response: z.array(evalSummary),
});

export const compareEvalSummaries = define({
  name: "compareEvalSummaries",
  method: "GET",
  path: `${one}eval-summary-comparison/`,
  tag,
  summary: "Summarize evaluation results by execution",
  description: "The summary of each listed execution, by id; at most twenty.",
  errors: ["not_found", "required"],
  params,
  query: z.strictObject({
    execution_ids: z.string().max(2_000).meta({ description: "Ids, as a JSON list or separated by commas" }),
  }),
  response: z.record(z.string(), z.array(evalSummary)),
  example: { execution_ids: `["${anId}"]` },
});
