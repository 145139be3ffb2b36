import { and, eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { projects, spans, traceSessions, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "./ingestion";
import { listProjects } from "./projects";
import { listSessions } from "./sessions";
import { listSpans } from "./spans";
import { exportOf, hexId, type TestSpan } from "./testing";
import { listTraces } from "./trace-list";
import { getTrace } from "./traces";

const database = suiteDatabase();
let context: Context;

const member = async (): Promise<Context> => createCaller(database.db, await createOrganization(database.db), "Member");
const page = { page: 1 };
const onlyTrace = async (of = context) => {
  const { results } = await listTraces(of, page);
  const [trace] = results;
  if (!trace || results.length > 1) throw new Error(`there are ${results.length} traces`);
  return trace;
};

describe("a trace", () => {
  const traceId = hexId(16);
  const [root, call, tool] = [hexId(8), hexId(8), hexId(8)] as const;
  const request = exportOf({ "service.name": "shop" }, [
    {
      traceId,
      spanId: call,
      parentSpanId: root,
      name: "chat",
      from: 10,
      to: 60,
      values: { "gen_ai.usage.input_tokens": 5, "gen_ai.usage.output_tokens": 7, "gen_ai.usage.cost": 0.25 },
    },
    {
      traceId,
      spanId: tool,
      parentSpanId: root,
      name: "search",
      from: 70,
      to: 90,
      values: { "gen_ai.operation.name": "execute_tool" },
      status: { code: 2, message: "Timed out." },
    },
    {
      traceId,
      spanId: root,
      name: "answer",
      from: 0,
      to: 120,
      values: {
        "session.id": "s-1",
        "input.value": "Hi",
        "output.value": '{"text":"Hello"}',
        "output.mime_type": "application/json",
        "gen_ai.usage.input_tokens": 5,
        "gen_ai.usage.output_tokens": 7,
        "gen_ai.usage.cost": 0.25,
      },
    },
  ]);
  beforeAll(async () => {
    context = await member();
    expect(await exportTraces(context, request)).toEqual({});
  });

  test("has its root's fields, and counts figures that its children repeat once", async () => {
    expect(await onlyTrace()).toMatchObject({
      trace_id: traceId,
      project_name: "shop",
      session_id: "s-1",
      name: "answer",
      status: "OK",
      latency_ms: 120,
      input: "Hi",
      output: { text: "Hello" },
      span_count: 3,
      total_tokens: 12,
      cost_usd: 0.25,
    });
  });

  test("can be read with its spans by UUID and by OpenTelemetry's id", async () => {
    const { id } = await onlyTrace();
    for (const trace_id of [id, traceId, traceId.toUpperCase()]) {
      const shown = await getTrace(context, { trace_id });
      expect(shown.spans.map((span) => [span.name, span.parent_span_id, span.observation_type, span.status])).toEqual([
        ["answer", null, "unknown", "UNSET"],
        ["chat", root, "unknown", "UNSET"],
        ["search", root, "tool", "ERROR"],
      ]);
      expect(shown.spans[2]).toMatchObject({ status_message: "Timed out.", latency_ms: 20 });
      expect(shown.spans[1]?.attributes).toMatchObject({ "gen_ai.usage.cost": 0.25 });
      expect(shown.spans[1]?.resource).toEqual({ "service.name": "shop" });
    }
  });

  test("is stored once, however often an exporter sends it", async () => {
    const before = await getTrace(context, { trace_id: traceId });
    await Promise.all(Array.from({ length: 8 }, () => exportTraces(context, request)));
    const { updated_at: _, ...after } = await getTrace(context, { trace_id: traceId });
    const { updated_at: __, ...first } = before;
    expect(after).toEqual(first);
    expect((await listSessions(context, page)).results).toMatchObject([
      { session_id: "s-1", trace_count: 1, total_tokens: 12 },
    ]);
    expect((await listProjects(context, page)).results).toMatchObject([{ name: "shop", trace_count: 1 }]);
  });

  test("can be found by part of its name, by id, project and session", async () => {
    const { id, project_id } = await onlyTrace();
    const [session] = (await listSessions(context, { ...page, project_id })).results;
    const found = async (query: object) =>
      (await listTraces(context, { ...page, ...query })).results.map((row) => row.id);
    expect(await found({ search: "ANSW" })).toEqual([id]);
    expect(await found({ search: traceId })).toEqual([id]);
    expect(await found({ search: "%" })).toEqual([]);
    expect(await found({ project_id, session_id: session?.id ?? "" })).toEqual([id]);
    expect(await found({ session_id: id })).toEqual([]);
  });

  test("has spans that can be searched by name and type, latest first", async () => {
    const { project_id } = await onlyTrace();
    const found = async (query: object = {}) =>
      (await listSpans(context, { ...page, project_id, ...query })).results.map((span) => span.span_id);
    expect(await found()).toEqual([tool, call, root]);
    expect(await found({ search: "CHA" })).toEqual([call]);
    expect(await found({ search: "_" })).toEqual([]);
    expect(await found({ observation_type: "tool" })).toEqual([tool]);
    expect((await listSpans(context, { page: 1, limit: 1, project_id })).count).toBe(3);
    await expect(listSpans(await member(), { ...page, project_id })).rejects.toMatchObject({ kind: "notFound" });
  });

  test("is not visible to another organization", async () => {
    const stranger = await member();
    const { id, project_id } = await onlyTrace();
    expect((await listTraces(stranger, page)).count).toBe(0);
    expect((await listProjects(stranger, page)).count).toBe(0);
    expect((await listSessions(stranger, page)).count).toBe(0);
    for (const trace_id of [id, traceId]) {
      await expect(getTrace(stranger, { trace_id })).rejects.toMatchObject({ kind: "notFound" });
    }
    await expect(listTraces(stranger, { ...page, project_id })).rejects.toMatchObject({ kind: "notFound" });
    await expect(listSessions(stranger, { ...page, project_id })).rejects.toMatchObject({ kind: "notFound" });
    await exportTraces(stranger, request);
    expect((await onlyTrace(stranger)).id).not.toBe(id);
    expect((await onlyTrace()).id).toBe(id);
  });
});

describe("traces as they arrive", () => {
  const arrival = async (...batches: TestSpan[][]) => {
    context = await member();
    for (const batch of batches) await exportTraces(context, exportOf({}, batch));
    return onlyTrace();
  };
  const ids = () => ({ traceId: hexId(16), root: hexId(8), child: hexId(8) });

  test("with children first are unfinished until the root arrives", async () => {
    const { traceId, root, child } = ids();
    const first: TestSpan[] = [
      { traceId, spanId: child, parentSpanId: root, name: "child", values: { "input.value": "in" } },
    ];
    expect(await arrival(first)).toMatchObject({ name: "child", status: "UNSET", latency_ms: null, input: "in" });
    expect(await arrival(first, [{ traceId, spanId: root, name: "root", from: -5, to: 200 }])).toMatchObject({
      name: "root",
      status: "OK",
      latency_ms: 205,
      input: "in",
      span_count: 2,
    });
  });

  test("have their root's status: unended, ended or failed", async () => {
    const { traceId, root } = ids();
    const begun: TestSpan = { traceId, spanId: root, to: null };
    expect(await arrival([begun])).toMatchObject({ status: "UNSET", ended_at: null });
    expect(await arrival([begun], [{ ...begun, to: 5 }])).toMatchObject({ status: "OK" });
    expect(await arrival([{ ...begun, to: 5, status: { code: 2 } }])).toMatchObject({ status: "ERROR" });
  });

  test("have an entry span as root until their real root arrives", async () => {
    const { traceId, root, child } = ids();
    const entry: TestSpan = { traceId, spanId: child, parentSpanId: root, name: "served", flags: 0x300 };
    expect(await arrival([entry])).toMatchObject({ name: "served", status: "OK", root_span_id: child });
    expect(await arrival([entry], [{ traceId, spanId: root, name: "root", from: 50 }])).toMatchObject({ name: "root" });
  });

  test("use the newer version of a span that is sent again", async () => {
    const { traceId, root } = ids();
    const span: TestSpan = {
      traceId,
      spanId: root,
      name: "first",
      values: { "session.id": "a", "gen_ai.usage.cost": 1 },
    };
    expect(await arrival([span, span], [{ traceId, spanId: root, name: "second" }])).toMatchObject({
      name: "second",
      session_id: null,
      cost_usd: null,
      span_count: 1,
    });
  });
});

test.each<[string, Partial<TestSpan>]>([
  ["a root", { values: { "session.id": "s", "input.value": "Hi", "output.value": "Ho", "gen_ai.usage.cost": 0.5 } }],
  ["a root that has not ended", { to: null, values: { "gen_ai.usage.input_tokens": 5 } }],
  ["a root that has failed", { status: { code: 2, message: "no" } }],
  [
    "a child whose parent has not come",
    { parentSpanId: hexId(8), status: { code: 2 }, values: { "input.value": "Hi" } },
  ],
  ["what enters from another process", { parentSpanId: hexId(8), flags: 0x300, values: { "output.value": "Ho" } }],
  ["what is its own parent", { spanId: "00f067aa0ba902b7", parentSpanId: "00f067aa0ba902b7", to: 3 }],
])("a one-span trace equals the one computed from all its spans: %s", async (_name, span) => {
  const own = await member();
  const request = exportOf({}, [{ traceId: hexId(16), spanId: hexId(8), name: "one", ...span }]);
  const rows = async () => {
    await exportTraces(own, request);
    const [row] = await database.db.select().from(traces).where(eq(traces.organizationId, own.caller.organizationId));
    if (!row) throw new Error("there is no trace");
    const { updatedAt: _, ...trace } = row;
    return trace;
  };
  const first = await rows();
  expect(first).toMatchObject({ name: "one", spanCount: 1 });
  expect(await rows()).toEqual(first);
});

test("parallel exports of one trace, with new projects and sessions, lose and duplicate nothing", async () => {
  context = await member();
  const traceId = hexId(16);
  const root = hexId(8);
  const batch = (index: number): TestSpan[] => [
    ...Array.from({ length: 20 }, (_, position) => ({
      traceId,
      spanId: `${String(index).padStart(8, "0")}${String(position + 1).padStart(8, "0")}`,
      parentSpanId: root,
      from: index,
      values: { "session.id": `s-${position % 3}`, "gen_ai.usage.input_tokens": 1 },
    })),
    { traceId: hexId(16), spanId: hexId(8), values: { "project.name": `p-${index % 4}` } },
  ];
  const exports = Array.from({ length: 12 }, (_, index) => exportOf({ "service.name": "shop" }, batch(index)));
  const answers = await Promise.all([...exports, ...exports].map((request) => exportTraces(context, request)));
  expect(answers).toEqual(answers.map(() => ({})));
  expect(await getTrace(context, { trace_id: traceId })).toMatchObject({ span_count: 240, total_tokens: 240 });
  expect((await listTraces(context, page)).count).toBe(13);
  expect((await listSessions(context, page)).count).toBe(3);
  expect((await listProjects(context, page)).results.map((row) => row.name).sort()).toEqual([
    "p-0",
    "p-1",
    "p-2",
    "p-3",
    "shop",
  ]);
}, 60_000);

test("a trace begins with its root, whatever a child's clock says", async () => {
  const of = await member();
  const [traceId, root] = [hexId(16), hexId(8)];
  const YEAR_MS = 365 * 86_400_000;
  const child = { traceId, spanId: hexId(8), parentSpanId: root, from: -YEAR_MS, to: 50 - YEAR_MS };
  await exportTraces(of, exportOf({}, [child]));
  const { started_at: early } = await onlyTrace(of);
  await exportTraces(of, exportOf({}, [{ traceId, spanId: root, from: 0, to: 100 }]));
  const { started_at: late } = await onlyTrace(of);
  expect(Date.parse(late ?? "") - Date.parse(early ?? "")).toBe(YEAR_MS);
});

test("an export changes only its own traces", async () => {
  context = await member();
  const [mine, other] = [hexId(16), hexId(16)].map((traceId) => exportOf({}, [{ traceId, spanId: hexId(8) }]));
  const times = () =>
    database.db
      .select({ id: traces.id, updatedAt: traces.updatedAt })
      .from(traces)
      .where(eq(traces.organizationId, context.caller.organizationId))
      .orderBy(traces.createdAt);
  await exportTraces(context, other ?? {});
  await exportTraces(context, mine ?? {});
  const [untouched, before] = await times();
  await exportTraces(context, mine ?? {});
  const [same, after] = await times();
  expect(same).toEqual(untouched);
  expect(after?.updatedAt).not.toEqual(before?.updatedAt);
});

test("a page has contents up to a limit, and previews of the others", async () => {
  context = await member();
  for (const from of [1, 2, 3]) {
    const values = { "input.value": `${from}${"x".repeat(3_500_000)}` };
    await exportTraces(context, exportOf({}, [{ traceId: hexId(16), spanId: hexId(8), values, from }]));
  }
  const { results } = await listTraces(context, page);
  expect(results.map(({ input }) => String(input).length > 3_000_000)).toEqual([true, true, false]);
  expect(results[2]).not.toHaveProperty("input");
  expect(results.map(({ input_preview }) => input_preview?.length)).toEqual([200, 200, 200]);
  const { results: one } = await listTraces(context, { ...page, after: results[1]?.id });
  expect(one).toMatchObject([{ input: expect.stringMatching(/^1x/) }]);
}, 60_000);

describe("partial success", () => {
  test("invalid spans are counted, and the others are stored", async () => {
    context = await member();
    const good = { traceId: hexId(16), spanId: hexId(8), startTimeUnixNano: "1", attributes: [] };
    const spans = [{ ...good, spanId: "short" }, good, null, { ...good, traceId: 7 }];
    const answer = await exportTraces(context, { resourceSpans: [{ scopeSpans: [{ spans: spans }] }] });
    expect(answer.partialSuccess).toEqual({
      rejectedSpans: "3",
      errorMessage: "A span was refused: spanId: A span id has 16 hexadecimal digits.",
    });
    expect(await onlyTrace()).toMatchObject({ project_name: "default", span_count: 1, session_id: null });
  });

  test("a span id of another trace is refused in the same project and allowed in another", async () => {
    context = await member();
    const spanId = hexId(8);
    const mine = { traceId: hexId(16), spanId };
    await exportTraces(context, exportOf({ "service.name": "a" }, [mine]));
    const clash = exportOf({ "service.name": "a" }, [{ traceId: hexId(16), spanId }]);
    expect(await exportTraces(context, clash)).toMatchObject({
      partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining(spanId) },
    });
    expect((await listTraces(context, page)).results).toMatchObject([{ trace_id: mine.traceId, span_count: 1 }]);
    expect(await exportTraces(context, exportOf({ "service.name": "b" }, [mine]))).toEqual({});
    const { organizationId } = context.caller;
    const where = and(eq(spans.organizationId, organizationId), eq(spans.spanId, spanId));
    expect(await database.db.$count(spans, where)).toBe(2);
  });

  test("of two traces in one export that have a span id, the first gets it and the other is refused", async () => {
    context = await member();
    const [spanId, first, second] = [hexId(8), hexId(16), hexId(16)];
    const sent = [first, second, first].map((traceId, index) => ({ traceId, spanId, name: `${index}` }));
    expect(await exportTraces(context, exportOf({ "service.name": "a" }, sent))).toMatchObject({
      partialSuccess: { rejectedSpans: "1", errorMessage: expect.stringContaining(spanId) },
    });
    expect((await listTraces(context, page)).results).toMatchObject([{ trace_id: first, span_count: 1, name: "2" }]);
  });

  test("an empty export succeeds", async () => {
    context = await member();
    const { organizationId } = context.caller;
    for (const request of [
      {},
      { resourceSpans: [] },
      { resourceSpans: [{ scopeSpans: [{}] }] },
      { resourceSpans: null },
    ]) {
      expect(await exportTraces(context, request)).toEqual({});
    }
    expect(await database.db.$count(projects, eq(projects.organizationId, organizationId))).toBe(0);
  });
});

test.each(["12345678901234567890", "1.10", "1e3", "null", "true", '"quoted"', " [1,  2]", '{"a": 1.10}', "{}"])(
  "an attribute with the text %s keeps that text, byte for byte",
  async (text) => {
    const of = await member();
    const values = { "input.value": text, "output.value": text, "output.mime_type": "text/plain", more: text };
    await exportTraces(of, exportOf({}, [{ traceId: hexId(16), spanId: hexId(8), values }]));
    const { id } = await onlyTrace(of);
    const shown = await getTrace(of, { trace_id: id });
    expect(shown).toMatchObject({ input: text, output: text });
    expect(shown.spans).toMatchObject([{ input: text, output: text, attributes: { more: text } }]);
  },
);

test("thousands of spans can arrive in one request", async () => {
  context = await member();
  const traceId = hexId(16);
  const many = Array.from({ length: 5500 }, (_, index) => ({
    traceId: index % 2 === 0 ? traceId : hexId(16),
    spanId: hexId(8),
    from: index,
    values: { "session.id": `s-${index}` },
  }));
  expect(await exportTraces(context, exportOf({}, many))).toEqual({});
  const { organizationId } = context.caller;
  expect(await database.db.$count(spans, eq(spans.organizationId, organizationId))).toBe(5500);
  expect(await database.db.$count(traces, eq(traces.organizationId, organizationId))).toBe(2751);
  expect(await database.db.$count(traceSessions, eq(traceSessions.organizationId, organizationId))).toBe(5500);
  const shown = await getTrace(context, { trace_id: traceId });
  expect(shown.span_count).toBe(2750);
  expect(shown.spans).toHaveLength(1000);
}, 60_000);

test("in a trace of more spans than one read takes, a late span counts too", async () => {
  context = await member();
  const traceId = hexId(16);
  const manyOf = (count: number): TestSpan[] =>
    Array.from({ length: count }, () => ({ traceId, spanId: hexId(8), values: { "gen_ai.usage.total_tokens": 1 } }));
  const send = (sent: TestSpan[]) => exportTraces(context, exportOf({}, sent));
  await send([...manyOf(6000), { traceId: hexId(16), spanId: hexId(8) }]);
  await send([{ traceId, spanId: hexId(8), from: -5, name: "first" }, ...manyOf(4000), ...manyOf(1)]);
  const rows = await database.db.select().from(traces).where(eq(traces.traceId, traceId));
  expect(rows).toMatchObject([{ spanCount: 10_002, name: "first", totalTokens: 10_001 }]);
}, 60_000);
