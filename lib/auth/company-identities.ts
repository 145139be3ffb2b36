// People who sign in with their organization's own provider, and the accounts of this server that they are.
import { and, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companyDomains, companyIdentities, companySignIns, memberships, users } from "@/db/schema";
import { transaction } from "@/db/transaction";
import { type UserRow, userByEmail } from "./credentials";
import { lockEmail } from "./identities";
import { type CompanyClaims, type CompanyRefusal, emailOf, nameOf } from "./rules/company-claims";

export type CompanySignInRow = typeof companySignIns.$inferSelect;

export interface CompanyPerson {
  /** The provider's `sub`. */
  subject: string;
  name: unknown;
  claims: CompanyClaims;
}

/**
 * The user behind an account at the organization's provider: the one linked to it, else the member with its email, else a new
 * member. A membership is added with a new user only, so that a removed member does not come back. Linking keeps the
 * password: the session reaches this organization alone.
 */
export function userOfCompany(
  db: Database,
  company: CompanySignInRow,
  person: CompanyPerson,
): Promise<{ user: UserRow } | { refusal: CompanyRefusal }> {
  const { organizationId, role } = company;
  const { subject } = person;
  return transaction(db, async (tx) => {
    const linked = await linkedUser(tx, organizationId, subject);
    if (linked) return (await isMember(tx, organizationId, linked.id)) ? { user: linked } : notMember;
    const domains = await provenDomains(tx, organizationId);
    const known = emailOf(person.claims, { trustsEmails: company.trustsEmails, domains });
    if ("refusal" in known) return known;
    // Concurrent first sign-ins are serialized.
    await lockEmail(tx, known.email);
    const meanwhile = await linkedUser(tx, organizationId, subject);
    if (meanwhile) return { user: meanwhile };
    const existing = await userByEmail(tx, known.email);
    if (existing && !(await isMember(tx, organizationId, existing.id))) return notMember;
    const user = existing ?? (await newMember(tx, { organizationId, role, email: known.email, name: person.name }));
    await tx.insert(companyIdentities).values({ organizationId, subject, userId: user.id });
    return { user };
  });
}

const notMember = { refusal: "CompanyNotMember" } as const;

async function linkedUser(db: Database, organizationId: string, subject: string): Promise<UserRow | undefined> {
  const [row] = await db
    .select({ user: users })
    .from(companyIdentities)
    .innerJoin(users, eq(users.id, companyIdentities.userId))
    .where(and(eq(companyIdentities.organizationId, organizationId), eq(companyIdentities.subject, subject)));
  return row?.user;
}

const isMember = async (db: Database, organizationId: string, userId: string): Promise<boolean> =>
  (await db.$count(memberships, and(eq(memberships.organizationId, organizationId), eq(memberships.userId, userId)))) >
  0;

async function provenDomains(db: Database, organizationId: string): Promise<string[]> {
  const rows = await db
    .select({ domain: companyDomains.domain })
    .from(companyDomains)
    .where(and(eq(companyDomains.organizationId, organizationId), isNotNull(companyDomains.provenAt)));
  return rows.map(({ domain }) => domain);
}

interface NewMember extends Pick<CompanySignInRow, "organizationId" | "role"> {
  email: string;
  name: unknown;
}

/** The organization's domains and role invite everybody at them, whatever ASSAY_SIGNUP says. */
async function newMember(db: Database, { organizationId, role, email, name }: NewMember): Promise<UserRow> {
  const [user] = await db
    .insert(users)
    .values({ email, name: nameOf(name, email) })
    .returning();
  if (!user) throw new Error("the user was not stored");
  await db.insert(memberships).values({ organizationId, userId: user.id, role });
  return user;
}

/** Notes for administrators that the settings work. */
export async function noteSignIn(db: Database, { organizationId }: CompanySignInRow): Promise<void> {
  await db
    .update(companySignIns)
    .set({ lastSignInAt: new Date(), lastFailure: null, lastFailureAt: null })
    .where(eq(companySignIns.organizationId, organizationId));
}

const LONGEST_FAILURE = 300;

/** Notes for administrators why a sign-in failed. */
export async function noteFailure(db: Database, organizationId: string, failure: string): Promise<void> {
  await db
    .update(companySignIns)
    .set({ lastFailure: failure.slice(0, LONGEST_FAILURE), lastFailureAt: new Date() })
    .where(eq(companySignIns.organizationId, organizationId));
}
