import { z } from "zod";
import { define } from "../define";
import { spanVerdicts } from "../evaluation/names";
import { MAX_EXACT_COUNT } from "../limits";
import { COST_SOURCE } from "../names";
import { countedPage, id, json, jsonObject, observationTypes, pageQuery, spanStatuses, timestamp } from "../shapes";
import { traceFacetNames, traceFilterFields } from "./trace-filters";
import { traceName } from "./trace-name";

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

export const trace = z.object({
  id,
  trace_id: z.string().meta({ description: "The OpenTelemetry trace id: 32 hexadecimal digits" }),
  project_id: id,
  project_name: z.string(),
  session_id: z.string().nullable().meta({ description: "The application's own id of the session; null for none" }),
  name: z.string(),
  ...measured,
  root_span_id: z.string().nullable(),
  span_count: z.int(),
  total_tokens: z.int().nullable(),
  cost_usd: z.number().nullable(),
  user_id: z.string().nullable().meta({ description: "The application's own id of the user; null for none" }),
  environment: z.string().nullable(),
  tags: z.array(z.string()),
  models: z.array(z.string()).meta({ description: "The models of its spans" }),
  error_spans: z.int().meta({ description: "How many spans have the status ERROR" }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type Trace = z.infer<typeof trace>;

const preview = z.string().nullable();
export const listedTrace = trace
  .extend({
    input: json.optional(),
    output: json.optional(),
    input_preview: preview.meta({
      description: "The beginning of the input, of a conversation its last user message; null without one",
    }),
    output_preview: preview.meta({ description: "The beginning of the output; null without one" }),
  })
  .meta({ id: "Trace" });
export type ListedTrace = z.infer<typeof listedTrace>;

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
    cost_usd: z
      .number()
      .nullable()
      .meta({
        description: `As sent by the application, else from the gateway's prices: the attribute \`${COST_SOURCE}\` names the price that was used; null if unknown`,
      }),
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
  description: `A page of the traces that match all filters, latest start first. A count above ${MAX_EXACT_COUNT} is an estimate, and \`is_estimated\` says so. For long lists, \`after\` is faster than \`page\`. Without filters, the product's own calls are left out.`,
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    after: id.optional().meta({ description: "Only traces after this one in the list. Replaces page" }),
    contents: z.boolean().optional().meta({
      description:
        "false leaves input and output out; previews remain. Inputs and outputs beyond a page's first 8 million characters are left out too; their previews remain",
    }),
    ...traceFilterFields,
  }),
  response: countedPage(listedTrace).extend({
    has_more: z.boolean().meta({ description: "Whether there are traces after this page" }),
    is_cut: z.boolean().meta({
      description: "Whether more traces may have the text: the search ended at a limit, and count is the least number",
    }),
  }),
  example: { search: "refund", limit: 50 },
});

/** The most values of one facet, and the newest traces that are counted. */
export const MAX_FACET_VALUES = 50;
export const MAX_FACET_TRACES = 10_000;

const facet = z.object({
  name: z.enum(traceFacetNames),
  values: z.array(
    z.object({
      value: z.string().meta({ description: "The filter's value" }),
      label: z.string().meta({ description: "The value for people: of a project, its name" }),
      count: z.int(),
    }),
  ),
});

/** The most scores of spans that the facet of evaluations reads. */
export const MAX_FACET_SCORES = 100_000;

const evaluationFacet = z.object({
  evaluation_id: id,
  name: z.string(),
  task_id: id,
  task_name: z.string(),
  count: z.int().meta({ description: "Traces with a span that it covers" }),
  verdicts: z.array(z.object({ verdict: z.enum(spanVerdicts), count: z.int() })).meta({
    description: "Traces with a span that has the verdict, without those that no trace has",
  }),
});

export const listTraceFacets = define({
  name: "listTraceFacets",
  method: "GET",
  path: "/tracer/traces/facets/",
  tag,
  summary: "Count traces by the values of each filter",
  description: `For each facet its most frequent values, at most ${MAX_FACET_VALUES}, with the number of traces that match all other filters. The newest ${MAX_FACET_TRACES} matching traces are counted, and at most ${MAX_FACET_SCORES} scores of their spans; \`is_partial\` says that there are more.`,
  errors: ["not_found"],
  query: z.strictObject(traceFilterFields),
  response: z.object({
    facets: z.array(facet),
    evaluations: z
      .array(evaluationFacet)
      .meta({ description: "Evaluations of tasks, for the filters evaluation_id and verdict" }),
    is_partial: z.boolean(),
  }),
  example: { has_error: true },
});

export const traceParams = z.object({
  trace_id: traceName,
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
    user_id: z.string().nullable().meta({ description: "The application's own id of the user; null for none" }),
    session: z.object({ id }).nullable().meta({ description: "The session by its own id; null for none" }),
    call: z
      .object({ id, turn: z.int().meta({ description: "From 0" }) })
      .nullable()
      .meta({ description: "The turn of a simulated call that this trace answered; null for others" }),
    spans: z
      .array(span)
      .meta({ description: `In the order of their start, the first ${MAX_SHOWN_SPANS}; parents by parent_span_id` }),
  }),
  example: { contents: false },
});
