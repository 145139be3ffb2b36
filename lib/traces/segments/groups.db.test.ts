import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { filterGroups, spanSegments } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "../ingestion";
import { forgetTraces } from "../retention";
import { exportOf, hexId, type TestSpan } from "../testing";
import { candidatesOf } from "./candidates";
import { bitsOfQuery } from "./filter";
import { groupFilters, renewGroups } from "./group-filters";
import { spansWithText, tracesWithText } from "./search";
import { haveAll, ROW_BYTES } from "./side-by-side";
import { textQuery } from "./words";

const database = suiteDatabase();
const SIZE = 8;
const DONE = { done: true, retryAfterMs: 0 };
let context: Context;

beforeEach(async () => {
  context = await createCaller(database.db, await createOrganization(database.db), "Member");
});

const group = () => groupFilters(database.db, Date.now() + 60_000, SIZE);

/** Each export is a segment. */
const send = (text: string, project = "shop", more: Partial<TestSpan> = {}) => {
  const span = { traceId: hexId(16), spanId: hexId(8), name: "answer", values: { "input.value": text }, ...more };
  return exportTraces(context, exportOf({ "service.name": project }, [span])).then(() => span);
};

const searchFor = (text: string) => {
  const query = textQuery(text);
  if (!query) throw new Error("a search has words");
  const { organizationId } = context.caller;
  return { organizationId, projectId: null, query, where: undefined, limit: 100, until: Date.now() + 60_000 };
};
const find = (text: string, more: { limit?: number; projectId?: string } = {}) =>
  tracesWithText(database.db, { ...searchFor(text), ...more });

const own = () => eq(spanSegments.organizationId, context.caller.organizationId);
const segments = () => database.db.select().from(spanSegments).where(own()).orderBy(spanSegments.id);
const groups = () =>
  database.db.select().from(filterGroups).where(eq(filterGroups.organizationId, context.caller.organizationId));

/** Whether some segment of a group may have the word. */
function mayHave(bits: Buffer, word: string): boolean {
  const { whole } = bitsOfQuery({ words: [word], beginning: null });
  const rowOf = (bit: number) => Math.floor((bit * (bits.length / ROW_BYTES)) / 2 ** 31) * ROW_BYTES;
  const rows = whole.map((bit) => bits.subarray(rowOf(bit), rowOf(bit) + ROW_BYTES));
  return haveAll(Buffer.concat(rows), [...rows.keys()]).size > 0;
}

describe("filters of a project's segments", () => {
  test("are grouped side by side, eight at a time here, and leave their segments' rows", async () => {
    for (let nth = 0; nth < 2 * SIZE + 3; nth++) await send(`text ${nth}`);
    expect(await group()).toEqual(DONE);
    const rows = await segments();
    expect(rows.map(({ filterNumber }) => filterNumber)).toEqual([
      ...Array(SIZE).keys(),
      ...Array(SIZE).keys(),
      ...[null, null, null],
    ]);
    expect(rows.map(({ filter }) => filter === null)).toEqual(rows.map(({ filterGroupId }) => filterGroupId !== null));
    expect((await groups()).map(({ segmentCount, lastSegmentId }) => [segmentCount, lastSegmentId])).toEqual([
      [SIZE, rows[SIZE - 1]?.id],
      [SIZE, rows[2 * SIZE - 1]?.id],
    ]);
  });

  test("stay with their segments while a project has too few", async () => {
    for (let nth = 0; nth < SIZE - 1; nth++) await send(`text ${nth}`, "one");
    await send("text", "another");
    await group();
    expect(await groups()).toEqual([]);
  });

  test("are grouped once by parallel servers", async () => {
    for (let nth = 0; nth < 3 * SIZE; nth++) await send(`text ${nth}`);
    await Promise.all(Array.from({ length: 5 }, group));
    await group();
    expect(await groups()).toHaveLength(3);
    const members = (await segments()).map(({ filterGroupId, filterNumber }) => `${filterGroupId} ${filterNumber}`);
    expect(new Set(members).size).toBe(3 * SIZE);
  });
});

