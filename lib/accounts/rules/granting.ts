import type { OrganizationRole } from "@/lib/contracts/shapes";

const grantable: Record<OrganizationRole, readonly OrganizationRole[]> = {
  Owner: ["Owner", "Admin", "Member", "Viewer"],
  Admin: ["Admin", "Member", "Viewer"],
  Member: [],
  Viewer: [],
};

/** The roles that somebody may give, change and take away; none for who is no member, or none any more. */
export const grantableRoles = (role: OrganizationRole | null | undefined): readonly OrganizationRole[] =>
  role ? grantable[role] : [];
