// Evaluations of spans: as they arrive, and of the past.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";
import { deleted, givenObject, id, name, page, pageQuery, timestamp } from "../shapes";
import { bounds } from "./comparison";
import { backfillStatuses, evalOutputs, outcomes, samplingUnits, spanVerdicts, taskStatuses } from "./names";
import { mapping, modelName } from "./playground";
import { unpricedCalls } from "./run-shapes";
import { spanFilters } from "./span-filters";

const tag = "Evaluation of spans";
const base = "/tracer/eval-tasks/";
const params = z.object({ task_id: id.meta({ description: "Id of the task" }) });

export const MAX_TASK_EVALUATIONS = 20;
/** Most spans of one backfill. */
export const MAX_BACKFILL_SPANS = 100_000;
/** Spans of a project that a preview looks at, at most. */
export const MAX_PREVIEWED_SPANS = 100_000;

const micros = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const counts = z.object({
  open: z.int().meta({ description: "Not yet evaluated" }),
  scored: z.int(),
  unscored: z.int(),
  error: z.int(),
  passed: z.int(),
  failed: z.int(),
});

const evaluation = z
  .object({
    id,
    binding_id: id,
    name: z.string(),
    template_id: id,
    template_name: z.string(),
    template_version: z.string(),
    output_type: z.enum(evalOutputs),
    mapping: z.record(z.string(), z.unknown()),
    params: z.record(z.string(), z.unknown()),
    model: z.string().nullable(),
    fingerprint: z.string().meta({ description: "Evaluations with the same fingerprint have comparable scores" }),
  })
  .meta({ id: "TaskEvaluation" });

const backfill = z
  .object({
    id,
    status: z.enum(backfillStatuses),
    since: timestamp.nullable(),
    until: timestamp.nullable(),
    max_spans: z.int(),
    ceiling_micros: micros.nullable(),
    spent_micros: micros.nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
    unpriced_calls: unpricedCalls,
    seen: z.int().meta({ description: "Spans of the project that the task has checked" }),
    taken: z.int().meta({ description: "Checked spans that the task evaluates" }),
    open: z.int().meta({ description: "Evaluations not yet done" }),
    message: z.string().nullable().meta({ description: "Why it ended, if that is not obvious" }),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "Backfill" });
export type Backfill = z.infer<typeof backfill>;

const task = z
  .object({
    id,
    name: z.string(),
    project_id: id,
    project_name: z.string(),
    status: z.enum(taskStatuses),
    continuous: z.boolean(),
    filters: spanFilters,
    sampling_rate: z.number(),
    sampling_unit: z.enum(samplingUnits),
    evaluations: z.array(evaluation),
    created_by: z.string().nullable().meta({ description: "The creator's name" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "EvaluationTask" });
export type EvaluationTask = z.infer<typeof task>;

const newEvaluation = z.strictObject({
  template_id: id,
  name: name.optional(),
  mapping: mapping.meta({
    description:
      "Maps the template's inputs to parts of the span: a path such as span.input, span.output, span.attributes.llm.model_name, trace.input, or an attribute's name. Values that are not text are used unchanged.",
  }),
  params: givenObject.optional(),
  model: modelName.nullish(),
  error_localizer: z.boolean().default(false),
});

const samplingRate = z
  .number()
  .gt(0, "Must be more than 0.")
  .max(1, "At most 1.")
  .meta({ description: "Sampling rate. The ids decide which spans are sampled, so the sample is always the same" });

const evaluations = {
  evaluations: list(newEvaluation, MAX_TASK_EVALUATIONS)
    .optional()
    .meta({ description: "Evaluations to run on each span" }),
  binding_ids: list(id, MAX_TASK_EVALUATIONS)
    .optional()
    .meta({ description: "Evaluations that a group added to the project" }),
};

const selection = {
  filters: spanFilters.default({}),
  sampling_rate: samplingRate.default(1),
  sampling_unit: z.enum(samplingUnits).default("trace"),
};

export const createEvalTask = define({
  name: "createEvalTask",
  method: "POST",
  path: base,
  tag,
  summary: "Evaluate a project's spans as they arrive",
  description:
    "Creates a task that evaluates the spans of a project that match its filters and sampling. Versions, models, parameters and mappings are pinned, and each score names them. A continuous task evaluates spans within about a minute of their arrival; a backfill evaluates earlier ones. The project that traces judges' own calls cannot be evaluated.",
  errors: ["not_found"],
  body: z.strictObject({
    name,
    project_id: id,
    ...selection,
    continuous: z.boolean().default(true),
    ...evaluations,
  }),
  response: task,
  example: {
    name: "Answers are polite",
    project_id: "00000000-0000-4000-8000-000000000000",
    filters: { observation_types: ["llm"] },
    sampling_rate: 0.1,
    evaluations: [
      {
        template_id: "00000000-0000-4000-8000-000000000000",
        mapping: { output: "span.output" },
        model: "sandbox/judge",
      },
    ],
  },
});

export const previewEvalTask = define({
  name: "previewEvalTask",
  method: "POST",
  path: `${base}preview/`,
  tag,
  access: "read",
  summary: "Count the spans that a task would evaluate, and estimate the cost",
  description: `Changes nothing. Checks up to ${MAX_PREVIEWED_SPANS} spans of the project; beyond that, the count is an estimate. The cost is based on the template's recent runs with the same model, and null without such runs. Functions cost nothing.`,
  errors: ["not_found"],
  body: z.strictObject({ project_id: id, ...selection, ...evaluations }),
  response: z.object({
    matching: z.int().meta({ description: "Spans that match the filters" }),
    taken: z.int().meta({ description: "Matching spans that are in the sample" }),
    is_estimated: z.boolean(),
    cost_micros: micros.nullable().meta({ description: "Of all evaluations; null if one of them is unknown" }),
    evaluations: z.array(
      z.object({
        template_id: id,
        name: z.string(),
        cost_micros: micros.nullable(),
        basis: z.string().meta({ description: "Basis of the estimate" }),
      }),
    ),
    samples: z
      .array(
        z.object({
          span_id: z.string(),
          trace_id: z.string(),
          name: z.string(),
          started_at: timestamp,
          missing: z.array(z.string()).meta({ description: "Mapped inputs that this span lacks" }),
        }),
      )
      .meta({ description: "Examples of spans that would be evaluated" }),
  }),
  example: { project_id: "00000000-0000-4000-8000-000000000000", sampling_rate: 0.1 },
});

export const listEvalTasks = define({
  name: "listEvalTasks",
  method: "GET",
  path: base,
  tag,
  summary: "List tasks that evaluate spans, newest first",
  description: "A page of the organization's tasks, newest first.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    project_id: id.optional(),
    status: z.enum(taskStatuses).optional(),
    search: z.string().max(255).optional().meta({ description: "Part of the name, in any case" }),
  }),
  response: page(task),
  example: { status: "active" },
});

