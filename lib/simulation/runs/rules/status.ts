// How executions and calls move from one status to the next.
import type { CallStatus, ExecutionStatus } from "@/lib/contracts/simulation/call-names";

export interface CallCounts {
  total: number;
  pending: number;
  ongoing: number;
  analyzing: number;
  completed: number;
  failed: number;
  cancelled: number;
}

/** Every call has its time: which status may follow which. What is over stays so. */
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

/**
 * What an execution is, by its calls. `isComplete` says whether all of its calls were made: a client makes them ten at a time.
 * What is over stays so, unless calls of it are played again.
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
