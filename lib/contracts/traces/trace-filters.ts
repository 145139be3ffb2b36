// The filters of traces, for the list, its facets, and actions on all traces that match.
import { z } from "zod";
import { spanVerdicts } from "../evaluation/names";
import { id, spanStatuses, timestamp } from "../shapes";

const value = z.string().min(1).max(255);
const amount = z.number().min(0).max(1e15);
const tokens = z.int().min(0).max(1e15);

/** The most traces that a search for text finds. */
export const MAX_FOUND_BY_TEXT = 500;

/** Filters are joined by AND. */
export const traceFilterFields = {
  project_id: id.optional(),
  session_id: id.optional().meta({ description: "Id of the session, not the application's own id" }),
  search: z
    .string()
    .max(255)
    .optional()
    .meta({ description: "Part of the name, ignoring case, or the whole trace id" }),
  text: z
    .string()
    .max(255)
    .optional()
    .meta({
      description: `Words in the contents, names or status messages of one of its spans; the last may be the beginning of a word. Among those that arrived last, at most ${MAX_FOUND_BY_TEXT} are found`,
    }),
  status: z.enum(spanStatuses).optional().meta({ description: "UNSET finds traces that have not ended" }),
  has_error: z.boolean().optional().meta({ description: "Whether a span has the status ERROR" }),
  name: value.optional().meta({ description: "The name of one of its spans" }),
  model: value.optional().meta({ description: "The model of one of its spans" }),
  user: value.optional().meta({ description: "The application's own id of the user" }),
  environment: value.optional().meta({ description: "Where the application ran, such as production" }),
  tag: value.optional().meta({ description: "A tag of one of its spans" }),
  prompt: value.optional().meta({
    description:
      "A prompt that the gateway filled in for one of its spans, such as support-reply, or one version of it, such as support-reply@v3",
  }),
  evaluation_id: id.optional().meta({ description: "Traces with a span that this evaluation of a task covers" }),
  verdict: z
    .enum(spanVerdicts)
    .optional()
    .meta({ description: "Traces with a span that has this verdict, under evaluation_id or any evaluation" }),
  annotated: z
    .boolean()
    .optional()
    .meta({ description: "Whether the trace or one of its spans is in a queue or has a score" }),
  since: timestamp.optional().meta({ description: "Traces that began then or later" }),
  until: timestamp.optional().meta({ description: "Traces that began before" }),
  min_latency_ms: amount
    .optional()
    .meta({ description: "The least latency in milliseconds; traces without one do not match" }),
  max_latency_ms: amount
    .optional()
    .meta({ description: "The greatest latency in milliseconds; traces without one do not match" }),
  min_tokens: tokens.optional().meta({ description: "The least number of tokens; traces without one do not match" }),
  max_tokens: tokens.optional().meta({ description: "The greatest number of tokens; traces without one do not match" }),
  min_cost_usd: amount
    .optional()
    .meta({ description: "The least cost in US dollars; traces without one do not match" }),
  max_cost_usd: amount
    .optional()
    .meta({ description: "The greatest cost in US dollars; traces without one do not match" }),
  include_internal: z.boolean().optional().meta({
    description:
      "Includes the product's own calls: of judges, simulated customers and generated scenarios. A project or session shows them anyway",
  }),
};

export const traceFilters = z.strictObject(traceFilterFields).meta({ id: "TraceFilters" });
export type TraceFilters = z.infer<typeof traceFilters>;

/** What facets count, by the name of their filter. */
export const traceFacetNames = [
  "project_id",
  "status",
  "has_error",
  "name",
  "model",
  "user",
  "environment",
  "tag",
  "prompt",
] as const satisfies readonly (keyof TraceFilters)[];
export type TraceFacetName = (typeof traceFacetNames)[number];
