import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { parseEnvironment } from "@/lib/env";
import { traceBy, traced, traceHeader } from "@/lib/observe/tracing";
import { parentOf, samplerOf } from "./sampler";
import { createTracer, type FinishedSpan } from "./tracer";

afterEach(() => traceBy(null));

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const HEADER = `00-${TRACE}-00f067aa0ba902b7-01`;

test.each([
  [HEADER, { traceId: TRACE, spanId: "00f067aa0ba902b7", isSampled: true }],
  [HEADER.replace(/1$/, "0"), { traceId: TRACE, spanId: "00f067aa0ba902b7", isSampled: false }],
  [`00-${"0".repeat(32)}-00f067aa0ba902b7-01`, null],
  ["00-short-00f067aa0ba902b7-01", null],
  [null, null],
])("the parent span in %s", (header, expected) => {
  expect(parentOf(header)).toEqual(expected);
});

const sampled = parentOf(HEADER);
const unsampled = parentOf(HEADER.replace(/1$/, "0"));
test.each([
  [{}, null, true],
  [{}, unsampled, false],
  [{ OTEL_TRACES_SAMPLER: "always_on" }, unsampled, true],
  [{ OTEL_TRACES_SAMPLER: "always_off" }, sampled, false],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, sampled, true],
  [{ OTEL_TRACES_SAMPLER: "parentbased_always_off" }, null, false],
  // Its last digits are 0x0e0e4736: 5.49 % of the way.
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.054" }, null, false],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.055" }, null, true],
  [{ OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" }, null, false],
  [{ OTEL_TRACES_SAMPLER: "traceidratio" }, null, true],
])("with %j and the parent %j, a trace is recorded: %s", (source, parent, expected) => {
  expect(samplerOf(parseEnvironment(source))(TRACE, parent)).toBe(expected);
});

function recorded(isSampled = true) {
  const spans: FinishedSpan[] = [];
  traceBy(
    createTracer(
      () => isSampled,
      (span) => spans.push(span),
    ),
  );
  return spans;
}
const request = () => ({ name: "GET", kind: "server", traceparent: HEADER }) as const;
const statement = () => ({ name: "SELECT", kind: "client" }) as const;

test("a request's spans join the client's trace and each other", async () => {
  const spans = recorded();
  await traced(request, async (note) => {
    await Promise.all([traced(statement, () => wait(5)), traced(statement, async () => undefined)]);
    note({ name: "GET listThings", attributes: { "http.response.status_code": 200 } });
  });
  const server = spans.find(({ kind }) => kind === "server");
  expect(server).toMatchObject({
    traceId: TRACE,
    parentSpanId: "00f067aa0ba902b7",
    name: "GET listThings",
    isFailed: false,
    attributes: { "http.response.status_code": 200 },
  });
  const inner = spans.filter(({ kind }) => kind === "client");
  expect(inner.map(({ parentSpanId, traceId }) => [traceId, parentSpanId])).toEqual([
    [TRACE, server?.spanId],
    [TRACE, server?.spanId],
  ]);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(3);
  for (const { startedAt, endedAt } of spans) expect(endedAt).toBeGreaterThanOrEqual(startedAt);
});

test("a failure is recorded by its kind, without its message", async () => {
  const spans = recorded();
  const failing = traced(request, () => Promise.reject(new TypeError("secret")));
  await expect(failing).rejects.toThrow("secret");
  expect(spans).toMatchObject([{ isFailed: true, attributes: { "error.type": "TypeError" } }]);
  expect(JSON.stringify(spans)).not.toContain("secret");
});

test("work outside a request, after it, or in an unsampled one has no span", async () => {
  const spans = recorded();
  await traced(statement, async () => undefined);
  let later: Promise<void> | undefined;
  await traced(request, async () => {
    later = wait(5).then(() => traced(statement, async () => undefined));
  });
  await later;
  expect(spans.map(({ kind }) => kind)).toEqual(["server"]);
  const none = recorded(false);
  await traced(request, () => traced(statement, async () => undefined));
  expect(none).toEqual([]);
});

test("without a tracer, work runs unchanged", async () => {
  expect(await traced(request, async () => 7)).toBe(7);
});

test("the trace header names the current span, and is empty outside a span", async () => {
  const spans = recorded();
  expect(traceHeader()).toBeNull();
  const header = await traced(request, async () => traceHeader());
  expect(parentOf(header)).toEqual({ traceId: TRACE, spanId: spans[0]?.spanId, isSampled: true });
});

test("steps of a run share its ids across processes; unsampled runs have no spans", async () => {
  const run = { id: "01JOB", traceparent: HEADER };
  const step = () => ({ name: "step", kind: "consumer", run }) as const;
  const first = recorded();
  await traced(step, async () => undefined);
  const second = recorded();
  // Inngest asks for it by a request.
  await traced(request, () => traced(step, async () => undefined));
  const other = second.find(({ name }) => name === "step");
  expect(other?.parentSpanId).toBe(first[0]?.parentSpanId);
  expect([first[0]?.traceId, other?.traceId]).toEqual([TRACE, TRACE]);
  const none = recorded(false);
  await traced(step, async () => undefined);
  expect(none).toEqual([]);
});
