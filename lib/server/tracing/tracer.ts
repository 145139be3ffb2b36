import { AsyncLocalStorage } from "node:async_hooks";
import { createHash, randomBytes } from "node:crypto";
import type { JobRun, Note, SpanStart, Trace, Tracer } from "@/lib/observe/tracing";
import { type Parent, parentOf, type Sampler } from "./sampler";

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
  /** Its request or step: what a timer does after the end is no longer part of it. */
  request: { isOver: boolean };
}

const id = (bytes: number): string => randomBytes(bytes).toString("hex");
const now = (): number => performance.timeOrigin + performance.now();

/** Records spans of requests and of jobs, and of the work within them. Other work has none. */
export function createTracer(sampler: Sampler, finish: (span: FinishedSpan) => void): Tracer {
  const current = new AsyncLocalStorage<Active>();
  const trace: Trace = async (start, work) => {
    const around = current.getStore();
    if (around?.request.isOver) return work(() => undefined);
    const begun = start();
    const origin = originOf(begun, around);
    if (!origin || (origin.parent === null && !sampler(origin.traceId, origin.remote))) return work(() => undefined);
    const { traceId, parent } = origin;
    const span: FinishedSpan = {
      traceId,
      spanId: id(8),
      parentSpanId: origin.parentSpanId,
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
  return {
    trace,
    record({ id: runId, traceparent, ...run }) {
      const { remote, ...ids } = idsOfRun({ id: runId, traceparent });
      if (sampler(ids.traceId, remote))
        finish({ ...ids, ...run, kind: "consumer", attributes: { ...run.attributes }, endedAt: now() });
    },
    header() {
      const active = current.getStore();
      return active ? `00-${active.traceId}-${active.spanId}-01` : null;
    },
  };
}

interface Origin {
  traceId: string;
  parentSpanId: string | null;
  /** The span of this process that it is part of. */
  parent: Active | null;
  /** The span of another process, or of an earlier time, that it follows. */
  remote: Parent | null;
}

/** Null for work that is neither a request, nor a step, nor part of one. */
function originOf({ kind, traceparent, run }: SpanStart, around: Active | undefined): Origin | null {
  // Inngest asks for a step by a request, which may serve the runs of many traces.
  if (run) {
    const { traceId, spanId, remote } = idsOfRun(run);
    return { traceId, parentSpanId: spanId, parent: null, remote };
  }
  if (around) return { traceId: around.traceId, parentSpanId: around.spanId, parent: around, remote: null };
  if (kind !== "server") return null;
  const remote = parentOf(traceparent);
  return { traceId: remote?.traceId ?? id(16), parentSpanId: remote?.spanId ?? null, parent: null, remote };
}

/** The same in every process that works on the run. */
function idsOfRun(run: JobRun) {
  const hash = createHash("sha256").update(run.id).digest("hex");
  const remote = parentOf(run.traceparent);
  return {
    traceId: remote?.traceId ?? hash.slice(0, 32),
    spanId: hash.slice(32, 48),
    parentSpanId: remote?.spanId ?? null,
    remote,
  };
}

const noteOn =
  (span: FinishedSpan): Note =>
  ({ name, attributes, isFailed }) => {
    if (name !== undefined) span.name = name;
    if (isFailed !== undefined) span.isFailed = isFailed;
    Object.assign(span.attributes, attributes);
  };
