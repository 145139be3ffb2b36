// Tasks: evaluations of spans as they arrive, and of earlier ones.
import { z } from "zod";
import { define } from "../define";
import { deleted, id, name, page, pageQuery, timestamp } from "../shapes";
import { MAX_CHOSEN_TRACES } from "../traces/trace-choice";
import { samplingUnits, taskStatuses } from "./names";
import { spanFilters } from "./shapes/span-filters";
import { backfill, backfillBounds, evaluations, micros, samplingRate, selection, task } from "./shapes/task-shapes";

const tag = "Evaluation of spans";
const base = "/tracer/eval-tasks/";
const params = z.object({ task_id: id.meta({ description: "Id of the task" }) });

/** The most spans of a project that a preview checks. */
export const MAX_PREVIEWED_SPANS = 100_000;
/** The same if attributes are compared. */
export const MAX_PREVIEWED_CONTENTS = 2000;
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
    backfill: z
      .strictObject(backfillBounds)
      .optional()
      .meta({ description: "Starts a backfill with the task, as startBackfill does" }),
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
  scope: "read",
  method: "POST",
  path: `${base}preview/`,
  tag,
  access: "read",
  summary: "Count the spans that a task would evaluate, and estimate the cost",
  description: `Changes nothing. Checks up to ${MAX_PREVIEWED_SPANS} spans of the project (${MAX_PREVIEWED_CONTENTS} if attributes are compared); beyond that, the count is an estimate. The cost is based on the template's recent runs with the same model, and null without such runs. Functions cost nothing.`,
  errors: ["not_found"],
  body: z.strictObject({
    project_id: id,
    ...selection,
    ...evaluations,
    traces: backfillBounds.traces.meta({ description: "Only spans of these traces" }),
  }),
  response: z.object({
    traces: z
      .int()
      .nullable()
      .meta({
        description: `Chosen traces that are in the project, at most ${MAX_CHOSEN_TRACES}; null without a choice`,
      }),
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
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
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
