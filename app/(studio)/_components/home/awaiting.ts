import type { Queue } from "@/lib/contracts/annotation/queues";

export interface Awaiting {
  /** Active queues in which the person has a role. */
  open: Queue[];
  /** Queues that the person manages and has not opened yet. */
  drafts: Queue[];
  /** Queues whose exports the person may fetch. */
  managed: Queue[];
}

export function awaitingOf(queues: readonly Queue[]): Awaiting {
  const managed = queues.filter((queue) => queue.viewer_roles.includes("manager"));
  return {
    open: queues.filter((queue) => queue.status === "active" && queue.viewer_roles.length > 0),
    drafts: managed.filter((queue) => queue.status === "draft"),
    managed,
  };
}
