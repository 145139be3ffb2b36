import { type SQL, sql } from "drizzle-orm";
import { companyDomains, companySignIns } from "@/db/schema";

interface Membership {
  organizationId: SQL;
  role: SQL;
  /** Of the person. */
  email: SQL;
}

/**
 * Whether an organization refuses a member's sessions unless they began with its provider. Owners are never refused, so that
 * somebody can repair a provider that does not work.
 */
export const asksForCompany = ({ organizationId, role, email }: Membership): SQL<boolean> => sql<boolean>`(
  ${role} <> 'Owner' and exists (
    select from ${companySignIns} as asking
    join ${companyDomains} as proven on proven.organization_id = asking.organization_id
    where asking.organization_id = ${organizationId} and asking.is_required and proven.proven_at is not null
      and proven.domain = substring(lower(${email}) from '[^@]*$')))`;
