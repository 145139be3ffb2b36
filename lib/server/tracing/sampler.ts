// Which traces are recorded, by OpenTelemetry's own variables.
import type { Environment } from "@/lib/env";

export interface Parent {
  traceId: string;
  spanId: string;
  isSampled: boolean;
}

/** Of W3C's header; null where it is missing or not valid. */
export function parentOf(traceparent: string | null | undefined): Parent | null {
  const found = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/.exec(traceparent ?? "");
  const [, traceId = "", spanId = "", flags = ""] = found ?? [];
  if (!found || /^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

export type Sampler = (traceId: string, parent: Parent | null) => boolean;

/** The default records everything, but not where the client's own trace is not recorded. */
export function samplerOf({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: ratio = 1 }: Environment): Sampler {
  const kind = name ?? "parentbased_always_on";
  const own = rootSampler(kind.replace("parentbased_", ""), ratio);
  return (traceId, parent) => (parent && kind.startsWith("parentbased_") ? parent.isSampled : own(traceId));
}

const SPACE = 2 ** 32;

/** The ratio looks at the id's last digits, so that all services decide alike. */
function rootSampler(kind: string, ratio: number): (traceId: string) => boolean {
  if (kind !== "traceidratio") return () => kind === "always_on";
  return (traceId) => Number.parseInt(traceId.slice(-8), 16) < ratio * SPACE;
}
