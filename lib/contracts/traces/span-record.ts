// A stored span, from an export or from a gateway call.
import { z } from "zod";
import { observationTypes, spanStatuses } from "../shapes";
import { spanId, traceId } from "./otlp";

const text = z.string();
const attributes = z.record(z.string(), z.unknown());
const tokens = z.int().nonnegative().max(2_147_483_647).nullable();

export const spanRecord = z.object({
  /** The project's name. */
  project: text,
  /** The application's own id of the session. */
  session: text.nullable(),
  /** The application's own id of its user. Records that wait since an older version lack these three members. */
  userId: text.nullish(),
  environment: text.nullish(),
  tags: z.array(text).nullish(),
  traceId,
  spanId,
  parentSpanId: spanId.nullable(),
  /** A span through which the trace enters the project: no parent, or a parent in another process. */
  isEntry: z.boolean(),
  name: text,
  kind: text,
  observationType: z.enum(observationTypes),
  status: z.enum(spanStatuses),
  statusMessage: text,
  /** ISO 8601, to the microsecond. */
  startedAt: text,
  endedAt: text.nullable(),
  latencyMs: z.number().nullable(),
  input: z.unknown(),
  output: z.unknown(),
  /** Input and output were read from the attributes and events as they are here. */
  isDerived: z.boolean().optional(),
  model: text.nullable(),
  provider: text.nullable(),
  promptTokens: tokens,
  completionTokens: tokens,
  totalTokens: tokens,
  costUsd: z.number().nullable(),
  attributes,
  resource: attributes,
  events: z.array(z.object({ name: text, time: text, attributes })),
  links: z.array(z.object({ trace_id: text, span_id: text, attributes })),
});
export type SpanRecord = z.infer<typeof spanRecord>;