export const getEvalTask = define({
  name: "getEvalTask",
  method: "GET",
  path: `${base}{task_id}/`,
  tag,
  summary: "Get a task with its progress",
  description:
    "A task, its open evaluations, and its newest 20 backfills. See getEvalTaskFigures and listSpanScores for scores.",
  params,
  response: task.extend({
    open: z.int().meta({ description: "Evaluations not yet done" }),
    waiting: z.string().nullable().meta({ description: "Why open evaluations are not being done; null if they are" }),
    backfills: z.array(backfill),
  }),
});

export const updateEvalTask = define({
  name: "updateEvalTask",
  method: "PATCH",
  path: `${base}{task_id}/`,
  tag,
  summary: "Rename, pause or resume a task, or change its spans",
  description:
    "Changes the given fields. A paused task takes no new spans and evaluates none; open evaluations continue when it is active again. Evaluations are pinned: to change them, create another task.",
  params,
  body: z.strictObject({
    name: name.optional(),
    status: z.enum(taskStatuses).optional(),
    continuous: z.boolean().optional(),
    filters: spanFilters.optional(),
    sampling_rate: samplingRate.optional(),
    sampling_unit: z.enum(samplingUnits).optional(),
  }),
  response: task,
  example: { status: "paused" },
});

export const deleteEvalTask = define({
  name: "deleteEvalTask",
  method: "DELETE",
  path: `${base}{task_id}/`,
  tag,
  summary: "Delete a task",
  description: "Ends the task and cancels its open evaluations. Its scores stay on their traces.",
  params,
  response: deleted,
});

const figures = counts.extend({
  mean: z.number().nullable().meta({ description: "Mean of the scores that are numbers" }),
  interval: bounds.nullable().meta({ description: "Of the mean, 95 %; spans of one trace count as a cluster" }),
  interval_reason: z.string().nullable().meta({ description: "Why there is no mean or no interval" }),
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
    days: z.int().min(1).max(90).default(30).meta({ description: "Today and the days before" }),
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

export const retryEvalTask = define({
  name: "retryEvalTask",
  method: "POST",
  path: `${base}{task_id}/retry/`,
  tag,
  summary: "Retry failed evaluations",
  description:
    "Retries evaluations that ended in an error, for the whole task or one of its evaluations. Scored and unscored ones stay. Repeating the request while they wait changes nothing.",
  params,
  body: z.strictObject({ evaluation_id: id.optional() }),
  response: z.object({ retried: z.int() }),
});

export const startBackfill = define({
  name: "startBackfill",
  method: "POST",
  path: `${base}{task_id}/backfills/`,
  tag,
  summary: "Evaluate earlier spans (backfill)",
  description:
    "Evaluates stored spans that match the task's filters and sampling, in the background. A period, a number of spans and a cost ceiling can limit it. Existing scores stay, so a backfill can be started again. A task runs one backfill at a time. See previewEvalTask for count and cost.",
  errors: ["conflict"],
  params,
  body: z.strictObject({
    since: timestamp.nullish().meta({ description: "Spans that began then or later" }),
    until: timestamp.nullish().meta({ description: "Spans that began before" }),
    max_spans: z.int().min(1).max(MAX_BACKFILL_SPANS).default(10_000),
    ceiling_micros: micros.nullish().meta({
      description:
        "Micro-dollars at which it stops; evaluations in progress are still paid for. It also stops after the first answer of a model without a price, because then the ceiling cannot be enforced",
    }),
  }),
  response: backfill,
  example: { max_spans: 1000, ceiling_micros: 5_000_000 },
});

export const cancelBackfill = define({
  name: "cancelBackfill",
  method: "POST",
  path: `${base}{task_id}/backfills/{backfill_id}/cancel/`,
  tag,
  summary: "Cancel a backfill",
  description: "Cancels evaluations that have not begun; scores stay. A backfill that has ended does not change.",
  params: params.extend({ backfill_id: id.meta({ description: "Id of the backfill" }) }),
  response: backfill,
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
