// Executions: one run of a run test, its progress and its results.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { orJson } from "../evaluation/log-table";
import { filterItem } from "../evaluation/shapes/filters";
import { unpricedCalls } from "../evaluation/shapes/run-shapes";
import { id, page, pageQuery } from "../shapes";
import { callStatuses, callVerdicts, executionStatuses, faultSides, rerunTypes } from "./call-names";
import { anyCase, spent } from "./call-parts";
import { callRecord, transcriptTurn } from "./calls";
import { bothSpellings } from "./spelling";

const tag = "Test executions";
const one = "/simulate/test-executions/{test_execution_id}/";
const params = z.object({ test_execution_id: id.meta({ description: "Id of the execution" }) });
export const MAX_CHOSEN_CALLS = 1_000;

const rate = z.number().nullable();
const interval = z.object({ low: z.number(), high: z.number() }).nullable().meta({ description: "95 %" });

/** Every figure states the number of calls behind it. */
const coverage = {
  total_cells: z.int(),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  pending: z.int(),
};

export const evalSummary = z
  .object({
    id: id.meta({ description: "The template" }),
    name: z.string(),
    output_type: z.string(),
    result: z.array(
      z.object({
        id: id.meta({ description: "The run test's evaluation" }),
        name: z.string(),
        ...coverage,
        output: z.looseObject({ avg_score: z.number().nullish(), pass_count: z.int().nullish() }),
      }),
    ),
    total_pass_rate: rate.meta({ description: "Percentage of the scored calls" }),
    total_pass_rate_interval: interval,
    average: rate,
    average_interval: interval,
  })
  .meta({ id: "EvaluationSummary" });

const column = z.object({
  id: z.string(),
  column_name: z.string(),
  visible: z.boolean(),
  data_type: z.string(),
  type: z.enum(["scenario_dataset_column", "evaluation", "tool_evaluation"]),
  scenario_id: id.nullable(),
  dataset_id: id.nullable(),
  dataset_column_ids: z.array(z.string()),
  eval_config: id.nullable(),
});

export const getTestExecution = define({
  name: "getTestExecution",
  method: "GET",
  path: one,
  tag,
  summary: "Get an execution with a page of its calls",
  description:
    "A page of an execution's calls in their order, without transcripts, with the columns of the table and its status.",
  envelope: "page",
  params,
  query: z.strictObject({
    page: pageQuery.page,
    limit: z.int().min(1).max(1000).default(30).meta({ description: "Rows per page, 30 by default" }),
    search: z.string().max(255).optional().meta({ description: "Part of the row's text, case-insensitive" }),
    status: anyCase(callStatuses).optional().meta({ description: "Only calls with this status" }),
    verdict: z.enum(callVerdicts).optional().meta({ description: "Only calls with this verdict" }),
    fault_side: z.enum(faultSides).optional().meta({ description: "Only calls with this fault source" }),
    scenario_id: id.optional().meta({ description: "Only calls of this scenario" }),
    filters: orJson(list(filterItem, 20).nullish()).meta({
      description:
        "JSON list of filters that must all match. Each is on a column of column_order, by its id or name, or on status, verdict, fault_side, fault_kind, ended_by, overall_score, turn_count, avg_latency_ms, total_tokens, csat_score or cost_usd",
    }),
    row_groups: z.string().max(1_000).optional().meta({ description: "Accepted but ignored" }),
    group_keys: z.string().max(1_000).optional().meta({ description: "Accepted but ignored" }),
  }),
  response: page(callRecord).extend({
    id,
    run_test_id: id,
    column_order: z.array(column),
    status: z.enum(executionStatuses),
    error_messages: z.array(z.string()),
    provider: z.string().nullable(),
    agent_type: z.string(),
  }),
  example: { page: 1, limit: 30, verdict: "failed" },
});

export const exportTestExecution = define({
  name: "exportTestExecution",
  method: "GET",
  path: "/simulate/export/{test_execution_id}/",
  tag,
  summary: "Export an execution's calls as CSV",
  description:
    "Streams one line per call, in order: status, verdict, fault source, times, metrics, the row's columns, each evaluation result with its reason, and the transcript. Spreadsheet formulas are escaped. If the execution is still running, each line shows the state at the time of writing.",
  answers: ["text/csv"],
  envelope: "file",
  params,
  query: z.strictObject({}),
  response: z.unknown(),
});

