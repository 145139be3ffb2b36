// Traces as real OpenTelemetry exporters send them, and as nobody should.
import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { deflateSync, gzipSync } from "node:zlib";
import { trace as api, context as contextApi, SpanKind, SpanStatusCode } from "@opentelemetry/api";
import { OTLPTraceExporter as JsonExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { OTLPTraceExporter as ProtobufExporter } from "@opentelemetry/exporter-trace-otlp-proto";
import { CompressionAlgorithm } from "@opentelemetry/otlp-exporter-base";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from "@opentelemetry/sdk-trace-base";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { exportOf, hexId } from "@/lib/traces/testing";
import { exportRequest, exportResponse } from "./otlp-messages";
import { bearer, createCredentials, pair, send } from "./testing/api";
import { type Mounted, mounts, sharedMount } from "./testing/mounts";

const PATH = "/tracer/otlp/v1/traces";

/** A finished trace of two spans, made by the SDK. */
function recordedSpans(service: string): ReadableSpan[] {
  const memory = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": service }),
    spanProcessors: [new SimpleSpanProcessor(memory)],
  });
  const tracer = provider.getTracer("test");
  const root = tracer.startSpan("answer", {
    startTime: Date.now() - 10,
    attributes: { "session.id": "s-1", "input.value": "Grüße", list: [1, 2] },
  });
  const child = tracer.startSpan(
    "chat",
    {
      kind: SpanKind.CLIENT,
      attributes: { "gen_ai.request.model": "m", "gen_ai.usage.input_tokens": 3, score: 0.5, ok: true },
    },
    api.setSpan(contextApi.active(), root),
  );
  child.addEvent("retry", { attempt: 2 });
  child.setStatus({ code: SpanStatusCode.ERROR, message: "Overloaded." });
  child.end();
  root.end();
  return memory.getFinishedSpans();
}

const sendSpans = (exporter: SpanExporter, spans: ReadableSpan[]) =>
  new Promise<{ code: number; error?: Error | undefined }>((resolve) => exporter.export(spans, resolve));

