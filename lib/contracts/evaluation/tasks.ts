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
  open: z.int().meta({ description: "Still to do" }),
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
    fingerprint: z.string().meta({ description: "The same for evaluations whose scores can be compared" }),
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
    spent_micros: micros.nullable().meta({ description: "Of the calls whose cost is known; null where none is" }),
    unpriced_calls: unpricedCalls,
    seen: z.int().meta({ description: "Spans of the project that it has looked at" }),
    taken: z.int().meta({ description: "Spans of those that it evaluates" }),
    open: z.int().meta({ description: "Evaluations that are still to do" }),
    message: z.string().nullable().meta({ description: "Why it has ended, where that is not plain" }),
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
    created_by: z.string().nullable().meta({ description: "The maker's name" }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "EvaluationTask" });
export type EvaluationTask = z.infer<typeof task>;

const given = z.strictObject({
  template_id: id,
  name: name.optional(),
  mapping: mapping.meta({
    description:
      "The template's input → where of the span it is found: a path such as span.input, span.output, span.attributes.llm.model_name, trace.input, or an attribute's name. What is no text is taken as it is.",
  }),
  params: givenObject.optional(),
  model: modelName.nullish(),
  error_localizer: z.boolean().default(false),
});

const samplingRate = z
  .number()
  .gt(0, "Must be more than 0.")
  .max(1, "At most 1.")
  .meta({ description: "The part that is taken; which, follows from the ids, so that it is always the same" });

