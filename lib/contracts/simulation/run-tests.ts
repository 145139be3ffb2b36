// Run tests: which scenarios test an agent, and how to run them.

import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { mapping, modelName } from "../evaluation/playground";
import { filterItem } from "../evaluation/shapes/filters";
import { unpricedCalls } from "../evaluation/shapes/run-shapes";
import { givenObject, id, name, page, pageQuery, timestamp } from "../shapes";
import { callStatuses, executionStatuses } from "./call-names";
import { anyCase, changedSettings, runSettings, spent } from "./call-parts";
import { callRecord } from "./calls";
import { evalSummary } from "./executions";
import { bothSpellings } from "./spelling";

export const runTestTag = "Test runs";
const tag = runTestTag;
const base = "/simulate/run-tests/";
const one = `${base}{run_test_id}/`;
const params = z.object({ run_test_id: id.meta({ description: "Id of the run test" }) });
const anId = "00000000-0000-4000-8000-000000000000";
export const MAX_SCENARIOS = 100;
export const MAX_EVAL_CONFIGS = 50;
export const MAX_ROW_IDS = 20_000;
export const MAX_EXECUTIONS = 100;
const description = z.string().max(10_000, "At most 10000 characters.");

const evalConfigInput = bothSpellings(
  z.object({
    template_id: id,
    name: name.optional().meta({ description: "Eval-<template_id> by default; unique in the run test" }),
    config: givenObject.default({}).meta({ description: "May contain mapping, params and run_config" }),
    mapping: mapping.default({}).meta({
      description: "Maps each template input to its source: transcript, call.summary, a column's id, and so on",
    }),
    filters: list(filterItem, 50)
      .default([])
      .meta({ description: "Evaluate only calls that match all of these filters; columns as in a mapping" }),
    error_localizer: z.boolean().default(false),
    model: modelName.nullish(),
    kb_id: id.nullish(),
    eval_group: id.nullish().meta({ description: "The evaluation group it comes from" }),
  }),
);
export type EvalConfigInput = z.output<typeof evalConfigInput>;

export const evalConfig = z
  .object({
    id,
    name: z.string(),
    template_id: id,
    template_name: z.string(),
    version_number: z.int().nullable(),
    config: z.record(z.string(), z.unknown()),
    mapping: z.record(z.string(), z.unknown()),
    filters: z.array(z.unknown()),
    error_localizer: z.boolean(),
    model: z.string().nullable(),
    status: z.string(),
    eval_group: z.string().nullable(),
    eval_required_keys: z.array(z.string()),
  })
  .meta({ id: "RunTestEvaluation" });

const detail = z.record(z.string(), z.unknown());

export const runTest = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    agent_definition: id,
    agent_version: z
      .object({ id, name: z.string(), configuration_snapshot: detail })
      .nullable()
      .meta({ description: "Null runs the agent's active version at the time" }),
    agent_definition_detail: detail.nullable(),
    source_type: z.literal("agent_definition"),
    source_type_display: z.string(),
    prompt_template: z.null(),
    prompt_template_detail: z.null(),
    prompt_version: z.null(),
    prompt_version_detail: z.null(),
    scenarios: z.array(id),
    scenarios_detail: z.array(
      z.looseObject({ id, name: z.string(), status: z.string(), scenario_type: z.string(), dataset: id.nullable() }),
    ),
    dataset_row_ids: z.array(id),
    simulator_agent: id.nullable(),
    simulator_agent_detail: detail.nullable(),
    simulate_eval_configs: z.array(id),
    simulate_eval_configs_detail: z.array(evalConfig),
    evals_detail: z.array(evalConfig),
    evals: z.array(evalConfig),
    organization: id,
    workspace: id,
    enable_tool_evaluation: z.boolean(),
    settings: runSettings,
    created_at: timestamp,
    updated_at: timestamp,
    last_run_at: timestamp.nullable(),
    deleted: z.boolean(),
    deleted_at: z.null(),
  })
  .meta({ id: "RunTest" });

const evaluationsConfig = list(evalConfigInput, MAX_EVAL_CONFIGS);
const scenarioIds = list(id, MAX_SCENARIOS);
const rowIds = list(id, MAX_ROW_IDS).meta({ description: "Rows of the scenarios to run; empty for all" });
const settings = changedSettings.meta({ description: "Settings of its conversations" });

