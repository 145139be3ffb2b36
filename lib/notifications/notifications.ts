// The calling user's notifications.
import { and, asc, count, eq, inArray, isNull, lt } from "drizzle-orm";
import type { Database } from "@/db/client";
import { notifications, users } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/notifications";
import { MAX_UNREAD } from "@/lib/contracts/accounts/notifications";
import { assertPage, newestFirst, pageRange } from "@/lib/pages";
import { aboutOf, pathOf, titleOf } from "./rules/wording";

const KEPT_DAYS = 90;

const shownTo = ({ userId, organizationId }: Caller) =>
  and(
    eq(notifications.userId, userId),
    eq(notifications.organizationId, organizationId),
    eq(notifications.shown, true),
  );

const unreadOf = (caller: Caller) => and(shownTo(caller), isNull(notifications.readAt));

export const listNotifications: Verb<typeof contracts.listNotifications> = async ({ db, caller }, input) => {
  const { page, limit, offset } = pageRange(input);
  const where = input.unread ? unreadOf(caller) : shownTo(caller);
  const [[total], rows] = await Promise.all([
    db.select({ count: count() }).from(notifications).where(where),
    db
      .select({ row: notifications, actor: users.name })
      .from(notifications)
      .leftJoin(users, eq(users.id, notifications.actorId))
      .where(where)
      .orderBy(newestFirst(notifications.createdAt), asc(notifications.id))
      .limit(limit)
      .offset(offset),
  ]);
  const all = total?.count ?? 0;
  assertPage(page, limit, all);
  return { count: all, page, limit, results: rows.map(present) };
};

const present = ({ row, actor }: { row: typeof notifications.$inferSelect; actor: string | null }) => ({
  id: row.id,
  kind: row.kind,
  title: titleOf({ ...row, actor }),
  about: aboutOf({ ...row, actor }),
  path: pathOf({ ...row, actor }),
  created_at: row.createdAt.toISOString(),
  read_at: row.readAt?.toISOString() ?? null,
});

export const countUnreadNotifications: Verb<typeof contracts.countUnreadNotifications> = async ({ db, caller }) => ({
  unread: await countUnread(db, caller),
});

async function countUnread(db: Database, caller: Caller): Promise<number> {
  const some = db
    .select({ id: notifications.id })
    .from(notifications)
    .where(unreadOf(caller))
    .limit(MAX_UNREAD)
    .as("unread");
  const [row] = await db.select({ count: count() }).from(some);
  return row?.count ?? 0;
}

export const markNotificationsRead: Verb<typeof contracts.markNotificationsRead> = async (
  { db, caller, now },
  { notification_ids: ids },
) => {
  await db
    .update(notifications)
    .set({ readAt: now() })
    .where(and(unreadOf(caller), ids ? inArray(notifications.id, ids) : undefined));
  return { unread: await countUnread(db, caller) };
};

/** Deletes notifications that have been kept for their time. */
export async function forgetNotifications(db: Database, now: Date): Promise<void> {
  await db.delete(notifications).where(lt(notifications.createdAt, new Date(now.getTime() - KEPT_DAYS * 86_400_000)));
}