export const getExecutionTranscripts = define({
  name: "getExecutionTranscripts",
  method: "GET",
  path: `${one}transcripts/`,
  tag,
  summary: "Get an execution's transcripts",
  description: "A page of an execution's calls, in order, each with its full transcript.",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(
    z.object({
      call_execution_id: id,
      phone_number: z.string().nullable(),
      status: z.enum(callStatuses),
      transcripts: z.array(transcriptTurn),
      total_transcripts: z.int(),
    }),
  ),
});

export const cancelTestExecution = define({
  name: "cancelTestExecution",
  method: "POST",
  path: `${one}cancel/`,
  tag,
  summary: "Cancel an execution",
  description:
    "Stops an execution. Calls that have not begun are cancelled at once, ongoing calls before their next turn. Transcripts and results are kept. A finished execution is a 409 and does not change.",
  errors: ["conflict"],
  envelope: "bare",
  params,
  response: z.object({ success: z.boolean(), message: z.string(), test_execution_id: id }),
});

const calls = {
  call_execution_ids: list(id, MAX_CHOSEN_CALLS).default([]),
  select_all: z
    .boolean()
    .default(false)
    .meta({ description: "All calls of the execution, or all except the listed ones" }),
};

export const rerunCalls = define({
  name: "rerunCalls",
  method: "POST",
  path: `${one}rerun-calls/`,
  tag,
  summary: "Rerun calls of an execution",
  description:
    "Evaluates finished calls again with the run test's current evaluations, or plays them again from the start with the pinned settings. Nothing is lost: earlier evaluations stay beside the new ones, and earlier conversations become snapshots. The response says for each call whether it is rerun.",
  errors: ["required"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      ...calls,
      rerun_type: z.enum(rerunTypes),
      only_failed: z.boolean().default(false).meta({ description: "Only calls that failed or were excluded" }),
    }),
  ),
  response: z.object({
    message: z.string(),
    test_execution_id: id,
    rerun_type: z.enum(rerunTypes),
    total_processed: z.int(),
    successful_reruns: z.array(id),
    failed_reruns: z.array(z.object({ call_execution_id: id, error: z.string() })),
    success_count: z.int(),
    failure_count: z.int(),
  }),
  example: { rerun_type: "call_and_eval", select_all: true, only_failed: true },
});

const spoken = rate.meta({ description: "For phone calls: the mean over the calls that measured it" });

const reliability = z
  .array(
    z.object({
      k: z.int(),
      pass_hat_k: z.number().meta({ description: "Chance that k trials of a row all pass, over the rows" }),
      interval,
      rows: z.int().meta({ description: "Rows with at least k counted trials" }),
    }),
  )
  .meta({ description: "pass^k for each k; empty if no trial counts" });

export const getExecutionKpis = define({
  name: "getExecutionKpis",
  method: "GET",
  path: `${one}kpis/`,
  tag,
  summary: "Get an execution's figures",
  description: "Averages over an execution's calls, an average for each evaluation, faults by source, and pass^k.",
  envelope: "bare",
  params,
  response: z
    .object({
      total_calls: z.int(),
      avg_score: rate,
      avg_response: rate.meta({ description: "Seconds" }),
      calls_attempted: z.int(),
      connected_calls: z.int(),
      calls_connected_percentage: z.number(),
      failed_calls: z.int(),
      total_duration: z.number().meta({ description: "Seconds" }),
      agent_type: z.string(),
      is_inbound: z.boolean(),
      scenario_graphs: z.record(z.string(), z.unknown()),
      avg_total_tokens: rate,
      avg_input_tokens: rate,
      avg_output_tokens: rate,
      avg_chat_latency_ms: rate,
      avg_turn_count: rate,
      avg_csat_score: rate,
      avg_agent_latency_ms: spoken,
      avg_user_interruption_count: spoken,
      avg_user_interruption_rate: spoken,
      avg_ai_interruption_count: spoken,
      avg_ai_interruption_rate: spoken,
      avg_stop_time_after_interruption_ms: spoken,
      avg_user_wpm: spoken,
      avg_bot_wpm: spoken,
      avg_talk_ratio: spoken,
      avg_agent_talk_percentage: spoken,
      pass_rate: rate,
      pass_rate_interval: interval,
      faults: z.object({ agent: z.int(), simulator: z.int(), provider: z.int() }),
      fault_kinds: z.record(z.string(), z.int()),
      causes: z.record(z.string(), z.int()),
      reliability,
      spent_usd: spent,
      unpriced_calls: unpricedCalls,
    })
    .catchall(z.unknown()),
});

