// What one conversation shows about the agent, and what many show about a version.

import type { Outcome } from "@/lib/contracts/evaluation/names";
import type { CallStatus, CallVerdict } from "@/lib/contracts/simulation/call-names";
import type { Check, Fault } from "@/lib/contracts/simulation/call-parts";
import { percentText } from "@/lib/percent-text";
import { decisive } from "./faults";

export interface CheckResult {
  outcome: Outcome | null;
  passed: boolean | null;
}

/** Null for a call that has not ended, or was cancelled. */
export function callVerdict(
  status: CallStatus,
  faults: readonly Fault[],
  checks: readonly Check[],
  evaluations: readonly CheckResult[],
): CallVerdict | null {
  if (status !== "completed" && status !== "failed" && status !== "analyzing") return null;
  const fault = decisive(faults);
  if (fault) return fault.side === "agent" ? "failed" : "excluded";
  if (checks.some(({ passed }) => !passed)) return "failed";
  const judged = evaluations.filter(({ outcome, passed }) => outcome === "scored" && passed !== null);
  if (judged.some(({ passed }) => !passed)) return "failed";
  // An evaluation in error may have been a failure, so the others cannot make the call pass.
  if (evaluations.some(({ outcome }) => outcome === "error" || outcome === null)) return "unscored";
  return checks.length + judged.length > 0 ? "passed" : "unscored";
}

export interface Counts {
  total: number;
  open: number;
  passed: number;
  failed: number;
  excluded: number;
  unscored: number;
}

export interface Thresholds {
  passRate: number;
  coverage: number;
}

/**
 * Whether enough calls passed; null while some are open. `coverage` is the counted share of all calls, also of cancelled
 * ones.
 */
export function runVerdict(counts: Counts, thresholds: Thresholds, isOver: boolean, isCancelled = false) {
  const countedCalls = counts.passed + counts.failed;
  const rate = countedCalls > 0 ? counts.passed / countedCalls : null;
  const coverage = counts.total > 0 ? countedCalls / counts.total : 0;
  if (!isOver)
    return { passed: null, rate, coverage, reason: `${counts.open} of ${counts.total} calls are still open.` };
  if (rate === null) {
    const reason = isCancelled
      ? "The execution was cancelled before any call counted."
      : "No calls count: they were not evaluated, or the simulator or a provider failed.";
    return { passed: false, rate, coverage, reason };
  }
  if (coverage < thresholds.coverage) {
    const cause = isCancelled ? "The execution was cancelled: " : "";
    const shares = [percentText(coverage, [thresholds.coverage]), percentText(thresholds.coverage, [coverage])];
    const reason = `${cause}${shares[0]} of the calls count; a verdict needs at least ${shares[1]}.`;
    return { passed: false, rate, coverage, reason };
  }
  const passed = rate >= thresholds.passRate;
  const reason = `${percentText(rate, [thresholds.passRate])} of ${countedCalls} calls passed; ${percentText(thresholds.passRate, [rate])} must pass.`;
  return { passed, rate, coverage, reason };
}
