// Skips an item, so that others can take it.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { param, sqlStatement } from "@/db/statement";
import { assertMaySee } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork, type WorkKey } from "@/lib/annotation/items/read-work";
import { type NextState, skipped } from "@/lib/annotation/items/rules/next-state";
import { lockedItem, stateStored, stateValues } from "@/lib/annotation/items/write-work";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/annotating";
import { forbidden, invalid } from "@/lib/errors";
import { nextAfter } from "./claims";
import { withOptimisticRetry } from "./optimistic-retry";
import { fingerprintOfSkip, isRepeated } from "./submission-log";

export const skipItem: Verb<typeof contracts.skipItem> = async (context, input) => {
  const { queue_id: queueId, item_id: itemId, mutation_id: mutationId = null, reason = null } = input;
  const decide = (work: WorkLeft, now: Date) => {
    const fingerprint = mutationId === null ? null : fingerprintOfSkip(input);
    if (isRepeated(work.sent, work.item.id, fingerprint)) return { output: work };
    assertMaySkip(work);
    const next = skipped(work, reason, work.someoneIsLeft, now);
    return {
      output: work,
      write: (db: Database) => writeSkip(db, work, next, { mutationId, fingerprint }, now),
    };
  };
  const access = await withOptimisticRetry(context, { queueId, itemId, mutationId }, { read: readLeft, decide });
  return { skipped_item_id: input.item_id, next_item: await nextAfter(context, access, input.item_id, input) };
};

function assertMaySkip(work: ItemContext): void {
  const { queue, item, seat, isMember } = work;
  assertMaySee(work, work, item);
  if (!isMember && !queue.isDefault) throw forbidden("Only queue members can skip items in this queue.");
  if (item.status === "completed") throw invalid("Completed items cannot be skipped.");
  if (item.reviewStatus === "pending_review") throw invalid("This item is waiting for review and cannot be skipped.");
  if (seat?.state === "completed") throw invalid("You have completed this item, so you cannot skip it.");
}

interface WorkLeft extends ItemContext {
  /**
   * Whether another annotator could take the item, or has reserved it: the assignees if there are any, else the queue's
   * members.
   */
  someoneIsLeft: boolean;
}

const findLeft = sqlStatement<{ someone: boolean }>(
  () => sql`
    select exists (
      select 1 from queue_members as member
      where member.queue_id = ${param("queueId")}::uuid and member.user_id <> ${param("userId")}::uuid
        and member.roles && array['annotator', 'manager']
        and (not exists (select 1 from item_assignees as a where a.item_id = ${param("itemId")}::uuid)
          or exists (select 1 from item_assignees as a
            where a.item_id = ${param("itemId")}::uuid and a.user_id = member.user_id))
        and not exists (select 1 from item_seats as seat where seat.item_id = ${param("itemId")}::uuid
          and seat.user_id = member.user_id and seat.state in ('skipped', 'completed'))) as someone`,
);

async function readLeft(db: Database, caller: Caller, key: WorkKey, now: Date): Promise<WorkLeft> {
  const work = await readWork(db, caller, key, now);
  const [left] = await findLeft(db, { queueId: work.queue.id, itemId: work.item.id, userId: work.userId });
  return { ...work, someoneIsLeft: left?.someone ?? false };
}

/** A skip changes no values: see BeforeSubmit in db/schema/submissions.ts. */
const skip = sqlStatement(
  () => sql`
    with ${lockedItem}, recorded as (
      insert into submissions (item_id, user_id, act, mutation_id, fingerprint, created_at, before)
      select item_id, ${param("userId")}::uuid, 'skip', ${param("mutationId")}::text, ${param("fingerprint")}::text,
        ${param("now")}::timestamptz, ${param("before")}::jsonb
      from held where ${param("mutationId")}::text is not null
      on conflict (user_id, mutation_id) where mutation_id is not null do nothing
      returning item_id
    ), skipped as (
      select item_id from held where ${param("mutationId")}::text is null union all select item_id from recorded
    ), ${stateStored(sql`skipped`)}
    select 1 from skipped`,
);

interface SkipMutation {
  mutationId: string | null;
  fingerprint: string | null;
}

/** False if nothing was written, because something has changed since the work was read. */
async function writeSkip(
  db: Database,
  work: ItemContext,
  state: NextState,
  named: SkipMutation,
  at: Date,
): Promise<boolean> {
  const before = { scores: {}, note: null, completed: false, reviewStatus: work.item.reviewStatus };
  const values = { ...stateValues(work, state, at), ...named, before: JSON.stringify(before) };
  return (await skip(db, values)).length > 0;
}
