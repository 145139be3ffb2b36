// The permissions of roles, so that screens offer no action that the server would refuse.
import type { OrganizationRole, QueueRole } from "@/lib/contracts/shapes";

/** Viewers only read; all other roles also write. */
export const mayWrite = (role: OrganizationRole | undefined): boolean => role !== undefined && role !== "Viewer";

export const mayManageMembers = (role: OrganizationRole | undefined): boolean => role === "Owner" || role === "Admin";

/** One line on each role. */
export const roleHints: Record<OrganizationRole, string> = {
  Owner: "Full access, including managing other Owners",
  Admin: "Manages members, API keys and every queue",
  Member: "Creates queues, labels and datasets",
  Viewer: "Read-only; annotates in queues they are added to",
};

/** Managers and reviewers of a queue see all answers; annotators see only their own. */
export const mayReview = (queueRoles: readonly QueueRole[]): boolean =>
  queueRoles.includes("manager") || queueRoles.includes("reviewer");
