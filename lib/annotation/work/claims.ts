// Claims, passes on and releases items.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { presentItem } from "@/lib/annotation/contents/present-items";
import { claimable, type Share } from "@/lib/annotation/items/free-items";
import { annotates, assertMaySee } from "@/lib/annotation/items/item-access";
import { neighbour } from "@/lib/annotation/items/neighbours";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { browsable, looksAtOthers, type ReviewView } from "@/lib/annotation/items/review-scope";
import { released } from "@/lib/annotation/items/rules/next-state";
import { writeState } from "@/lib/annotation/items/write-work";
import { catchUp } from "@/lib/annotation/reports/fold";
import { firstWhere, nextToReview } from "@/lib/annotation/review/review-items";
import { mayReview, type QueueAccess, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import type { Item } from "@/lib/contracts/annotation/items";
import { claimNext, claimSeveral } from "./claim-next";
import { accessAndShare } from "./claim-share";
import { withOptimisticRetry } from "./optimistic-retry";

export const nextItem: Verb<typeof contracts.nextItem> = async (context, input) => {
  const access = input.ahead
    ? await accessAndShare(context, input.queue_id)
    : await queueAccess(context.db, context.caller, input.queue_id);
  if (input.before) return { item: await neighbourBefore(context, access, input.before, input) };
  const exclude = input.exclude ?? [];
  if (looksAtOthers(access, input)) return { item: await nextToReview(context, access, input, exclude) };
  const claimed = await nextFor(context, access, exclude, input);
  if (claimed) return { item: claimed };
  return { item: input.include_completed ? await firstCompleted(context, access, exclude, input) : null };
};

/** Ids of items claimed ahead, `count` at most; empty if the caller gets no more for now. */
export async function claimSome(
  context: Context,
  access: QueueAccess & { share: Share },
  count: number,
  exclude: readonly string[],
): Promise<string[]> {
  if (access.queue.status !== "active" || !annotates(access)) {
    const shown = await nextFor(context, access, exclude);
    return shown ? [shown.id] : [];
  }
  await countChecks(context, access);
  const { caller, now } = context;
  const claim = { access, caller, exclude, view: {}, now: now(), share: access.share, includeSkipped: false };
  return claimSeveral(context, claim, count);
}

/** Whether a check is due depends on how much the caller has done. */
async function countChecks({ db }: Context, { queue }: QueueAccess): Promise<void> {
  if (queue.goldPercent + queue.repeatPercent > 0) await catchUp(db, queue.id);
}

type ClaimRequest = ReviewView & { include_skipped?: boolean | undefined };

/**
 * The caller's next item as the API shows it; null if the caller may not annotate in the queue. Drafts and paused queues
 * show items without reserving them. A completed queue shows only a check that the caller has reserved: nobody could
 * submit anything else, and a worker would never end.
 */
async function nextFor(
  context: Context,
  access: QueueAccess & { share?: Share },
  exclude: readonly string[],
  input: ClaimRequest = {},
): Promise<Item | null> {
  if (!annotates(access)) return null;
  const { caller, now } = context;
  const at = now();
  const view: ReviewView = input;
  if (access.queue.status === "completed") return reservedCheck(context, access, exclude, view);
  await countChecks(context, access);
  if (access.queue.status === "active") {
    const filters = { exclude, view, share: access.share, includeSkipped: input.include_skipped ?? true };
    return claimNext(context, { access, caller, now: at, ...filters });
  }
  const row = await firstWhere(
    context.db,
    access,
    sql`item.status in ('pending', 'in_progress') and item.review_status is distinct from 'pending_review'
      and ${among({ access, caller, view })} ${exclusion(exclude)}`,
  );
  return row ? presentItem(context.db, caller, row, at) : null;
}

/** A check that the caller has reserved: it may be finished in a completed queue too (assertOpenForWork). */
async function reservedCheck(
  { db, caller, now }: Context,
  access: QueueAccess,
  exclude: readonly string[],
  view: ReviewView,
) {
  const at = now();
  const row = await firstWhere(
    db,
    access,
    sql`item.purpose <> 'work' and exists (select 1 from item_seats as seat where seat.item_id = item.id
      and seat.user_id = ${caller.userId} and seat.state = 'reserved'
      and (seat.expires_at is null or seat.expires_at > ${at.toISOString()}::timestamptz))
      and ${among({ access, caller, view })} ${exclusion(exclude)}`,
  );
  return row ? presentItem(db, caller, row, at) : null;
}

/** The caller's next item after finishing one; null if the request does not want it. */
export const nextAfter = async (
  context: Context,
  access: QueueAccess,
  itemId: string,
  input: ReviewView & { claim_next?: boolean | undefined },
): Promise<Item | null> => (input.claim_next === false ? null : nextFor(context, access, [itemId], input));

/** What the caller may get, in the requested states of review. */
const among = ({ access, caller, view }: { access: QueueAccess; caller: Caller; view: ReviewView }) =>
  sql`${claimable({ access, caller })} and ${browsable(access, caller, view)}`;

const exclusion = (exclude: readonly string[]) =>
  exclude.length > 0 ? sql`and item.id not in ${[...exclude]}` : sql``;

async function firstCompleted(
  { db, caller, now }: Context,
  access: QueueAccess,
  exclude: readonly string[],
  view: ReviewView,
) {
  const done = sql`(item.status = 'completed' or exists (select 1 from item_seats as seat
    where seat.item_id = item.id and seat.user_id = ${caller.userId} and seat.state = 'completed'))`;
  const row = await firstWhere(db, access, sql`${done} and ${among({ access, caller, view })} ${exclusion(exclude)}`);
  return row ? presentItem(db, caller, row, now()) : null;
}

async function neighbourBefore({ db, caller, now }: Context, access: QueueAccess, before: string, view: ReviewView) {
  if (!annotates(access) && !mayReview(access)) return null;
  const person = { userId: caller.userId, takesUnassigned: access.queue.autoAssign };
  const [row] = await db.execute<{ id: string | null }>(sql`
    select ${neighbour("before", access, person, view)} as id from (
      select queue_id, -priority as priority, "order", id from queue_items
      where id = ${before} and queue_id = ${access.queue.id} and deleted_at is null) as here`);
  return row?.id ? presentItem(db, caller, { id: row.id }, now()) : null;
}

export const releaseItem: Verb<typeof contracts.releaseItem> = (context, input) => {
  const decide = (work: ItemContext, now: Date) => {
    assertMaySee(work, work, work.item);
    const output = { released: true as const };
    const next = released(work);
    return next ? { output, write: (db: Database) => writeState(db, work, next, now) } : { output };
  };
  return withOptimisticRetry(context, { queueId: input.queue_id, itemId: input.item_id }, { read: readWork, decide });
};
