import type { OrganizationRole } from "@/lib/contracts/shapes";
import { grantableRoles } from "./granting";

interface Membership {
  organizationId: string;
  role: OrganizationRole;
}

/**
 * Whether an administrator may choose for a person who signs in, by the memberships of both. A password opens every
 * organization of the person, so they may belong to one alone, in which the administrator may grant their role.
 */
export function mayReset(administrators: readonly Membership[], persons: readonly Membership[]): boolean {
  const [only, ...others] = persons;
  if (!only || others.length > 0) return false;
  const own = administrators.find(({ organizationId }) => organizationId === only.organizationId);
  return grantableRoles(own?.role).includes(only.role);
}
