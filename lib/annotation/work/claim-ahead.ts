// Claims and releases many items at once, for a desk that goes on without a network.
import { queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/item-detail";
import { Failure } from "@/lib/errors";
import { accessAndShare } from "./claim-share";
import { claimSome, releaseItem } from "./claims";
import { annotateDetails } from "./detail";

/** Claims items in order of work, and returns them with their forms. Fewer if the caller's share ends, or the items do. */
export const claimAhead: Verb<typeof contracts.claimAhead> = async (context, { queue_id, count, exclude }) => {
  const ids: string[] = [];
  let access = await accessAndShare(context, queue_id);
  while (ids.length < count) {
    const claimed = await claimSome(context, access, count - ids.length, [...exclude, ...ids]);
    if (claimed.length === 0) break;
    ids.push(...claimed);
    if (ids.length < count) access = await accessAndShare(context, queue_id);
  }
  return { items: ids.length > 0 ? await annotateDetails(context, access, ids) : [] };
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
