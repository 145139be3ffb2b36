// What reaches a collector, and what becomes of calls while it is away.
import { afterEach, expect, test, vi } from "vitest";
import { otlpSpan } from "@/lib/contracts/traces/otlp";
import { parseEnvironment } from "@/lib/env";
import { ask, chat, type World } from "@/lib/gateway/testing/memory-parts";
import { completion, json, onlyRequest } from "@/lib/gateway/testing/recorded-calls";
import { serve } from "@/lib/gateway/testing/serve";
import { exportRequest } from "@/lib/http/otlp-messages";
import { readAttributes } from "@/lib/traces/rules/attributes";
import { exportSettings } from "./export-settings";
import { createExporter } from "./exporter";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A collector that answers with these statuses, and with 200 from then on. */
async function collector(...statuses: number[]) {
  const exports: { headers: Headers; body: Uint8Array }[] = [];
  const { url, stop } = await serve(async (request) => {
    const body = new Uint8Array(await request.arrayBuffer());
    exports.push({ headers: request.headers, body });
    return new Response(null, { status: statuses.shift() ?? 200 });
  });
  stops.push(stop);
  return { url, exports };
}

function exporterTo(url: string, more: Record<string, string> = {}) {
  const warnings: string[] = [];
  const exporter = createExporter(parseEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT: url, ...more }), (sentence) =>
    warnings.push(sentence),
  );
  if (!exporter) throw new Error("nothing is exported");
  return { exporter, warnings };
}

const answering = json(completion({ content: "Good day." }));
const called = (world: World = answering) => onlyRequest(world, ask({ body: chat("small", { temperature: 0.5 }) }));

function spansIn(body: Uint8Array | undefined) {
  const { resourceSpans } = exportRequest.toObject(exportRequest.decode(body ?? new Uint8Array()), { longs: String });
  const [{ resource, scopeSpans }] = resourceSpans;
  const [span] = scopeSpans[0].spans;
  return { resource: readAttributes(resource.attributes), span, attributes: readAttributes(span.attributes) };
}

test("a call becomes a span by the conventions, with its resource and the collector's headers", async () => {
  const { url, exports } = await collector();
  const { exporter, warnings } = exporterTo(url, {
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=a%20b, x-none",
    OTEL_RESOURCE_ATTRIBUTES: "deployment.environment.name=test",
  });
  exporter.add(await called());
  await exporter.drain();
  expect(exports).toHaveLength(1);
  expect(exports[0]?.headers.get("x-team")).toBe("a b");
  const { resource, span, attributes } = spansIn(exports[0]?.body);
  expect(resource).toEqual({ "service.name": "assay-gateway", "deployment.environment.name": "test" });
  expect(span).toMatchObject({
    name: "chat small",
    kind: 3,
    status: { code: 1 },
    startTimeUnixNano: "1772366430000000000",
  });
  expect(otlpSpan.safeParse({ ...span, traceId: `${"0".repeat(31)}1`, spanId: "1".repeat(16) }).success).toBe(true);
  expect(attributes).toMatchObject({
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": "acme",
    "gen_ai.request.temperature": 0.5,
    "gen_ai.usage.input_tokens": 3,
    "gen_ai.response.finish_reasons": ["stop"],
  });
  expect(attributes).not.toHaveProperty(["gen_ai.input.messages"]);
  expect(warnings).toEqual([]);
});

test.each<[string, World, boolean]>([
  ["go along where they are asked for", answering, true],
  ["do not where they may not be recorded", { ...answering, key: { tracing: "metadata" } }, false],
])("contents %s", async (_name, world, goAlong) => {
  const { url, exports } = await collector();
  const { exporter } = exporterTo(url, { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "true" });
  exporter.add(await called(world));
  await exporter.drain();
  const { "gen_ai.input.messages": input, "gen_ai.output.messages": output } = spansIn(exports[0]?.body).attributes;
  const messages = (role: string, content: string) => JSON.stringify([{ role, parts: [{ type: "text", content }] }]);
  expect([input, output]).toEqual(
    goAlong ? [messages("user", "Hello there"), messages("assistant", "Good day.")] : [undefined, undefined],
  );
});

test("calls wait for an absent collector, and an export refused for good is logged and dropped", async () => {
  const { url, exports } = await collector(503, 200, 400);
  const { exporter, warnings } = exporterTo(url);
  exporter.add(await called());
  await vi.waitFor(() => expect(exports).toHaveLength(2), { timeout: 5_000 });
  exporter.add(await called());
  await exporter.drain();
  expect(exports).toHaveLength(3);
  expect(warnings).toEqual([expect.stringContaining("answered 400")]);
});

test("excess calls are dropped and counted, oldest first, and a stop ends despite an absent collector", async () => {
  const { exporter, warnings } = exporterTo("http://127.0.0.1:9");
  const request = await called();
  for (let count = 0; count < 2_100; count++) exporter.add(request);
  await exporter.drain();
  const lost = warnings.map((warning) => Number(/(\d+)\.$/.exec(warning)?.[1] ?? 0));
  expect(lost.reduce((sum, count) => sum + count, 0)).toBe(2_100);
});

test.each<[string, Record<string, string>, string | null]>([
  ["no collector", {}, null],
  ["a base", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c:4318/" }, "http://c:4318/v1/traces"],
  [
    "an address for traces",
    { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: "http://c/x", OTEL_EXPORTER_OTLP_ENDPOINT: "http://d" },
    "http://c/x",
  ],
  ["one that is switched off", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://c", OTEL_SDK_DISABLED: "true" }, null],
])("spans go to %s", (_name, environment, expected) => {
  expect(exportSettings(parseEnvironment(environment))?.url ?? null).toBe(expected);
});
