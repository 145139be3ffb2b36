import type { evalRuns } from "@/db/schema";

/**
 * Whether a run judges outputs that it made itself. Annotators saw the dataset's rows, so their labels are about other
 * texts. An experiment over a column judges the rows as they are.
 */
export const judgesOwnOutputs = ({ task }: Pick<typeof evalRuns.$inferSelect, "task">): boolean =>
  task !== null && task !== "column";
