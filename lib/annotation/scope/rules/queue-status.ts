import type { QueueRole, QueueStatus } from "@/lib/contracts/shapes";

const moves: Record<QueueStatus, readonly QueueStatus[]> = {
  draft: ["active"],
  active: ["paused", "completed"],
  paused: ["active", "completed"],
  completed: ["active", "paused"],
};

export const mayMove = (from: QueueStatus, to: QueueStatus): boolean => moves[from].includes(to);

const byRank: readonly QueueRole[] = ["manager", "reviewer", "annotator"];

/** The role that a list shows for a member with several. */
export const highestRole = (roles: readonly QueueRole[]): QueueRole | null =>
  byRank.find((role) => roles.includes(role)) ?? null;

/** Roles without duplicates, highest first. */
export const orderedRoles = (roles: readonly string[]): QueueRole[] => byRank.filter((role) => roles.includes(role));
