import type { QueueRole } from "@/lib/contracts/shapes";

type Roles = Readonly<Record<string, QueueRole | readonly QueueRole[]>>;

const annotates = (roles: QueueRole | readonly QueueRole[] | undefined): boolean =>
  [roles].flat().some((role) => role === "annotator" || role === "manager");

/** The people who lose their reservations and assignments: those who leave, and those who may no longer annotate. */
export const leavingItems = (before: Roles, after: Roles): string[] =>
  Object.keys(before).filter(
    (userId) => !(userId in after) || (annotates(before[userId]) && !annotates(after[userId])),
  );
