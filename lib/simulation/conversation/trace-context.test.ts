import { expect, test } from "vitest";
import { parentOf } from "@/lib/server/tracing/sampler";
import { traceContextOf } from "./trace-context";

const ids = { executionId: "e", callId: "c" };

test("a turn's trace is the same when it is retried, and each turn and each play has its own", () => {
  const contexts = [
    traceContextOf(ids, 1),
    traceContextOf(ids, 3),
    traceContextOf({ ...ids, callId: "d" }, 1),
    traceContextOf({ ...ids, earlierPlays: 1 }, 1),
  ];
  expect(traceContextOf({ ...ids, executionId: null }, 1)).toEqual(contexts[0]);
  expect(new Set(contexts.map(({ traceId }) => traceId)).size).toBe(4);
  for (const { traceId, traceparent } of contexts)
    expect(parentOf(traceparent)).toMatchObject({ traceId, isSampled: true });
});
