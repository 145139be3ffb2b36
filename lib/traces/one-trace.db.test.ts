import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { spans } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "./ingestion";
import { getSpan } from "./one-span";
import { withErrors } from "./span-tree";
import { exportOf, hexId, type TestSpan } from "./testing";
import { getTrace } from "./traces";

const database = suiteDatabase();
const member = async (): Promise<Context> => createCaller(database.db, await createOrganization(database.db), "Member");
let context: Context;
beforeAll(async () => {
  context = await member();
});

describe("a trace with more spans than are shown", () => {
  const traceId = hexId(16);
  const root = hexId(8);
  const late = hexId(8);
  beforeAll(async () => {
    const children = Array.from({ length: 1200 }, (_, index): TestSpan => {
      const base = { traceId, parentSpanId: root, name: `step ${index}`, from: index + 1, to: index + 2 };
      return index === 1150
        ? { ...base, spanId: late, status: { code: 2, message: "ECONNREFUSED" }, values: { "input.value": "late" } }
        : { ...base, spanId: hexId(8) };
    });
    await exportTraces(
      context,
      exportOf({ "service.name": "long" }, [{ traceId, spanId: root, name: "root", from: 0, to: 3000 }, ...children]),
    );
  });

  test("shows its first spans, and a late error only in the tree", async () => {
    const whole = await getTrace(context, { trace_id: traceId });
    expect(whole).toMatchObject({ span_count: 1201, error_spans: 1, call: null });
    expect(whole.spans).toHaveLength(1000);
    expect(whole.spans.some(({ span_id }) => span_id === late)).toBe(false);
    const tree = await getTrace(context, { trace_id: traceId, contents: false });
    expect(tree).toMatchObject({ span_count: 1201, error_spans: 1 });
    expect(tree.spans).toHaveLength(1000);
    expect(tree.spans[0]?.span_id).toBe(root);
    expect(tree.spans.at(-1)).toMatchObject({
      ...{ span_id: late, status: "ERROR", status_message: "ECONNREFUSED" },
      ...{ input: null, attributes: {}, resource: {}, events: [], links: [] },
    });
  });

  test("returns one span with its contents, to its own organization only", async () => {
    const found = await getSpan(context, { trace_id: traceId, span_id: late.toUpperCase() });
    expect(found).toMatchObject({ span_id: late, input: "late", resource: { "service.name": "long" } });
    const stranger = await member();
    await expect(getSpan(stranger, { trace_id: traceId, span_id: late })).rejects.toMatchObject({ kind: "notFound" });
    await expect(getSpan(context, { trace_id: traceId, span_id: hexId(8) })).rejects.toMatchObject({
      kind: "notFound",
    });
  });
});

test("a tree includes its root, even if the root starts last by its clock", async () => {
  const [traceId, root] = [hexId(16), hexId(8)];
  const children = Array.from(
    { length: 1100 },
    (_, from): TestSpan => ({
      ...{ traceId, spanId: hexId(8), parentSpanId: root, from, to: from + 1 },
    }),
  );
  const late = { traceId, spanId: root, name: "root", from: 5000, to: 6000 };
  await exportTraces(context, exportOf({ "service.name": "skewed" }, [...children, late]));
  const { spans: shown } = await getTrace(context, { trace_id: traceId, contents: false });
  expect(shown).toHaveLength(1000);
  expect(shown[0]?.span_id).toBe(root);
});

test("a span of another trace is not found", async () => {
  const [one, other, span] = [hexId(16), hexId(16), hexId(8)];
  await exportTraces(
    context,
    exportOf({ "service.name": "pair" }, [
      { traceId: one, spanId: hexId(8) },
      { traceId: other, spanId: span },
    ]),
  );
  await expect(getSpan(context, { trace_id: one, span_id: span })).rejects.toMatchObject({ kind: "notFound" });
  expect(await database.db.select().from(spans).where(eq(spans.spanId, span))).toHaveLength(1);
});

const of = (...ids: string[]) => ids.map((spanId) => ({ spanId }));
test.each([
  ["no error", of("a", "b", "c"), [], of("a", "b", "c")],
  ["an error that is shown anyway", of("a", "b", "c"), of("b"), of("a", "b", "c")],
  ["a later error in the place of the last", of("a", "b", "c"), of("z"), of("a", "b", "z")],
  ["early errors stay", of("a", "b", "c"), of("c", "z"), of("a", "c", "z")],
  ["as many as there are spans", of("a", "b"), of("y", "z"), of("y", "z")],
])("a tree with %s", (_, first, errors, shown) => {
  expect(withErrors(first, errors)).toEqual(shown);
});
