import { z } from "zod";
import { define } from "../define";
import { countedPage, id, observationTypes, pageQuery } from "../shapes";
import { spanId } from "./otlp";
import { span, traceParams } from "./traces";

export const spanSummary = span
  .pick({
    span_id: true,
    trace_id: true,
    name: true,
    observation_type: true,
    status: true,
    model: true,
    started_at: true,
    latency_ms: true,
    total_tokens: true,
  })
  .meta({ id: "SpanSummary" });
export type SpanSummary = z.infer<typeof spanSummary>;

export const listSpans = define({
  name: "listSpans",
  method: "GET",
  path: "/tracer/spans/",
  tag: "Tracing",
  summary: "List a project's spans, latest first, without their contents",
  description:
    "A page of a project's spans, latest first, without inputs, outputs and attributes; use getTrace for those.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    project_id: id,
    observation_type: z.enum(observationTypes).optional(),
    search: z.string().max(255).optional().meta({ description: "Part of the name, ignoring case" }),
  }),
  response: countedPage(spanSummary),
  example: { project_id: "00000000-0000-4000-8000-000000000000", observation_type: "llm" },
});

export const getSpan = define({
  name: "getSpan",
  method: "GET",
  path: "/tracer/traces/{trace_id}/spans/{span_id}/",
  tag: "Tracing",
  summary: "Get a span of a trace with its contents",
  description:
    "One span with its input, output, attributes, resource, events and links, by its OpenTelemetry id, ignoring case. The trace is named by its own id or its OpenTelemetry id.",
  params: traceParams.extend({ span_id: spanId.meta({ description: "The OpenTelemetry span id: 16 digits" }) }),
  response: span,
});
