import { sql } from "drizzle-orm";
import { advisoryLocks } from "@/db/advisory-locks";
import type { Database } from "@/db/client";
import { memberships, organizations, workspaces } from "@/db/schema";
import { cut } from "@/lib/bounds/excerpt";

export interface FoundedOrganization {
  organizationId: string;
  workspaceId: string;
}

/**
 * Serializes concurrent sign-ups until the end of the transaction: the first one decides who may
 * sign up uninvited, and which organization the gateway's providers serve.
 */
export const takeTurn = (db: Database) => db.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.organization})`);

/** A new organization with its default workspace and its first Owner. Call it inside a transaction. */
export async function foundOrganization(
  db: Database,
  { name, ownerId }: { name: string; ownerId: string },
): Promise<FoundedOrganization> {
  await takeTurn(db);
  // Not the transaction's start time: the organization that got the lock later must be younger.
  const createdAt = sql`clock_timestamp()`;
  const [organization] = await db.insert(organizations).values({ name, createdAt }).returning();
  if (!organization) throw new Error("the organization was not stored");
  const organizationId = organization.id;
  const [workspace] = await db
    .insert(workspaces)
    .values({ organizationId, name: "Default", isDefault: true })
    .returning();
  if (!workspace) throw new Error("the workspace was not stored");
  await db.insert(memberships).values({ organizationId, userId: ownerId, role: "Owner" });
  return { organizationId, workspaceId: workspace.id };
}

/** Names an organization after its founder, if no name was sent. */
export const organizationNameFor = (personName: string): string => `${cut(personName, 200)}'s organization`;
