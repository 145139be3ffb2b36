// The source of a scenario's row: a trace, a session or a call, with its messages and figures.

import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callExecutions, callTurns, traceSessions, traces } from "@/db/schema";
import type { ScenarioRowSource } from "@/lib/contracts/simulation/scenario-names";
import { wholeCost } from "@/lib/evaluation/judge/spend";
import { usdOf } from "@/lib/gateway/money/amount";
import { meanOf } from "@/lib/mean";
import { inWorkspace, type Workspace } from "@/lib/owned-rows";
import { contentsOfTraces } from "@/lib/traces/contents";
import { joinedMessages, type Message, messagesOfTrace } from "./rules/conversation";

const MAX_TRACES = 200;

export interface Source {
  name: string;
  status: string;
  startedAt: Date | null;
  endedAt: Date | null;
  messages: Message[];
  /** The number of traces in the source. */
  traces: number;
  /** The mean over its traces, or over its agent's turns. */
  latencyMs: number | null;
  totalTokens: number | null;
  costUsd: number | null;
}

/** Null if the organization has no such source, or no longer has it. */
export async function sourceOf(
  db: Database,
  workspace: Workspace,
  type: ScenarioRowSource,
  id: string,
): Promise<Source | null> {
  if (type === "call_execution") return callSource(db, workspace, id);
  const isSession = type === "trace_session";
  const session = isSession ? await sessionIn(db, workspace, id) : null;
  if (isSession && !session) return null;
  const found = await db
    .select()
    .from(traces)
    .where(and(eq(traces.organizationId, workspace.organizationId), eq(isSession ? traces.sessionId : traces.id, id)))
    .orderBy(asc(traces.startedAt), asc(traces.id))
    .limit(MAX_TRACES);
  const [first] = found;
  if (!first && !isSession) return null;
  const contents = await contentsOfTraces(
    db,
    workspace.organizationId,
    found.map((trace) => trace.id),
  );
  const moments = (pick: "startedAt" | "endedAt") => found.flatMap((trace) => trace[pick] ?? []).map(Date.parse);
  const [starts, ends] = [moments("startedAt"), moments("endedAt")];
  return {
    name: session?.sessionId ?? first?.name ?? "",
    status: found.some(({ status }) => status === "ERROR") ? "ERROR" : (found.at(-1)?.status ?? "UNSET"),
    startedAt: starts.length > 0 ? new Date(Math.min(...starts)) : null,
    endedAt: ends.length > 0 ? new Date(Math.max(...ends)) : null,
    messages: joinedMessages(
      found.map(({ id }) => {
        const { input, output } = contents.get(id) ?? {};
        return messagesOfTrace(input ?? null, output ?? null);
      }),
    ),
    traces: found.length,
    latencyMs: meanOf(known(found.map(({ latencyMs }) => latencyMs))),
    totalTokens: sumOf(found.map(({ totalTokens }) => totalTokens)),
    costUsd: sumOf(found.map(({ costUsd }) => costUsd)),
  };
}

async function sessionIn(db: Database, { organizationId }: Workspace, id: string) {
  const own = and(eq(traceSessions.id, id), eq(traceSessions.organizationId, organizationId));
  const [session] = await db.select().from(traceSessions).where(own);
  return session ?? null;
}

async function callSource(db: Database, workspace: Workspace, id: string): Promise<Source | null> {
  const [call] = await db
    .select()
    .from(callExecutions)
    .where(and(eq(callExecutions.id, id), inWorkspace(callExecutions, workspace)));
  if (!call) return null;
  const turns = await db.select().from(callTurns).where(eq(callTurns.callId, call.id)).orderBy(asc(callTurns.number));
  return {
    name: `Call #${call.number + 1}`,
    status: call.status,
    startedAt: call.startedAt,
    endedAt: call.endedAt,
    messages: turns.map(({ role, content }) => ({ role, text: content })),
    traces: 0,
    latencyMs: call.metrics.avg_latency_ms ?? null,
    totalTokens: call.metrics.total_tokens ?? null,
    costUsd: usdOf(wholeCost(call)),
  };
}

const known = (figures: readonly (number | null)[]): number[] => figures.filter((figure) => figure !== null);

/** The sum of nothing is unknown, not 0. */
function sumOf(figures: readonly (number | null)[]): number | null {
  const knownFigures = known(figures);
  return knownFigures.length === 0 ? null : knownFigures.reduce((sum, figure) => sum + figure, 0);
}
