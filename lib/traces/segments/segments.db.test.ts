import { and, eq, sql } from "drizzle-orm";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { spanSegments, spans, traces } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { deleteTrace } from "../erasure/delete-traces";
import { exportTraces } from "../ingestion";
import { forgetTraces } from "../retention";
import { exportOf, hexId, type TestSpan } from "../testing";
import { getTrace, traceInOrganization } from "../traces";
import { bitsOfQuery } from "./filter";
import { packLines, parseLabels, splitLabels, unpackText } from "./lines";
import { makeFilters } from "./make-filters";
import { moveContents } from "./move-contents";
import { tracesWithText } from "./search";
import { hasBit } from "./testing";
import { textQuery } from "./words";

vi.mock("./lines", { spy: true });

const database = suiteDatabase();
let context: Context;

beforeAll(async () => {
  context = await createCaller(database.db, await createOrganization(database.db), "Member");
});

const send = (...sent: TestSpan[]) => exportTraces(context, exportOf({ "service.name": "shop" }, sent));
const spanOf = (text: string, more: Partial<TestSpan> = {}): TestSpan => ({
  traceId: hexId(16),
  spanId: hexId(8),
  name: "answer",
  values: { "input.value": text, "output.value": `${text}, answered` },
  ...more,
});

const segmentsOf = (spanId: string) =>
  database.db
    .select({ id: spanSegments.id })
    .from(spanSegments)
    .innerJoin(spans, eq(spans.segmentId, spanSegments.id))
    .where(eq(spans.spanId, spanId));

const segmentIdOf = async ({ spanId }: TestSpan) => (await segmentsOf(spanId))[0]?.id ?? 0;

const countSegments = async () => (await database.db.select({ id: spanSegments.id }).from(spanSegments)).length;

async function find(text: string, more: { limit?: number; projectId?: string; until?: number } = {}) {
  const query = textQuery(text);
  if (!query) throw new Error("a search has words");
  const { limit = 100, projectId = null, until = Date.now() + 60_000 } = more;
  const { organizationId } = context.caller;
  return tracesWithText(database.db, { organizationId, projectId, query, where: undefined, limit, until });
}

/** Whether a filter lets a search for the word through. */
function passes(filter: Buffer | null | undefined, word: string): boolean {
  const { whole } = bitsOfQuery({ words: [word], beginning: null });
  return whole.every((bit) => hasBit(filter ?? Buffer.alloc(0), bit));
}

/** The trace's own id. */
const idOf = async ({ traceId }: TestSpan) =>
  (await traceInOrganization(database.db, context.caller.organizationId, traceId)).id;

describe("spans that arrive together", () => {
  test("share a segment and keep separate contents", async () => {
    const sent = Array.from({ length: 20 }, (_, index) => spanOf(`question ${index}`));
    const before = await countSegments();
    await send(...sent);
    expect(await countSegments()).toBe(before + 1);
    for (const [index, { traceId }] of sent.entries()) {
      const trace = await getTrace(context, { trace_id: traceId });
      expect(trace).toMatchObject({ input: `question ${index}`, output: `question ${index}, answered` });
      expect(trace.spans).toMatchObject([{ attributes: { "input.value": `question ${index}` } }]);
    }
  });

  test("fill as many segments as they need", async () => {
    const before = await countSegments();
    const large = "word ".repeat(40_000);
    const sent = [spanOf(large), spanOf(large), spanOf(large)];
    await send(...sent);
    expect(await countSegments()).toBe(before + 3);
    const [first] = sent;
    expect((await getTrace(context, { trace_id: first?.traceId ?? "" })).input).toBe(large);
  });

  test("leave the columns of earlier versions empty", async () => {
    const sent = spanOf("moved");
    await send(sent);
    const [row] = await database.db.select().from(spans).where(eq(spans.spanId, sent.spanId));
    expect(row).toMatchObject({
      input: null,
      output: null,
      attributes: null,
      resource: null,
      events: null,
      links: null,
    });
  });
});

