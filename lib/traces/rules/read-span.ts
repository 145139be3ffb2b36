// Turns an OTLP span into its row.
import { storable } from "@/lib/bounds/storable";
import type { OtlpSpan } from "@/lib/contracts/traces/otlp";
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { textIn } from "@/lib/records";
import { type Attributes, readAttributes } from "./attributes";
import * as conventions from "./conventions";
import { readLabels } from "./labels";
import { projectName, readMeaning, sessionName, shortName } from "./span-meaning";

/** Lists sort and find spans by name, so a longer one is cut there and kept as an attribute. */
export const WHOLE_NAME = "assay.span.name";

export function readSpan(resource: Attributes, span: OtlpSpan): SpanRecord {
  const sent = readAttributes(span.attributes);
  const wholeName = storable(span.name ?? "");
  const name = shortName(wholeName);
  const attributes = { ...sent, ...(name === wholeName ? {} : { [WHOLE_NAME]: wholeName }) };
  const start = nanosecondsOf(span.startTimeUnixNano);
  const end = nanosecondsOf(span.endTimeUnixNano);
  const parent = /^0*$/.test(span.parentSpanId ?? "") ? null : (span.parentSpanId?.toLowerCase() ?? null);
  const events = (span.events ?? []).map((event) => ({
    name: storable(event.name ?? ""),
    time: instant(nanosecondsOf(event.timeUnixNano)),
    attributes: readAttributes(event.attributes),
  }));
  return {
    project: projectName(resource, attributes),
    session: sessionName(resource, attributes),
    ...readLabels(resource, attributes),
    traceId: span.traceId.toLowerCase(),
    spanId: span.spanId.toLowerCase(),
    parentSpanId: parent,
    isEntry: parent === null || hasRemoteParent(span.flags ?? 0),
    name,
    kind: nameOf(kinds, span.kind, "SPAN_KIND_"),
    ...statusOf(span, attributes),
    startedAt: instant(start),
    endedAt: end > 0n ? instant(end) : null,
    // If a clock was set back meanwhile, a span may end before it began.
    latencyMs: end > 0n ? Math.max(0, Number(end - start) / 1e6) : null,
    ...readMeaning(attributes, events),
    isDerived: true,
    attributes,
    resource,
    events,
    links: (span.links ?? []).filter(hasIds).map((link) => ({
      trace_id: (link.traceId ?? "").toLowerCase(),
      span_id: (link.spanId ?? "").toLowerCase(),
      attributes: readAttributes(link.attributes),
    })),
  };
}

/** Ids of links are stored as they are, without masking, so they may be no texts. */
const hasIds = ({ traceId, spanId }: NonNullable<OtlpSpan["links"]>[number]): boolean =>
  /^[\da-f]{0,32}$/i.test(traceId ?? "") && /^[\da-f]{0,16}$/i.test(spanId ?? "");

const kinds = ["UNSPECIFIED", "INTERNAL", "SERVER", "CLIENT", "PRODUCER", "CONSUMER"] as const;
const statuses = ["UNSET", "OK", "ERROR"] as const;

/** An enumeration's name, from its number or protobuf's own name; the first of `names` for anything else. */
function nameOf<const T extends string>(names: readonly [T, ...T[]], sent: unknown, prefix: string): T {
  const found = typeof sent === "number" ? names[sent] : names.find((name) => `${prefix}${name}` === sent);
  return found ?? names[0];
}

/** OpenTelemetry's status comes first; what it leaves open, Langfuse's attributes may say. */
function statusOf({ status }: OtlpSpan, attributes: Attributes): Pick<SpanRecord, "status" | "statusMessage"> {
  const sent = nameOf(statuses, status?.code, "STATUS_CODE_");
  const isFailed = sent === "UNSET" && attributes[conventions.level] === "ERROR";
  const message = storable(status?.message ?? "") || textIn(attributes[conventions.statusMessage]);
  return { status: isFailed ? "ERROR" : sent, statusMessage: message };
}

// opentelemetry-proto's SpanFlags: whether we know if the parent is remote, and whether it is.
const REMOTE_PARENT = 0x300;
const hasRemoteParent = (flags: number): boolean => (flags & REMOTE_PARENT) === REMOTE_PARENT;

/** Nanoseconds since 1970; 0 if missing. The contract refuses more than protobuf's 64 bits. */
const nanosecondsOf = (nanoseconds: string | number | null | undefined): bigint => BigInt(nanoseconds ?? 0);

/** ISO 8601 to the microsecond, the precision that PostgreSQL stores. */
function instant(nanoseconds: bigint): string {
  const second = new Date(Number(nanoseconds / 1_000_000_000n) * 1000).toISOString().slice(0, 19);
  const micros = String((nanoseconds / 1000n) % 1_000_000n).padStart(6, "0");
  return `${second}.${micros}Z`;
}