describe.each(mounts)("on the %s mount", (mount) => {
  let server: Mounted;
  let headers: Record<string, string>;
  beforeAll(async () => {
    server = await sharedMount(mount);
    headers = bearer(await createCredentials(server.db));
  }, 120_000);
  afterAll(() => server?.stop());

  const post = async (body: Uint8Array<ArrayBuffer> | string, more: Record<string, string>, path = PATH) =>
    fetch(`${server.url}${path}`, { method: "POST", body, headers: { ...headers, ...more } });
  const protobufOf = (message: object) =>
    new Uint8Array(exportRequest.encode(exportRequest.fromObject(message)).finish());

  const exporters = [
    ["JSON", JsonExporter, CompressionAlgorithm.NONE],
    ["JSON, gzip", JsonExporter, CompressionAlgorithm.GZIP],
    ["protobuf", ProtobufExporter, CompressionAlgorithm.NONE],
    ["protobuf, gzip", ProtobufExporter, CompressionAlgorithm.GZIP],
  ] as const;
  test.each(exporters)("spans of a real exporter are stored once: %s", async (name, Exporter, compression) => {
    const credentials = await createCredentials(server.db);
    const spans = recordedSpans(name);
    const exporter = new Exporter({ url: `${server.url}${PATH}`, headers: pair(credentials), compression });
    for (const _ of [1, 2]) expect(await sendSpans(exporter, spans)).toEqual({ code: 0 });
    await exporter.shutdown();
    const traceId = spans[0]?.spanContext().traceId;
    const answer = await send(server.url, "GET", `/tracer/traces/${traceId}/`, { headers: bearer(credentials) });
    expect(answer.body.result).toMatchObject({
      trace_id: traceId,
      project_name: name,
      name: "answer",
      status: "OK",
      session_id: "s-1",
      input: "Grüße",
      span_count: 2,
      total_tokens: 3,
      spans: [
        { name: "answer", kind: "INTERNAL", attributes: { list: [1, 2] }, resource: { "service.name": name } },
        {
          name: "chat",
          kind: "CLIENT",
          observation_type: "llm",
          model: "m",
          status: "ERROR",
          status_message: "Overloaded.",
          attributes: { score: 0.5, ok: true, "gen_ai.usage.input_tokens": 3 },
          events: [{ name: "retry", attributes: { attempt: 2 } }],
        },
      ],
    });
  });

  test("an exporter without credentials gets an error that says so", async () => {
    const exporter = new JsonExporter({ url: `${server.url}${PATH}` });
    expect(await sendSpans(exporter, recordedSpans("x"))).toMatchObject({ code: 1, error: { code: 401 } });
    await exporter.shutdown();
  });

  test("both encodings report refused spans in their own format", async () => {
    const spans = [
      { traceId: hexId(16), spanId: hexId(8) },
      { traceId: hexId(16), spanId: "" },
    ];
    const json = await post(JSON.stringify(exportOf({}, spans)), { "content-type": "application/json; charset=utf-8" });
    expect([json.status, json.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(await json.json()).toEqual({
      partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining("spanId") },
    });
    const bytes = protobufOf({
      resourceSpans: [{ scopeSpans: [{ spans: [{ spanId: Buffer.alloc(8, 1), startTimeUnixNano: 1 }] }] }],
    });
    const protobuf = await post(bytes, { "content-type": "application/x-protobuf" });
    expect([protobuf.status, protobuf.headers.get("content-type")]).toEqual([200, "application/x-protobuf"]);
    const answer = exportResponse.decode(new Uint8Array(await protobuf.arrayBuffer()));
    expect(exportResponse.toObject(answer, { longs: Number })).toEqual({
      partialSuccess: { rejectedSpans: 1, errorMessage: expect.stringContaining("traceId") },
    });
  });

  test("an empty protobuf message succeeds, with and without a trailing slash", async () => {
    for (const path of [PATH, `${PATH}/`]) {
      const answer = await post(new Uint8Array(), { "content-type": "application/x-protobuf" }, path);
      expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([200, 0]);
    }
  });

  const json = { "content-type": "application/json" };
  const zeros = (megabytes: number) => Buffer.alloc(megabytes * 1024 * 1024);
  const deepProtobuf = () => {
    let value: Buffer = Buffer.from([0x0a, 0x00]);
    // AnyValue{array_value{values{…}}}, each level two length-delimited fields around the last.
    for (let level = 0; level < 5000; level++) value = field(5, field(1, value));
    const attribute = Buffer.concat([field(1, Buffer.from("k")), field(2, value)]);
    return new Uint8Array(field(1, field(2, field(2, field(9, attribute)))));
  };

  test.each<[string, () => [Uint8Array<ArrayBuffer> | string, Record<string, string>], number, string]>([
    ["no media type that it is in", () => ["a=b", { "content-type": "text/plain" }], 415, "unsupported_media_type"],
    [
      "a coding that nobody asked for",
      () => ["{}", { ...json, "content-encoding": "br" }],
      415,
      "unsupported_media_type",
    ],
    [
      "a coding that is a member of every object",
      () => ["{}", { ...json, "content-encoding": "constructor" }],
      415,
      "unsupported_media_type",
    ],
    ["broken JSON", () => ["{", json], 400, "parse_error"],
    ["no JSON at all", () => ["", json], 400, "parse_error"],
    ["JSON that is no request", () => ['{"resourceSpans":{}}', json], 400, "invalid"],
    ["a list", () => ["[]", json], 400, "invalid"],
    ["JSON in no UTF-8", () => [new Uint8Array([0x22, 0xff, 0x22]), json], 400, "parse_error"],
    [
      "broken protobuf",
      () => [new Uint8Array([0x0a, 0xff]), { "content-type": "application/x-protobuf" }],
      400,
      "parse_error",
    ],
    ["protobuf without end", () => [deepProtobuf(), { "content-type": "application/x-protobuf" }], 400, "parse_error"],
    ["a body that is not gzip", () => ["{}", { ...json, "content-encoding": "gzip" }], 400, "parse_error"],
    [
      "half of a gzip",
      () => [new Uint8Array(gzipSync("{}").subarray(0, 12)), { ...json, "content-encoding": "gzip" }],
      400,
      "parse_error",
    ],
    ["11 MB", () => [new Uint8Array(zeros(11)), json], 413, "request_too_large"],
    [
      "a little that inflates to 200 MB",
      () => [new Uint8Array(gzipSync(zeros(200))), { ...json, "content-encoding": "gzip" }],
      413,
      "request_too_large",
    ],
  ])("%s is refused", async (_, build, status, code) => {
    const [body, more] = build();
    const answer = await post(body, more);
    const refusal = await answer.json();
    expect([answer.status, refusal.code, refusal.status]).toEqual([status, code, false]);
  });

  test("a deflate body is read", async () => {
    const body = new Uint8Array(deflateSync(JSON.stringify(exportOf({}, [{ traceId: hexId(16), spanId: hexId(8) }]))));
    expect(await (await post(body, { ...json, "content-encoding": "deflate" })).json()).toEqual({});
  });

  test("a body of unknown length that exceeds the limit is refused", async () => {
    const { hostname, port } = new URL(server.url);
    const sending = httpRequest({ hostname, port, path: PATH, method: "POST", headers: { ...headers, ...json } });
    sending.on("error", () => undefined); // the server may hang up while the rest is being sent
    const answered = once(sending, "response");
    for (let megabyte = 0; megabyte < 11; megabyte++) sending.write(zeros(1));
    sending.end();
    const [answer] = await answered;
    expect(answer.statusCode).toBe(413);
    answer.resume();
  });
});

/** A length-delimited protobuf field. */
function field(number: number, content: Buffer): Buffer {
  const length: number[] = [];
  for (let rest = content.length; ; rest >>>= 7) {
    length.push(rest > 127 ? (rest & 127) | 128 : rest);
    if (rest <= 127) break;
  }
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), content]);
}
