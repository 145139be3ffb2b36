// What a role may do, so that screens offer no action that the server would refuse.
import type { OrganizationRole, QueueRole } from "@/lib/contracts/shapes";

/** Viewers look; everybody else also changes. */
export const mayWrite = (role: OrganizationRole | undefined): boolean => role !== undefined && role !== "Viewer";

export const mayManageMembers = (role: OrganizationRole | undefined): boolean => role === "Owner" || role === "Admin";

/** What each role is for, in a line. */
export const roleHints: Record<OrganizationRole, string> = {
  Owner: "Everything, other Owners included",
  Admin: "Manages members, API keys and every queue",
  Member: "Makes queues, labels and datasets",
  Viewer: "Looks, and annotates where invited to a queue",
};

/** Managers and reviewers of a queue see everybody's answers; annotators work blind. */
export const mayReview = (queueRoles: readonly QueueRole[]): boolean =>
  queueRoles.includes("manager") || queueRoles.includes("reviewer");
