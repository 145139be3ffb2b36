// What an execution's verdict is decided by, and what the execution is.
import { testExecutions } from "@/db/schema";
import { runSettings } from "@/lib/contracts/simulation/call-parts";
import { type Played, runVerdict } from "../../outcome/rules/run-verdict";
import type { ExecutionRow, RunTestRow } from "../loaders";
import { customerModel } from "../play/customer";
import { isExecutionOver } from "../rules/status";

export const decidingColumns = {
  status: testExecutions.status,
  settings: testExecutions.settings,
  totalCalls: testExecutions.totalCalls,
  pendingCalls: testExecutions.pendingCalls,
  ongoingCalls: testExecutions.ongoingCalls,
  analyzingCalls: testExecutions.analyzingCalls,
  passedCalls: testExecutions.passedCalls,
  failingCalls: testExecutions.failingCalls,
  excludedCalls: testExecutions.excludedCalls,
  unscoredCalls: testExecutions.unscoredCalls,
  cancelledCalls: testExecutions.cancelledCalls,
};
type Decisive = Pick<ExecutionRow, keyof typeof decidingColumns>;

export function verdictFacts(execution: Decisive): Pick<Played, "counts" | "thresholds" | "isOver" | "isCancelled"> {
  const settings = runSettings.parse(execution.settings);
  return {
    counts: {
      total: execution.totalCalls,
      open: execution.pendingCalls + execution.ongoingCalls + execution.analyzingCalls,
      passed: execution.passedCalls,
      failed: execution.failingCalls,
      excluded: execution.excludedCalls,
      unscored: execution.unscoredCalls,
      cancelled: execution.cancelledCalls,
    },
    thresholds: { passRate: settings.pass_rate, coverage: settings.coverage },
    isOver: isExecutionOver(execution.status),
    isCancelled: execution.status === "cancelled",
  };
}

/** Whether enough calls passed; null while some are open. */
export const hasPassed = (execution: Decisive): boolean | null => runVerdict(verdictFacts(execution)).passed;

const secondsOf = ({ startedAt, endedAt }: ExecutionRow): number | null =>
  startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / 1000 : null;

/** What was played, against which agent, and when. */
export function presentPlayed(execution: ExecutionRow, { name }: Pick<RunTestRow, "name">) {
  const { pinned, scenarioIds } = execution;
  return {
    name,
    agent: pinned.agent.name,
    agent_version: `v${pinned.agent.version}`,
    scenarios: Object.values(pinned.scenarios).map((scenario) => scenario.name),
    // The voice service plays the customers of phone calls.
    customer_models:
      pinned.agent.type === "voice" ? [] : [...new Set(scenarioIds.map((id) => customerModel(execution, id)))],
    settings: runSettings.parse(execution.settings),
    created_at: execution.createdAt.toISOString(),
    started_at: execution.startedAt?.toISOString() ?? null,
    completed_at: execution.endedAt?.toISOString() ?? null,
    duration_seconds: secondsOf(execution),
  };
}
