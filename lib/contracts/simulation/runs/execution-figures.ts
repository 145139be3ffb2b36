// Figures of an execution: its KPIs and its verdict.
import { z } from "zod";
import { define } from "../../define";
import { unpricedCalls } from "../../evaluation/shapes/run-shapes";
import { id } from "../../shapes";
import { executionStatuses } from "../call-names";
import { spent } from "../call-parts";
import { one, params, playedRun, tag } from "./execution-parts";

export const rate = z.number().nullable();
export const interval = z
  .object({ low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: "95 %; null if there is too little data" });

/** Every figure states the number of calls behind it. */
export const coverage = {
  total_cells: z.int(),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  pending: z.int(),
};

export const percentile = (share: number) =>
  rate.meta({
    description: `Milliseconds within which ${share} % of the agent's measured answers came, over all calls; a fork's copied turns are left out; null if none was measured`,
  });

const spoken = rate.meta({
  description: "For phone calls: the mean over the calls that measured it; null if none did",
});

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
  description:
    "Averages over an execution's calls, faults by source, and pass^k. Each evaluation's average is avg_ with its name, such as avg_tone_of_voice. If another figure has that key, it ends in _2, _3 and so on.",
  envelope: "bare",
  params,
  response: z
    .object({
      total_calls: z.int(),
      avg_score: rate,
      avg_response: rate.meta({ description: "Seconds; null if none was measured" }),
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
      p50_chat_latency_ms: percentile(50),
      p95_chat_latency_ms: percentile(95),
      measured_answers: z.int().meta({ description: "Answers of the agent behind these percentiles" }),
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
      pass_rate: rate.meta({ description: "Percentage; null if no call counts" }),
      total_test_runs: z.int(),
      latest_fail_rate: rate.meta({ description: "Percentage; null if no call counts" }),
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
    "A short answer for CI pipelines: whether enough calls passed, by the thresholds of the run. passed is null until the run has finished, and false if too few calls count. Calls that failed because of the simulator or a provider do not count, nor calls that an evaluation could not score. The reason says why too few calls count, such as a cost ceiling or the faults that excluded them, and names evaluations that scored too few calls.",
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
      cancelled: z.int().meta({ description: "Calls that did not end, also those that a cost ceiling left out" }),
    }),
    evaluations: z.array(
      z.object({
        id,
        name: z.string(),
        pass_rate: rate,
        pass_rate_interval: interval,
        average: rate.meta({ description: "Mean of the scores; null without any" }),
        average_interval: interval,
        ...coverage,
        cost_usd: z
          .number()
          .nullable()
          .meta({ description: "What its newest results cost; null if one is open, or a model has no price" }),
        no_score_reason: z.string().nullable().meta({
          description:
            "The most frequent reason why calls have no score, on one line of at most 150 characters; null if all have one, or the execution goes on",
        }),
      }),
    ),
    run: playedRun,
    spent_usd: spent,
    unpriced_calls: unpricedCalls,
  }),
});
