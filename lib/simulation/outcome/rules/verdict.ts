// What one conversation shows about the agent.

import type { Outcome } from "@/lib/contracts/evaluation/names";
import type { CallStatus, CallVerdict } from "@/lib/contracts/simulation/call-names";
import type { Check, Fault } from "@/lib/contracts/simulation/call-parts";
import { decisive } from "./faults";

export interface CheckResult {
  outcome: Outcome | null;
  passed: boolean | null;
}

/** Null for a call that has not ended, or was cancelled. `evaluations` are those that no filter excluded. */
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
  // An evaluation without a score may have been a failure, so the others cannot make the call pass.
  if (evaluations.some(({ outcome }) => outcome !== "scored")) return "unscored";
  return checks.length + judged.length > 0 ? "passed" : "unscored";
}
