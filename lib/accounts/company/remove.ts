import { eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companyIdentities, companySignIns, userSessions } from "@/db/schema";

/** Whom the provider knows is nobody any more, and the sessions that it began end. People stay members. */
export async function unlinkPeople(db: Database, organizationId: string): Promise<void> {
  await db.delete(companyIdentities).where(eq(companyIdentities.organizationId, organizationId));
  await db.delete(userSessions).where(eq(userSessions.organizationId, organizationId));
}

export async function removeCompanySignIn(db: Database, organizationId: string): Promise<void> {
  await unlinkPeople(db, organizationId);
  await db.delete(companySignIns).where(eq(companySignIns.organizationId, organizationId));
}
