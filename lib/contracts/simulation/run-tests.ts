// Run tests: what is tried against an agent, and running it.

import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { filterItem } from "../evaluation/filters";
import { mapping, modelName } from "../evaluation/playground";
import { unpricedCalls } from "../evaluation/run-shapes";
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
    name: name.optional().meta({ description: "Eval-<template_id> unless told; unique in the run test" }),
    config: givenObject.default({}).meta({ description: "May hold mapping, params and run_config" }),
    mapping: mapping.default({}).meta({
      description: "A template's input → where it comes from: transcript, call.summary, a column's id and the like",
    }),
    filters: list(filterItem, 50)
      .default([])
      .meta({ description: "Of which calls it is asked, by what a mapping may name: all of them have to hold" }),
    error_localizer: z.boolean().default(false),
    model: modelName.nullish(),
    kb_id: id.nullish(),
    eval_group: id.nullish().meta({ description: "The evaluation group that it comes from" }),
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
      .meta({ description: "Null takes the agent's active version when it is run" }),
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
const rowIds = list(id, MAX_ROW_IDS).meta({ description: "Rows of the scenarios that are tried; none given for all" });
const settings = changedSettings.meta({ description: "How its conversations are played" });

export const createRunTest = define({
  name: "createRunTest",
  method: "POST",
  path: `${base}create/`,
  tag,
  summary: "Create a run test",
  description:
    "Says which scenarios are tried against which agent, and how they are judged: nothing runs yet. Members are taken in camelCase and in snake_case; unknown ones are ignored. Configurations named in evalConfigIds are copied from the run tests they stand in. Names are unique in a workspace, in any case. All or nothing.",
  errors: ["required", "not_found"],
  envelope: "bare",
  body: bothSpellings(
    z.object({
      name,
      description: description.default(""),
      agent_definition_id: id,
      agent_version: id.nullish().meta({ description: "Null takes the agent's active version when it is run" }),
      scenario_ids: scenarioIds.min(1, "At least one scenario is required."),
      eval_config_ids: list(id, MAX_EVAL_CONFIGS).default([]),
      evaluations_config: evaluationsConfig.default([]),
      dataset_row_ids: rowIds.default([]),
      enable_tool_evaluation: z.boolean().default(false),
      simulator_agent_id: id.nullish().meta({ description: "In place of each scenario's own" }),
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
    search: z.string().max(255).optional().meta({ description: "Part of its name or of the agent's, in any case" }),
    simulation_type: z
      .enum(["agent_definition", "prompt"])
      .optional()
      .meta({ description: "prompt finds nothing: prompts are not run here" }),
    prompt_template_id: id.optional().meta({ description: "Finds nothing, as above" }),
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
  description: "Changes the given members and leaves the others. Runs that have begun keep what they began with.",
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
  summary: "Change what a run test tries",
  description:
    "Changes agent, version, simulator or scenarios of a run test, those that are given. Runs that have begun keep what they began with.",
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
    "Deletes a run test with its evaluations; runs of it that go on are cancelled, and none of them is shown any more. 404 when it is sent again.",
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
  description: "The run test of this name, in any case. An unknown name is a 400, as published clients expect.",
  params: z.object({ name: z.string().min(1).max(255).meta({ description: "Its name" }) }),
  response: z.object({ run_test_id: id, run_test_name: z.string() }),
});

export const listRunTestScenarios = define({
  name: "listRunTestScenarios",
  method: "GET",
  path: `${one}scenarios/`,
  tag,
  summary: "List a run test's scenarios",
  description: "A page of the scenarios that a run test tries, in its order, with their sizes.",
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
    "Puts evaluations on a run test; what has run already is left alone, until it is evaluated anew. Names are unique in a run test. All or nothing.",
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
  summary: "Take an evaluation from a run test",
  description: "Takes an evaluation from a run test. What it has said of calls is hidden, not erased.",
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
  description: "The evaluation with what its template asks for.",
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
    "Changes the given members. With another template the mapping keeps the inputs that it knows too; a mapping that is sent with inputs that the template has not got is refused. With run and test_execution_id the calls of that execution are evaluated anew; what was said before is kept.",
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
    "Starts the conversations: each row of the scenarios, as often as the settings say. An empty body runs everything; scenarioIds run those alone, and with selectAll all but those. Agent version, simulators, rows and evaluations are held on to as they are now. A scenario that is not completed refuses the run. A voice agent is called by phone, where it has a contact_number and the server a line; else it is refused. An agent that clients speak for gets its calls, which wait for them. The same Idempotency-Key starts one run; without it each request does.",
  errors: ["not_found"],
  envelope: "bare",
  params,
  body: bothSpellings(
    z.object({
      scenario_ids: scenarioIds.default([]),
      select_all: z.boolean().default(false),
      simulator_id: id.nullish().meta({ description: "A simulator agent in place of the run test's" }),
      agent_version: id.nullish().meta({ description: "Another version of the agent, for this run alone" }),
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
  summary: "Execute a run test whose agent a client speaks for",
  description:
    "Starts an execution without calls: the client asks for these ten at a time, and brings the agent's answers. The same gate as with execute.",
  params,
  response: z.object({ ...started, total_scenarios: z.array(id).meta({ description: "Ids of the scenarios" }) }),
});

export const getRunTestStatus = define({
  name: "getRunTestStatus",
  method: "GET",
  path: `${one}status/`,
  tag,
  summary: "Get how a run test's latest execution goes",
  description:
    "Counts of the latest execution, which cost the same however many calls it has. Of a run test that was never run the status is not_found.",
  envelope: "bare",
  params,
  response: z.union([
    z.object({
      run_test_id: id,
      execution_id: id,
      status: z.enum(executionStatuses),
      total_scenarios: z.int(),
      total_calls: z.int(),
      completed_calls: z.int().meta({ description: "Whose conversation is over, those included that are evaluated" }),
      failed_calls: z.int(),
      success_rate: z.number().meta({ description: "Percent" }),
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
    scenarios: z.string().meta({ description: "Their names, joined by commas" }),
    scenario_ids: z.array(id),
    start_time: timestamp.nullable(),
    started_at: timestamp.nullable(),
    completed_at: timestamp.nullable(),
    created_at: timestamp,
    duration: z.number().nullable().meta({ description: "Seconds" }),
    duration_seconds: z.number().nullable(),
    error_reason: z.string().nullable(),
    success_rate: z.number().meta({ description: "Percent of the calls that completed" }),
    pass_rate: z.number().nullable().meta({ description: "Of the calls that count, 0 to 1; null where none does" }),
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
    excluded_calls: z.int().meta({ description: "Spoilt by the simulator or a provider" }),
    unscored_calls: z.int(),
    total_scenarios: z.int(),
    total_chats: z.int(),
    avg_response_time: z.number().nullable().meta({ description: "Seconds: the mean of its calls' response_time" }),
    total_agent_turns: z.int().meta({ description: "Turns of the agent in all its calls" }),
    total_number_of_fagi_agent_turns: z.int().meta({ description: "Another name for it, which clients know" }),
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
    search: z.string().max(255).optional().meta({ description: "Part of a scenario's name, in any case" }),
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
    search: z.string().max(255).optional().meta({ description: "Part of what a row says, in any case" }),
    status: anyCase(callStatuses).optional(),
  }),
  response: page(callRecord),
  example: { status: "failed" },
});

const chosenExecutions = {
  test_execution_ids: list(id, MAX_EXECUTIONS).default([]),
  select_all: z.boolean().default(false).meta({ description: "All of the run test's, or all but those" }),
};

export const rerunTestExecutions = define({
  name: "rerunTestExecutions",
  method: "POST",
  path: `${one}rerun-test-executions/`,
  tag,
  summary: "Rerun calls of executions",
  description:
    "Plays the chosen calls of finished executions again, or evaluates them anew, as rerun-calls does for one execution. What was there before is kept.",
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
  summary: "Evaluate calls that were played before",
  description:
    "Evaluates the finished calls of the chosen executions with the run test's evaluations as they are now. What earlier ones have said is kept beside it.",
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
    "Deletes the chosen executions with their calls; those that go on are cancelled first. Ids of none of them are passed over.",
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
  summary: "Summarize what evaluations say",
  description:
    "What each evaluation of a run test says, over all executions or one: rates of passes, percentiles of scores or shares of labels, always with how many calls were scored, unscored and in error.",
  errors: ["not_found"],
  params,
  query: z.strictObject({ execution_id: id.optional().meta({ description: "That execution alone" }) }),
  response: z.array(evalSummary),
});

export const compareEvalSummaries = define({
  name: "compareEvalSummaries",
  method: "GET",
  path: `${one}eval-summary-comparison/`,
  tag,
  summary: "Summarize what evaluations say, execution by execution",
  description: "The summary of each of the named executions, by its id; at most twenty.",
  errors: ["not_found", "required"],
  params,
  query: z.strictObject({
    execution_ids: z.string().max(2_000).meta({ description: "Ids, as a JSON list or with commas between" }),
  }),
  response: z.record(z.string(), z.array(evalSummary)),
  example: { execution_ids: `["${anId}"]` },
});
