// An annotator's note on an item as a whole.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { itemNotes, spanNotes } from "@/db/schema";
import { placeSpans } from "@/lib/annotation/sources/source-span";
import type { Caller } from "@/lib/context";

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

/**
 * The same, and the note is shown with a span too. It replaces the note that the annotator had on the item; what an
 * application has noted on the span in the annotator's name stays.
 */
export async function saveNoteWithSpan(
  db: Database,
  caller: Caller,
  itemId: string,
  spanId: string,
  notes: string | null,
): Promise<void> {
  if (notes === null) return;
  const { organizationId, userId } = caller;
  const own = and(eq(itemNotes.itemId, itemId), eq(itemNotes.userId, userId));
  const [before] = await db.select({ notes: itemNotes.notes }).from(itemNotes).where(own);
  await saveItemNote(db, itemId, userId, notes);
  const [span] = await placeSpans(db, organizationId, [spanId]);
  if (!span) return;
  const { projectId } = span;
  if (before && before.notes !== notes) {
    const ofSpan = and(eq(spanNotes.organizationId, organizationId), eq(spanNotes.projectId, projectId));
    const earlier = and(eq(spanNotes.spanId, spanId), eq(spanNotes.userId, userId), eq(spanNotes.notes, before.notes));
    await db.delete(spanNotes).where(and(ofSpan, earlier));
  }
  if (notes === "") return;
  await db.insert(spanNotes).values({ organizationId, projectId, spanId, userId, notes }).onConflictDoNothing();
}
