// What goes on in a project.
import { z } from "zod";
import { define } from "../define";
import { bounds } from "../evaluation/shapes/estimates";
import { HOURLY_DAYS, MAX_ACTIVITY_GROUPS, MAX_COUNTED_TRACES } from "../limits";
import { activitySplits } from "../names";
import { id, labelTypes, spanStatuses, timestamp } from "../shapes";

const interval = bounds.nullable();
const measure = z.object({
  value: z.number().nullable(),
  interval: interval.meta({ description: "95 %; null if there is too little data" }),
});

export const activityFigures = z
  .object({
    requests: z.int().meta({ description: "Traces that began then; an estimate if `is_estimated`" }),
    requests_interval: interval.meta({ description: "95 %, of an estimate; null where all traces were counted" }),
    ended: z.int().meta({ description: "Requests that have ended" }),
    errors: z.int().meta({ description: "Requests that ended with an error" }),
    error_rate: measure.meta({ description: "Of the requests that have ended" }),
    latency_p50_ms: measure,
    latency_p95_ms: measure,
    total_tokens: z.number().nullable().meta({ description: "Of the requests with a token count; null without any" }),
    without_tokens: z.int().meta({ description: "Requests without a token count" }),
    cost_usd: z.number().nullable().meta({ description: "Of the requests with a cost; null without any" }),
    without_cost: z.int().meta({ description: "Requests without a cost" }),
  })
  .meta({ id: "ActivityFigures" });
export type ActivityFigures = z.infer<typeof activityFigures>;

const period = { from: timestamp, to: timestamp };
const passRates = z.object({
  traces: z.int().meta({ description: "Traces with a verdict, of those that were counted" }),
  passed: z.int().meta({ description: "Traces of which each verdict is a pass" }),
  pass_rate: measure,
});
const meanFigures = z.object({ count: z.int(), mean: z.number().nullable(), interval });

export const getProjectActivity = define({
  name: "getProjectActivity",
  method: "GET",
  path: "/tracer/projects/{project_id}/activity/",
  tag: "Tracing",
  summary: "Get a project's activity: requests, errors, latency, tokens, cost, verdicts and feedback over time",
  description: `Figures of the traces that began between \`from\` and \`to\`: in total, by hour (ranges of up to ${HOURLY_DAYS} days) or by day in UTC, and by the values of one split, the ${MAX_ACTIVITY_GROUPS} most frequent. The first step begins with its hour or day. A trace with several models or names counts under each. Above ${MAX_COUNTED_TRACES.toLocaleString("en")} matching traces, counts and sums are estimated from the traces of random moments of each step, and \`is_estimated\` says so. Verdicts are those of evaluations of the traces' spans, feedback the scores of traces and spans that everybody may see.`,
  params: z.object({ project_id: id }),
  query: z.strictObject({
    from: timestamp.optional().meta({ description: "Default: 7 days before `to`" }),
    to: timestamp.optional().meta({ description: "Default: now" }),
    status: z.enum(spanStatuses).optional(),
    model: z.string().min(1).max(255).optional().meta({ description: "The model of one of its spans" }),
    name: z.string().min(1).max(255).optional().meta({ description: "The name of one of its spans" }),
    user: z.string().min(1).max(255).optional().meta({ description: "The application's own id of the user" }),
    split: z.enum(activitySplits).optional().meta({ description: "What groups the requests" }),
  }),
  response: z.object({
    ...period,
    step: z.enum(["hour", "day"]),
    project: z.object({ id, name: z.string() }),
    is_estimated: z.boolean(),
    sampled_traces: z.int().meta({ description: "The traces that the figures are from" }),
    total: activityFigures,
    steps: z.array(activityFigures.extend(period)),
    groups: z.array(activityFigures.extend({ value: z.string() })).meta({ description: "Empty without a split" }),
    verdicts: z.array(
      passRates.extend({
        evaluation_id: id,
        evaluation: z.string().meta({ description: "Its name" }),
        task_id: id,
        steps: z.array(passRates.extend(period)),
      }),
    ),
    feedback: z.array(
      meanFigures.extend({
        label_id: id,
        label: z.string().meta({ description: "Its name" }),
        label_type: z.enum(labelTypes),
        steps: z.array(meanFigures.extend(period)),
      }),
    ),
  }),
  example: { from: "2026-01-01T00:00:00Z", to: "2026-01-08T00:00:00Z", split: "model" },
});
