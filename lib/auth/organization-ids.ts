import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships } from "@/db/schema";

/** The organizations that a person is a member of. */
export async function organizationIdsOf(db: Database, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberships.organizationId })
    .from(memberships)
    .where(eq(memberships.userId, userId));
  return rows.map(({ id }) => id);
}
