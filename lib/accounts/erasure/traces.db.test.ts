import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { auditEntries, erasures, projects } from "@/db/schema";
import { createCaller, createOrganization, suiteDatabase } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { createScore } from "@/lib/annotation/scores/score-sources";
import { createTestQueue } from "@/lib/annotation/testing/queues";
import type { Context } from "@/lib/context";
import { deleteProject, deleteSession, deleteTrace } from "@/lib/traces/erasure/delete-traces";
import { getTracingLosses } from "@/lib/traces/erasure/losses";
import { exportTraces } from "@/lib/traces/ingestion";
import { listProjects } from "@/lib/traces/projects";
import { listSessions } from "@/lib/traces/sessions";
import { exportOf, hexId } from "@/lib/traces/testing";
import { getTrace } from "@/lib/traces/traces";
import { advanceErasure } from "./advance-erasure";
import { columnsWith } from "./testing";

// Every column of every table is read.
vi.setConfig({ testTimeout: 120_000 });
const database = suiteDatabase();
let owner: Context;
let organization: Awaited<ReturnType<typeof createOrganization>>;
let mark: string;
beforeEach(async () => {
  organization = await createOrganization(database.db);
  owner = await createCaller(database.db, organization, "Owner");
  mark = `mark${randomUUID().slice(0, 8)}`;
});

const acting = (action: string): Context => ({
  ...owner,
  act: { action, userAgent: null, isRecorded: false },
});

/** Two traces of one session that share a segment; both have been scored and queued, and one is in the gateway's log. */
async function furnishTraces(project = "shop") {
  const ids = [hexId(16), hexId(16)];
  const texts = [mark, "something else"];
  const spans = ids.map((traceId, index) => ({
    traceId,
    spanId: hexId(8),
    name: `call ${texts[index]}`,
    values: { "input.value": texts[index] ?? "", "session.id": `session of ${project}` },
  }));
  await exportTraces(owner, exportOf({ "service.name": project }, spans));
  const queue = await createTestQueue(owner, organization, { items: 0 });
  const score = { source_type: "trace", label_id: queue.labelId, score_source: "human" } as const;
  for (const [index, source_id] of ids.entries())
    await createScore(owner, { ...score, source_id, value: 4, notes: texts[index] });
  const items = ids.map((source_id) => ({ source_type: "trace" as const, source_id }));
  await addItems(owner, { queue_id: queue.queue_id, items });
  await database.db.execute(sql`
    insert into gateway_requests (organization_id, key_id, request_id, operation, status, started_at, latency_ms, is_stream,
      trace_id, terms)
    values (${organization.id}, gen_random_uuid(), ${mark}, 'chat', 200, now(), 1, false, ${ids[0]},
      to_tsvector('simple', ${mark}))`);
  return { gone: ids[0] ?? "", kept: ids[1] ?? "" };
}

test("a deleted trace leaves nothing behind, and its neighbor in the segment stays complete", async () => {
  const { gone, kept } = await furnishTraces();
  expect((await columnsWith(database.db, [mark])).length).toBeGreaterThan(4);
  const before = await getTrace(owner, { trace_id: kept });
  expect(await getTracingLosses(owner, { trace_id: gone })).toEqual({
    traces: 1,
    spans: 1,
    // Also in the project's own queue, because it was scored.
    queue_items: 2,
    scores: 1,
    copies: 0,
  });
  expect(await deleteTrace(acting("deleteTrace"), { trace_id: gone })).toEqual({ deleted: true });
  expect(await columnsWith(database.db, [mark, gone])).toEqual([]);
  await expect(getTrace(owner, { trace_id: gone })).rejects.toThrow("Trace not found");
  expect(await getTrace(owner, { trace_id: kept })).toEqual(before);
  const own = eq(auditEntries.organizationId, owner.caller.organizationId);
  const [entry] = await database.db.select().from(auditEntries).where(own);
  expect(entry).toMatchObject({ action: "deleteTrace", targetType: "trace" });
});

test("deleting a session deletes its traces", async () => {
  const { kept } = await furnishTraces();
  const [session] = (await listSessions(owner, { page: 1 })).results;
  const losses = await getTracingLosses(owner, { session_id: session?.id ?? "" });
  expect(losses).toMatchObject({ traces: 2, spans: 2, queue_items: 4, scores: 2 });
  await deleteSession(acting("deleteSession"), { session_id: session?.id ?? "" });
  expect((await listSessions(owner, { page: 1 })).results).toEqual([]);
  expect(await columnsWith(database.db, [mark, kept])).toEqual([]);
});

test("a deleted project disappears at once, is erased in steps, and its name is free again", async () => {
  await furnishTraces(`shop ${mark}`);
  const [project] = (await listProjects(owner, { page: 1 })).results;
  const project_id = project?.id ?? "";
  expect(await getTracingLosses(owner, { project_id })).toMatchObject({ traces: 2 });
  await expect(deleteProject(acting("deleteProject"), { project_id, name: "shop" })).rejects.toThrow();
  // Without a name in the log, which stays.
  const { erasure_id } = await deleteProject(owner, { project_id, name: `shop ${mark}` });
  expect((await listProjects(owner, { page: 1 })).results).toEqual([]);
  await expect(getTracingLosses(owner, { project_id })).rejects.toThrow("Project not found");
  for (let done = false; !done; ) done = (await advanceErasure(database.db, { erasureId: erasure_id, until: 0 })).done;
  expect(await columnsWith(database.db, [mark])).toEqual([]);
  expect(await database.db.$count(projects, eq(projects.id, project_id))).toBe(0);
  const [erasure] = await database.db.select().from(erasures).where(eq(erasures.id, erasure_id));
  expect(erasure?.completedAt).toBeInstanceOf(Date);
});
