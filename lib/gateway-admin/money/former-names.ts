// Until 2026-11 all installations on a Redis shared the names of its keys. What a process of that time left unwritten when it was
// killed is under the old name of the outbox still.
import { inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys, gatewayKeys } from "@/db/schema";
import type { LedgerEntry } from "@/lib/gateway/money/ledger-entry";

/** The calls of our keys: another installation's are its own to take. */
export async function ofOurKeys(db: Database, entries: readonly LedgerEntry[]): Promise<LedgerEntry[]> {
  if (entries.length === 0) return [];
  const ids = [...new Set(entries.map(({ keyId }) => keyId))];
  // By their text: an id that is not a UUID would fail the statement.
  const known = await db
    .select({ id: gatewayKeys.id })
    .from(gatewayKeys)
    .where(inArray(sql`${gatewayKeys.id}::text`, ids))
    .union(
      db
        .select({ id: apiKeys.id })
        .from(apiKeys)
        .where(inArray(sql`${apiKeys.id}::text`, ids)),
    );
  const ours = new Set(known.map(({ id }) => id));
  return entries.filter(({ keyId }) => ours.has(keyId));
}
