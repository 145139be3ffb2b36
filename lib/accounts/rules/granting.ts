import type { OrganizationRole } from "@/lib/contracts/shapes";

const grantable: Record<OrganizationRole, readonly OrganizationRole[]> = {
  Owner: ["Owner", "Admin", "Member", "Viewer"],
  Admin: ["Admin", "Member", "Viewer"],
  Member: [],
  Viewer: [],
};

/** The roles that a member may grant, change and remove; none for a caller who is not a member. */
export const grantableRoles = (role: OrganizationRole | null | undefined): readonly OrganizationRole[] =>
  role ? grantable[role] : [];
