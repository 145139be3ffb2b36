import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import type { Note, SpanStart, Trace } from "@/lib/observe/tracing";
import { parentOf, type Sampler } from "./sampler";

export interface FinishedSpan {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  kind: SpanStart["kind"];
  attributes: Record<string, string | number>;
  /** Milliseconds since 1970. */
  startedAt: number;
  endedAt: number;
  isFailed: boolean;
}

interface Active {
  traceId: string;
  spanId: string;
  /** Its request: what a timer does after the request's end is no longer part of it. */
  request: { isOver: boolean };
}

const id = (bytes: number): string => randomBytes(bytes).toString("hex");
const now = (): number => performance.timeOrigin + performance.now();

/** Records spans of requests, and of the work within them. Work outside of a request has none. */
export function createTracer(sampler: Sampler, finish: (span: FinishedSpan) => void): Trace {
  const current = new AsyncLocalStorage<Active>();
  return async (start, work) => {
    const parent = current.getStore();
    if (parent ? parent.request.isOver : start().kind !== "server") return work(() => undefined);
    const begun = start();
    const remote = parent ? null : parentOf(begun.traceparent);
    const traceId = parent?.traceId ?? remote?.traceId ?? id(16);
    if (!parent && !sampler(traceId, remote)) return work(() => undefined);
    const span: FinishedSpan = {
      traceId,
      spanId: id(8),
      parentSpanId: parent?.spanId ?? remote?.spanId ?? null,
      name: begun.name,
      kind: begun.kind,
      attributes: { ...begun.attributes },
      startedAt: now(),
      endedAt: 0,
      isFailed: false,
    };
    const request = parent?.request ?? { isOver: false };
    try {
      return await current.run({ traceId, spanId: span.spanId, request }, () => work(noteOn(span)));
    } catch (error) {
      span.isFailed = true;
      // Its message may quote contents.
      span.attributes["error.type"] = error instanceof Error ? error.name : "unknown";
      throw error;
    } finally {
      if (!parent) request.isOver = true;
      span.endedAt = now();
      finish(span);
    }
  };
}

const noteOn =
  (span: FinishedSpan): Note =>
  ({ name, attributes, isFailed }) => {
    if (name !== undefined) span.name = name;
    if (isFailed !== undefined) span.isFailed = isFailed;
    Object.assign(span.attributes, attributes);
  };