export const createRunTest = define({
  name: "createRunTest",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create a run test",
  description:
    "Saves which scenarios test which agent and how the calls are judged. Nothing runs yet. Fields may be in camelCase or snake_case; unknown fields are ignored. Evaluations named in evalConfigIds are copied from their run tests. Names are unique in a workspace, ignoring case. If any part is invalid, nothing is created.",
  errors: ["required", "not_found"],
  envelope: "bare",
  body: bothSpellings(
    z.object({
      name,
      description: description.default(""),
      agent_definition_id: id,
      agent_version: id.nullish().meta({ description: "Null runs the agent's active version at the time" }),
      scenario_ids: scenarioIds.min(1, "At least one scenario is required."),
      eval_config_ids: list(id, MAX_EVAL_CONFIGS).default([]),
      evaluations_config: evaluationsConfig.default([]),
      dataset_row_ids: rowIds.default([]),
      enable_tool_evaluation: z.boolean().default(false),
      simulator_agent_id: id.nullish().meta({ description: "Replaces each scenario's own simulator agent" }),
      settings: settings.default({}),
    }),
  ),
  response: runTest,
  example: {
    name: "Refunds, every week",
    description: "Customers who want their money back",
    agentDefinitionId: anId,
    scenarioIds: [anId],
    evaluationsConfig: [{ templateId: anId, mapping: { conversation: "transcript" } }],
    settings: { repeats: 3 },
  },
});

export const listRunTests = define({
  name: "listRunTests",
  method: "GET",
  path: base,
  tag,
  summary: "List run tests, newest first",
  description: "A page of the workspace's run tests, newest first.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z
      .string()
      .max(255)
      .optional()
      .meta({ description: "Part of its name or the agent's name, case-insensitive" }),
    simulation_type: z
      .enum(["agent_definition", "prompt"])
      .optional()
      .meta({ description: "prompt finds nothing, because prompts cannot be run" }),
    prompt_template_id: id.optional().meta({ description: "Finds nothing, because prompts cannot be run" }),
  }),
  response: page(runTest),
  example: { search: "refund", page: 1, limit: 20 },
});

export const getRunTest = define({
  name: "getRunTest",
  method: "GET",
  path: one,
  tag,
  summary: "Get a run test",
  description: "One run test with its agent, scenarios and evaluations.",
  envelope: "bare",
  params,
  response: runTest,
});

export const updateRunTest = define({
  name: "updateRunTest",
  method: "PATCH",
  path: one,
  tag,
  summary: "Update a run test",
  description: "Changes only the fields that are sent. Runs that have begun keep their settings.",
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      name: name.optional(),
      description: description.optional(),
      dataset_row_ids: rowIds.optional(),
      enable_tool_evaluation: z.boolean().optional(),
      settings: settings.optional(),
    }),
  ),
  response: runTest,
  example: { name: "Refunds, every day", settings: { repeats: 5 } },
});

export const updateRunTestComponents = define({
  name: "updateRunTestComponents",
  method: "PATCH",
  path: `${one}components/`,
  tag,
  summary: "Change the agent or scenarios of a run test",
  description:
    "Changes the agent, version, simulator or scenarios of a run test, where they are sent. Runs that have begun keep their settings.",
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      agent_definition_id: id.optional(),
      version: id.nullish(),
      simulator_agent_id: id.nullish(),
      scenarios: scenarioIds.min(1, "At least one scenario is required.").optional(),
      enable_tool_evaluation: z.boolean().optional(),
    }),
  ),
  response: runTest,
  example: { scenarios: [anId] },
});

const deletion = {
  tag,
  summary: "Delete a run test",
  description:
    "Deletes a run test with its evaluations and executions. Ongoing executions are cancelled. Deleting it again is a 404.",
  envelope: "bare" as const,
  params,
  response: z.object({ message: z.string() }),
};
export const deleteRunTest = define({ ...deletion, name: "deleteRunTest", method: "DELETE", path: one });
export const deleteRunTestByName = define({
  ...deletion,
  name: "deleteRunTestByName",
  method: "DELETE",
  path: `${one}delete/`,
});

export const getRunTestIdByName = define({
  name: "getRunTestIdByName",
  method: "GET",
  path: `${base}get-id-by-name/{name}/`,
  tag,
  summary: "Get a run test's id by its name",
  description: "The run test with this name, ignoring case. An unknown name is a 400, as published clients expect.",
  params: z.object({ name: z.string().min(1).max(255).meta({ description: "Its name" }) }),
  response: z.object({ run_test_id: id, run_test_name: z.string() }),
});

export const listRunTestScenarios = define({
  name: "listRunTestScenarios",
  method: "GET",
  path: `${one}scenarios/`,
  tag,
  summary: "List a run test's scenarios",
  description: "A page of a run test's scenarios, in order, with their row counts.",
  envelope: "page",
  params,
  query: z.strictObject(pageQuery),
  response: page(z.object({ id, name: z.string(), status: z.string(), row_count: z.int() })),
});

