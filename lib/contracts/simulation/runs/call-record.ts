// A call, as every operation shows it.
import { z } from "zod";
import { errorDetails, localizationStatuses } from "../../evaluation/localization";
import { outcomes } from "../../evaluation/names";
import { unpricedCalls } from "../../evaluation/shapes/run-shapes";
import { id, timestamp } from "../../shapes";
import { callStatuses, callVerdicts, endCauses, faultKinds, faultSides } from "../call-names";
import { check, fault, faultRule, recordings, spent, toolCall, toolVerdict, turnMessage } from "../call-parts";

export const transcriptTurn = z
  .object({
    id: z.string(),
    turn: z.int().meta({ description: "Its number, from 0" }),
    role: z.enum(["user", "assistant"]).meta({ description: "user is the simulated customer, assistant the agent" }),
    messages: z.array(z.string()),
    content: z
      .union([z.array(turnMessage), z.string()])
      .meta({ description: "The turn's messages; for speech, its text" }),
    session_id: id,
    tool_calls: z.array(toolCall),
    created_at: timestamp,
    scripted: z.boolean(),
    latency_ms: z.number().nullable(),
    input_tokens: z.int().nullable(),
    output_tokens: z.int().nullable(),
    total_tokens: z.int().nullable().meta({
      description: "Also where only the total was reported, as by clients that drive an agent; null if unknown",
    }),
    cost_usd: z.number().nullable(),
    model: z.string().nullable(),
    trace_id: z.string().nullable().meta({
      description:
        "The trace of the gateway call behind this turn, or the one that an agent at an address of its own got in traceparent; null for none",
    }),
    speaker_role: z
      .enum(["user", "assistant"])
      .optional()
      .meta({ description: "Only for speech, like the next fields" }),
    start_time_ms: z.int().optional().meta({ description: "Milliseconds from the start of the call" }),
    start_time_seconds: z.number().optional(),
    end_time_ms: z.int().optional(),
    end_time_seconds: z.number().optional(),
    confidence_score: z
      .number()
      .nullish()
      .meta({ description: "0 to 1: how sure the provider's transcriber is; null if it does not say" }),
  })
  .meta({ id: "TranscriptTurn" });

export const callEvaluation = z
  .object({
    id: id.meta({ description: "The run test's evaluation" }),
    name: z.string(),
    value: z.unknown(),
    output: z.unknown(),
    outcome: z.enum(outcomes).nullable(),
    score: z.number().nullable(),
    passed: z.boolean().nullable(),
    reason: z.string(),
    type: z.string(),
    output_type: z.string(),
    template_type: z.string(),
    visible: z.boolean(),
    error: z.boolean(),
    status: z.enum(["pending", "completed", "error", "skipped"]),
    skipped: z.boolean(),
    generation: z.int().meta({ description: "1 for the first evaluation, higher after each re-evaluation" }),
    template_id: id,
    template_version: z.int(),
    fingerprint: z.string().nullable(),
    log_id: id.nullable(),
    error_localizer: z.boolean(),
    error_localizer_status: z.enum(localizationStatuses).nullable(),
    error_localizer_message: z.string().nullable(),
    ...errorDetails.partial().shape,
  })
  .meta({ id: "CallEvaluation" });

const nothing = z.null();

/** Only for phone calls. */
const spoken = z.number().nullable();
const measured = (what: string) => spoken.meta({ description: `${what}; null if it was not measured` });

