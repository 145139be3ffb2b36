// What becomes of traces with time.
import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import {
  datasetRows,
  evalSpanScores,
  labels,
  projects,
  queueItems,
  queues,
  scores,
  spanNotes,
  spans,
  traceSessions,
  traces,
} from "@/db/schema";
import { createCaller, createOrganization, createRows, suiteDatabase } from "@/db/testing/factories";
import type { Context } from "@/lib/context";
import { exportTraces } from "./ingestion";
import { type DaysKept, forgetTraces } from "./retention";
import { exportOf, hexId, type TestSpan } from "./testing";

const database = suiteDatabase();
const DAY_MS = 86_400_000;
const YEAR_ON = Date.now() + 365 * DAY_MS;
const NEVER = Number.POSITIVE_INFINITY;
let context: Context;

beforeEach(async () => {
  await database.db.execute(sql`truncate projects, spans, eval_span_scores, dataset_rows cascade`);
  context = await createCaller(database.db, await createOrganization(database.db));
});

const forEverybody = (days: number | null): DaysKept => ({ days, shorter: new Map() });
const forget = (kept = forEverybody(30), now = YEAR_ON) => forgetTraces(database.db, kept, now, NEVER);

const send = (spans: readonly TestSpan[], to = context) =>
  exportTraces(to, exportOf({ "service.name": "shop" }, spans));
/** A trace of two spans. */
const traceOf = (session?: string): TestSpan[] => {
  const [traceId, spanId] = [hexId(16), hexId(8)];
  const values: TestSpan["values"] = session ? { "session.id": session } : {};
  return [
    { traceId, spanId, values },
    { traceId, spanId: hexId(8), parentSpanId: spanId, values },
  ];
};
const idOf = ([span]: readonly TestSpan[]): string => span?.traceId ?? "";
const left = async () => (await database.db.select().from(traces)).map(({ traceId }) => traceId).sort();

/** Every span has its trace, and every trace as many spans as it says. */
async function expectWhole() {
  const rows = await database.db.execute(sql`
    select trace_id, trace.span_count as said, count(span.span_id)::int as are
    from traces as trace full join spans as span using (project_id, trace_id)
    group by project_id, trace_id, trace.span_count having trace.span_count is distinct from count(span.span_id)`);
  expect([...rows]).toEqual([]);
}

describe("traces", () => {
  test("are kept forever by default, otherwise counted from their last arrival", async () => {
    await send(traceOf("gone"));
    await forget(forEverybody(null));
    // They began in 2025, and came a moment ago.
    await forget(forEverybody(30), Date.now());
    expect(await left()).toHaveLength(1);
    await forget();
    expect(await left()).toEqual([]);
    expect(await database.db.select().from(spans)).toEqual([]);
    expect(await database.db.select().from(traceSessions)).toEqual([]);
  });

  test("are kept for an organization's own period if that is shorter", async () => {
    const other = await createCaller(database.db, await createOrganization(database.db));
    const [mine, theirs] = [traceOf(), traceOf()];
    await send(mine);
    await send(theirs, other);
    await forget({ days: null, shorter: new Map([[context.caller.organizationId, 7]]) });
    expect(await left()).toEqual([idOf(theirs)]);
    await forget({ days: 30, shorter: new Map([[other.caller.organizationId, 500]]) });
    expect(await left()).toEqual([idOf(theirs)]);
  });

  test("stay while anything refers to them, their session or a span", async () => {
    const names = "queued session-queued span-queued scored noted evaluated row silent withdrawn".split(" ");
    const sent = new Map(names.map((name) => [name, traceOf(name)]));
    await send([...sent.values()].flat());
    const { organizationId, workspaceId, userId } = context.caller;
    const own = { organizationId, workspaceId };
    const rows = new Map((await database.db.select().from(traces)).map((row) => [row.traceId, row]));
    const row = (name: string) => {
      const found = rows.get(idOf(sent.get(name) ?? []));
      if (!found?.sessionId) throw new Error(name);
      return { ...found, sessionId: found.sessionId, child: sent.get(name)?.[1]?.spanId ?? "" };
    };
    const [queue] = await database.db
      .insert(queues)
      .values({ ...own, name: "Queue", createdBy: userId })
      .returning();
    const [label] = await database.db
      .insert(labels)
      .values({ ...own, name: "Good", type: "thumbs_up_down" })
      .returning();
    const [inDataset] = await createRows(database.db, { id: organizationId, workspaceId }, ["said"]);
    const item = { organizationId, queueId: queue?.id ?? "", order: 0 };
    await database.db.insert(queueItems).values([
      { ...item, sourceType: "trace", sourceId: row("queued").id },
      { ...item, sourceType: "trace_session", sourceId: row("session-queued").sessionId },
      { ...item, sourceType: "observation_span", sourceId: row("span-queued").child },
      { ...item, sourceType: "trace", sourceId: row("withdrawn").id, deletedAt: new Date() },
    ]);
    await database.db.insert(scores).values({
      ...own,
      sourceType: "observation_span",
      sourceId: row("scored").child,
      labelId: label?.id ?? "",
      labelVersion: 1,
      value: {},
    });
    const { projectId } = row("noted");
    await database.db
      .insert(spanNotes)
      .values({ organizationId, projectId, spanId: row("noted").child, userId, notes: "Odd." });
    await database.db.insert(evalSpanScores).values({
      organizationId,
      projectId,
      taskId: randomUUID(),
      evaluationId: randomUUID(),
      spanId: row("evaluated").child,
      traceId: row("evaluated").traceId,
    });
    await database.db
      .update(datasetRows)
      .set({ metadata: { source_type: "trace", source_id: row("row").id } })
      .where(eq(datasetRows.id, inDataset ?? ""));

    await forget();
    const kept = names.filter((name) => name !== "silent" && name !== "withdrawn");
    expect(await left()).toEqual(kept.map((name) => idOf(sent.get(name) ?? [])).sort());
    const sessions = await database.db.select().from(traceSessions);
    expect(sessions.map(({ sessionId }) => sessionId).sort()).toEqual([...kept].sort());
    await expectWhole();
  });

  test("are deleted in batches until time is up; the next sweep continues there", async () => {
    await send(Array.from({ length: 600 }, () => ({ traceId: hexId(16), spanId: hexId(8) })));
    const cursor = await forgetTraces(database.db, forEverybody(30), YEAR_ON, 0);
    expect(await left()).toHaveLength(100);
    expect(cursor).toMatchObject({ organization_id: context.caller.organizationId });
    expect(await forgetTraces(database.db, forEverybody(30), YEAR_ON, NEVER, cursor)).toBeNull();
    expect(await left()).toEqual([]);
  });

  test("with many spans are deleted a few at a time", async () => {
    const large = () => {
      const traceId = hexId(16);
      return Array.from({ length: 2501 }, (): TestSpan => ({ traceId, spanId: hexId(8) }));
    };
    await send(large());
    await send(large());
    await forgetTraces(database.db, forEverybody(30), YEAR_ON, 0);
    expect(await left()).toHaveLength(1);
    await forget();
    expect(await left()).toEqual([]);
  });
});

