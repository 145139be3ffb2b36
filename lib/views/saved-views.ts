// A person's saved views of a list: of traces, or of a queue's items.
import { and, asc, count, eq, isNull, ne } from "drizzle-orm";
import { savedViews } from "@/db/schema";
import type { Caller, Context } from "@/lib/context";
import { MAX_VIEWS, type SavedView } from "@/lib/contracts/saved-views";
import { invalidField, notFound } from "@/lib/errors";
import { byName } from "@/lib/pages";

/** The list: a queue's items, or traces if there is no queue. The caller may see the queue. */
type QueueId = string | null;

const own = ({ organizationId, userId }: Caller, queueId: QueueId) =>
  and(
    eq(savedViews.organizationId, organizationId),
    eq(savedViews.userId, userId),
    queueId === null ? isNull(savedViews.queueId) : eq(savedViews.queueId, queueId),
  );

const present = ({ id, name, query, createdAt }: typeof savedViews.$inferSelect): SavedView => ({
  id,
  name,
  query,
  created_at: createdAt.toISOString(),
});

export async function listViews({ db, caller }: Context, queueId: QueueId): Promise<SavedView[]> {
  const mine = own(caller, queueId);
  const rows = await db
    .select()
    .from(savedViews)
    .where(mine)
    .orderBy(asc(byName(savedViews.name)), asc(savedViews.id));
  return rows.map(present);
}

export async function saveView(
  { db, caller }: Context,
  queueId: QueueId,
  { name, query }: { name: string; query: string },
): Promise<SavedView> {
  const { organizationId, userId } = caller;
  const [others] = await db
    .select({ count: count() })
    .from(savedViews)
    .where(and(own(caller, queueId), ne(savedViews.name, name)));
  if ((others?.count ?? 0) >= MAX_VIEWS) throw invalidField("name", `You have ${MAX_VIEWS} views. Delete one first.`);
  const [row] = await db
    .insert(savedViews)
    .values({ organizationId, userId, queueId, name, query })
    .onConflictDoUpdate({
      target: [savedViews.organizationId, savedViews.userId, savedViews.queueId, savedViews.name],
      set: { query },
    })
    .returning();
  if (!row) throw new Error("an upsert returns its row");
  return present(row);
}

export async function deleteView(
  { db, caller }: Context,
  queueId: QueueId,
  viewId: string,
): Promise<{ deleted: true }> {
  const rows = await db
    .delete(savedViews)
    .where(and(own(caller, queueId), eq(savedViews.id, viewId)))
    .returning({ id: savedViews.id });
  if (rows.length === 0) throw notFound("View not found.");
  return { deleted: true };
}
