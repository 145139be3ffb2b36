// Claims and releases many items at once, for a desk that goes on without a network.
import { queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/item-detail";
import { Failure } from "@/lib/errors";
import { nextItem, releaseItem } from "./claims";
import { annotateDetail } from "./detail";

/** One item after the other, as `next-item` with `ahead` gives them. Ends early when the caller's share is reached. */
export const claimAhead: Verb<typeof contracts.claimAhead> = async (context, { queue_id, count, exclude }) => {
  const items: Awaited<ReturnType<typeof annotateDetail>>[] = [];
  const known = [...exclude];
  while (items.length < count) {
    const claim = { queue_id, exclude: known, ahead: true, include_skipped: false, include_completed: false };
    const { item } = await nextItem(context, claim);
    if (!item) break;
    known.push(item.id);
    items.push(await annotateDetail(context, { queue_id, item_id: item.id, reserve: false }));
  }
  return { items };
};

export const releaseItems: Verb<typeof contracts.releaseItems> = async (context, { queue_id, item_ids }) => {
  await queueAccess(context.db, context.caller, queue_id);
  for (const item_id of new Set(item_ids)) await releaseItem(context, { queue_id, item_id }).catch(unlessNotOwn);
  return { released: true };
};

/** Somebody else has it meanwhile, or it was removed. */
function unlessNotOwn(error: unknown): void {
  if (!(error instanceof Failure && (error.kind === "notFound" || error.kind === "invalid"))) throw error;
}
