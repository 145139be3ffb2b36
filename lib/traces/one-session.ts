// One session: its totals, and its traces as turns of one conversation.
import { and, asc, count, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { projects, traceSessions, traces } from "@/db/schema";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/sessions";
import { notFound } from "@/lib/errors";
import { assertPage, pageRange } from "@/lib/pages";
import { contentsOfTraces } from "./contents";
import { momentOrNull } from "./present";
import { presentSessions, type SessionRow } from "./sessions";

const MAX_USERS = 10;

export async function sessionInOrganization(db: Database, organizationId: string, id: string): Promise<SessionRow> {
  const [row] = await db
    .select({ session: traceSessions, project: projects.name })
    .from(traceSessions)
    .innerJoin(projects, eq(projects.id, traceSessions.projectId))
    .where(and(eq(traceSessions.id, id), eq(traceSessions.organizationId, organizationId)));
  if (!row) throw notFound("Session not found.");
  return row;
}

export const getSession: Verb<typeof contracts.getSession> = async ({ db, caller }, { session_id }) => {
  const row = await sessionInOrganization(db, caller.organizationId, session_id);
  const [[session], users] = await Promise.all([
    presentSessions(db, [row]),
    db.execute<{ user_id: string }>(sql`
      select distinct user_id from traces where session_id = ${session_id}::uuid and user_id is not null
      order by user_id limit ${MAX_USERS}`),
  ]);
  if (!session) throw new Error("presentSessions left a session out");
  return { ...session, users: users.map(({ user_id }) => user_id) };
};

const narrow = {
  id: traces.id,
  trace_id: traces.traceId,
  name: traces.name,
  status: traces.status,
  started_at: traces.startedAt,
  ended_at: traces.endedAt,
  latency_ms: traces.latencyMs,
  span_count: traces.spanCount,
  total_tokens: traces.totalTokens,
  cost_usd: traces.costUsd,
  user_id: traces.userId,
  error_spans: traces.errorSpans,
};

export const listSessionTurns: Verb<typeof contracts.listSessionTurns> = async ({ db, caller }, input) => {
  const { session } = await sessionInOrganization(db, caller.organizationId, input.session_id);
  const { page, limit, offset } = pageRange(input);
  const where = and(eq(traces.organizationId, caller.organizationId), eq(traces.sessionId, session.id));
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(traces).where(where),
    db
      .select(narrow)
      .from(traces)
      .where(where)
      .orderBy(asc(traces.startedAt), asc(traces.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  const [contents, verdicts] = await Promise.all([
    contentsOfTraces(
      db,
      caller.organizationId,
      rows.map(({ id }) => id),
    ),
    verdictsOf(
      db,
      session.projectId,
      rows.map(({ trace_id }) => trace_id),
    ),
  ]);
  const results = rows.map((row) => ({
    ...row,
    started_at: momentOrNull(row.started_at),
    ended_at: momentOrNull(row.ended_at),
    input: contents.get(row.id)?.input ?? null,
    output: contents.get(row.id)?.output ?? null,
    verdicts: verdicts.get(row.trace_id) ?? none,
  }));
  return { count: all, page, limit, results };
};

const none = { passed: 0, failed: 0, scored: 0, error: 0 };

interface VerdictRow extends Record<string, unknown> {
  trace_id: string;
  passed: number;
  failed: number;
  scored: number;
  error: number;
}

/** The verdicts on the spans of traces, counted by trace. */
async function verdictsOf(db: Database, projectId: string, traceIds: readonly string[]) {
  if (traceIds.length === 0) return new Map<string, typeof none>();
  const rows = await db.execute<VerdictRow>(sql`
    select trace_id, (count(*) filter (where passed))::int as passed, (count(*) filter (where not passed))::int as failed,
      (count(*) filter (where outcome = 'scored'))::int as scored, (count(*) filter (where outcome = 'error'))::int as error
    from eval_span_scores where project_id = ${projectId}::uuid and trace_id in ${traceIds} group by trace_id`);
  return new Map(
    rows.map(({ trace_id, passed, failed, scored, error }) => [trace_id, { passed, failed, scored, error }]),
  );
}
