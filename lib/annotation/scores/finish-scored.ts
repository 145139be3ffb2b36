// Completes items after scores from outside the desk: if an annotator now has all required labels, the item is
// completed as if at the desk, under the same rules for seats, required annotators and review.

import { sql } from "drizzle-orm";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { afterCompletionAlone } from "@/lib/annotation/items/rules/next-state";
import { writeState } from "@/lib/annotation/items/write-work";
import type { Reference } from "@/lib/annotation/sources/sources";
import { withOptimisticRetry } from "@/lib/annotation/work/optimistic-retry";
import type { Context } from "@/lib/context";
import { describeError } from "@/lib/error-report";
import { Failure } from "@/lib/errors";
import { log } from "@/lib/observe/log";

/**
 * Runs after the scores are committed, item by item. An item that cannot be completed now, because others
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
  const key = { queueId: open.queue_id, itemId: open.item_id, completes: true };
  const annotator = { ...context, caller: { ...context.caller, userId: annotatorId } };
  return withOptimisticRetry<ItemContext, void>(annotator, key, {
    read: readWork,
    decide: (work, at) => {
      if (!waitsForScore(work)) return { output: undefined };
      const next = afterCompletionAlone(work, at);
      return { output: undefined, write: (db) => writeState(db, work, next, at) };
    },
  });
}

/** The annotator has all required labels, and only the completion is missing. */
function waitsForScore({ item, seat, labels }: ItemContext): boolean {
  if (item.reviewStatus !== null || item.status === "completed" || seat?.state === "completed") return false;
  const required = labels.filter((label) => label.required);
  return required.length > 0 && required.every((label) => label.scored);
}
