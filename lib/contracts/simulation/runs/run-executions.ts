// Starts a run test, and lists its executions.
import { z } from "zod";
import { define } from "../../define";
import { unpricedCalls } from "../../evaluation/shapes/run-shapes";
import { id, page, pageQuery, timestamp } from "../../shapes";
import { bothSpellings } from "../../spelling";
import { callStatuses, executionStatuses } from "../call-names";
import { anyCase, runSettings, spent } from "../call-parts";
import { callRecord } from "./call-record";
import { one, params, scenarioIds, settings, tag } from "./run-test-parts";

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
    "Starts the conversations: each row of the scenarios, with the number of trials from the settings. An empty body runs everything. scenario_ids runs only those scenarios; with select_all, all except those. The current agent version, simulators, rows and evaluations are pinned. Every scenario must be completed. The gateway must have the model that plays the customers, and a judge for each evaluation that needs one; 503 if nobody chose one, and the gateway's settings cannot be read. A voice agent is called by phone; it needs a contact_number, and the server a telephony account. For an agent that a client drives, the calls are created and wait for the client. Requests with the same Idempotency-Key start one run; without the header, each request starts one. A key whose run was deleted, or that was first sent with other choices, is answered with 409.",
  errors: ["not_found", "mutation_id_reused", "service_unavailable"],
  takesIdempotencyKey: true,
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
  example: { select_all: true, scenario_ids: [], settings: { repeats: 2 } },
});

export const startChatExecution = define({
  name: "startChatExecution",
  method: "POST",
  path: `${one}chat-execute/`,
  tag,
  summary: "Execute a run test whose agent a client drives",
  description:
    "Starts an execution without calls. The client requests calls, ten at a time, and sends the agent's answers. If no call is open and none is requested for 30 minutes, the execution ends with the calls that it has. The same requirements as for execute apply.",
  errors: ["not_found", "service_unavailable"],
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
    "Status and counts of the latest execution, forks left out; fast for any number of calls. If the run test has never run, the status is not_found.",
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
    duration: z.number().nullable().meta({ description: "Seconds, until now if it goes on; null if it has not begun" }),
    duration_seconds: z.number().nullable(),
    error_reason: z.string().nullable(),
    success_rate: z.number().meta({ description: "Percentage of calls that completed" }),
    passed: z
      .boolean()
      .nullable()
      .meta({ description: "Whether enough calls passed, by the thresholds of the run; null until it has finished" }),
    pass_rate: z
      .number()
      .nullable()
      .meta({ description: "Share of counted calls that passed, 0 to 1; null if none counts" }),
    pass_rate_interval: z
      .object({ low: z.number(), high: z.number() })
      .nullable()
      .meta({ description: "95 %; null if there is too little data" }),
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
    avg_response_time: z
      .number()
      .nullable()
      .meta({ description: "Mean response_time of its calls, in seconds; null if none was measured" }),
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
    forked_from: z
      .object({
        call_execution_id: id,
        number: z
          .int()
          .nullable()
          .meta({ description: "The call's number in its execution, from 0; null if it was deleted" }),
        turn: z.int().meta({ description: "How many turns were copied" }),
      })
      .nullable()
      .meta({ description: "The call that a fork continues; null for an execution that is no fork" }),
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
