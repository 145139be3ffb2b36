// The status changes of executions and calls.
import type { CallStatus, ExecutionStatus, RerunType } from "@/lib/contracts/simulation/call-names";

export interface CallCounts {
  total: number;
  pending: number;
  ongoing: number;
  analyzing: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** Which status of a call may follow which. A final status never changes. */
const following: Record<CallStatus, readonly CallStatus[]> = {
  pending: ["queued", "ongoing", "analyzing", "completed", "failed", "cancelled"],
  queued: ["ongoing", "analyzing", "completed", "failed", "cancelled"],
  ongoing: ["analyzing", "completed", "failed", "cancelled"],
  analyzing: ["completed", "failed", "cancelled"],
  completed: [],
  failed: [],
  cancelled: [],
};

export const mayBecome = (from: CallStatus, to: CallStatus): boolean => following[from].includes(to);
export const isOpen = (status: CallStatus): boolean => following[status].length > 0;
export const isExecutionOver = (status: ExecutionStatus): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";
/** Whether calls are, or will be, played. An execution that is only evaluated keeps its end. */
export const isPlayed = (status: ExecutionStatus): boolean => status === "pending" || status === "running";

/**
 * An execution's status, from its calls. `isComplete` says whether all its calls were created: a client creates them
 * ten at a time. A final status changes only if calls are played again.
 */
export function executionStatus(from: ExecutionStatus, calls: CallCounts, isComplete: boolean): ExecutionStatus {
  const { total, pending, ongoing, analyzing, completed, failed } = calls;
  const isWaiting = pending + ongoing > 0;
  if (from === "cancelling" || from === "cancelled") return isWaiting || analyzing > 0 ? "cancelling" : "cancelled";
  if (!isComplete || isWaiting) {
    const hasBegun = ongoing + analyzing + completed + failed > 0;
    return from === "pending" && !hasBegun ? "pending" : "running";
  }
  if (analyzing > 0) return "evaluating";
  if (total > 0 && completed === 0 && failed > 0) return "failed";
  return "completed";
}

/**
 * Why a call cannot be evaluated or played again; null if it can. `mayGoOn`: it is a phone call that has ended here, but
 * may go on at the provider.
 */
export function rerunFlaw(
  { status, turnCount }: { status: CallStatus; turnCount: number },
  type: RerunType,
  mayGoOn = false,
) {
  if (isOpen(status)) return "The call has not ended yet.";
  if (type === "call_and_eval") return mayGoOn ? "The phone call is still being hung up. Try again in a moment." : null;
  if (status === "cancelled") return "The call was cancelled, so there is nothing to evaluate.";
  return turnCount === 0 ? "The call has no messages to evaluate." : null;
}

/** An execution's status when its calls are evaluated or played again. A cancelled one makes no further calls. */
export function rerunStatus(from: ExecutionStatus, type: RerunType): ExecutionStatus {
  if (type === "call_and_eval") return "running";
  return from === "cancelled" || from === "cancelling" ? "cancelling" : "evaluating";
}
