// Exports for the tests of this folder, in OTLP's JSON form.
import { randomBytes } from "node:crypto";
import type { Verb } from "@/lib/context";
import type { exportTraces } from "@/lib/contracts/traces/otlp";

export type Export = Parameters<Verb<typeof exportTraces>>[1];
type Value = string | number | boolean;

export const hexId = (bytes: 8 | 16): string => randomBytes(bytes).toString("hex");

const attributesOf = (values: Record<string, Value>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value:
      typeof value === "string"
        ? { stringValue: value }
        : typeof value === "boolean"
          ? { boolValue: value }
          : { doubleValue: value },
  }));

export interface TestSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name?: string;
  status?: { code: number; message?: string };
  /** Milliseconds since the trace began. */
  from?: number;
  to?: number | null;
  flags?: number;
  values?: Record<string, Value>;
}

/** When exports of tests begin, in milliseconds since 1970. */
export const EXPORT_EPOCH_MS = 1_750_000_000_000;
const nanoseconds = (offsetMs: number): string => String(BigInt(EXPORT_EPOCH_MS + offsetMs) * 1_000_000n);

const spanOf = ({ from = 0, to = 100, values = {}, ...span }: TestSpan) => ({
  ...span,
  startTimeUnixNano: nanoseconds(from),
  ...(to === null ? {} : { endTimeUnixNano: nanoseconds(to) }),
  attributes: attributesOf(values),
});

/** One request with the spans of one resource. */
export const exportOf = (resource: Record<string, Value>, spans: readonly TestSpan[]): Export => ({
  resourceSpans: [{ resource: { attributes: attributesOf(resource) }, scopeSpans: [{ spans: spans.map(spanOf) }] }],
});