const evaluations = {
  evaluations: list(given, MAX_TASK_EVALUATIONS).optional().meta({ description: "Evaluations to run on each span" }),
  binding_ids: list(id, MAX_TASK_EVALUATIONS)
    .optional()
    .meta({ description: "Evaluations that applying a group has put on the project" }),
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
    "Makes a task that runs evaluations on the spans of a project that its filters and its sampling take. Versions, models, parameters and mappings are pinned: a score says under which it was given. A continuous task takes the spans that arrive from now on, within about a minute; those of the past are taken by a backfill. The project in which judges' own calls are traced cannot be evaluated.",
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
  summary: "Count the spans that a task would take, and estimate what they cost",
  description: `Changes nothing. Looks at up to ${MAX_PREVIEWED_SPANS} spans of the project; of more the count is estimated from those. The cost is that of the template's recent runs under the same model; it is null where there are none to go by. Functions cost nothing.`,
  errors: ["not_found"],
  body: z.strictObject({ project_id: id, ...selection, ...evaluations }),
  response: z.object({
    matching: z.int().meta({ description: "Spans that the filters let through" }),
    taken: z.int().meta({ description: "Those of them that the sampling takes" }),
    is_estimated: z.boolean(),
    cost_micros: micros.nullable().meta({ description: "Of all evaluations; null where one of them is not known" }),
    evaluations: z.array(
      z.object({
        template_id: id,
        name: z.string(),
        cost_micros: micros.nullable(),
        basis: z.string().meta({ description: "What the estimate rests on" }),
      }),
    ),
    samples: z
      .array(
        z.object({
          span_id: z.string(),
          trace_id: z.string(),
          name: z.string(),
          started_at: timestamp,
          missing: z.array(z.string()).meta({ description: "Mapped inputs for which this span has nothing" }),
        }),
      )
      .meta({ description: "Some of the spans that would be taken" }),
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
    "A task, what is still to do, and its newest 20 backfills. Scores are shown by getEvalTaskFigures and listSpanScores.",
  params,
  response: task.extend({
    open: z.int().meta({ description: "Evaluations that are still to do" }),
    waiting: z.string().nullable().meta({ description: "Why what is to do is not being done; null where it is" }),
    backfills: z.array(backfill),
  }),
});

export const updateEvalTask = define({
  name: "updateEvalTask",
  method: "PATCH",
  path: `${base}{task_id}/`,
  tag,
  summary: "Rename, pause or resume a task, or change what it takes",
  description:
    "Changes the given fields. A paused task takes no arriving spans and evaluates none; what was waiting goes on when it is active again. Evaluations are pinned: for others make another task.",
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
  description: "Ends the task and what was waiting. Scores that it has given stay on their traces.",
  params,
  response: deleted,
});

const figures = counts.extend({
  mean: z.number().nullable().meta({ description: "Of the scored ones that have a number" }),
  interval: bounds.nullable().meta({ description: "Of the mean, 95 %; spans of one trace count as a cluster" }),
  interval_reason: z.string().nullable().meta({ description: "Why there is no mean, or no interval" }),
  cost_micros: micros.nullable().meta({ description: "Of the calls whose cost is known; null where none is" }),
  unpriced_calls: unpricedCalls,
});

export const getEvalTaskFigures = define({
  name: "getEvalTaskFigures",
  method: "GET",
  path: `${base}{task_id}/figures/`,
  tag,
  summary: "A task's scores over time, and its failures by reason",
  description:
    "By evaluation and day, in UTC, of the last days: how many spans were scored, not scored and failed, and the mean. Unscored ones and errors are no part of a mean. The 20 most frequent reasons for which there is no score stand beside it.",
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
    outcome: z.enum(outcomes).nullable().meta({ description: "Null while it is still to do" }),
    output: z.unknown(),
    score: z.number().nullable(),
    label: z.string().nullable(),
    passed: z.boolean().nullable(),
    reason: z.string().nullable(),
    log_id: id.nullable(),
    cost_micros: micros.nullable().meta({ description: "Null where a model without a price was asked, or nobody yet" }),
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
  description: "A page of the task's scores, latest first; those that are still to do come last.",
  envelope: "page",
  params,
  query: z.strictObject({
    ...pageQuery,
    evaluation_id: id.optional().meta({ description: "Of this evaluation of the task" }),
    verdict: z.enum(spanVerdicts).optional().meta({ description: "Of which this has come; open is still to do" }),
    reason: z.string().max(200).optional().meta({ description: "The beginning of the reason, word for word" }),
  }),
  response: page(spanScore),
  example: { verdict: "failed" },
});

export const retryEvalTask = define({
  name: "retryEvalTask",
  method: "POST",
  path: `${base}{task_id}/retry/`,
  tag,
  summary: "Evaluate again what has failed",
  description:
    "Puts the task's evaluations that ended in an error to be done again, of the task or of one of its evaluations; scores and unscored ones stay. Sent again while they wait, it finds none.",
  params,
  body: z.strictObject({ evaluation_id: id.optional() }),
  response: z.object({ retried: z.int() }),
});

export const startBackfill = define({
  name: "startBackfill",
  method: "POST",
  path: `${base}{task_id}/backfills/`,
  tag,
  summary: "Evaluate spans of the past",
  description:
    "Evaluates, in the background, the spans that are stored already and that the task's filters and sampling take, within a time and up to a number of spans and a ceiling of cost. What has a score keeps it, so that it can be started again. One backfill of a task runs at a time. See previewEvalTask for count and cost.",
  errors: ["conflict"],
  params,
  body: z.strictObject({
    since: timestamp.nullish().meta({ description: "Spans that began then or later" }),
    until: timestamp.nullish().meta({ description: "Spans that began before" }),
    max_spans: z.int().min(1).max(MAX_BACKFILL_SPANS).default(10_000),
    ceiling_micros: micros.nullish().meta({
      description:
        "Micro-dollars at which it stops; evaluations under way then are still paid. It also stops once a model without a price has answered, since that cannot be kept under a ceiling",
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
  description: "Takes back what the backfill has not begun; scores stay. One that has ended stays as it is.",
  params: params.extend({ backfill_id: id.meta({ description: "Id of the backfill" }) }),
  response: backfill,
});

export const listTraceScores = define({
  name: "listTraceScores",
  method: "GET",
  path: "/tracer/traces/{trace_id}/scores/",
  tag,
  summary: "List the scores that evaluations have given to a trace's spans",
  description: "The newest 1000, by the trace's own id or by the one that OpenTelemetry gave it.",
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
