// What an item's stored state is called in the API, and what it becomes when annotators finish.
import type { ItemStatus, ReviewStatus, WorkflowStatus } from "@/lib/contracts/shapes";

interface ItemState {
  status: ItemStatus;
  reviewStatus: ReviewStatus | null;
}

/** The state that people see: while review lasts, it replaces the stored status. */
export function workflowStatus({ status, reviewStatus }: ItemState, feedbackAddressed: boolean): WorkflowStatus {
  if (reviewStatus === "pending_review") return feedbackAddressed ? "resubmitted" : "in_review";
  if (reviewStatus === "rejected") return "needs_changes";
  return status;
}

export const workflowLabels: Record<WorkflowStatus, string> = {
  pending: "Pending Annotation",
  in_progress: "In Progress",
  in_review: "In Review",
  needs_changes: "Needs Changes",
  resubmitted: "Resubmitted",
  completed: "Completed",
  skipped: "Skipped",
};

export interface Completion {
  /** Annotators who have completed the item, the caller included. */
  completedBy: number;
  annotationsRequired: number;
  /** For the required label with the fewest annotators on the item, their number; Infinity without required labels. */
  requiredLabelCoverage: number;
  requiresReview: boolean;
  /** For an item that a reviewer sent back: whether an annotator still owes changes. */
  rework: { owed: boolean } | null;
}

/** The state after an annotator has completed the item. */
export function afterCompletion(completion: Completion): ItemState {
  const enough =
    completion.completedBy >= completion.annotationsRequired &&
    completion.requiredLabelCoverage >= completion.annotationsRequired;
  if (completion.rework && (completion.rework.owed || !enough)) {
    return { status: "in_progress", reviewStatus: "rejected" };
  }
  if (!enough) return { status: "in_progress", reviewStatus: null };
  if (completion.requiresReview) return { status: "in_progress", reviewStatus: "pending_review" };
  return { status: "completed", reviewStatus: null };
}