export const callRecord = z
  .object({
    id,
    test_execution_id: id,
    run_test_id: id,
    number: z.int().meta({ description: "Its place in the execution, from 0; screens and the command count from 1" }),
    repeat: z.int().meta({ description: "Which trial of its row, from 1" }),
    row_id: id.nullable(),
    session_id: id,
    service_provider_call_id: z
      .string()
      .nullable()
      .meta({ description: "For a phone call: its id at the provider; null for others" }),
    customer_call_id: nothing,
    timestamp,
    call_type: z.string().nullable(),
    simulation_call_type: z.enum(["voice", "text"]),
    status: z.enum(callStatuses),
    duration: z.number().nullable(),
    duration_seconds: z.number().nullable(),
    start_time: timestamp.nullable(),
    ended_at: timestamp.nullable(),
    transcript: z.array(transcriptTurn).meta({ description: "Empty in lists" }),
    scenario: z.string(),
    scenario_id: id,
    scenario_graph: z.record(z.string(), z.unknown()).nullable(),
    scenario_graph_id: nothing,
    scenario_columns: z.record(
      z.string(),
      z.object({
        value: z.unknown(),
        visible: z.boolean(),
        dataset_column_id: z.string(),
        dataset_id: z.string(),
        column_name: z.string(),
        data_type: z.string(),
      }),
    ),
    overall_score: z.number().nullable(),
    response_time: z
      .number()
      .nullable()
      .meta({ description: "Seconds, the mean of the agent's turns; null if none was measured" }),
    response_time_ms: z.number().nullable(),
    audio_url: z.string().nullable().meta({ description: "Path of the recording on this server; null for none" }),
    recordings: recordings.meta({ description: "URLs at the provider; some of them expire" }),
    customer_name: z.string().nullable(),
    eval_outputs: z.record(z.string(), z.record(z.string(), z.unknown())),
    eval_metrics: z.record(z.string(), callEvaluation),
    earlier_evaluations: z.array(callEvaluation).meta({ description: "Results from before it was evaluated again" }),
    ended_reason: z.string().nullable(),
    ended_by: z.enum(endCauses).nullable(),
    call_summary: z.string().nullable(),
    verdict: z.enum(callVerdicts).nullable().meta({
      description:
        "excluded: the simulator or a provider failed. unscored: an evaluation has no score, or nothing says whether the call passed; null until it is judged",
    }),
    faults: z.array(fault),
    fault_rules: z.array(faultRule).meta({
      description:
        "For each kind of simulator fault, what checked for it. rule: a rule covers the languages of all turns. judge: the run's judge_model checked the other turns. nobody: the other turns were not checked. Empty until the call is judged",
    }),
    fault_side: z.enum(faultSides).nullable(),
    fault_kind: z.enum(faultKinds).nullable(),
    checks: z.array(check).meta({ description: "Expected tool calls and expected state" }),
    simulator_agent_name: z.string().nullable(),
    simulator_agent_id: id.nullable(),
    agent_definition_used_name: z.string(),
    agent_definition_used_id: id,
    agent_version_id: id,
    agent_version: z.string(),
    tool_outputs: z.record(z.string(), toolVerdict),
    rerun_snapshots: z.array(
      z.object({
        id,
        rerun_type: z.string(),
        snapshot_timestamp: timestamp,
        status: z.string(),
        verdict: z.string().nullable(),
        call: z.record(z.string(), z.unknown()),
      }),
    ),
    is_snapshot: z.boolean(),
    snapshot_timestamp: nothing,
    rerun_type: nothing,
    original_call_execution_id: id.nullable().meta({ description: "The call from which it was forked; null for none" }),
    fork_turn: z.int().nullable(),
    provider: z.string().nullable(),
    phone_number: z.string().nullable().meta({ description: "The number that was called; null for a written call" }),
    processing_skipped: z.boolean(),
    processing_skip_reason: z.string().nullable(),
    avg_agent_latency: z.number().nullable(),
    avg_agent_latency_ms: z.number().nullable(),
    avg_latency_ms: z.number().nullable(),
    total_tokens: z.number().nullable(),
    input_tokens: z.number().nullable(),
    output_tokens: z.number().nullable(),
    turn_count: z
      .number()
      .nullable()
      .meta({ description: "Turns of the agent; null until the conversation has ended" }),
    csat_score: z.number().nullable(),
    avg_stop_time_after_interruption: measured("Seconds until the agent stops speaking after the customer interrupts"),
    avg_stop_time_after_interruption_ms: spoken,
    talk_ratio: measured("Ratio of the agent's speech to the customer's"),
    agent_talk_percentage: spoken,
    user_wpm: measured("The customer's words per minute of speech"),
    bot_wpm: measured("The agent's words per minute of speech"),
    user_interruption_count: measured("How often the customer interrupted the agent"),
    user_interruption_rate: measured("Interruptions per minute of the call"),
    ai_interruption_count: spoken,
    ai_interruption_rate: spoken,
    stt_cost: spoken.meta({
      description: "Dollars charged by the provider of a phone call, like the next fields; null if it does not say",
    }),
    llm_cost: spoken,
    tts_cost: spoken,
    storage_cost: nothing.meta({ description: "Always null: no provider reports it" }),
    total_cost: spent,
    cost_usd: spent,
    unpriced_calls: unpricedCalls,
    customer_cost_cents: z.number().nullable(),
    customer_cost_breakdown: z.record(z.string(), z.unknown()).nullable(),
    customer_latency_metrics: z.record(z.string(), z.unknown()).nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "CallExecution" });

export type CallRecord = z.infer<typeof callRecord>;
