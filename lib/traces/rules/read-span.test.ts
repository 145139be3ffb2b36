import { describe, expect, test } from "vitest";
import { type OtlpSpan, otlpSpan } from "@/lib/contracts/traces/otlp";
import { readSpan } from "./read-span";

const base = {
  traceId: "4BF92F3577B34DA6A3CE929D0E0E4736",
  spanId: "00F067AA0BA902B7",
  startTimeUnixNano: "1700000000123456789",
} satisfies OtlpSpan;

const langfuse = (level: string, message: string) => [
  { key: "langfuse.observation.level", value: { stringValue: level } },
  { key: "langfuse.observation.status_message", value: { stringValue: message } },
];

const logfire = [
  { key: "logfire.msg_template", value: { stringValue: "call {n}" } },
  { key: "logfire.msg", value: { stringValue: "call 1" } },
];

describe("stored spans", () => {
  test.each<[string, Partial<OtlpSpan>, object]>([
    ["ids in lower case", {}, { traceId: "4bf92f3577b34da6a3ce929d0e0e4736", spanId: "00f067aa0ba902b7" }],
    ["a start to the microsecond", {}, { startedAt: "2023-11-14T22:13:20.123456Z" }],
    ["no end yet", { endTimeUnixNano: "0" }, { endedAt: null, latencyMs: null }],
    ["latency", { endTimeUnixNano: "1700000000124956789" }, { endedAt: "2023-11-14T22:13:20.124956Z", latencyMs: 1.5 }],
    ["an end before the start", { endTimeUnixNano: "1600000000000000000" }, { latencyMs: 0 }],
    [
      "the last moment of the format",
      { startTimeUnixNano: "18446744073709551615" },
      { startedAt: "2554-07-21T23:34:33.709551Z" },
    ],
    [
      "a clock that is years ahead",
      { startTimeUnixNano: "4000000000000000000" },
      { startedAt: "2096-10-02T07:06:40.000000Z" },
    ],
    ["a clock that has no date", { startTimeUnixNano: "1" }, { startedAt: "1970-01-01T00:00:00.000000Z" }],
    ["a short name", { name: "answer" }, { name: "answer", attributes: {} }],
    [
      "a name of 100 kB",
      { name: "x".repeat(100_000) },
      { name: "x".repeat(255), attributes: { "assay.span.name": "x".repeat(100_000) } },
    ],
    ["a name that a cut would split", { name: "😀".repeat(300) }, { name: "😀".repeat(255) }],
    [
      "a template of Logfire, by which filters find its spans",
      { name: "call {n}", attributes: logfire },
      { name: "call {n}", attributes: { "logfire.msg_template": "call {n}", "logfire.msg": "call 1" } },
    ],
    [
      "messages of unknown parts",
      { attributes: [{ key: "gen_ai.input.messages", value: { stringValue: '[{"parts":7}]' } }] },
      { input: [{ parts: 7 }] },
    ],
    ["a root", { parentSpanId: "" }, { parentSpanId: null, isEntry: true }],
    ["a root by zeros", { parentSpanId: "0000000000000000" }, { parentSpanId: null, isEntry: true }],
    ["a child", { parentSpanId: "00F067AA0BA902B8" }, { parentSpanId: "00f067aa0ba902b8", isEntry: false }],
    ["a child of another process", { parentSpanId: "00f067aa0ba902b8", flags: 0x301 }, { isEntry: true }],
    ["a child that is known to be local", { parentSpanId: "00f067aa0ba902b8", flags: 0x101 }, { isEntry: false }],
    ["no status", {}, { status: "UNSET", statusMessage: "" }],
    ["a status by number", { status: { code: 2, message: "Broke." } }, { status: "ERROR", statusMessage: "Broke." }],
    ["a status by name", { status: { code: "STATUS_CODE_OK" } }, { status: "OK" }],
    ["an invalid status", { status: { code: 9 } }, { status: "UNSET" }],
    [
      "Langfuse's error",
      { attributes: langfuse("ERROR", "ECONNREFUSED") },
      { status: "ERROR", statusMessage: "ECONNREFUSED" },
    ],
    ["Langfuse's warning", { attributes: langfuse("WARNING", "Slow.") }, { status: "UNSET", statusMessage: "Slow." }],
    [
      "Langfuse's error beside a status of its own",
      { status: { code: 1, message: "Tried again." }, attributes: langfuse("ERROR", "ECONNREFUSED") },
      { status: "OK", statusMessage: "Tried again." },
    ],
    ["a kind by number", { kind: 3 }, { kind: "CLIENT" }],
    ["a kind by name", { kind: "SPAN_KIND_SERVER" }, { kind: "SERVER" }],
    ["an invalid kind", { kind: 77 }, { kind: "UNSPECIFIED" }],
    [
      "events and links",
      {
        events: [{ name: "e", timeUnixNano: "1000000000", attributes: [{ key: "k", value: { intValue: 1 } }] }],
        links: [{ traceId: "AA", spanId: "BB" }],
      },
      {
        events: [{ name: "e", time: "1970-01-01T00:00:01.000000Z", attributes: { k: 1 } }],
        links: [{ trace_id: "aa", span_id: "bb", attributes: {} }],
      },
    ],
  ])("%s", (_, change, expected) => {
    expect(readSpan({}, otlpSpan.parse({ ...base, ...change }))).toMatchObject(expected);
  });
});

describe("refused spans", () => {
  test.each<[string, object]>([
    ["a trace id of zeros", { traceId: "0".repeat(32) }],
    ["a short trace id", { traceId: "abc" }],
    ["a span id in base64", { spanId: "APBnqgupArc=" }],
    ["no start", { startTimeUnixNano: "0" }],
    ["a start that is not a number", { startTimeUnixNano: "now" }],
    ["a fraction of a nanosecond", { startTimeUnixNano: 1.5 }],
    ["an invalid parent", { parentSpanId: "parent" }],
    ["a name that is not text", { name: 7 }],
  ])("%s", (_, change) => {
    expect(otlpSpan.safeParse({ ...base, ...change }).success).toBe(false);
  });
});

test.each<[string, Partial<OtlpSpan>]>([
  ["a start beyond 64 bits", { startTimeUnixNano: "18446744073709551616" }],
  ["a start as a number beyond 64 bits", { startTimeUnixNano: 1e30 }],
  ["an end beyond 64 bits", { endTimeUnixNano: "99999999999999999999" }],
  ["an event's time beyond 64 bits", { events: [{ timeUnixNano: "18446744073709551616" }] }],
])("%s is refused", (_, change) => {
  const { error } = otlpSpan.safeParse({ ...base, ...change });
  expect(error?.issues.map(({ message }) => message)).toEqual(["A time has at most 64 bits."]);
});

test("a link whose id is a text is left out, because masking leaves ids alone", () => {
  const [traceId, spanId] = ["4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"];
  const links = [{ traceId: "ann@example.com" }, { traceId, spanId: "Ann Lee" }, { traceId, spanId }, {}];
  expect(readSpan({}, otlpSpan.parse({ ...base, links })).links).toEqual([
    { trace_id: traceId, span_id: spanId, attributes: {} },
    { trace_id: "", span_id: "", attributes: {} },
  ]);
});
