import { eq } from "drizzle-orm";
import { memberships } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import type { PublicContext } from "@/lib/context";

/** In the log of each organization of the person: a password opens them all, and a second factor protects them all. */
export async function recordOwnChange(context: PublicContext, userId: string): Promise<void> {
  const own = await context.db.select().from(memberships).where(eq(memberships.userId, userId));
  for (const { organizationId } of own) await recordAct(context, { targetId: userId, organizationId, userId });
}