describe("a search with grouped filters", () => {
  const texts = [
    "often",
    "often seldom",
    "seldom here",
    "twowords together",
    "twowords",
    "together",
    "order4711",
    "order47110",
    // With more bits than are looked up.
    "a long line of many different words in which everything stands that somebody pastes from a log",
  ];
  const searches = [...texts, "oft", "order471", "twowords together", "nowhere", "often nowhere", "se", "order4711."];

  test("finds the same in the same order as before, in all projects and in each", async () => {
    for (let nth = 0; nth < 60; nth++) await send(texts[nth % texts.length] ?? "", nth % 3 === 0 ? "one" : "another");
    const [first] = await segments();
    const cases = searches.flatMap((text) =>
      [3, 100].flatMap((limit) =>
        [{ limit }, { limit, projectId: first?.projectId ?? "" }].map((more) => [text, more] as const),
      ),
    );
    const answers = async () => {
      const found = [];
      for (const [text, more] of cases) found.push([text, more, await find(text, more)]);
      return found;
    };
    const before = await answers();
    await group();
    expect((await groups()).length).toBeGreaterThan(5);
    expect(await answers()).toEqual(before);
    await send("often afterwards");
    expect((await find("often", { limit: 1 })).ids).toEqual((await find("afterwards")).ids);
  });

  test("reads only segments that may have the words", async () => {
    for (let nth = 0; nth < 2 * SIZE; nth++) await send(`hay ${nth}`);
    await send("needle");
    for (let nth = 0; nth < SIZE; nth++) await send(`hay ${nth}`);
    await group();
    const found = [];
    for await (const part of candidatesOf(database.db, searchFor("needle"))) found.push(...part.found);
    const rows = await segments();
    expect(found).toEqual([{ id: rows[2 * SIZE]?.id, may_have_whole: true, bytes: expect.any(Number) }]);
  });

  test("with a condition on segments looks at those only", async () => {
    const spans = [];
    for (let nth = 0; nth < 3 * SIZE + 1; nth++) spans.push(await send("alike"));
    await group();
    const chosen = [spans[1], spans[SIZE], spans[3 * SIZE]].map((span) => `'${span?.spanId}'`).join();
    const condition = sql.raw(`segment.id in (select segment_id from spans where span_id in (${chosen}))`);
    const found = [];
    for await (const part of candidatesOf(database.db, { ...searchFor("alike"), segments: condition }))
      found.push(...part.found);
    const rows = await segments();
    expect(found.map(({ id }) => id)).toEqual([rows[3 * SIZE]?.id, rows[SIZE]?.id, rows[1]?.id]);
  });

  test("says how far back it has read", async () => {
    for (let nth = 0; nth < 2 * SIZE; nth++) await send("alike");
    await group();
    const rows = await segments();
    const { spans, isComplete, completeSince } = await spansWithText(database.db, { ...searchFor("alike"), limit: 1 });
    expect(isComplete).toBe(false);
    expect(rows.find(({ createdAt }) => createdAt.getTime() === completeSince?.getTime())).toBeDefined();
    const later = rows.filter(({ createdAt }) => createdAt > (completeSince ?? new Date()));
    expect(spans.length).toBeGreaterThanOrEqual(later.length);
  });

  test("finds every segment once, even if they are grouped meanwhile", async () => {
    // More than the first stage looks at.
    for (let nth = 0; nth < 5 * SIZE; nth++) await send("alike");
    const found = new Set<number>();
    let stages = 0;
    for await (const part of candidatesOf(database.db, searchFor("alike"))) {
      if (stages++ === 0) await group();
      for (const { id } of part.found) found.add(id);
    }
    expect(await groups()).toHaveLength(5);
    expect([...found].toSorted((one, other) => one - other)).toEqual((await segments()).map(({ id }) => id));
  });
});

describe("a group with erased segments", () => {
  const everything = { days: 0, shorter: new Map() };
  async function forget(spans: readonly TestSpan[]): Promise<void> {
    await database.db.execute(sql`
      update traces set updated_at = now() + case when trace_id in
        (${sql.join(
          spans.map(({ traceId }) => sql`${traceId}`),
          sql`, `,
        )}) then interval '-1 day' else interval '1 day' end
      where organization_id = ${context.caller.organizationId}::uuid`);
    await forgetTraces(database.db, everything, Date.now(), Number.MAX_SAFE_INTEGER);
  }

  test("forgets their words and keeps the others", async () => {
    const [first, second] = [
      { traceId: hexId(16), spanId: hexId(8), name: "answer", values: { "input.value": "forgetme" } },
      { traceId: hexId(16), spanId: hexId(8), name: "answer", values: { "input.value": "keepme" } },
    ];
    await exportTraces(context, exportOf({ "service.name": "shop" }, [first, second]));
    const gone = await send("allofit");
    for (let nth = 0; nth < SIZE - 2; nth++) await send(`other ${nth}`);
    await group();
    const kept = (await find("keepme")).ids;
    const [before] = await groups();
    for (const word of ["forgetme", "allofit", "keepme", "other"])
      expect(mayHave(before?.bits ?? Buffer.of(), word), word).toBe(true);
    await forget([first, gone]);
    expect((await find("forgetme")).ids).toEqual([]);
    expect((await find("keepme")).ids).toEqual(kept);
    expect(await renewGroups(database.db)).toEqual(DONE);
    const [after] = await groups();
    expect(after?.segmentCount).toBe(SIZE - 1);
    for (const word of ["forgetme", "allofit"]) expect(mayHave(after?.bits ?? Buffer.of(), word), word).toBe(false);
    for (const word of ["keepme", "other"]) expect(mayHave(after?.bits ?? Buffer.of(), word), word).toBe(true);
    expect((await segments()).every(({ filter }) => filter === null)).toBe(true);
    expect((await find("keepme")).ids).toEqual(kept);
    expect((await find("other")).ids).toHaveLength(SIZE - 2);
  });

  test("is deleted with its last segment", async () => {
    const spans = [];
    for (let nth = 0; nth < SIZE; nth++) spans.push(await send("shortlived"));
    await group();
    await forget(spans);
    await renewGroups(database.db);
    expect(await groups()).toEqual([]);
    expect((await find("shortlived")).ids).toEqual([]);
  });
});
