// Queues with items, for the tests of this folder.
import { createRows, type TestOrganization } from "@/db/testing/factories";
import { addItems } from "@/lib/annotation/contents/items";
import { createLabel } from "@/lib/annotation/labels/labels";
import { createQueue, updateQueueStatus } from "@/lib/annotation/queues/queues";
import type { Context } from "@/lib/context";

export const starLabel = {
  name: "Helpfulness",
  type: "star",
  settings: { no_of_stars: 5 },
  allow_notes: true,
} as const;

interface QueueOptions {
  items: number;
  annotators?: readonly Context[];
  annotationsRequired?: number;
  autoAssign?: boolean;
  reservationMinutes?: number;
  active?: boolean;
  requiresReview?: boolean;
  /** People who review but do not annotate. */
  reviewers?: readonly Context[];
}

export interface TestQueue {
  queue_id: string;
  labelId: string;
  itemIds: string[];
}

/** An active queue with one star label and `items` dataset rows, managed by `manager`. */
export async function createTestQueue(
  manager: Context,
  organization: TestOrganization,
  options: QueueOptions,
): Promise<TestQueue> {
  const label = await createLabel(manager, { ...starLabel, name: `Label ${crypto.randomUUID()}` });
  const reviewers = options.reviewers ?? [];
  const queue = await createQueue(manager, {
    name: `Queue ${crypto.randomUUID()}`,
    assignment_strategy: "manual",
    annotations_required: options.annotationsRequired ?? 1,
    reservation_timeout_minutes: options.reservationMinutes ?? 60,
    requires_review: options.requiresReview ?? false,
    auto_assign: options.autoAssign ?? true,
    label_ids: [label.id],
    annotator_ids: [...(options.annotators ?? []), ...reviewers].map((person) => person.caller.userId),
    annotator_roles: Object.fromEntries(reviewers.map((reviewer) => [reviewer.caller.userId, ["reviewer" as const]])),
  });
  if (options.active ?? true) await updateQueueStatus(manager, { queue_id: queue.id, status: "active" });
  const rows = await createRows(
    manager.db,
    organization,
    Array.from({ length: options.items }, (_, index) => `Row ${index}`),
  );
  const items = rows.map((source_id) => ({ source_type: "dataset_row" as const, source_id }));
  for (let start = 0; start < items.length; start += 10_000) {
    await addItems(manager, { queue_id: queue.id, items: items.slice(start, start + 10_000) });
  }
  const stored = await manager.db.query.queueItems.findMany({
    where: (table, { eq }) => eq(table.queueId, queue.id),
    orderBy: (table, { asc }) => asc(table.order),
    columns: { id: true },
  });
  return { queue_id: queue.id, labelId: label.id, itemIds: stored.map((item) => item.id) };
}
