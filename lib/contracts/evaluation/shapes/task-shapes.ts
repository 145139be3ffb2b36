import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { givenObject, id, jsonObject, name, timestamp } from "@/lib/contracts/shapes";
import { traceChoice } from "@/lib/contracts/traces/trace-choice";
import { backfillStatuses, evalOutputs, samplingUnits, taskStatuses } from "../names";
import { mapping, modelName } from "../playground";
import { unpricedCalls } from "./run-shapes";
import { spanFilters } from "./span-filters";

export const MAX_TASK_EVALUATIONS = 20;

export const micros = z.int().min(0).max(Number.MAX_SAFE_INTEGER);

export const counts = z.object({
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

export const backfill = z
  .object({
    id,
    status: z.enum(backfillStatuses),
    since: timestamp.nullable(),
    until: timestamp.nullable(),
    traces: z
      .object({ trace_ids: z.array(id).nullable(), filters: jsonObject.nullable() })
      .nullable()
      .meta({ description: "The traces whose spans it takes; null for the whole project" }),
    traces_seen: z.int().meta({ description: "Chosen traces that it has checked" }),
    max_spans: z.int(),
    ceiling_micros: micros.nullable(),
    spent_micros: micros.nullable().meta({ description: "Cost of the calls whose cost is known; null if none is" }),
    unpriced_calls: unpricedCalls,
    seen: z.int().meta({ description: "Spans of the project that the task has checked" }),
    taken: z.int().meta({ description: "Checked spans that the task evaluates" }),
    open: z.int().meta({ description: "Evaluations not yet done" }),
    message: z.string().nullable().meta({ description: "Why it ended, if that is not obvious; null otherwise" }),
    created_at: timestamp,
    ended_at: timestamp.nullable(),
  })
  .meta({ id: "Backfill" });

export type Backfill = z.infer<typeof backfill>;

export const task = z
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
    created_by: z.string().nullable().meta({ description: "The creator's name; null if that is unknown" }),
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

/** The most spans of one backfill. */
const MAX_BACKFILL_SPANS = 100_000;

/** Which earlier spans a backfill takes, and within which limits. */
export const backfillBounds = {
  traces: traceChoice.optional().meta({
    description:
      "Only spans of these traces, in the background, newest trace first. Traces of other projects are left out",
  }),
  since: timestamp.nullish().meta({ description: "Spans that began then or later" }),
  until: timestamp.nullish().meta({ description: "Spans that began before" }),
  max_spans: z.int().min(1).max(MAX_BACKFILL_SPANS).default(10_000),
  ceiling_micros: micros.nullish().meta({
    description:
      "Micro-dollars at which it stops; evaluations in progress are still paid for. It also stops after the first answer of a model without a price, because then the ceiling cannot be enforced",
  }),
};

export const samplingRate = z
  .number()
  .gt(0, "Must be more than 0.")
  .max(1, "At most 1.")
  .meta({ description: "Sampling rate. The ids decide which spans are sampled, so the sample is always the same" });

export const evaluations = {
  evaluations: list(newEvaluation, MAX_TASK_EVALUATIONS)
    .optional()
    .meta({ description: "Evaluations to run on each span" }),
  binding_ids: list(id, MAX_TASK_EVALUATIONS)
    .optional()
    .meta({ description: "Evaluations that a group added to the project" }),
};

export const selection = {
  filters: spanFilters.default({}),
  sampling_rate: samplingRate.default(1),
  sampling_unit: z.enum(samplingUnits).default("trace"),
};