export const getPerformanceSummary = define({
  name: "getPerformanceSummary",
  method: "GET",
  path: `${one}performance-summary/`,
  tag,
  summary: "Get an execution's best scenarios",
  description: "The pass rate of an execution, and the four scenarios with the highest pass rates.",
  envelope: "bare",
  params,
  response: z.object({
    test_run_performance_metrics: z.object({
      pass_rate: rate.meta({ description: "Percentage" }),
      total_test_runs: z.int(),
      latest_fail_rate: rate.meta({ description: "Percentage" }),
    }),
    top_performing_scenarios: z.array(
      z.object({ scenario_name: z.string(), test_count: z.int(), performance_score: rate }),
    ),
  }),
});

export const getExecutionVerdict = define({
  name: "getExecutionVerdict",
  method: "GET",
  path: `${one}verdict/`,
  tag,
  summary: "Get an execution's verdict",
  description:
    "A short answer for CI pipelines: whether enough calls passed, by the thresholds of the run. passed is null until the run has finished, and false if too few calls count. Calls that failed because of the simulator or a provider do not count.",
  envelope: "bare",
  params,
  response: z.object({
    execution_id: id,
    run_test_id: id,
    status: z.enum(executionStatuses),
    done: z.boolean(),
    passed: z.boolean().nullable(),
    reason: z.string(),
    pass_rate: rate,
    pass_rate_interval: interval,
    coverage: z.number(),
    thresholds: z.object({ pass_rate: z.number(), coverage: z.number() }),
    calls: z.object({
      total: z.int(),
      open: z.int(),
      passed: z.int(),
      failed: z.int(),
      excluded: z.int(),
      unscored: z.int(),
    }),
    evaluations: z.array(
      z.object({
        id,
        name: z.string(),
        pass_rate: rate,
        pass_rate_interval: interval,
        average: rate.meta({ description: "Mean of the scores" }),
        average_interval: interval,
        ...coverage,
      }),
    ),
    spent_usd: spent,
    unpriced_calls: unpricedCalls,
  }),
});

export const compareExecutions = define({
  name: "compareExecutions",
  method: "GET",
  path: `${one}comparison/`,
  tag,
  summary: "Compare an execution with another",
  description:
    "Pairs the calls of two executions by scenario, row and trial, and tests whether one passes more often than the other (McNemar, exact) or scores higher (paired bootstrap). A call that does not count in one execution is left out of both. Calls whose verdict changed come first. differences lists the settings that differ.",
  errors: ["not_found", "required"],
  envelope: "bare",
  params,
  query: z.strictObject({ baseline_id: id.meta({ description: "The execution to compare with" }) }),
  response: z.object({
    execution_id: id,
    baseline_id: id,
    differences: z.array(z.string()).meta({ description: "Pinned settings that differ" }),
    pairs: z.int(),
    unpaired: z.int(),
    passing: z.object({
      baseline_rate: rate,
      rate,
      difference: rate,
      interval,
      improved: z.int(),
      worsened: z.int(),
      p_value: z.number().nullable(),
    }),
    evaluations: z.array(
      z.object({
        id,
        name: z.string(),
        pairs: z.int(),
        comparable: z.boolean().meta({ description: "Whether the same version judged both" }),
        baseline_mean: rate,
        mean: rate,
        difference: rate,
        interval,
        p_value: z.number().nullable(),
      }),
    ),
    calls: z
      .array(
        z.object({
          scenario: z.string(),
          scenario_id: id,
          row_id: id.nullable(),
          about: z.string().meta({ description: "The row's situation, or else its customer; empty if it has neither" }),
          repeat: z.int(),
          baseline_call_id: id,
          call_id: id,
          baseline_verdict: z.enum(callVerdicts).nullable(),
          verdict: z.enum(callVerdicts).nullable(),
          flipped: z.boolean(),
        }),
      )
      .meta({ description: "Calls whose verdict changed come first; at most 500" }),
  }),
  example: { baseline_id: "00000000-0000-4000-8000-000000000000" },
});

export const createCallBatch = define({
  name: "createCallBatch",
  method: "POST",
  path: `${one}chat/call-executions/batch/`,
  tag,
  summary: "Create the next calls that a client drives",
  description:
    "Creates the next calls of an execution, at most ten: one for each row and trial, or one for a scenario without rows. has_more says whether more are left. An unknown execution, or one with no calls left, is a 400, as published clients expect.",
  params,
  response: z.object({
    call_execution_ids: z.array(id),
    has_more: z.boolean(),
    batched_scenarios: z.array(id),
  }),
});
