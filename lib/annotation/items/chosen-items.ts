// The items that a request names by id, or by a filter.
import type { Database } from "@/db/client";
import { queueItems } from "@/db/schema";
import type { QueueAccess } from "@/lib/annotation/scope/loaders";
import type { Caller } from "@/lib/context";
import type { ItemFilters } from "@/lib/contracts/annotation/items/filters";
import { MAX_MATCHING } from "@/lib/contracts/limits";
import { invalid } from "@/lib/errors";
import { matching } from "./list-conditions";

interface Chosen {
  item_ids?: string[] | undefined;
  filter?: ItemFilters | undefined;
}

/** Ids, once each. Throws 400 if more items match than one request may change. */
export async function chosenItemIds(
  db: Database,
  caller: Caller,
  access: QueueAccess,
  { item_ids, filter }: Chosen,
  most = MAX_MATCHING,
): Promise<string[]> {
  if (filter === undefined) return [...new Set(item_ids)];
  const found = await db
    .select({ id: queueItems.id })
    .from(queueItems)
    .where(await matching(db, caller, access, filter))
    .limit(most + 1);
  if (found.length > most) {
    throw invalid(`More than ${most} items match. Narrow the filter.`, {
      code: "selection_too_large",
      facts: { cap: most },
    });
  }
  return found.map(({ id }) => id);
}
