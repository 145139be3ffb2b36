// A person's saved views of the list of traces.
import { and, asc, count, eq, ne } from "drizzle-orm";
import { traceViews } from "@/db/schema";
import type { Caller, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/traces/trace-views";
import { MAX_VIEWS, type TraceView } from "@/lib/contracts/traces/trace-views";
import { invalidField, notFound } from "@/lib/errors";

const own = ({ organizationId, userId }: Caller) =>
  and(eq(traceViews.organizationId, organizationId), eq(traceViews.userId, userId));

const present = ({ id, name, query, createdAt }: typeof traceViews.$inferSelect): TraceView => ({
  id,
  name,
  query,
  created_at: createdAt.toISOString(),
});

export const listTraceViews: Verb<typeof contracts.listTraceViews> = async ({ db, caller }) => {
  const rows = await db.select().from(traceViews).where(own(caller)).orderBy(asc(traceViews.name), asc(traceViews.id));
  return rows.map(present);
};

export const saveTraceView: Verb<typeof contracts.saveTraceView> = async ({ db, caller }, { name, query }) => {
  const { organizationId, userId } = caller;
  const [others] = await db
    .select({ count: count() })
    .from(traceViews)
    .where(and(own(caller), ne(traceViews.name, name)));
  if ((others?.count ?? 0) >= MAX_VIEWS) throw invalidField("name", `You have ${MAX_VIEWS} views. Delete one first.`);
  const [row] = await db
    .insert(traceViews)
    .values({ organizationId, userId, name, query })
    .onConflictDoUpdate({
      target: [traceViews.organizationId, traceViews.userId, traceViews.name],
      set: { query },
    })
    .returning();
  if (!row) throw new Error("an upsert returns its row");
  return present(row);
};

export const deleteTraceView: Verb<typeof contracts.deleteTraceView> = async ({ db, caller }, { view_id }) => {
  const rows = await db
    .delete(traceViews)
    .where(and(own(caller), eq(traceViews.id, view_id)))
    .returning({ id: traceViews.id });
  if (rows.length === 0) throw notFound("View not found.");
  return { deleted: true };
};
