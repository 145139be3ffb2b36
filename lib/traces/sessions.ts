import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, traceSessions } from "@/db/schema";
import { param, sqlStatement } from "@/db/statement";
import { boundedCount } from "@/db/statistics/bounded-count";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/sessions";

import type { TraceSession } from "@/lib/contracts/traces/sessions";
import { assertRows, hasText, pageRange } from "@/lib/pages";

import { moment } from "./present";
import { projectInOrganization } from "./projects";
import { termOf } from "./trace-terms";

interface InSession {
  organizationId: string;
  projectId: string;
  /** The application's own id of the session; null without a session. */
  session: string | null;
}

/** Locked as by a foreign key, so that retention (retention.ts) deletes none before its new trace arrives. */
const findSessions = sqlStatement<{ project_id: string; session_id: string; id: string }>(
  () => sql`
    select session.project_id, session.session_id, session.id
    from jsonb_to_recordset(${param("wanted")}::jsonb) as wanted (project_id uuid, session_id text)
    join trace_sessions as session
      on session.project_id = wanted.project_id and session.session_id = wanted.session_id
    for key share of session`,
);

const makeSessions = sqlStatement(
  () => sql`
    insert into trace_sessions (organization_id, project_id, session_id)
    select organization_id, project_id, session_id
    from jsonb_to_recordset(${param("wanted")}::jsonb) as wanted (organization_id uuid, project_id uuid, session_id text)
    on conflict do nothing`,
);

/** The ids of sessions by project and application id. Missing ones are created. */
export async function ensureSessions(db: Database, placed: readonly InSession[]) {
  const keyOf = (projectId: string, session: string) => `${projectId} ${session}`;
  const sessionsByKey = new Map<string, object>();
  for (const { organizationId, projectId, session } of placed) {
    if (session === null) continue;
    sessionsByKey.set(keyOf(projectId, session), {
      organization_id: organizationId,
      project_id: projectId,
      session_id: session,
    });
  }
  const ids = new Map<string, string>();
  const load = async () => {
    const rows = await findSessions(db, { wanted: JSON.stringify([...sessionsByKey.values()]) });
    for (const row of rows) ids.set(keyOf(row.project_id, row.session_id), row.id);
  };
  if (sessionsByKey.size > 0) await load();
  const missing = [...sessionsByKey.keys()].filter((key) => !ids.has(key)).sort();
  if (missing.length > 0) {
    await makeSessions(db, { wanted: JSON.stringify(missing.map((key) => sessionsByKey.get(key))) });
    await load();
  }
  return (projectId: string, session: string | null): string | null =>
    session === null ? null : (ids.get(keyOf(projectId, session)) ?? null);
}

/** The application's own ids of sessions, by id. */
export async function sessionNamesOf(db: Database, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: traceSessions.id, name: traceSessions.sessionId })
    .from(traceSessions)
    .where(inArray(traceSessions.id, [...new Set(ids)]));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

interface Totals extends Record<string, unknown> {
  session_id: string;
  traces: number;
  tokens: string | null;
  cost: number | null;
  errors: number;
  started_at: string | null;
  ended_at: string | null;
}

export const listSessions: Verb<typeof contracts.listSessions> = async ({ db, caller }, input) => {
  if (input.project_id) await projectInOrganization(db, caller.organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(traceSessions.organizationId, caller.organizationId),
    input.project_id ? eq(traceSessions.projectId, input.project_id) : undefined,
    input.search ? hasText(traceSessions.sessionId, input.search) : undefined,
    input.user ? ofUser(caller.organizationId, input.user) : undefined,
  );
  const [total, rows] = await Promise.all([
    boundedCount(db, sql`trace_sessions`, where),
    db
      .select({ session: traceSessions, project: projects.name })
      .from(traceSessions)
      .innerJoin(projects, eq(projects.id, traceSessions.projectId))
      .where(where)
      .orderBy(desc(traceSessions.createdAt), desc(traceSessions.id))
      .limit(limit)
      .offset(offset),
  ]);
  assertRows(page, rows);
  return { ...total, page, limit, results: await presentSessions(db, rows) };
};

/** With a trace of this user. Users are terms of traces: an index finds them. */
const ofUser = (organizationId: string, user: string): SQL => sql`
  ${traceSessions.id} in (select session_id from traces where organization_id = ${organizationId}::uuid
    and terms @> array[${termOf("user", user)}] and session_id is not null)`;

export interface SessionRow {
  session: typeof traceSessions.$inferSelect;
  project: string;
}

export async function presentSessions(db: Database, rows: readonly SessionRow[]): Promise<TraceSession[]> {
  const totals = await totalsOf(
    db,
    rows.map(({ session }) => session.id),
  );
  return rows.map(({ session, project }) => ({
    id: session.id,
    session_id: session.sessionId,
    name: session.sessionId,
    project_id: session.projectId,
    project_name: project,
    created_at: session.createdAt.toISOString(),
    ...totals(session.id),
  }));
}

async function totalsOf(db: Database, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.execute<Totals>(sql`
          select session_id, count(*)::int as traces, sum(total_tokens)::text as tokens, sum(cost_usd) as cost,
            (count(*) filter (where status = 'ERROR'))::int as errors,
            min(started_at)::text as started_at, max(ended_at)::text as ended_at
          from traces where session_id in ${ids} group by session_id`);
  const bySession = new Map(rows.map((row) => [row.session_id, row]));
  return (id: string) => {
    const row = bySession.get(id);
    return {
      trace_count: row?.traces ?? 0,
      total_tokens: row?.tokens ? Number(row.tokens) : null,
      cost_usd: row?.cost ?? null,
      error_count: row?.errors ?? 0,
      started_at: row?.started_at ? moment(row.started_at) : null,
      ended_at: row?.ended_at ? moment(row.ended_at) : null,
    };
  };
}
