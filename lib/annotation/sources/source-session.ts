// Sessions as sources of queues: a conversation with its traces as turns.
import { and, asc, count, eq, getTableColumns, inArray, lte, not, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, traceSessions, traces } from "@/db/schema";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { groupBy } from "@/lib/group-by";
import { isGuid, type Source } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { instantText, projectOf } from "./source-traced";

const MAX_TURNS = 200;

const loadSessions = (db: Database, organizationId: string, ids: string[]) =>
  db
    .select({ ...getTableColumns(traceSessions), projectName: projects.name })
    .from(traceSessions)
    .innerJoin(projects, eq(projects.id, traceSessions.projectId))
    .where(and(inArray(traceSessions.id, ids.filter(isGuid)), eq(traceSessions.organizationId, organizationId)));

const columns: FilterColumns = { session_id: { column: traceSessions.sessionId, kind: "text" } };

export const session: Source = {
  async existing(db, organizationId, ids) {
    const rows = await loadSessions(db, organizationId, ids);
    return new Set(rows.map((row) => row.id));
  },

  async previews(db, organizationId, ids) {
    const rows = await loadSessions(db, organizationId, ids);
    return new Map(
      rows.map((row) => {
        const preview = {
          type: "trace_session",
          session_id: row.sessionId,
          name: row.sessionId,
          project_id: row.projectId,
        };
        return [row.id, preview];
      }),
    );
  },

  async contents(db, organizationId, ids) {
    const rows = await loadSessions(db, organizationId, ids);
    const turns = await loadTurns(
      db,
      rows.map((row) => row.id),
    );
    return new Map(
      rows.map((row) => {
        const content = {
          type: "trace_session",
          source_id: row.id,
          session_id: row.sessionId,
          name: row.sessionId,
          project_id: row.projectId,
          project_source: row.projectName,
          created_at: row.createdAt.toISOString(),
          traces: turns(row.id),
        };
        return [row.id, content];
      }),
    );
  },

  async scopes(db, organizationId, ids) {
    const rows = await loadSessions(db, organizationId, ids);
    return new Map(rows.map((row) => [row.id, { kind: "project", id: row.projectId }]));
  },

  async select(db, organizationId, selection, limit) {
    const where = await selectedSessions(db, organizationId, selection);
    const [total] = await db.select({ count: count() }).from(traceSessions).where(where);
    const rows = await db
      .select({ id: traceSessions.id })
      .from(traceSessions)
      .where(where)
      .orderBy(asc(traceSessions.createdAt), asc(traceSessions.id))
      .limit(limit);
    return { ids: rows.map((row) => row.id), total: total?.count ?? 0 };
  },
};

async function selectedSessions(db: Database, organizationId: string, selection: Selection) {
  const excluded = selection.exclude_ids.filter(isGuid);
  return and(
    eq(traceSessions.projectId, await projectOf(db, organizationId, selection)),
    excluded.length > 0 ? not(inArray(traceSessions.id, excluded)) : undefined,
    ...filterConditions(columns, selection.filter),
  );
}

/** The traces of each session in the order of their start, the first 200. */
async function loadTurns(db: Database, sessionIds: string[]) {
  const turn = sql<number>`row_number() over (partition by ${traces.sessionId} order by ${traces.startedAt}, ${traces.id})`;
  const numbered = db
    .select({ id: traces.id, turn: turn.as("turn") })
    .from(traces)
    .where(inArray(traces.sessionId, sessionIds))
    .as("numbered");
  const rows =
    sessionIds.length === 0
      ? []
      : await db
          .select(getTableColumns(traces))
          .from(traces)
          .innerJoin(numbered, eq(numbered.id, traces.id))
          .where(lte(numbered.turn, MAX_TURNS))
          .orderBy(asc(numbered.turn));
  const bySession = groupBy(rows, (row) => row.sessionId);
  return (sessionId: string) =>
    (bySession.get(sessionId) ?? []).map((row) => ({
      id: row.id,
      trace_id: row.traceId,
      name: row.name,
      status: row.status,
      input: row.input,
      output: row.output,
      latency_ms: row.latencyMs,
      start_time: instantText(row.startedAt),
    }));
}
