import { type Shape, Status, type Tone } from "@/app/_ui/feedback/status";
import type { WorkflowStatus } from "@/lib/contracts/shapes";

export const itemStatusWords: Record<WorkflowStatus, string> = {
  pending: "Pending",
  in_progress: "In progress",
  in_review: "In review",
  needs_changes: "Needs changes",
  resubmitted: "Resubmitted",
  completed: "Completed",
  skipped: "Skipped",
};

const faces: Record<WorkflowStatus, { tone: Tone; shape: Shape }> = {
  pending: { tone: "neutral", shape: "ring" },
  in_progress: { tone: "accent", shape: "half" },
  in_review: { tone: "warn", shape: "half" },
  needs_changes: { tone: "bad", shape: "alert" },
  resubmitted: { tone: "warn", shape: "dot" },
  completed: { tone: "good", shape: "check" },
  skipped: { tone: "neutral", shape: "skip" },
};

export function ItemStatus({ status }: { status: WorkflowStatus }) {
  return <Status {...faces[status]}>{itemStatusWords[status]}</Status>;
}
