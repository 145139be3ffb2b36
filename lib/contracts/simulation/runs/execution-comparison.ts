// The comparison of an execution with another one.
import { z } from "zod";
import { define } from "../../define";
import { id } from "../../shapes";
import { callVerdicts, comparedFigures } from "../call-names";
import { interval, percentile, rate } from "./execution-figures";
import { one, params, tag } from "./execution-parts";

export const compareExecutions = define({
  name: "compareExecutions",
  method: "GET",
  path: `${one}comparison/`,
  tag,
  summary: "Compare an execution with another",
  description:
    "Pairs the calls of two executions by scenario, row and trial. A call that does not count in one execution is left out of both. The rates, means, intervals and p values are over rows, each with the mean of its trials. Values of 0 and 1 have McNemar's exact test and Tango's interval; others have Wilcoxon's test and Student's t. figures compares latency, turns, tokens and cost of the calls that count in both. Calls whose verdict changed come first. differences lists the settings that differ.",
  errors: ["not_found", "required"],
  envelope: "bare",
  params,
  query: z.strictObject({ baseline_id: id.meta({ description: "The execution to compare with" }) }),
  response: z.object({
    execution_id: id,
    baseline_id: id,
    differences: z.array(z.string()).meta({ description: "Pinned settings that differ" }),
    pairs: z.int().meta({ description: "Pairs of calls that count in both" }),
    unpaired: z.int(),
    passing: z.object({
      baseline_rate: rate,
      rate,
      difference: rate,
      interval,
      improved: z.int().meta({ description: "Rows that pass more often" }),
      worsened: z.int().meta({ description: "Rows that pass less often" }),
      p_value: z.number().nullable(),
    }),
    evaluations: z.array(
      z.object({
        id,
        name: z.string(),
        pairs: z.int().meta({ description: "Pairs of calls that have a score in both" }),
        comparable: z.boolean().meta({ description: "Whether the same version judged both" }),
        baseline_mean: rate,
        mean: rate,
        difference: rate,
        interval,
        p_value: z.number().nullable(),
      }),
    ),
    figures: z
      .array(
        z.object({
          name: z.enum(comparedFigures),
          pairs: z.int().meta({ description: "Pairs of calls that have the figure in both" }),
          baseline_mean: rate,
          mean: rate,
          difference: rate,
          interval,
          p_value: z.number().nullable(),
        }),
      )
      .meta({
        description:
          "Of each call its mean latency, the agent's turns and tokens, and the cost of all models. With Wilcoxon's test and Student's t",
      }),
    answer_latency: z
      .object({
        baseline_p50_ms: percentile(50),
        p50_ms: percentile(50),
        baseline_p95_ms: percentile(95),
        p95_ms: percentile(95),
      })
      .meta({ description: "Percentiles of the agent's answers in each execution, paired or not" }),
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
