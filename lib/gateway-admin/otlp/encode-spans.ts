// Spans as an export in protobuf. Names: OpenTelemetry's GenAI semantic conventions.
import type { SpanRecord } from "@/lib/contracts/traces/span-record";
import { exportRequest } from "@/lib/http/otlp-messages";
import { isRecord, recordsIn } from "@/lib/records";
import type { ExportSettings } from "./export-settings";

// OpenTelemetry's numbers.
const CLIENT = 3;
const STATUS = { UNSET: 0, OK: 1, ERROR: 2 } as const;

export function encodeSpans(
  spans: readonly SpanRecord[],
  { resource, sendsContents }: Pick<ExportSettings, "resource" | "sendsContents">,
): Uint8Array<ArrayBuffer> {
  return encodeMessages(
    spans.map((span) => messageOf(span, sendsContents)),
    "assay.gateway",
    resource,
  );
}

/** An export of OTLP's span messages under one scope. */
export function encodeMessages(
  spans: readonly object[],
  scope: string,
  resource: Record<string, string>,
): Uint8Array<ArrayBuffer> {
  const scopeSpans = [{ scope: { name: scope }, spans }];
  const message = { resourceSpans: [{ resource: { attributes: keyValues(resource) }, scopeSpans }] };
  return Uint8Array.from(exportRequest.encode(message).finish());
}

const messageOf = (span: SpanRecord, sendsContents: boolean) => ({
  traceId: Buffer.from(span.traceId, "hex"),
  spanId: Buffer.from(span.spanId, "hex"),
  name: span.name,
  kind: CLIENT,
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt ?? span.startedAt),
  attributes: keyValues({
    ...span.attributes,
    "gateway.cost_usd": span.costUsd,
    ...(sendsContents ? contentsOf(span) : {}),
  }),
  events: span.events.map(({ name, time, attributes }) => ({
    name,
    timeUnixNano: nanoseconds(time),
    attributes: keyValues(attributes),
  })),
  status: { code: STATUS[span.status], message: span.statusMessage },
});

/** Messages in the conventions' form, as JSON. */
function contentsOf({ input, output }: SpanRecord): Record<string, string> {
  const answer = typeof output === "string" ? [{ role: "assistant", content: output }] : output;
  return {
    ...(Array.isArray(input) ? { "gen_ai.input.messages": JSON.stringify(recordsIn(input).map(inParts)) } : {}),
    ...(Array.isArray(answer) ? { "gen_ai.output.messages": JSON.stringify(recordsIn(answer).map(inParts)) } : {}),
  };
}

function inParts({ role, content, tool_calls, tool_call_id }: Record<string, unknown>) {
  const texts = typeof content === "string" ? [{ type: "text", content }] : recordsIn(content).map(partOf);
  if (role === "tool") return { role, parts: [{ type: "tool_call_response", id: tool_call_id, response: content }] };
  const calls = recordsIn(tool_calls).map(({ id, function: called }) => {
    const { name, arguments: input } = isRecord(called) ? called : {};
    return { type: "tool_call", id, name, arguments: input };
  });
  return { role, parts: [...texts, ...calls] };
}

const partOf = (part: Record<string, unknown>) =>
  typeof part.text === "string" ? { type: "text", content: part.text } : { type: String(part.type ?? "unknown") };

export const keyValues = (values: Record<string, unknown>) =>
  Object.entries(values).flatMap(([key, plain]) => {
    const value = anyValue(plain);
    return value ? [{ key, value }] : [];
  });

function anyValue(value: unknown): Record<string, unknown> | null {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isSafeInteger(value) ? { intValue: value } : { doubleValue: value };
  if (Array.isArray(value)) return { arrayValue: { values: value.flatMap((entry) => anyValue(entry) ?? []) } };
  return null;
}

/** Of ISO 8601 to the microsecond, as two halves of 64 bits: beyond what a number holds exactly. */
function nanoseconds(time: string): { low: number; high: number; unsigned: true } {
  const micros = /\.\d{3}(\d{3})/.exec(time)?.[1] ?? "0";
  const value = BigInt(Date.parse(time)) * 1_000_000n + BigInt(micros) * 1_000n;
  return { low: Number(value & 0xffff_ffffn), high: Number(value >> 32n), unsigned: true };
}