export const addEvalConfigs = define({
  name: "addEvalConfigs",
  method: "POST",
  path: `${one}eval-configs/`,
  tag,
  summary: "Add evaluations to a run test",
  description:
    "Adds evaluations to a run test. Finished calls keep their results until you evaluate them again. Names are unique in a run test. If any evaluation is invalid, none is added.",
  errors: ["required"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({ evaluations_config: evaluationsConfig.min(1, "At least one evaluation is required.") }),
  ),
  response: z.object({ message: z.string(), created_eval_configs: z.array(evalConfig), run_test_id: id }),
  example: { evaluations_config: [{ template_id: anId, mapping: { conversation: "transcript" } }] },
});

const configParams = z.object({
  run_test_id: id.meta({ description: "Id of the run test" }),
  eval_config_id: id.meta({ description: "Id of the evaluation" }),
});

export const deleteEvalConfig = define({
  name: "deleteEvalConfig",
  method: "DELETE",
  path: `${one}eval-configs/{eval_config_id}/`,
  tag,
  summary: "Remove an evaluation from a run test",
  description: "Removes an evaluation from a run test. Its results are hidden, not erased.",
  envelope: "bare",
  params: configParams,
  response: z.object({ message: z.string() }),
});

export const getEvalConfigStructure = define({
  name: "getEvalConfigStructure",
  method: "GET",
  path: `${one}eval-configs/{eval_config_id}/get-structure/`,
  tag,
  summary: "Get an evaluation of a run test",
  description: "The evaluation with the inputs and parameters of its template.",
  envelope: "bare",
  params: configParams,
  response: evalConfig.extend({
    description: z.string(),
    optional_keys: z.array(z.string()),
    output: z.string(),
    function_params_schema: z.record(z.string(), z.unknown()),
  }),
});

export const updateEvalConfig = define({
  name: "updateEvalConfig",
  method: "POST",
  path: `${one}eval-configs/{eval_config_id}/update/`,
  tag,
  summary: "Change an evaluation of a run test",
  description:
    "Changes only the fields that are sent. With another template, the mapping keeps the inputs that both templates have. A mapping with inputs that the template does not have is refused. With run and test_execution_id, the calls of that execution are evaluated again; earlier results are kept.",
  errors: ["not_found"],
  envelope: "bare",
  params: configParams,
  body: bothSpellings(
    z.object({
      name: name.optional(),
      template_id: id.optional(),
      config: givenObject.optional(),
      mapping: mapping.optional(),
      filters: list(filterItem, 50).optional(),
      error_localizer: z.boolean().optional(),
      model: modelName.nullish(),
      kb_id: id.nullish(),
      run: z.boolean().default(false),
      test_execution_id: id.nullish(),
    }),
  ),
  response: evalConfig,
  example: { mapping: { conversation: "transcript" }, errorLocalizer: true },
});

const started = {
  message: z.string(),
  execution_id: id,
  run_test_id: id,
  status: z.enum(executionStatuses),
};

export const executeRunTest = define({
  name: "executeRunTest",
  method: "POST",
  path: `${one}execute/`,
  tag,
  summary: "Execute a run test",
  description:
    "Starts the conversations: each row of the scenarios, with the number of trials from the settings. An empty body runs everything. scenarioIds runs only those scenarios; with selectAll, all except those. The current agent version, simulators, rows and evaluations are pinned. Every scenario must be completed. A voice agent is called by phone; it needs a contact_number, and the server a telephony account. For an agent that a client drives, the calls are created and wait for the client. Requests with the same Idempotency-Key start one run; without the header, each request starts one.",
  errors: ["not_found"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      scenario_ids: scenarioIds.default([]),
      select_all: z.boolean().default(false),
      simulator_id: id.nullish().meta({ description: "A simulator agent to use instead of the run test's" }),
      agent_version: id.nullish().meta({ description: "Another version of the agent, only for this run" }),
      settings: settings.default({}),
    }),
  ),
  response: z.object({
    ...started,
    total_scenarios: z.int(),
    total_calls: z.int(),
    scenario_ids: z.array(id),
  }),
  example: { selectAll: true, scenarioIds: [], settings: { repeats: 2 } },
});

