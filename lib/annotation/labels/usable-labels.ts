// Which labels a queue and its scores may use: live ones, and archived ones that the queue has already.
import { and, eq, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { labels } from "@/db/schema";
import type { LabelRow } from "@/lib/annotation/scope/loaders";
import { notFound } from "@/lib/errors";

const usable = (organizationId: string, isBound: SQL) =>
  and(eq(labels.organizationId, organizationId), or(isNull(labels.deletedAt), isBound));

/** Archiving a label leaves it in its queues. There it can still be moved, answered and required. */
export const usableInQueue = (organizationId: string, queueId: string) =>
  usable(
    organizationId,
    sql`exists (select 1 from queue_labels as binding
      where binding.label_id = ${labels.id} and binding.queue_id = ${queueId})`,
  );

/** A label whose figures the queue may have. */
export async function labelInQueue(
  db: Database,
  organizationId: string,
  queueId: string,
  id: string,
): Promise<LabelRow> {
  const [row] = await db
    .select()
    .from(labels)
    .where(and(eq(labels.id, id), usableInQueue(organizationId, queueId)));
  if (!row) throw notFound("Label not found.");
  return row;
}

/** The same for scores of a source: of one of its items, or else of its item in a default queue. */
export const usableForSource = (
  organizationId: string,
  { sourceType, sourceId }: { sourceType: string; sourceId: string },
  itemId: string | null | undefined,
) =>
  usable(
    organizationId,
    sql`exists (select 1 from queue_labels as binding
      join queues as queue on queue.id = binding.queue_id
      join queue_items as item on item.queue_id = queue.id and item.deleted_at is null
      where binding.label_id = ${labels.id} and item.source_type = ${sourceType} and item.source_id = ${sourceId}
        and ${itemId ? sql`item.id = ${itemId}` : sql`queue.is_default and queue.deleted_at is null`})`,
  );
