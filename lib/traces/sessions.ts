import { and, count, desc, eq, ilike, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, traceSessions } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/sessions";
import { assertPage, contains, pageRange } from "@/lib/pages";
import { moment } from "./present";
import { projectInOrganization } from "./projects";

interface Totals extends Record<string, unknown> {
  session_id: string;
  traces: number;
  tokens: string | null;
  cost: number | null;
  started_at: string | null;
  ended_at: string | null;
}

export const listSessions: Verb<typeof contracts.listSessions> = async ({ db, caller }, input) => {
  if (input.project_id) await projectInOrganization(db, caller.organizationId, input.project_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(
    eq(traceSessions.organizationId, caller.organizationId),
    input.project_id ? eq(traceSessions.projectId, input.project_id) : undefined,
    input.search ? ilike(traceSessions.sessionId, contains(input.search)) : undefined,
  );
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(traceSessions).where(where),
    db
      .select({ session: traceSessions, project: projects.name })
      .from(traceSessions)
      .innerJoin(projects, eq(projects.id, traceSessions.projectId))
      .where(where)
      .orderBy(desc(traceSessions.createdAt), traceSessions.id)
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const totals = await totalsOf(
    db,
    rows.map(({ session }) => session.id),
  );
  const results = rows.map(({ session, project }) => ({
    id: session.id,
    session_id: session.sessionId,
    name: session.sessionId,
    project_id: session.projectId,
    project_name: project,
    created_at: session.createdAt.toISOString(),
    ...totals(session.id),
  }));
  return { count: all, page, limit, results };
};

async function totalsOf(db: Database, ids: string[]) {
  const rows =
    ids.length === 0
      ? []
      : await db.execute<Totals>(sql`
          select session_id, count(*)::int as traces, sum(total_tokens)::text as tokens, sum(cost_usd) as cost,
            min(started_at)::text as started_at, max(ended_at)::text as ended_at
          from traces where session_id in ${ids} group by session_id`);
  const bySession = new Map(rows.map((row) => [row.session_id, row]));
  return (id: string) => {
    const row = bySession.get(id);
    return {
      trace_count: row?.traces ?? 0,
      total_tokens: row?.tokens ? Number(row.tokens) : null,
      cost_usd: row?.cost ?? null,
      started_at: row?.started_at ? moment(row.started_at) : null,
      ended_at: row?.ended_at ? moment(row.ended_at) : null,
    };
  };
}
