import { z } from "zod";
import { define } from "../define";
import { id, page, pageQuery, timestamp } from "../shapes";
import { evalOutputs, outcomes, spanVerdicts } from "./names";
import { bounds } from "./shapes/estimates";
import { unpricedCalls } from "./shapes/run-shapes";
import { counts, micros } from "./shapes/task-shapes";

const tag = "Evaluation of spans";
const base = "/tracer/eval-tasks/";

const params = z.object({ task_id: id.meta({ description: "Id of the task" }) });

const figures = counts.extend({
  mean: z.number().nullable().meta({ description: "Mean of the numeric scores; null without any" }),
  interval: bounds.nullable().meta({
    description: "95 % interval of the mean; spans of one trace count as a cluster; null if there is too little data",
  }),
  interval_reason: z
    .string()
    .nullable()
    .meta({ description: "Why there is no mean or no interval; null if there are both" }),
  cost_micros: micros.nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
  unpriced_calls: unpricedCalls,
});

export const getEvalTaskFigures = define({
  name: "getEvalTaskFigures",
  method: "GET",
  path: `${base}{task_id}/figures/`,
  tag,
  summary: "A task's scores over time, and its failures by reason",
  description:
    "By evaluation and day, in UTC, over the last days: the number of spans scored, unscored and failed, and the mean. The mean leaves out unscored spans and errors. The response also has the 20 most frequent reasons for missing scores.",
  params,
  query: z.strictObject({
    days: z.int().min(1).max(90).default(30).meta({ description: "Number of days, including today" }),
  }),
  response: z.object({
    since: timestamp,
    evaluations: z.array(
      z.object({
        id,
        name: z.string(),
        output_type: z.enum(evalOutputs),
        total: figures,
        days: z.array(figures.extend({ day: z.string().meta({ description: "YYYY-MM-DD" }) })),
      }),
    ),
    reasons: z.array(
      z.object({ evaluation_id: id, outcome: z.enum(["unscored", "error"]), reason: z.string(), count: z.int() }),
    ),
  }),
  example: { days: 7 },
});

export const spanScore = z
  .object({
    evaluation_id: id,
    evaluation: z.string().meta({ description: "Its name" }),
    task_id: id,
    template_id: id,
    template_version: z.string(),
    output_type: z.enum(evalOutputs),
    model: z.string().nullable(),
    fingerprint: z.string(),
    span_id: z.string(),
    trace_id: z.string(),
    outcome: z.enum(outcomes).nullable().meta({ description: "Null until it is evaluated" }),
    output: z.unknown(),
    score: z.number().nullable(),
    label: z.string().nullable(),
    passed: z.boolean().nullable(),
    reason: z.string().nullable(),
    log_id: id.nullable(),
    cost_micros: micros.nullable().meta({ description: "Null if a model without a price was called, or none yet" }),
    scored_at: timestamp.nullable(),
  })
  .meta({ id: "SpanScore" });

export type SpanScore = z.infer<typeof spanScore>;

export const listSpanScores = define({
  name: "listSpanScores",
  method: "GET",
  path: `${base}{task_id}/scores/`,
  tag,
  summary: "List a task's scores, latest first",
  description: "A page of the task's scores, latest first; open ones come last.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    evaluation_id: id.optional().meta({ description: "Only scores of this evaluation of the task" }),
    verdict: z
      .enum(spanVerdicts)
      .optional()
      .meta({ description: "Only scores with this verdict; `open` means not yet evaluated" }),
    reason: z.string().max(200).optional().meta({ description: "Exact beginning of the reason" }),
  }),
  response: page(spanScore),
  example: { verdict: "failed" },
});

export const listTraceScores = define({
  name: "listTraceScores",
  method: "GET",
  path: "/tracer/traces/{trace_id}/scores/",
  tag,
  summary: "List the scores of a trace's spans",
  description: "The newest 1000 scores, by the trace's own id or its OpenTelemetry id.",
  params: z.object({
    trace_id: z
      .string()
      .regex(
        /^([\da-f]{32}|[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12})$/i,
        "Must be the trace's UUID or its OpenTelemetry id.",
      ),
  }),
  response: z.array(spanScore),
});
