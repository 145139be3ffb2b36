// Executions in the form of their contract.
import type { Database } from "@/db/client";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import { forkedFromOf } from "../../agents/forks";
import type { ExecutionRow } from "../loaders";
import { passRate } from "../rules/pass-rate";
import { percentOf } from "../rules/percent";
import { spentOf } from "../spent";
import { hasPassed } from "./verdict-facts";

/** How many calls began, and how many of them reached the agent. */
export function connectedCalls(row: ExecutionRow) {
  const attempted = row.totalCalls - row.pendingCalls;
  const connected = row.ongoingCalls + row.analyzingCalls + row.completedCalls;
  return {
    calls_attempted: attempted,
    connected_calls: connected,
    calls_connected_percentage: percentOf(connected, attempted),
  };
}

const callCounts = (row: ExecutionRow) => ({
  calls: row.totalCalls,
  total_calls: row.totalCalls,
  ...connectedCalls(row),
  completed_calls: row.completedCalls,
  failed_calls: row.failedCalls,
  cancelled_calls: row.cancelledCalls,
  pending_calls: row.pendingCalls,
  passed_calls: row.passedCalls,
  failing_calls: row.failingCalls,
  excluded_calls: row.excludedCalls,
  unscored_calls: row.unscoredCalls,
  total_chats: row.totalCalls,
});

export async function presentExecutions(db: Database, rows: readonly ExecutionRow[]) {
  const forks = await forkedFromOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...presentExecution(row), forked_from: forks.get(row.id) ?? null }));
}

function presentExecution(row: ExecutionRow) {
  const { agent, scenarios: pinned } = row.pinned;
  const seconds = row.startedAt ? ((row.endedAt ?? new Date()).getTime() - row.startedAt.getTime()) / 1000 : null;
  const started = row.startedAt?.toISOString() ?? null;
  const [first] = Object.values(pinned);
  const simulator = first?.simulator.name;
  return {
    id: row.id,
    run_test: row.runTestId,
    status: row.status,
    scenarios: Object.values(pinned)
      .map(({ name }) => name)
      .join(", "),
    scenario_ids: row.scenarioIds,
    start_time: started,
    started_at: started,
    completed_at: row.endedAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
    duration: seconds,
    duration_seconds: seconds,
    error_reason: row.error,
    success_rate: percentOf(row.completedCalls, row.totalCalls),
    passed: hasPassed(row),
    ...passRate(row),
    ...callCounts(row),
    total_scenarios: row.scenarioIds.length,
    avg_response_time: row.responseMs === null ? null : row.responseMs / 1000,
    total_agent_turns: row.agentTurns,
    total_number_of_fagi_agent_turns: row.agentTurns,
    agent_version: `v${agent.version}`,
    agent_version_id: row.agentVersionId,
    agent_definition: agent.name,
    agent_definition_used_name: agent.name,
    simulator_agent_name: typeof simulator === "string" ? simulator : null,
    agent_type: agent.type,
    source_type: "agent_definition" as const,
    driver: row.driver,
    settings: runSettings.parse(row.settings),
    ...spentOf(row),
    fingerprint: row.fingerprint,
  };
}
