// Mail domains whose people sign in with the company, and the proof that they are the organization's.
import { and, eq, isNotNull, ne } from "drizzle-orm";
import type { Database } from "@/db/client";
import { databaseErrorCode } from "@/db/error-code";
import { companyDomains } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { assertPerson } from "@/lib/auth/access";
import { randomSecret } from "@/lib/auth/hash";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/company-sign-in";
import type { CompanyDomain } from "@/lib/contracts/accounts/company-sign-in";
import { MAX_COMPANY_DOMAINS } from "@/lib/contracts/limits";
import { conflict, invalid } from "@/lib/errors";
import { inTransaction } from "@/lib/transaction";
import { lockOrganization } from "../memberships";
import { type DomainRow, domainInOrganization } from "./load";
import { type ResolveTxt, resolveTxt } from "./resolve-txt";
import { proofOf, proofProblems, recordName, recordValue } from "./rules/proof";

export const presentDomain = (row: DomainRow): CompanyDomain => ({
  id: row.id,
  domain: row.domain,
  record_name: recordName(row.domain),
  record_value: recordValue(row.token),
  proven_at: row.provenAt?.toISOString() ?? null,
  checked_at: row.checkedAt?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

const record = (context: Context, { id, domain }: DomainRow, after: Record<string, unknown> | null = null) =>
  recordAct(context, { targetId: id, targetName: domain, after });

export const addCompanyDomain: Verb<typeof contracts.addCompanyDomain> = (context, { domain }) =>
  inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { organizationId } = caller;
    assertPerson(caller);
    await lockOrganization(db, organizationId);
    if ((await db.$count(companyDomains, eq(companyDomains.organizationId, organizationId))) >= MAX_COMPANY_DOMAINS)
      throw invalid(`An organization has at most ${MAX_COMPANY_DOMAINS} mail domains.`);
    const [row] = await db
      .insert(companyDomains)
      .values({ organizationId, domain, token: randomSecret("") })
      .onConflictDoNothing()
      .returning();
    if (!row) throw conflict("The organization already has this domain.");
    await record(inner, row);
    return presentDomain(row);
  });

/** With a way to read DNS. */
export const checkCompanyDomainBy =
  (resolve: ResolveTxt): Verb<typeof contracts.checkCompanyDomain> =>
  async (context, { domain_id }) => {
    const { db, caller } = context;
    assertPerson(caller);
    const row = await domainInOrganization(db, caller.organizationId, domain_id);
    const other = await provenElsewhere(db, row);
    const records = await resolve(recordName(row.domain));
    const proof = proofOf(records, { own: recordValue(row.token), other: other && recordValue(other.token) });
    if (proof === "taken") throw taken();
    if (proof === "unknown") return { ...presentDomain(row), problem: proofProblems.unknown };
    const checked = await inTransaction(context, async (inner) => {
      const isProven = proof === "proven";
      // Its record is gone: the domain has another owner now.
      if (isProven && other) await endProof(inner, other);
      const proofNow = { provenAt: isProven ? (row.provenAt ?? inner.now()) : null, checkedAt: inner.now() };
      const stored = await setProof(inner.db, row.id, proofNow);
      await record(inner, row, { proven: isProven });
      return stored ?? row;
    }).catch((error: unknown) => {
      throw databaseErrorCode(error) === "23505" ? taken() : error;
    });
    return { ...presentDomain(checked), problem: proof === "proven" ? null : proofProblems[proof] };
  };

export const checkCompanyDomain = checkCompanyDomainBy(resolveTxt);

const taken = () => conflict(proofProblems.taken);

async function provenElsewhere(db: Database, { domain, organizationId }: DomainRow): Promise<DomainRow | null> {
  const [row] = await db
    .select()
    .from(companyDomains)
    .where(
      and(
        eq(companyDomains.domain, domain),
        ne(companyDomains.organizationId, organizationId),
        isNotNull(companyDomains.provenAt),
      ),
    );
  return row ?? null;
}

async function setProof(
  db: Database,
  id: string,
  changes: Pick<typeof companyDomains.$inferInsert, "provenAt" | "checkedAt">,
): Promise<DomainRow | undefined> {
  const [row] = await db.update(companyDomains).set(changes).where(eq(companyDomains.id, id)).returning();
  return row;
}

/** Of another organization, whose audit log says that it has lost the domain, and not to whom. */
async function endProof({ caller: _, act, ...context }: Context, { id, organizationId, domain }: DomainRow) {
  await setProof(context.db, id, { provenAt: null });
  const anonymous = { ...context, address: null, ...(act ? { act: { ...act, userAgent: null } } : {}) };
  await recordAct(anonymous, { targetId: id, targetName: domain, organizationId, after: { proven: false } });
}

export const deleteCompanyDomain: Verb<typeof contracts.deleteCompanyDomain> = (context, { domain_id }) =>
  inTransaction(context, async (inner) => {
    assertPerson(inner.caller);
    const row = await domainInOrganization(inner.db, inner.caller.organizationId, domain_id);
    await inner.db.delete(companyDomains).where(eq(companyDomains.id, row.id));
    await record(inner, row);
    return { deleted: true };
  });