describe("a search", () => {
  test("finds words or their beginnings in contents, names and status messages", async () => {
    const [inside, named, failed] = [
      spanOf("the connection was ECONNRESET by the peer"),
      spanOf("x", { name: "refundworkflow" }),
      spanOf("x", { status: { code: 2, message: "quotaexceeded for the day" } }),
    ];
    await send(inside, named, failed);
    expect((await find("ECONNRESET")).ids).toEqual([await idOf(inside)]);
    expect((await find("peer econnres")).ids).toEqual([await idOf(inside)]);
    expect((await find("refundw")).ids).toEqual([await idOf(named)]);
    expect((await find("day quotaexceeded")).ids).toEqual([await idOf(failed)]);
    expect(await find("econnreset refundworkflow")).toEqual({ ids: [], isComplete: true });
  });

  test.each([
    [String.raw`App\Jobs\SendMail`, "SendMail"],
    [String.raw`App\Jobs\notify`, "notify parcelwords"],
    ["ReturnDesk", "returndesk parcelwords"],
    ["ReturnDesk", "PARCELWORDS returnd"],
    ["Rückgabe Tisch", "rückgabe parcelw"],
    ["Ru\u0308ckgabe", "parcelwords rück"],
    // A kelvin sign, whose lower case is a "k".
    ["des\u212A", "desk parcelwords"],
  ])("finds words if one is only in the name %j: %s", async (name, text) => {
    const sent = spanOf("parcelwords are inside", { name });
    await send(spanOf("parcelwords"), sent, spanOf("x", { name }));
    expect((await find(text)).ids).toContain(await idOf(sent));
    expect((await find(`${text} absentword`)).ids).toEqual([]);
  });

  test("stops at its limit and says so", async () => {
    await send(...Array.from({ length: 5 }, () => spanOf("manytimes")));
    expect(await find("manytimes", { limit: 3 })).toMatchObject({ isComplete: false });
    expect((await find("manytimes", { limit: 3 })).ids).toHaveLength(3);
    expect(await find("manytimes", { limit: 6 })).toMatchObject({ isComplete: true });
  });

  test("lists traces of one export by their start, latest first", async () => {
    const sent = [3, 1, 2].map((second) => spanOf("inorder", { from: second * 1000, to: second * 1000 + 10 }));
    await send(...sent);
    const [third, first, second] = await Promise.all(sent.map(idOf));
    expect((await find("inorder")).ids).toEqual([third, second, first]);
  });

  test("continues through segments without a match", async () => {
    const sent = spanOf("needle here");
    await send(sent);
    // Each word is in these segments, but never in one span.
    for (let part = 0; part < 20; part++) await send(spanOf("needle"), spanOf("here"));
    expect((await find("needle here")).ids).toEqual([await idOf(sent)]);
  });

  test("checks the filters of all segments and reads few", async () => {
    const sent = spanOf("oneneedle in the first of many");
    await send(sent);
    for (let part = 0; part < 40; part++) await send(spanOf(`hay of the part ${part}`));
    vi.mocked(unpackText).mockClear();
    expect(await find("oneneedle")).toEqual({ ids: [await idOf(sent)], isComplete: true });
    expect(unpackText).toHaveBeenCalledTimes(1);
  });

  test("finds whole words if no time is left for beginnings", async () => {
    const [exact, longer] = [spanOf("order4711"), spanOf("order47110")];
    await send(longer);
    await send(exact);
    expect((await find("order4711")).ids).toEqual([await idOf(exact), await idOf(longer)]);
    const noTime = await find("order4711", { until: Date.now() + 1 });
    expect(noTime).toEqual({ ids: [await idOf(exact)], isComplete: false });
  });

  test("finds nothing of another organization or project", async () => {
    await send(spanOf("confidentialword"));
    const stranger = await createCaller(database.db, await createOrganization(database.db), "Member");
    const query = textQuery("confidentialword");
    if (!query) throw new Error("a search has words");
    const { organizationId } = stranger.caller;
    const search = { organizationId, projectId: null, query, where: undefined, limit: 9, until: Date.now() + 60_000 };
    expect((await tracesWithText(database.db, search)).ids).toEqual([]);
    expect((await find("confidentialword", { projectId: organizationId })).ids).toEqual([]);
  });
});

