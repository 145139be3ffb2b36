import { z } from "zod";
import { define } from "../define";
import { spanVerdicts } from "../evaluation/names";
import { id, json, jsonObject, observationTypes, page, pageQuery, spanStatuses, timestamp } from "../shapes";

const tag = "Tracing";

/** The most spans that a trace shows. */
export const MAX_SHOWN_SPANS = 1000;

const measured = {
  status: z.enum(spanStatuses).meta({ description: "UNSET until the trace has ended" }),
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  latency_ms: z.number().nullable(),
  input: json,
  output: json,
};

export const trace = z
  .object({
    id,
    trace_id: z.string().meta({ description: "The OpenTelemetry trace id: 32 hexadecimal digits" }),
    project_id: id,
    project_name: z.string(),
    session_id: z.string().nullable().meta({ description: "The application's own id of the session" }),
    name: z.string(),
    ...measured,
    root_span_id: z.string().nullable(),
    span_count: z.int(),
    total_tokens: z.int().nullable(),
    cost_usd: z.number().nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "Trace" });
export type Trace = z.infer<typeof trace>;

export const span = z
  .object({
    span_id: z.string(),
    trace_id: z.string(),
    parent_span_id: z.string().nullable(),
    name: z.string(),
    kind: z.string().meta({ description: "OpenTelemetry's span kind: INTERNAL, SERVER, CLIENT, PRODUCER or CONSUMER" }),
    observation_type: z.enum(observationTypes),
    ...measured,
    status: z.enum(spanStatuses).meta({ description: "As set by the application" }),
    status_message: z.string(),
    model: z.string().nullable(),
    provider: z.string().nullable(),
    prompt_tokens: z.int().nullable(),
    completion_tokens: z.int().nullable(),
    total_tokens: z.int().nullable(),
    cost_usd: z.number().nullable(),
    attributes: jsonObject,
    resource: jsonObject,
    events: z.array(z.object({ name: z.string(), time: timestamp, attributes: jsonObject })),
    links: z.array(z.object({ trace_id: z.string(), span_id: z.string(), attributes: jsonObject })),
  })
  .meta({ id: "Span" });
export type Span = z.infer<typeof span>;

export const listTraces = define({
  name: "listTraces",
  method: "GET",
  path: "/tracer/traces/",
  tag,
  summary: "List traces, latest first",
  description:
    "A page of traces, latest start first, of one project or session or all. Filters select traces whose spans have a verdict of an evaluation.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    project_id: id.optional(),
    session_id: id.optional().meta({ description: "Id of the session, not the application's own id" }),
    search: z
      .string()
      .max(255)
      .optional()
      .meta({ description: "Part of the name, ignoring case, or the whole trace id" }),
    evaluation_id: id.optional().meta({ description: "Traces with a span that this evaluation of a task covers" }),
    verdict: z
      .enum(spanVerdicts)
      .optional()
      .meta({ description: "Traces with a span that has this verdict, under evaluation_id or any evaluation" }),
  }),
  response: page(trace),
  example: { search: "refund", limit: 50 },
});

export const traceParams = z.object({
  trace_id: z
    .string()
    .regex(
      /^([\da-f]{32}|[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12})$/i,
      "Must be the trace's UUID or its OpenTelemetry id.",
    ),
});

export const getTrace = define({
  name: "getTrace",
  method: "GET",
  path: "/tracer/traces/{trace_id}/",
  tag,
  summary: "Get a trace with its spans",
  description:
    "A trace with its first 1000 spans in order of start, by its own id or its OpenTelemetry id. With `contents=false` the spans come without contents, for a tree: `input` and `output` are null, and attributes, resource, events and links are empty. Then the root and up to 500 spans with an error are among the 1000, whenever they start. Get the contents of one span with getSpan.",
  params: traceParams,
  query: z.strictObject({
    contents: z.boolean().optional().meta({ description: "Whether spans have their contents; default true" }),
  }),
  response: trace.extend({
    error_spans: z.int().meta({ description: "Spans with the status ERROR, also those that are not listed" }),
    user_id: z.string().nullable().meta({ description: "The application's own id of the user" }),
    session: z.object({ id }).nullable().meta({ description: "The session by its own id" }),
    call: z
      .object({ id, turn: z.int().meta({ description: "From 0" }) })
      .nullable()
      .meta({ description: "The turn of a simulated call that this trace answered" }),
    spans: z
      .array(span)
      .meta({ description: `In the order of their start, the first ${MAX_SHOWN_SPANS}; parents by parent_span_id` }),
  }),
  example: { contents: false },
});
