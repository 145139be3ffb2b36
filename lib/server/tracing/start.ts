// Loaded only where a collector is named.
import type { Environment } from "@/lib/env";
import { CallBuffer } from "@/lib/gateway-admin/call-buffer";
import { encodeMessages, keyValues } from "@/lib/gateway-admin/otlp/encode-spans";
import { type ExportSettings, exportSettings } from "@/lib/gateway-admin/otlp/export-settings";
import { sendSpans } from "@/lib/gateway-admin/otlp/send-spans";
import { log } from "@/lib/observe/log";
import { traceBy } from "@/lib/observe/tracing";
import { samplerOf } from "./sampler";
import { createTracer, type FinishedSpan } from "./tracer";

/** Spans are small and many: a request has one for each of its statements. */
const CAPACITY = { calls: 20_000, characters: Number.POSITIVE_INFINITY };
const KINDS = { internal: 1, server: 2, client: 3, consumer: 5 } as const;
const ERROR = 2;

/** Records this process's requests and jobs; the returned function sends what is left and stops. */
export function startTracing(environment: Environment): () => Promise<void> {
  const settings = exportSettings(environment, "assay");
  if (!settings) return async () => undefined;
  const buffer = new CallBuffer<FinishedSpan & { characters: number }>({
    store: (spans) => sendSpans(settings, encode(spans, settings), spans.length),
    warn: (sentence) => log("warn", `tracing: ${sentence}`),
    capacity: CAPACITY,
    refused: (why) => why,
    lost: (count) => `Spans not exported because the collector did not accept them in time: ${count}.`,
  });
  traceBy(createTracer(samplerOf(environment), (span) => buffer.add({ ...span, characters: 0 })));
  return async () => {
    traceBy(null);
    await buffer.drain();
  };
}

const encode = (spans: readonly FinishedSpan[], { resource }: ExportSettings) =>
  encodeMessages(spans.map(messageOf), "assay", resource);

const messageOf = (span: FinishedSpan) => ({
  traceId: Buffer.from(span.traceId, "hex"),
  spanId: Buffer.from(span.spanId, "hex"),
  ...(span.parentSpanId === null ? {} : { parentSpanId: Buffer.from(span.parentSpanId, "hex") }),
  name: span.name,
  kind: KINDS[span.kind],
  startTimeUnixNano: nanoseconds(span.startedAt),
  endTimeUnixNano: nanoseconds(span.endedAt),
  attributes: keyValues(span.attributes),
  status: { code: span.isFailed ? ERROR : 0 },
});

/** Two halves of 64 bits: beyond what a number holds exactly. */
function nanoseconds(ms: number): { low: number; high: number; unsigned: true } {
  const value = BigInt(Math.round(ms * 1000)) * 1000n;
  return { low: Number(value & 0xffff_ffffn), high: Number(value >> 32n), unsigned: true };
}
