// Ends the API keys of a person whose address is proven for the first time: somebody else may have made them.
import { eq, inArray, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { apiKeys } from "@/db/schema";
import { recordEndedKeys } from "@/lib/audit/record";
import { agentOf, type SessionClient } from "./user-sessions";

/** Returns the ids of all keys that the person ever had: an earlier end may not have reached the gateway. */
export async function endKeysOf(db: Database, userId: string, client: SessionClient): Promise<string[]> {
  const keys = await db.select().from(apiKeys).where(eq(apiKeys.userId, userId)).for("update");
  const live = keys.filter((key) => key.deletedAt === null);
  const ids = live.map(({ id }) => id);
  if (ids.length > 0) {
    await db.update(apiKeys).set({ deletedAt: sql`now()` }).where(inArray(apiKeys.id, ids));
    await recordEndedKeys(db, live, { userId, address: client.network, userAgent: agentOf(client) });
  }
  return keys.map(({ id }) => id);
}