describe("deleted contents", () => {
  const everything = { days: 0, shorter: new Map() };
  const forget = () => forgetTraces(database.db, everything, Date.now(), Number.MAX_SAFE_INTEGER);
  const age = (spanIds: readonly string[]) =>
    database.db.execute(sql`
      update traces set updated_at = now() - interval '1 day' where organization_id = ${context.caller.organizationId}::uuid
      and trace_id in (select trace_id from spans where span_id = any(${`{${spanIds.join(",")}}`}::text[]))`);

  test("disappear from shared segments, and segments without spans are deleted", async () => {
    const [old, kept] = [spanOf("forgetme please", { name: "forgotten" }), spanOf("keepme please", { name: "kept" })];
    await send(old, kept);
    const alone = spanOf("alonetogo");
    await send(alone);
    const [segment] = await segmentsOf(alone.spanId);
    await age([old.spanId, alone.spanId]);
    await database.db.execute(
      sql`update traces set updated_at = now() + interval '1 day' where id = ${await idOf(kept)}`,
    );
    await forget();
    const [row] = await database.db
      .select()
      .from(spanSegments)
      .innerJoin(spans, eq(spans.segmentId, spanSegments.id))
      .where(eq(spans.spanId, kept.spanId));
    expect(passes(row?.span_segments.filter, "forgetme")).toBe(false);
    expect(passes(row?.span_segments.filter, "keepme")).toBe(true);
    const [, labels] = splitLabels(await unpackText(row?.span_segments.lines ?? Buffer.alloc(0)));
    expect(parseLabels(labels ?? "").toSorted()).toEqual(["", "kept "]);
    expect((await getTrace(context, { trace_id: kept.traceId })).input).toBe("keepme please");
    const left = await database.db
      .select()
      .from(spanSegments)
      .where(eq(spanSegments.id, segment?.id ?? 0));
    expect(left).toEqual([]);
  });

  /** The lines and labels of the first segment, after its span was sent again twice, and deleted. */
  async function afterDeletion(erase: (span: TestSpan) => Promise<unknown>) {
    const [sent, kept] = [spanOf("version one", { name: "firstname" }), spanOf("keepme too", { name: "kept" })];
    await send(sent, kept);
    for (const text of ["version two", "version three"]) {
      const other = spanOf(`beside ${text}`);
      await send({ ...sent, name: text, values: { "input.value": text } }, other);
    }
    const before = await textsOfOrganization();
    expect(before.match(/version/g)?.length).toBeGreaterThanOrEqual(3);
    await erase(sent);
    expect((await getTrace(context, { trace_id: kept.traceId })).input).toBe("keepme too");
    return textsOfOrganization();
  }

  const textsOfOrganization = async (): Promise<string> => {
    const rows = await database.db
      .select()
      .from(spanSegments)
      .where(eq(spanSegments.organizationId, context.caller.organizationId));
    const texts = await Promise.all(rows.map(({ lines }) => unpackText(lines)));
    return texts.join("\n").replaceAll(/beside version \w+/g, "");
  };

  test("of all versions of a span are deleted with its trace", async () => {
    const left = await afterDeletion(async (span) => deleteTrace(context, { trace_id: await idOf(span) }));
    expect(left).not.toMatch(/version|firstname/);
    expect(left).toContain("keepme too");
  });

  test("of versions sent in parallel are deleted with the trace", async () => {
    const sent = spanOf("version zero");
    const texts = Array.from({ length: 8 }, (_, index) => `version n${index}`);
    await Promise.all(
      texts.map((text) => send({ ...sent, values: { "input.value": text } }, spanOf(`beside ${text}`))),
    );
    expect((await textsOfOrganization()).match(/version n\d/g)?.length).toBe(texts.length);
    await deleteTrace(context, { trace_id: await idOf(sent) });
    expect(await textsOfOrganization()).not.toContain("version");
  });

  test("of all versions of a span are deleted by retention", async () => {
    const left = await afterDeletion(async (span) => {
      await database.db.execute(sql`
        update traces set updated_at = now() + interval '1 day'
        where organization_id = ${context.caller.organizationId}::uuid`);
      await age([span.spanId]);
      await forget();
    });
    expect(left).not.toMatch(/version|firstname/);
  });

  test("of replaced versions of a span are removed at the next deletion", async () => {
    const sent = spanOf("version one");
    await send(sent);
    const [first] = await segmentsOf(sent.spanId);
    await send({ ...sent, values: { "input.value": "version two" } });
    const [second] = await segmentsOf(sent.spanId);
    expect(second?.id).not.toBe(first?.id);
    await forgetTraces(database.db, { days: null, shorter: new Map() }, Date.now(), Number.MAX_SAFE_INTEGER);
    expect(
      await database.db
        .select()
        .from(spanSegments)
        .where(eq(spanSegments.id, first?.id ?? 0)),
    ).toEqual([]);
    expect((await getTrace(context, { trace_id: sent.traceId })).input).toBe("version two");
  });
});

