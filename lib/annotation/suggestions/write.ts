// The only way to store suggestions.
import { sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import type { CanonicalValue } from "@/lib/annotation/labels/rules/label-value";

export interface NewSuggestion {
  itemId: string;
  labelId: string;
  value: CanonicalValue;
  origin: string;
  confidence: number | null;
}

/** One for each item and label: a new one replaces it. Items that were removed in the meantime are left out. */
export async function writeSuggestions(
  db: Database,
  { queueId, userId }: { queueId: string; userId: string },
  rows: readonly NewSuggestion[],
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into suggestions (item_id, label_id, queue_id, value, origin, confidence, created_by)
    select entry."itemId", entry."labelId", ${queueId}::uuid, entry.value, entry.origin, entry.confidence, ${userId}::uuid
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as entry ("itemId" uuid, "labelId" uuid, value jsonb,
      origin text, confidence real)
    join queue_items as item on item.id = entry."itemId" and item.queue_id = ${queueId}::uuid
    order by entry."itemId", entry."labelId"
    on conflict (item_id, label_id) do update set value = excluded.value, origin = excluded.origin,
      confidence = excluded.confidence, created_by = excluded.created_by, updated_at = now()`);
}
