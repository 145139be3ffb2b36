import { and, asc, eq } from "drizzle-orm";
import type { Database } from "@/db/client";
import { memberships, organizations, users, workspaces } from "@/db/schema";
import { recordProvisioned } from "@/lib/audit/record";
import { userByEmail } from "@/lib/auth/credentials";
import { foundOrganization, organizationNameFor } from "@/lib/auth/found-organization";
import { hashPassword, verifyPassword } from "@/lib/auth/password";
import { passwordProblem } from "@/lib/auth/rules/password-strength";
import type { Environment } from "@/lib/env";

export interface Owner {
  userId: string;
  organizationId: string;
  workspaceId: string;
}

/** The owner that the environment names, with the password and the organization that it gives; null when it names none. */
export async function applyInitialOwner(db: Database, environment: Environment): Promise<Owner | null> {
  const { ASSAY_INIT_OWNER_EMAIL: email, ASSAY_INIT_OWNER_PASSWORD: password } = environment;
  if (!email || !password) return null;
  const { user, hasNewPassword } = await applyUser(db, email, password);
  const name = environment.ASSAY_INIT_ORGANIZATION;
  const owned = await ownedOrganization(db, user.id);
  const organization =
    owned ?? (await foundOrganization(db, { name: name ?? organizationNameFor(user.name), ownerId: user.id }));
  if (name) await db.update(organizations).set({ name }).where(eq(organizations.id, organization.organizationId));
  if (hasNewPassword) {
    const { organizationId } = organization;
    const act = { organizationId, action: "changePassword", targetId: user.id, targetName: user.email } as const;
    await recordProvisioned(db, [act]);
  }
  return { userId: user.id, ...organization };
}

async function applyUser(db: Database, email: string, password: string) {
  const known = await userByEmail(db, email);
  // Kept where it fits: another hash of the same password would end every session.
  if (known && (await verifyPassword(password, known.passwordHash))) return { user: known, hasNewPassword: false };
  // The operator's choice is accepted after one warning.
  const problem = await passwordProblem(password, [email]);
  if (problem) process.stderr.write(`ASSAY_INIT_OWNER_PASSWORD is easy to guess. ${problem}\n`);
  const passwordHash = await hashPassword(password);
  const [user] = known
    ? await db.update(users).set({ passwordHash }).where(eq(users.id, known.id)).returning()
    : await db
        .insert(users)
        .values({ email, name: email.split("@")[0] || email, passwordHash })
        .returning();
  if (!user) throw new Error("the owner was not stored");
  return { user, hasNewPassword: known !== undefined };
}

/** The oldest organization that a user owns: the same one at every start. */
export async function ownedOrganization(db: Database, userId: string): Promise<Omit<Owner, "userId"> | undefined> {
  const [owned] = await db
    .select({ organizationId: memberships.organizationId, workspaceId: workspaces.id })
    .from(memberships)
    .innerJoin(
      workspaces,
      and(eq(workspaces.organizationId, memberships.organizationId), eq(workspaces.isDefault, true)),
    )
    .where(and(eq(memberships.userId, userId), eq(memberships.role, "Owner")))
    .orderBy(asc(memberships.createdAt), asc(memberships.organizationId))
    .limit(1);
  return owned;
}