describe("during concurrent work", () => {
  test("parallel deletions and exports leave no span without its trace and lose none", async () => {
    const sent = Array.from({ length: 60 }, (_, index) => traceOf(`s-${index % 5}`));
    await send(sent.flat());
    const again = sent.flatMap((trace) => [
      { ...trace[1], traceId: idOf(trace), spanId: hexId(8), values: { "session.id": "s-1" } },
    ]);
    const sendings = Array.from({ length: 12 }, (_, part) =>
      send([...again.slice(part * 5, part * 5 + 5), ...(sent[part] ?? [])]),
    );
    const answers = await Promise.all([...Array.from({ length: 6 }, () => forget()), ...sendings]);
    expect(answers.slice(6)).toEqual(sendings.map(() => ({})));
    await expectWhole();
    await Promise.all([forget(), forget(), forget()]);
    expect(await left()).toEqual([]);
    expect(await database.db.select().from(traceSessions)).toEqual([]);
  });

  test("spans that arrive while their trace is deleted create it again", async () => {
    const [root, child] = traceOf("talk");
    if (!root || !child) throw new Error("no spans");
    await send([root]);
    const [project] = await database.db.select().from(projects);
    const projectId = project?.id ?? "";
    let sending: Promise<unknown> | undefined;
    await database.db.transaction(async (tx) => {
      // As the deletion does it, with time for the other to wait.
      await tx.delete(traces).where(and(eq(traces.projectId, projectId), eq(traces.traceId, root.traceId)));
      await tx.delete(spans).where(and(eq(spans.projectId, projectId), eq(spans.traceId, root.traceId)));
      sending = send([child, { ...child, spanId: hexId(8) }]);
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
    });
    expect(await sending).toEqual({});
    expect(await left()).toEqual([root.traceId]);
    await expectWhole();
  });

  test("rows locked by another transaction are skipped until the next sweep", async () => {
    const [lockedTrace, free, grown] = [traceOf(), traceOf(), traceOf("grown")];
    await send([...lockedTrace, ...free, ...grown]);
    await database.db.transaction(async (tx) => {
      await tx.execute(sql`select from spans where span_id = ${lockedTrace[1]?.spanId ?? ""} for update`);
      await tx.execute(sql`select from trace_sessions where session_id = 'grown' for key share`);
      await forget();
    });
    expect(await left()).toEqual([idOf(lockedTrace), idOf(grown)].sort());
    await expectWhole();
    await forget();
    expect(await left()).toEqual([]);
  });
});

const waiting = async () => {
  const [row] = await database.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return row?.count;
};
