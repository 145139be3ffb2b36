import { and, asc, eq, isNotNull } from "drizzle-orm";
import type { Database } from "@/db/client";
import { companyDomains, companySignIns } from "@/db/schema";
import type { CompanySignInRow } from "@/lib/auth/company-identities";
import { mailDomain } from "@/lib/auth/rules/mail-domain";
import { notFound } from "@/lib/errors";

export type DomainRow = typeof companyDomains.$inferSelect;

export async function companySignInOf(db: Database, organizationId: string): Promise<CompanySignInRow | null> {
  const [row] = await db.select().from(companySignIns).where(eq(companySignIns.organizationId, organizationId));
  return row ?? null;
}

export const domainsOf = (db: Database, organizationId: string): Promise<DomainRow[]> =>
  db
    .select()
    .from(companyDomains)
    .where(eq(companyDomains.organizationId, organizationId))
    .orderBy(asc(companyDomains.domain));

export async function domainInOrganization(db: Database, organizationId: string, id: string): Promise<DomainRow> {
  const [row] = await db
    .select()
    .from(companyDomains)
    .where(and(eq(companyDomains.organizationId, organizationId), eq(companyDomains.id, id)));
  if (!row) throw notFound("Domain not found.");
  return row;
}

/** The organization whose provider people with this email sign in with; null for none. */
export async function organizationOfEmail(db: Database, email: string): Promise<string | null> {
  const [row] = await db
    .select({ id: companySignIns.organizationId })
    .from(companyDomains)
    .innerJoin(companySignIns, eq(companySignIns.organizationId, companyDomains.organizationId))
    .where(and(eq(companyDomains.domain, mailDomain(email)), isNotNull(companyDomains.provenAt)));
  return row?.id ?? null;
}

/** An organization of this server that has a provider of its own; null if none has. */
export async function firstWithCompanySignIn(db: Database): Promise<string | null> {
  const [row] = await db.select({ id: companySignIns.organizationId }).from(companySignIns).limit(1);
  return row?.id ?? null;
}