export const startChatExecution = define({
  name: "startChatExecution",
  method: "POST",
  path: `${one}chat-execute/`,
  tag,
  summary: "Execute a run test whose agent a client drives",
  description:
    "Starts an execution without calls. The client requests calls, ten at a time, and sends the agent's answers. The same requirements as for execute apply.",
  params,
  response: z.object({ ...started, total_scenarios: z.array(id).meta({ description: "Ids of the scenarios" }) }),
});

export const getRunTestStatus = define({
  name: "getRunTestStatus",
  method: "GET",
  path: `${one}status/`,
  tag,
  summary: "Get the status of a run test's latest execution",
  description:
    "Status and counts of the latest execution; fast for any number of calls. If the run test has never run, the status is not_found.",
  envelope: "bare",
  params,
  response: z.union([
    z.object({
      run_test_id: id,
      execution_id: id,
      status: z.enum(executionStatuses),
      total_scenarios: z.int(),
      total_calls: z.int(),
      completed_calls: z
        .int()
        .meta({ description: "Calls whose conversation has ended, including those that are being evaluated" }),
      failed_calls: z.int(),
      success_rate: z.number().meta({ description: "Percentage" }),
      start_time: timestamp.nullable(),
      end_time: timestamp.nullable(),
      message: z.string(),
    }),
    z.object({ run_test_id: id, status: z.literal("not_found"), error: z.string() }),
  ]),
});

export const executionItem = z
  .object({
    id,
    run_test: id,
    status: z.enum(executionStatuses),
    scenarios: z.string().meta({ description: "Names of the scenarios, separated by commas" }),
    scenario_ids: z.array(id),
    start_time: timestamp.nullable(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    created_at: timestamp,
    duration: z.number().nullable().meta({ description: "Seconds" }),
    duration_seconds: z.number().nullable(),
    error_reason: z.string().nullable(),
    success_rate: z.number().meta({ description: "Percentage of calls that completed" }),
    pass_rate: z
      .number()
      .nullable()
      .meta({ description: "Share of counted calls that passed, 0 to 1; null if none counts" }),
    pass_rate_interval: z.object({ low: z.number(), high: z.number() }).nullable().meta({ description: "95 %" }),
    calls: z.int(),
    total_calls: z.int(),
    calls_attempted: z.int(),
    connected_calls: z.int(),
    calls_connected_percentage: z.number(),
    completed_calls: z.int(),
    failed_calls: z.int(),
    cancelled_calls: z.int(),
    pending_calls: z.int(),
    passed_calls: z.int(),
    failing_calls: z.int(),
    excluded_calls: z.int().meta({ description: "Calls in which the simulator or a provider failed" }),
    unscored_calls: z.int(),
    total_scenarios: z.int(),
    total_chats: z.int(),
    avg_response_time: z.number().nullable().meta({ description: "Mean response_time of its calls, in seconds" }),
    total_agent_turns: z.int().meta({ description: "Number of agent turns in all calls" }),
    total_number_of_fagi_agent_turns: z
      .int()
      .meta({ description: "The same value under the name that published clients use" }),
    agent_version: z.string(),
    agent_version_id: id,
    agent_definition: z.string(),
    agent_definition_used_name: z.string(),
    simulator_agent_name: z.string().nullable(),
    agent_type: z.string(),
    source_type: z.literal("agent_definition"),
    driver: z.enum(["server", "client"]),
    settings: runSettings,
    spent_usd: spent,
    unpriced_calls: unpricedCalls,
    fingerprint: z.string(),
  })
  .meta({ id: "TestExecution" });

export const listRunTestExecutions = define({
  name: "listRunTestExecutions",
  method: "GET",
  path: `${one}executions/`,
  tag,
  summary: "List a run test's executions, newest first",
  description: "A page of the executions of a run test, newest first, with their counts.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of a scenario's name, case-insensitive" }),
    status: anyCase(executionStatuses).optional(),
  }),
  response: page(executionItem),
  example: { status: "completed" },
});

export const listRunTestCalls = define({
  name: "listRunTestCalls",
  method: "GET",
  path: `${one}call-executions/`,
  tag,
  summary: "List the calls of a run test's executions, newest first",
  description: "A page of the calls of all executions of a run test, without their transcripts.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the row's text, case-insensitive" }),
    status: anyCase(callStatuses).optional(),
  }),
  response: page(callRecord),
  example: { status: "failed" },
});

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
  errors: ["required", "not_found"],
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
    "Evaluates the finished calls of the chosen executions with the run test's current evaluations. Earlier results are kept.",
  errors: ["required", "not_found"],
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
    "Results of each evaluation of a run test, over all executions or one: pass rates, score percentiles or label shares, each with the number of calls that were scored, unscored or in error.",
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
