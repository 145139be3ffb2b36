// Drafts: what annotators have entered but not submitted, visible only to them. They outlive reservations and changes
// of settings. Submitting a draft deletes it.
import { isDeepStrictEqual } from "node:util";
import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemDrafts } from "@/db/schema";
import { wireTime } from "@/db/wire-time";
import { assertMayAnnotate } from "@/lib/annotation/items/item-access";
import { type ItemContext, readWork } from "@/lib/annotation/items/read-work";
import { itemInQueue, queueAccess } from "@/lib/annotation/scope/loaders";
import type { Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/annotation/drafts";
import type { ItemDraft } from "@/lib/contracts/annotation/drafts";
import { conflict } from "@/lib/errors";

type DraftRow = typeof itemDrafts.$inferSelect;
type Content = Pick<DraftRow, "annotations" | "itemNotes">;

const ofCaller = (itemId: string, userId: string) => and(eq(itemDrafts.itemId, itemId), eq(itemDrafts.userId, userId));

/** SQL: a person's draft for `queue_items as item` as the API shows it, or null. */
export const draftJson = (userId: SQL): SQL => sql`(
  select json_build_object('annotations', draft.annotations, 'item_notes', draft.item_notes, 'revision', draft.revision,
    'updated_at', ${wireTime("draft.updated_at")})
  from item_drafts as draft where draft.item_id = item.id and draft.user_id = ${userId})`;

/** The annotator's draft for an item as the API shows it. */
async function loadDraft(db: Database, itemId: string, userId: string): Promise<ItemDraft | null> {
  const [row] = await db.select().from(itemDrafts).where(ofCaller(itemId, userId));
  return row ? presentDraft(row) : null;
}

const presentDraft = (row: DraftRow): ItemDraft => ({
  annotations: row.annotations,
  item_notes: row.itemNotes,
  revision: row.revision,
  updated_at: row.updatedAt.toISOString(),
});

export const getDraft: Verb<typeof contracts.getDraft> = async ({ db, caller }, input) => {
  const { queue } = await queueAccess(db, caller, input.queue_id);
  const item = await itemInQueue(db, queue, input.item_id);
  return loadDraft(db, item.id, caller.userId);
};

export const saveDraft: Verb<typeof contracts.saveDraft> = async ({ db, caller, now }, input) => {
  const work = await readWork(db, caller, { queueId: input.queue_id, itemId: input.item_id }, now());
  assertMayAnnotate(work);
  const content: Content = {
    annotations: input.annotations.map(({ label_id, value, notes, suggestion }) => ({
      label_id,
      value,
      notes: notes ?? "",
      ...(suggestion ? { suggestion } : {}),
    })),
    itemNotes: input.item_notes ?? "",
  };
  const saved = await write(db, work, content, input.revision ?? null, now());
  if (saved) return saved;
  const newest = await loadDraft(db, work.item.id, caller.userId);
  // A repeated request, for example after a lost answer, changes nothing.
  if (newest && isDeepStrictEqual(contentOf(newest), content)) return newest;
  throw conflict(
    newest ? "A newer draft was saved in another window." : "The draft was submitted or discarded in another window.",
    {
      code: "draft_outdated",
      facts: { draft: newest },
    },
  );
};

const contentOf = (draft: ItemDraft): Content => ({ annotations: draft.annotations, itemNotes: draft.item_notes });

/** Undefined if it is not the draft that was changed. */
async function write(
  db: Database,
  { item: { id: itemId }, userId }: ItemContext,
  content: Content,
  revision: number | null,
  updatedAt: Date,
): Promise<ItemDraft | undefined> {
  const [saved] =
    revision === null
      ? await db
          .insert(itemDrafts)
          .values({ itemId, userId, ...content, updatedAt })
          .onConflictDoNothing()
          .returning()
      : await db
          .update(itemDrafts)
          .set({ ...content, updatedAt, revision: sql`nextval('item_drafts_revision_seq')` })
          .where(and(ofCaller(itemId, userId), eq(itemDrafts.revision, revision)))
          .returning();
  return saved && presentDraft(saved);
}

export const discardDraft: Verb<typeof contracts.discardDraft> = async ({ db, caller }, input) => {
  const { queue } = await queueAccess(db, caller, input.queue_id);
  const item = await itemInQueue(db, queue, input.item_id);
  await db.delete(itemDrafts).where(ofCaller(item.id, caller.userId));
  return { deleted: true };
};
