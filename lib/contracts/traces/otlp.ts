// OTLP/HTTP's trace export in its JSON form (opentelemetry.io/docs/specs/otlp). Protobuf bodies are read into the same
// form.
import { z } from "zod";
import { list } from "@/lib/bounds/list";
import { define } from "../define";

// Unknown members are ignored, as the protocol requires; null means missing.
/** The most spans of one export. */
export const MAX_SPANS = 10_000;
/** The most entries of any other list: attributes, events and links of a span, resources and scopes of an export. */
const MAX_ENTRIES = 10_000;

const attributes = list(z.object({ key: z.string(), value: z.unknown().optional() }), MAX_ENTRIES).nullish();
const MOST_BITS = "A time has at most 64 bits.";
const nanoseconds = z.union([
  z
    .string()
    .regex(/^\d{1,20}$/, { abort: true })
    .refine((digits) => BigInt(digits) < 2n ** 64n, MOST_BITS),
  z
    .number()
    .nonnegative()
    .refine(Number.isInteger, "Must be a whole number.")
    .refine((nanos) => nanos < 2 ** 64, MOST_BITS),
]);
const enumeration = z.union([z.int(), z.string()]);
export const traceId = z
  .string()
  .regex(/^[\da-f]{32}$/i, "A trace id has 32 hexadecimal digits.")
  .refine((id) => !/^0+$/.test(id), "A trace id may not be all zeros.");
export const spanId = z
  .string()
  .regex(/^[\da-f]{16}$/i, "A span id has 16 hexadecimal digits.")
  .refine((id) => !/^0+$/.test(id), "A span id may not be all zeros.");

/** One span. Each is checked by itself, so that an invalid span does not affect the others. */
export const otlpSpan = z.object({
  traceId,
  spanId,
  parentSpanId: z.union([z.literal(""), z.literal("0000000000000000"), spanId]).nullish(),
  name: z.string().nullish(),
  kind: enumeration.nullish(),
  startTimeUnixNano: nanoseconds.refine((nanos) => Number(nanos) > 0, "A span needs a start time."),
  endTimeUnixNano: nanoseconds.nullish(),
  attributes,
  events: list(
    z.object({ name: z.string().nullish(), timeUnixNano: nanoseconds.nullish(), attributes }),
    MAX_ENTRIES,
  ).nullish(),
  links: list(
    z.object({ traceId: z.string().nullish(), spanId: z.string().nullish(), attributes }),
    MAX_ENTRIES,
  ).nullish(),
  status: z.object({ code: enumeration.nullish(), message: z.string().nullish() }).nullish(),
  flags: z.number().nullish(),
});
export type OtlpSpan = z.infer<typeof otlpSpan>;
export type OtlpAttributes = z.infer<typeof attributes>;

const resourceSpans = z.object({
  resource: z.object({ attributes }).nullish(),
  scopeSpans: list(z.object({ spans: list(z.unknown(), MAX_SPANS).nullish() }), MAX_ENTRIES).nullish(),
});

const spansIn = (resources: z.infer<typeof resourceSpans>[] | null | undefined): number =>
  (resources ?? [])
    .flatMap(({ scopeSpans }) => scopeSpans ?? [])
    .reduce((sum, { spans }) => sum + (spans?.length ?? 0), 0);

export const exportTraces = define({
  name: "exportTraces",
  scope: "ingest",
  method: "POST",
  path: "/tracer/otlp/v1/traces",
  tag: "Tracing",
  summary: "Receive spans from an OpenTelemetry exporter (OTLP/HTTP)",
  description:
    "Accepts OTLP/HTTP trace exports from OpenTelemetry's SDKs and collectors: protobuf or JSON, plain, gzip or deflate, at most 10 MB uncompressed. The answer is in the request's encoding. `service.name` names the project, which is created if needed. `partialSuccess` reports invalid spans; the others are stored. Repeating the request changes nothing. When too much waits to be written, the answer is 429 with `retry-after`, which exporters obey.",
  errors: ["rate_limited"],
  answers: ["application/x-protobuf", "application/json"],
  envelope: "bare",
  accepts: "otlp",
  body: z
    .object({ resourceSpans: list(resourceSpans, MAX_ENTRIES).nullish() })
    .refine((body) => spansIn(body.resourceSpans) <= MAX_SPANS, {
      path: ["resourceSpans"],
      error: `At most ${MAX_SPANS} spans.`,
    }),
  response: z.object({
    partialSuccess: z
      .object({ rejectedSpans: z.string(), errorMessage: z.string() })
      .optional()
      .meta({ description: "Number of refused spans, and why the first was refused; absent if all were stored" }),
  }),
  example: {
    resourceSpans: [
      {
        resource: { attributes: [{ key: "service.name", value: { stringValue: "Support assistant" } }] },
        scopeSpans: [
          {
            spans: [
              {
                traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
                spanId: "00f067aa0ba902b7",
                name: "answer",
                startTimeUnixNano: "1777887000000000000",
                endTimeUnixNano: "1777887001000000000",
              },
            ],
          },
        ],
      },
    ],
  },
});

export const exportTracesOfClients = define({
  ...exportTraces,
  name: "exportTracesOfClients",
  path: "/tracer/v1/traces",
  summary: "Receive spans at the path of the published evaluation client",
  description: "The same as `/tracer/otlp/v1/traces`, at the path that the published evaluation client uses.",
});
