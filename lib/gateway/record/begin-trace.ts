// A call that is recorded as a trace, from its beginning to its end.
import type { Caller } from "../settings";
import { traceIdOf } from "./trace-id";
import { tracingOf } from "./tracing";
import type { CallEnd, CallStart, Recorder } from "./watch-call";

export interface BegunTrace {
  id: string;
  /** Hands the call over; returns at once. */
  end(end: CallEnd): void;
}

type Start = Omit<CallStart, "traceId" | "organizationId" | "keyId" | "tracing">;

/** Null for a call of which nothing is recorded. */
export async function beginTrace(caller: Caller, start: Start, recorder: Recorder): Promise<BegunTrace | null> {
  const { id: keyId, organizationId } = caller.key;
  const tracing = tracingOf(caller);
  if (organizationId === null || tracing === "off") return null;
  const id = await traceIdOf(organizationId, start.requestId);
  const record = recorder.begin();
  return { id, end: (end) => record({ ...start, ...end, traceId: id, organizationId, keyId, tracing }) };
}
