// Completes items after scores from outside the desk: if an annotator now has all required labels, the item is
// completed as if at the desk, under the same rules for seats, required annotators and review.

import { sql } from "drizzle-orm";
import { holdWork } from "@/lib/annotation/items/read-work";
import { afterCompletionAlone } from "@/lib/annotation/items/rules/next-state";
import { writeHeld } from "@/lib/annotation/items/write-work";
import { queueInOrganization } from "@/lib/annotation/scope/loaders";
import type { Reference } from "@/lib/annotation/sources/sources";
import type { Context } from "@/lib/context";
import { describeError } from "@/lib/error-report";
import { Failure } from "@/lib/errors";
import { log } from "@/lib/observe/log";
import { inTransaction } from "@/lib/transaction";

/**
 * Runs after the scores are committed, one transaction per item. An item that cannot be completed now, because others
 * have the seats or something fails, stays as it is. The annotator's next score of the source tries again.
 */
export async function finishScored(context: Context, annotatorId: string, source: Reference): Promise<void> {
  try {
    for (const item of await openItems(context, annotatorId, source)) {
      await finishItem(context, annotatorId, item).catch(reportUnexpected);
    }
  } catch (error) {
    reportUnexpected(error);
  }
}

/** Refusals are normal; the operator should know about anything else. */
function reportUnexpected(error: unknown): void {
  if (!(error instanceof Failure))
    log("error", "An item was not completed by its score.", { error: describeError(error) });
}

interface OpenItem extends Record<string, unknown> {
  item_id: string;
  queue_id: string;
}

/** Items of the source that the annotator has scored and that are not in review. */
async function openItems({ db, caller }: Context, annotatorId: string, { sourceType, sourceId }: Reference) {
  const rows = await db.execute<OpenItem>(sql`
    select item.id as item_id, item.queue_id
    from queue_items as item join queues as queue on queue.id = item.queue_id and queue.deleted_at is null
    where item.organization_id = ${caller.organizationId} and item.source_type = ${sourceType}
      and item.source_id = ${sourceId} and item.deleted_at is null
      and item.status in ('pending', 'in_progress') and item.review_status is null and item.purpose <> 'gold'
      and exists (select 1 from scores as score where score.queue_item_id = item.id
        and score.annotator_id = ${annotatorId} and score.deleted_at is null)
    order by item.id`);
  return [...rows];
}

function finishItem(context: Context, annotatorId: string, open: OpenItem): Promise<void> {
  return inTransaction(context, async ({ db, caller, now }) => {
    const queue = await queueInOrganization(db, caller.organizationId, open.queue_id);
    const at = now();
    const key = { itemId: open.item_id, completes: true };
    const work = await holdWork(db, { ...caller, userId: annotatorId }, queue, key, at);
    if (work.item.reviewStatus !== null || work.item.status === "completed") return;
    if (work.seat?.state === "completed") return;
    const required = work.labels.filter((label) => label.required);
    if (required.length > 0 && required.every((label) => label.scored)) {
      await writeHeld(db, work, afterCompletionAlone(work, at), at);
    }
  });
}
