import { z } from "zod";
import type { ItemFilter, ItemStatusFilter } from "@/lib/client/annotation";

export const itemStatusFilters: readonly ItemStatusFilter[] = [
  "pending",
  "in_progress",
  "in_review",
  "needs_changes",
  "resubmitted",
  "completed",
  "skipped",
];

/** What of a queue's items is listed, as the address says it. The server and the browser read it alike. */
export function itemFilterOf(queue_id: string, get: (name: string) => string | undefined): ItemFilter {
  const status = itemStatusFilters.find((each) => each === get("status"));
  const page = Number.parseInt(get("page") ?? "", 10);
  const label = z.guid().safeParse(get("disagreement"));
  return {
    queue_id,
    ...(page > 1 ? { page } : {}),
    ...(status ? { status } : {}),
    ...(get("mine") ? { assigned_to: "me" as const } : {}),
    ...(label.success ? { disagreement_label: label.data } : {}),
  };
}
