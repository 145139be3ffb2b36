// Sessions as queue sources: a conversation with its traces as turns.
import { and, asc, count, eq, inArray, not, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { traceSessions } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import type { Selection } from "@/lib/contracts/annotation/selection";
import { storedInput, storedOutput } from "@/lib/traces/contents";
import { guidOf, isGuid, type Source, type SourcePlace, type Wire } from "./source";
import { type FilterColumns, filterConditions } from "./source-filter";
import { projectOf } from "./source-traced";

const MAX_TURNS = 200;

function loadSessions(db: Database, organizationId: string, ids: string[], isHeld = false) {
  const found = db
    .select({ id: traceSessions.id, projectId: traceSessions.projectId })
    .from(traceSessions)
    .where(and(inArray(traceSessions.id, ids.filter(isGuid)), eq(traceSessions.organizationId, organizationId)));
  return isHeld ? found.for("key share") : found;
}

const columns: FilterColumns = { session_id: { column: traceSessions.sessionId, kind: "text" } };

const at = (source: SourcePlace): SQL =>
  sql`where session.id = ${guidOf(source)} and session.organization_id = ${source.organizationId}`;

/** The session's first 200 traces, by start time. */
const turns = sql`(
  select coalesce(json_agg(json_build_object('id', turn.id, 'trace_id', turn.trace_id, 'name', turn.name,
    'status', turn.status, 'input', ${storedInput(sql`turn`)}, 'output', ${storedOutput(sql`turn`)},
    'latency_ms', turn.latency_ms, 'start_time', ${wireTime("turn.started_at")}) order by turn.started_at, turn.id), '[]')
  from (select * from traces where traces.session_id = session.id order by started_at, id
    limit ${sql.raw(String(MAX_TURNS))}) as turn)`;

interface Turn {
  input: unknown;
  output: unknown;
}
// Safe: `turns` has written them.
const turnsIn = ({ traces }: Wire): Turn[] => (Array.isArray(traces) ? (traces as Turn[]) : []);

export const session: Source = {
  async existing(db, organizationId, ids, isHeld) {
    const rows = await loadSessions(db, organizationId, ids, isHeld);
    return new Set(rows.map((row) => row.id));
  },

  preview: (source) => sql`(
    select json_build_object('type', 'trace_session', 'session_id', session.session_id, 'name', session.session_id,
      'project_id', session.project_id)
    from trace_sessions as session ${at(source)})`,

  content: (source) => sql`(
    select json_build_object('type', 'trace_session', 'source_id', session.id, 'session_id', session.session_id,
      'name', session.session_id, 'project_id', session.project_id, 'project_source', project.name,
      'created_at', ${wireTime("session.created_at")}, 'traces', ${turns})
    from trace_sessions as session join projects as project on project.id = session.project_id ${at(source)})`,

  storedIn: (content) => turnsIn(content).flatMap(({ input, output }) => [input, output]),
  finish(content, contents) {
    for (const [index, turn] of turnsIn(content).entries()) {
      turn.input = contents[2 * index]?.input ?? null;
      turn.output = contents[2 * index + 1]?.output ?? null;
    }
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
