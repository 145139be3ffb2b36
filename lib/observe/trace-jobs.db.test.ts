// What reaches a collector of a job.
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlayground, type Playground } from "@/lib/embedded/jobs/testing";
import { createClient } from "@/lib/embedded/jobs/testing-client";
import { parseEnvironment } from "@/lib/env";
import { serve } from "@/lib/gateway/testing/serve";
import { exportRequest } from "@/lib/http/otlp-messages";
import { startTracing } from "@/lib/server/tracing/start";
import { readAttributes } from "@/lib/traces/rules/attributes";
import { TraceJobs } from "./trace-jobs";
import { traced, traceHeader } from "./tracing";

let playground: Playground;
beforeAll(async () => {
  playground = await createPlayground();
});
afterAll(() => playground.close());

interface Received {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  status: { code?: number };
  attributes: Record<string, unknown>;
}

/** A collector, and how to end the tracing that it receives. */
async function collecting() {
  const received: Received[] = [];
  const collector = await serve(async (request) => {
    const message = exportRequest.decode(new Uint8Array(await request.arrayBuffer()));
    const { resourceSpans } = exportRequest.toObject(message, { longs: String, bytes: String });
    for (const { scopeSpans } of resourceSpans)
      for (const span of scopeSpans[0].spans) received.push({ ...span, attributes: readAttributes(span.attributes) });
    return new Response(null);
  });
  const finish = startTracing(parseEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }));
  return async () => {
    await finish();
    collector.stop();
    return received;
  };
}

const ORGANIZATION = "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90";

test("a run and its steps join the trace of the request that sent the event", async () => {
  const client = createClient({ middleware: [TraceJobs] });
  const job = client.createFunction({ id: "traced", triggers: { event: "test/traced.wanted" } }, async ({ step }) => {
    await step.run("first", () =>
      traced(
        () => ({ name: "SELECT", kind: "client" }),
        async () => "unmistakable",
      ),
    );
    await step.run("second", () => "unmistakable");
    return "unmistakable";
  });
  const end = await collecting();
  const jobs = await playground.start(client, [job]);
  await traced(
    () => ({ name: "POST", kind: "server" }),
    async () => {
      const data = { organizationId: ORGANIZATION, text: "unmistakable", traceparent: traceHeader() };
      await client.send({ name: "test/traced.wanted", data });
    },
  );
  await playground.ended("test-traced");
  await jobs.stop();
  const received = await end();
  const [request] = received.filter(({ kind }) => kind === 2);
  expect(new Set(received.map(({ traceId }) => traceId))).toEqual(new Set([request?.traceId]));
  const run = received.find(({ name }) => name === "traced");
  expect(run).toMatchObject({ kind: 5, parentSpanId: request?.spanId, status: {} });
  expect(run?.attributes).toMatchObject({ "assay.job": "traced", "assay.organization_id": ORGANIZATION });
  const steps = received.filter(({ name }) => name === "traced step");
  expect(steps.map(({ parentSpanId, attributes }) => [parentSpanId, attributes["assay.job.step"]])).toEqual([
    [run?.spanId, "first"],
    [run?.spanId, "second"],
  ]);
  expect(received.find(({ name }) => name === "SELECT")?.parentSpanId).toBe(steps[0]?.spanId);
  for (const { startTimeUnixNano, endTimeUnixNano } of [...steps, ...(run ? [run] : [])])
    expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  expect(JSON.stringify(received)).not.toContain("unmistakable");
});

test("a failed run without a request gets its own trace, with only its error's kind", async () => {
  const client = createClient({ middleware: [TraceJobs] });
  const options = { id: "failing", triggers: { event: "test/failing.wanted" }, retries: 0 } as const;
  const job = client.createFunction(options, ({ step }) =>
    step.run("only", () => Promise.reject(new TypeError("unmistakable"))),
  );
  const end = await collecting();
  const jobs = await playground.start(client, [job]);
  await client.send({ name: "test/failing.wanted", data: { organizationId: ORGANIZATION } });
  await playground.ended("test-failing");
  await jobs.stop();
  const received = await end();
  const run = received.find(({ name }) => name === "failing");
  const step = received.find(({ name }) => name === "failing step");
  expect(run).toMatchObject({ status: { code: 2 } });
  expect(run?.attributes).toHaveProperty(["error.type"]);
  expect(step).toMatchObject({ status: { code: 2 }, parentSpanId: run?.spanId, traceId: run?.traceId });
  expect(step?.attributes).toMatchObject({ "error.type": "TypeError", "assay.organization_id": ORGANIZATION });
  expect(JSON.stringify(received)).not.toContain("unmistakable");
});
