// Deletes requests from the log once they are older than their organization, else the gateway, wants them kept.
import { and, eq, sql } from "drizzle-orm";
import type { Database } from "@/db/client";
import { gatewayRequests } from "@/db/schema";
import { daysKept } from "../days-kept";

/** Where the gateway's configuration says nothing. */
export const DEFAULT_DAYS = 90;
const DAY_MS = 86_400_000;
/** Of one statement. */
const BATCH = 2000;

/**
 * Deletes what is too old, in batches that each are committed, until nothing is left or `until` has come (both in milliseconds
 * since 1970). Returns whether it is done. What an organization has set may only shorten what holds for the gateway.
 */
export async function forgetRequests(db: Database, now: number, until: number, clock = Date.now): Promise<boolean> {
  const { days, shorter } = await daysKept(db, "request_log_days", DEFAULT_DAYS);
  const organizations: [string | null, number][] = [...shorter, [null, days]];
  for (const [organizationId, kept] of organizations) {
    while ((await deleteBatch(db, organizationId, new Date(now - kept * DAY_MS))) === BATCH) {
      if (clock() >= until) return false;
    }
  }
  return true;
}

/** The oldest of an organization, or of all; how many. Found by the index of their times. */
async function deleteBatch(db: Database, organizationId: string | null, before: Date): Promise<number> {
  const { id, startedAt } = gatewayRequests;
  const own = organizationId === null ? undefined : eq(gatewayRequests.organizationId, organizationId);
  const old = db
    .select({ id })
    .from(gatewayRequests)
    .where(and(own, sql`${startedAt} < ${before.toISOString()}`))
    .orderBy(startedAt, id)
    .limit(BATCH)
    .for("update", { skipLocked: true });
  const { count } = await db.delete(gatewayRequests).where(sql`${id} in ${old}`);
  return count;
}
