// Completing an item, and what that changes about the item and its queue.

import type { Database } from "@/db/client";
import { assertMayAnnotate, assertNotInReview, assertOpenForWork } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { afterCompletionAlone } from "@/lib/annotation/items/rules/next-state";
import { writeState } from "@/lib/annotation/items/write-work";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { nextAfter } from "./claims";
import { withOptimisticRetry } from "./optimistic-retry";

export const completeItem: Verb<typeof contracts.completeItem> = async (context, input) => {
  const key = { queueId: input.queue_id, itemId: input.item_id, completes: true };
  const decide = (work: ItemContext, now: Date) => {
    assertOpenForWork(work.queue, work.item);
    assertMayAnnotate(work);
    if (isDone(work)) return { output: work };
    assertNotInReview(work.item, work.seat);
    const next = afterCompletionAlone(work, now);
    if (work.seat?.state === "completed" && work.item.status === "completed") return { output: work };
    return { output: work, write: (db: Database) => writeState(db, work, next, now) };
  };
  const access = await withOptimisticRetry(context, key, { read: readWork, decide });
  return { completed_item_id: input.item_id, next_item: await nextAfter(context, access, input.item_id, input) };
};

/** The caller has completed it, and it is in review now: a repeated request finds it done. */
const isDone = ({ item, seat }: ItemContext): boolean =>
  (item.reviewStatus === "pending_review" || item.reviewStatus === "approved") && seat?.state === "completed";
