// Names of run statuses and outcomes on the screens, and conversions of amounts.
import type { Look } from "@/app/_ui/feedback/status";
import type { CellOutcome, EvalRunStatus } from "@/lib/contracts/evaluation/names";

export const runStatuses: Record<EvalRunStatus, Look> = {
  pending: { word: "Waiting", tone: "neutral", shape: "ring" },
  running: { word: "Running", tone: "accent", shape: "half" },
  completed: { word: "Completed", tone: "good", shape: "check" },
  stopped: { word: "Stopped", tone: "warn", shape: "pause" },
  cancelled: { word: "Cancelled", tone: "neutral", shape: "skip" },
  failed: { word: "Failed", tone: "bad", shape: "alert" },
};

export const outcomeWords: Record<CellOutcome, Look> = {
  scored: { word: "Scored", tone: "good", shape: "check" },
  unscored: { word: "Unscored", tone: "neutral", shape: "ring" },
  error: { word: "Error", tone: "bad", shape: "alert" },
  answered: { word: "Answered", tone: "good", shape: "check" },
};

export const isUnderWay = (status: EvalRunStatus): boolean => status === "pending" || status === "running";

/** Whether a retry would have work: errors, or cells that never started. */
export const mayRetry = ({ status, error, open }: { status: EvalRunStatus; error: number; open: number }): boolean =>
  !isUnderWay(status) && error + open > 0;

const MICROS = 1_000_000;
/** Typed dollars as micro-dollars; null for empty, undefined if not an amount. */
export function microsOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const amount = Number(text.trim().replace(/^\$/, ""));
  return Number.isFinite(amount) && amount >= 0 ? Math.round(amount * MICROS) : undefined;
}
