// An annotator's note on an item as a whole.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes } from "@/db/schema";

/** Null keeps the annotator's note, empty text removes it. */
export async function saveItemNote(db: Database, itemId: string, userId: string, notes: string | null): Promise<void> {
  if (notes === null) return;
  if (notes === "") {
    await db.delete(itemNotes).where(and(eq(itemNotes.itemId, itemId), eq(itemNotes.userId, userId)));
    return;
  }
  await db
    .insert(itemNotes)
    .values({ itemId, userId, notes })
    .onConflictDoUpdate({ target: [itemNotes.itemId, itemNotes.userId], set: { notes, updatedAt: sql`now()` } });
}
