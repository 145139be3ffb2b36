// Compares a call with the trace, session or call behind its row.
import { and, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { datasetRows } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/simulation/runs/call-analyses";
import { type ScenarioRowSource, scenarioRowSources } from "@/lib/contracts/simulation/scenario-names";
import { wholeCost } from "@/lib/evaluation/judge/spend";
import { usdOf } from "@/lib/gateway/money/amount";
import { agentTurns, customerTurns } from "../../conversation/rules/next";
import { type Source, sourceOf } from "../../scenarios/source";
import { type CallRow, callInWorkspace, type TurnRow, turnsOf } from "../loaders";

export const compareCallSession: Verb<typeof contracts.compareCallSession> = async (
  { db, caller },
  { call_execution_id },
) => {
  const call = await callInWorkspace(db, caller, call_execution_id);
  const [turns, named] = await Promise.all([turnsOf(db, call.id), sourceNamed(db, caller, call)]);
  const source = named ? await sourceOf(db, caller, named.type, named.id) : null;
  const shown = {
    status: call.status,
    started_at: call.startedAt?.toISOString() ?? null,
    ended_at: call.endedAt?.toISOString() ?? null,
    messages: turns.map(({ role, content }) => ({ role, content })),
    verdict: call.verdict,
    overall_score: call.overallScore,
    ended_by: call.cause,
  };
  if (!named)
    return {
      call_execution_id: call.id,
      reason: "The call's row was not made from a trace, session or call.",
      source: null,
      call: shown,
      metrics: [],
    };
  return {
    call_execution_id: call.id,
    reason: source ? null : "The source of the row no longer exists.",
    source: {
      type: named.type,
      id: named.id,
      name: source?.name ?? null,
      is_kept: source !== null,
      traces: source?.traces ?? 0,
      status: source?.status ?? null,
      started_at: source?.startedAt?.toISOString() ?? null,
      ended_at: source?.endedAt?.toISOString() ?? null,
      messages: (source?.messages ?? []).map(({ role, text }) => ({ role, content: text })),
    },
    call: shown,
    metrics: metricsOf(call, turns, source),
  };
};

/** The source that the call's row names. The row may have been deleted since. */
async function sourceNamed(
  db: Database,
  { organizationId }: Pick<Caller, "organizationId">,
  { rowId }: CallRow,
): Promise<{ type: ScenarioRowSource; id: string } | null> {
  if (rowId === null) return null;
  const [row] = await db
    .select({ metadata: datasetRows.metadata })
    .from(datasetRows)
    .where(and(eq(datasetRows.id, rowId), eq(datasetRows.organizationId, organizationId)));
  const { source_type, source_id } = row?.metadata ?? {};
  const type = scenarioRowSources.find((known) => known === source_type);
  return type && typeof source_id === "string" ? { type, id: source_id } : null;
}

const secondsBetween = (from: Date | null, to: Date | null): number | null =>
  from && to ? (to.getTime() - from.getTime()) / 1000 : null;

function metricsOf(call: CallRow, turns: readonly TurnRow[], source: Source | null) {
  const sides = (source?.messages ?? []).map(({ role }) => role);
  const spoken = (role: "user" | "assistant") => (source ? sides.filter((one) => one === role).length : null);
  const figures = [
    ["customer_turns", spoken("user"), customerTurns(turns)],
    ["agent_turns", spoken("assistant"), agentTurns(turns)],
    ["avg_latency_ms", source?.latencyMs ?? null, call.metrics.avg_latency_ms ?? null],
    [
      "duration_seconds",
      source ? secondsBetween(source.startedAt, source.endedAt) : null,
      secondsBetween(call.startedAt, call.endedAt),
    ],
    ["total_tokens", source?.totalTokens ?? null, call.metrics.total_tokens ?? null],
    ["cost_usd", source?.costUsd ?? null, usdOf(wholeCost(call))],
  ] as const;
  return figures.map(([name, from, to]) => ({
    name,
    source: from,
    call: to,
    difference: from === null || to === null ? null : to - from,
  }));
}
