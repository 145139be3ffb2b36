// Taking, passing on and giving back items.
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemSeats, queueItems, queueMembers } from "@/db/schema";
import { presentItem } from "@/lib/annotation/contents/present-items";
import { claimable } from "@/lib/annotation/items/free-items";
import { annotates, assertMaySee } from "@/lib/annotation/items/item-access";
import { browsable, looksAtOthers, type ReviewView } from "@/lib/annotation/items/review-scope";
import { workUntil } from "@/lib/annotation/items/rules/work-time";
import { freeSeat, isHeld, saveSeat, seatOf } from "@/lib/annotation/items/seats";
import { catchUp } from "@/lib/annotation/reports/fold";
import { firstWhere, nextToReview } from "@/lib/annotation/review/review-items";
import { lockItemInQueue, type QueueAccess, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller, Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import type { Item } from "@/lib/contracts/annotation/items";
import { forbidden, invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { claimNext } from "./claim-next";
import { recordSkip } from "./submission-log";

export const nextItem: Verb<typeof contracts.nextItem> = async (context, input) => {
  const access = await queueAccess(context.db, context.caller, input.queue_id);
  if (input.before) return { item: await neighbourBefore(context, access, input.before, input) };
  const exclude = input.exclude ?? [];
  if (looksAtOthers(access, input)) return { item: await nextToReview(context, access, input, exclude) };
  const claimed = await nextFor(context, access, exclude, input);
  if (claimed) return { item: claimed };
  return { item: input.include_completed ? await firstCompleted(context, access, exclude, input) : null };
};

type Wanted = ReviewView & { ahead?: boolean | undefined; include_skipped?: boolean | undefined };

/**
 * The caller's next item on the wire; null for who may not annotate in the queue. Queues that are not active show their work
 * without handing it out.
 */
async function nextFor(
  context: Context,
  access: QueueAccess,
  exclude: readonly string[],
  input: Wanted = {},
): Promise<Item | null> {
  if (!annotates(access)) return null;
  const { caller, now } = context;
  const at = now();
  // Whether a check is due follows from how much the caller has done.
  if (access.queue.goldPercent + access.queue.repeatPercent > 0) await catchUp(context.db, access.queue.id);
  const view: ReviewView = input;
  const wanted = { exclude, view, ahead: input.ahead ?? false, includeSkipped: input.include_skipped ?? true };
  const row =
    access.queue.status === "active"
      ? await claimNext(context, { access, caller, now: at, ...wanted })
      : await firstWhere(
          context.db,
          access,
          sql`item.status in ('pending', 'in_progress') and item.review_status is distinct from 'pending_review'
            and ${among({ access, caller, view })} ${exclusion(exclude)}`,
        );
  return row ? presentItem(context.db, caller, row, at) : null;
}

/** The caller's next item when one is done with; null when the request does not ask for it. */
export const nextAfter = async (
  context: Context,
  access: QueueAccess,
  itemId: string,
  input: ReviewView & { claim_next?: boolean | undefined },
): Promise<Item | null> => (input.claim_next === false ? null : nextFor(context, access, [itemId], input));

/** What the caller may be given, in the states of review that were asked for. */
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
  const [row] = await db
    .select()
    .from(queueItems)
    .where(
      and(
        eq(queueItems.queueId, access.queue.id),
        isNull(queueItems.deletedAt),
        sql`exists (select 1 from queue_items as item where item.id = ${queueItems.id}
          and ${browsable(access, caller, view)})`,
        sql`((-${queueItems.priority}), ${queueItems.order}, ${queueItems.id}) <
          (select -item.priority, item."order", item.id from queue_items as item
           where item.id = ${before} and item.queue_id = ${access.queue.id} and item.deleted_at is null)`,
      ),
    )
    .orderBy(sql`(-${queueItems.priority}) desc`, desc(queueItems.order), desc(queueItems.id))
    .limit(1);
  return row ? presentItem(db, caller, row, now()) : null;
}

export const skipItem: Verb<typeof contracts.skipItem> = async (context, input) => {
  const access = await inTransaction(context, async ({ db, caller, now }) => {
    const found = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, found.queue, input.item_id);
    const recorded = await recordSkip(db, { item, userId: caller.userId, input, now: now() });
    if (recorded.repeated) return found;
    assertMaySee(caller, found, item);
    if (!found.isMember && !found.queue.isDefault) throw forbidden("Only queue members can skip items in this queue.");
    if (item.status === "completed") throw invalid("Completed items cannot be skipped.");
    if (item.reviewStatus === "pending_review") throw invalid("This item is waiting for review and cannot be skipped.");
    const seat = await seatOf(db, item.id, caller.userId);
    if (seat?.state === "completed") throw invalid("You have completed this item; it cannot be skipped any more.");
    await freeSeat(db, item.id, caller.userId);
    await saveSeat(db, {
      itemId: item.id,
      userId: caller.userId,
      queueId: found.queue.id,
      state: "skipped",
      expiresAt: null,
      reservedAt: null,
      skippedAt: now(),
      skipReason: input.reason ?? null,
      ...workUntil(now(), seat),
    });
    if (!(await someoneIsLeft(db, found, item.id))) {
      await db.update(queueItems).set({ status: "skipped", updatedAt: now() }).where(eq(queueItems.id, item.id));
    }
    return found;
  });
  return { skipped_item_id: input.item_id, next_item: await nextAfter(context, access, input.item_id, input) };
};

/** Whether an annotator could still take the item, or holds it: assignees where there are some, else the queue's members. */
async function someoneIsLeft(db: Database, { queue }: QueueAccess, itemId: string): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from ${queueMembers} as member
    where member.queue_id = ${queue.id} and member.roles && array['annotator', 'manager']
      and (not exists (select 1 from item_assignees as a where a.item_id = ${itemId})
        or exists (select 1 from item_assignees as a where a.item_id = ${itemId} and a.user_id = member.user_id))
      and not exists (select 1 from ${itemSeats} as seat where seat.item_id = ${itemId}
        and seat.user_id = member.user_id and seat.state in ('skipped', 'completed'))
    limit 1`);
  return rows.length > 0;
}

export const releaseItem: Verb<typeof contracts.releaseItem> = (context, input) =>
  inTransaction(context, async ({ db, caller, now }) => {
    const access = await queueAccess(db, caller, input.queue_id);
    const item = await lockItemInQueue(db, access.queue, input.item_id);
    assertMaySee(caller, access, item);
    const seats = await db
      .select()
      .from(itemSeats)
      .where(and(eq(itemSeats.itemId, item.id), eq(itemSeats.state, "reserved")));
    const own = seats.find((seat) => seat.userId === caller.userId);
    const live = seats.filter((seat) => isHeld(seat, now()));
    if (!own && live.length > 0 && !access.roles.includes("manager")) {
      throw invalid("You can only release your own reservation.");
    }
    const freed = own ? [own] : seats;
    for (const seat of freed) await freeSeat(db, item.id, seat.userId);
    return { released: true };
  });
