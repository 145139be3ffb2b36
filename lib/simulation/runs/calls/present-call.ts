// Calls in the form of their contract: many at once, in a few statements.
import { asc, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { callSnapshots, callTurns } from "@/db/schema";
import type { CallRecord } from "@/lib/contracts/simulation/runs/call-record";
import { knownCost, usdOf } from "@/lib/gateway/money/amount";
import { groupBy } from "@/lib/group-by";
import { personaOf } from "../../conversation/rules/prompt";
import { voiceCallsOf } from "../../voice/loaders";
import type { CallRow, ExecutionRow, TurnRow } from "../loaders";
import { customerName } from "../play/customer";
import { type Evaluated, evaluationsIn, outputOf, presentEvaluation } from "./present-evaluation";
import { presentTurn, seconds } from "./present-turn";
import { voiceMembers } from "./present-voice";

interface Options {
  withTranscripts: boolean;
}

export async function presentCalls(
  db: Database,
  execution: ExecutionRow,
  calls: readonly CallRow[],
  { withTranscripts }: Options,
): Promise<CallRecord[]> {
  const ids = calls.map(({ id }) => id);
  if (ids.length === 0) return [];
  const isVoice = execution.pinned.agent.type === "voice";
  const [turns, evaluations, snapshots, voices] = await Promise.all([
    withTranscripts
      ? db
          .select()
          .from(callTurns)
          .where(inArray(callTurns.callId, ids))
          .orderBy(asc(callTurns.callId), asc(callTurns.number))
      : [],
    evaluationsIn(db, ids),
    withTranscripts
      ? db.select().from(callSnapshots).where(inArray(callSnapshots.callId, ids)).orderBy(asc(callSnapshots.createdAt))
      : [],
    voiceCallsOf(db, isVoice ? ids : []),
  ]);
  const byCall = groupBy(turns, ({ callId }) => callId);
  const evaluated = groupBy(evaluations, ({ callId }) => callId);
  const kept = groupBy(snapshots, ({ callId }) => callId);
  return calls.map((call) => ({
    ...presentCall(execution, call, byCall.get(call.id) ?? [], evaluated.get(call.id) ?? [], kept.get(call.id) ?? []),
    ...voiceMembers(call, voices.get(call.id)),
  }));
}

type SnapshotRow = typeof callSnapshots.$inferSelect;

const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

function presentCall(
  execution: ExecutionRow,
  call: CallRow,
  turns: readonly TurnRow[],
  evaluations: readonly Evaluated[],
  snapshots: readonly SnapshotRow[],
): Omit<CallRecord, keyof ReturnType<typeof voiceMembers>> {
  const { agent } = execution.pinned;
  const lasted = call.startedAt && call.endedAt ? seconds(call.endedAt.getTime() - call.startedAt.getTime()) : null;
  const isVoice = agent.type === "voice";
  return {
    id: call.id,
    test_execution_id: call.executionId,
    run_test_id: call.runTestId,
    number: call.number,
    repeat: call.repeat,
    row_id: call.rowId,
    session_id: call.id,
    timestamp: call.updatedAt.toISOString(),
    call_type: isVoice ? (agent.snapshot.inbound === false ? "Outbound" : "Inbound") : null,
    simulation_call_type: isVoice ? "voice" : "text",
    status: call.status,
    duration: lasted,
    duration_seconds: lasted,
    start_time: call.startedAt?.toISOString() ?? null,
    ended_at: call.endedAt?.toISOString() ?? null,
    transcript: turns.map(presentTurn),
    customer_name: customerName(call),
    ...scenarioMembers(execution, call),
    ...evaluationMembers(evaluations),
    ...outcomeMembers(call),
    ...agentMembers(execution),
    ...snapshotMembers(call, snapshots),
    ...figureMembers(call),
    processing_skipped: false,
    processing_skip_reason: null,
    created_at: call.createdAt.toISOString(),
    updated_at: call.updatedAt.toISOString(),
  };
}

function scenarioMembers(execution: ExecutionRow, call: CallRow) {
  const scenario = execution.pinned.scenarios[call.scenarioId];
  const simulator: Record<string, unknown> = scenario?.simulator ?? {};
  return {
    scenario: scenario?.name ?? "",
    scenario_id: call.scenarioId,
    scenario_graph: scenario?.graph ?? null,
    scenario_graph_id: null,
    scenario_columns: Object.fromEntries(
      Object.entries(call.row).map(([name, cell]) => [
        name.toLowerCase() === "outcome" ? "Ideal Outcome" : name,
        {
          value: name.toLowerCase() === "persona" ? (personaOf(cell.value ?? "") ?? cell.value) : cell.value,
          visible: true,
          dataset_column_id: cell.column_id,
          dataset_id: cell.dataset_id,
          column_name: name,
          data_type: cell.data_type,
        },
      ]),
    ),
    simulator_agent_name: textOf(simulator.name),
    simulator_agent_id: textOf(simulator.id),
  };
}

/** The newest result of each evaluation, and the earlier ones. */
function evaluationMembers(evaluations: readonly Evaluated[]) {
  const current = new Map(evaluations.map((one) => [one.pinned.bindingId, one]));
  const earlier = evaluations.filter((one) => current.get(one.pinned.bindingId) !== one);
  return {
    eval_outputs: Object.fromEntries([...current].map(([id, one]) => [id, outputOf(one)])),
    eval_metrics: Object.fromEntries([...current].map(([id, one]) => [id, presentEvaluation(one)])),
    earlier_evaluations: earlier.map(presentEvaluation),
  };
}

const outcomeMembers = (call: CallRow) => ({
  ended_reason: call.endedReason,
  ended_by: call.cause,
  verdict: call.verdict,
  faults: call.faults,
  fault_rules: call.faultRules,
  fault_side: call.faultSide,
  fault_kind: call.faultKind,
  checks: call.checks,
  tool_outputs: call.toolOutputs,
});

const agentMembers = ({ pinned: { agent } }: ExecutionRow) => ({
  agent_definition_used_name: agent.name,
  agent_definition_used_id: agent.id,
  agent_version_id: agent.version_id,
  agent_version: `v${agent.version}`,
  provider: textOf(agent.snapshot.provider),
});

const snapshotMembers = (call: CallRow, snapshots: readonly SnapshotRow[]) => ({
  rerun_snapshots: snapshots.map(({ id, rerunType, createdAt, call: was }) => ({
    id,
    rerun_type: rerunType,
    snapshot_timestamp: createdAt.toISOString(),
    status: String(was.status ?? ""),
    verdict: textOf(was.verdict),
    // Our path would play the newest recording.
    call: { ...was, audio_url: null },
  })),
  is_snapshot: false,
  snapshot_timestamp: null,
  rerun_type: null,
  original_call_execution_id: call.forkedFrom,
  fork_turn: call.forkTurn,
});

function figureMembers(call: CallRow) {
  const { metrics } = call;
  const latency = metrics.avg_latency_ms ?? null;
  const cost = knownCost(call);
  return {
    overall_score: call.overallScore,
    response_time: latency === null ? null : latency / 1000,
    response_time_ms: latency,
    avg_latency_ms: latency,
    total_tokens: metrics.total_tokens ?? null,
    input_tokens: metrics.input_tokens ?? null,
    output_tokens: metrics.output_tokens ?? null,
    turn_count: metrics.turn_count ?? null,
    csat_score: metrics.csat_score ?? null,
    cost_usd: usdOf(cost),
    unpriced_calls: call.unpriced,
    customer_cost_cents: cost === null ? null : cost / 1e4,
  };
}
