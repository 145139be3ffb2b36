// Calls on their way to an OpenTelemetry collector, over OTLP/HTTP in protobuf: in batches, behind the answers, bounded, and
// dropped with a count while the collector is away.
import { createHash } from "node:crypto";
import type { Environment } from "@/lib/env";
import { callSpan } from "@/lib/gateway/record/call-span";
import type { CompletedRequest } from "@/lib/gateway/record/recorder";
import { CallBuffer } from "../call-buffer";
import { encodeSpans } from "./encode-spans";
import { exportSettings } from "./export-settings";
import { sendSpans } from "./send-spans";

/** Of a call's input and output each. */
const CONTENT_CHARACTERS = 100_000;
/** The limits of OpenTelemetry's batch processor, and one for contents. */
const CAPACITY = { calls: 2_048, characters: 20_000_000 };

export interface Exporter {
  /** Takes a request, and returns at once. */
  add(request: CompletedRequest): void;
  /** Sends the buffered spans; stops at the first failure. */
  drain(): Promise<void>;
}

/** Null where no collector is configured. */
export function createExporter(environment: Environment, warn: (sentence: string) => void): Exporter | null {
  const settings = exportSettings(environment);
  if (!settings) return null;
  const buffer = new CallBuffer<CompletedRequest>({
    async store(requests) {
      const spans = await Promise.all(
        requests.flatMap(({ call }) => (call ? [callSpan(call, CONTENT_CHARACTERS, sha256)] : [])),
      );
      return sendSpans(settings, encodeSpans(spans, settings), spans.length);
    },
    warn,
    capacity: CAPACITY,
    refused: (why) => why,
    lost: (count) => `Calls not exported because the collector did not accept them in time: ${count}.`,
  });
  return {
    add(request) {
      // A request refused before a model was called has no span.
      if (request.call) buffer.add(request);
    },
    drain: () => buffer.drain(),
  };
}

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
