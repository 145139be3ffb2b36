import { and, eq, inArray } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships } from "@/db/schema";

/** Those of the users who are in the organization. */
export async function peopleAmong(db: Database, organizationId: string, userIds: string[]): Promise<Set<string>> {
  if (userIds.length === 0) return new Set();
  const found = await db
    .select({ userId: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.organizationId, organizationId), inArray(memberships.userId, userIds)));
  return new Set(found.map((row) => row.userId));
}
