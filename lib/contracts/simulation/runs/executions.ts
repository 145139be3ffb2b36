// Executions: one run of a run test, its progress and its results.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../../define";
import { orJson } from "../../evaluation/log-table";
import { filterItem } from "../../evaluation/shapes/filters";
import { id, page, pageQuery } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { callStatuses, callVerdicts, executionStatuses, faultSides, rerunTypes } from "../call-names";
import { anyCase } from "../call-parts";
import { callRecord, transcriptTurn } from "./call-record";
import { coverage, interval, rate } from "./execution-figures";
import { one, params, tag } from "./execution-parts";

const MAX_CHOSEN_CALLS = 1_000;

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
    total_pass_rate: rate.meta({ description: "Percentage of the scored calls; null without any" }),
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
    error_messages: z.array(z.string()).meta({
      description:
        "Why the execution ended early, if it did, and then the messages of the faults that decide its calls, the most frequent first; at most 11",
    }),
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
    "Evaluates finished calls again with the run test's current evaluations, or plays them again from the start with the pinned settings. Nothing is lost: earlier evaluations stay beside the new ones, and earlier conversations become snapshots. The response says for each call whether it is rerun. The evaluations need their judges, as in execute.",
  errors: ["required", "service_unavailable"],
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