describe("spans stored by an earlier version", () => {
  /** As they were: contents in columns, copies of input and output in the trace. */
  async function storeAsBefore(sent: TestSpan, contents: { input: unknown; output: unknown }) {
    await send(sent);
    const { input, output } = contents;
    const attributes = { "input.value": input, "user.id": "ann", "tag.tags": "vip" };
    await database.db
      .update(spans)
      .set({
        userId: null,
        tags: null,
        segmentId: null,
        segmentLine: null,
        hasInput: false,
        hasOutput: false,
        input,
        output,
        attributes,
        resource: { "service.name": "shop" },
        events: [],
        links: [],
      })
      .where(eq(spans.spanId, sent.spanId));
    await database.db
      .update(traces)
      .set({ inputSpanId: null, outputSpanId: null, input, output, terms: [], userId: null })
      .where(and(eq(traces.traceId, sent.traceId), eq(traces.organizationId, context.caller.organizationId)));
  }

  test("are shown, and stay the same when they are moved", async () => {
    const parent = spanOf("x");
    const sent = [
      parent,
      spanOf("y", { traceId: parent.traceId, parentSpanId: parent.spanId, from: 10, to: 20 }),
      spanOf("z"),
    ];
    const contents = [
      { input: "legacyinput", output: { text: "legacy output" } },
      { input: ["inner"], output: null },
      { input: null, output: "only output" },
    ];
    for (const [index, span] of sent.entries()) await storeAsBefore(span, contents[index] ?? { input: 0, output: 0 });
    const shown = () => Promise.all(sent.map(({ traceId }) => getTrace(context, { trace_id: traceId })));
    const before = await shown();
    expect(before[2]).toMatchObject({ input: null, output: "only output" });
    expect(before[0]?.spans).toMatchObject([{ input: "legacyinput" }, { input: ["inner"], output: null }]);
    expect(await moveContents(database.db)).toEqual({ done: true, retryAfterMs: 0 });
    const after = await shown();
    // The trace's copy was that of the last of its spans that was stored here; now it is the root's.
    expect(after.map(({ spans: own }) => own)).toEqual(before.map(({ spans: own }) => own));
    expect(after[0]).toMatchObject({ input: "legacyinput", output: { text: "legacy output" } });
    expect(after[2]).toMatchObject({ input: null, output: "only output" });
    expect((await find("legacyinp")).ids).toEqual([await idOf(parent)]);
    const [row] = await database.db.select().from(spans).where(eq(spans.spanId, parent.spanId));
    expect(row).toMatchObject({ input: null, attributes: null, hasInput: true, hasOutput: true, userId: "ann" });
    const [trace] = await database.db.select().from(traces).where(eq(traces.traceId, parent.traceId));
    expect(trace).toMatchObject({ userId: "ann", isInternal: false });
    expect(trace?.terms).toEqual(expect.arrayContaining(["user=ann", "tag=vip", "name=answer", "status=OK"]));
  });

  test("are moved once by parallel jobs, even while they are sent again", async () => {
    const sent = Array.from({ length: 30 }, () => spanOf("parallel"));
    for (const span of sent) await storeAsBefore(span, { input: "parallel", output: "before" });
    await Promise.all([moveContents(database.db), moveContents(database.db), send(...sent.slice(0, 10))]);
    await moveContents(database.db);
    const all = await Promise.all(sent.map(({ traceId }) => getTrace(context, { trace_id: traceId })));
    for (const [index, { output }] of all.entries()) expect(output).toBe(index < 10 ? "parallel, answered" : "before");
  });
});

describe("segments stored by an earlier version", () => {
  test("without labels of their own are found by names and status messages as well", async () => {
    const status = { code: 2, message: "overquota for the day" };
    const [sent, other] = [spanOf("earlierwords", { name: "returnflow", status }), spanOf("earlierwords")];
    await send(sent, other);
    const [row] = await database.db
      .select()
      .from(spanSegments)
      .where(eq(spanSegments.id, await segmentIdOf(sent)));
    const [lines, labels] = splitLabels(await unpackText(row?.lines ?? Buffer.alloc(0)));
    expect(parseLabels(labels ?? "").toSorted()).toEqual(["answer ", "returnflow overquota for the day"]);
    const packed = await packLines(lines.split("\n"));
    await database.db
      .update(spanSegments)
      .set({ lines: packed })
      .where(eq(spanSegments.id, row?.id ?? 0));
    for (const text of ["returnfl", "earlierwords returnflow", "overquota earlierw"])
      expect((await find(text)).ids).toEqual([await idOf(sent)]);
  });

  test("can be searched before they have a filter, and get one", async () => {
    const [sent, cold] = [spanOf("unfilteredword"), spanOf("another")];
    await send(sent);
    await send(cold);
    await database.db.execute(sql`
      update span_segments set filter = null, words = array_to_tsvector('{unfilteredword}')
      where id in (select segment_id from spans where span_id in (${sent.spanId}, ${cold.spanId}))`);
    expect((await find("unfilteredword")).ids).toEqual([await idOf(sent)]);
    await Promise.all([makeFilters(database.db), makeFilters(database.db)]);
    expect(await makeFilters(database.db)).toEqual({ done: true, retryAfterMs: 0 });
    const rows = await database.db
      .select({ filter: spanSegments.filter, words: spanSegments.words })
      .from(spanSegments)
      .innerJoin(spans, eq(spans.segmentId, spanSegments.id))
      .where(eq(spans.spanId, sent.spanId));
    expect(rows).toMatchObject([{ words: null }]);
    expect(passes(rows[0]?.filter, "unfilteredword")).toBe(true);
    expect(passes(rows[0]?.filter, "elsewhere")).toBe(false);
    expect((await find("unfilteredword")).ids).toEqual([await idOf(sent)]);
  });
});
