import { z } from "zod";
import { define } from "../define";
import { id, name, organizationRoles, page, pageQuery, timestamp } from "../shapes";

const tag = "Organizations";

export const organization = z
  .object({
    id,
    name: z.string(),
    display_name: z.string(),
    role: z.enum(organizationRoles).meta({ description: "The calling user's role in it" }),
    is_current: z.boolean().meta({ description: "Whether this call works in it" }),
    created_at: timestamp,
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof organization>;

export const listOrganizations = define({
  name: "listOrganizations",
  method: "GET",
  path: "/accounts/organizations/",
  tag,
  summary: "List the organizations that the calling user is in",
  description:
    "Every organization that the calling user is a member of, by name, and which of them this call works in.",
  response: z.object({ organizations: z.array(organization) }),
});

export const switchOrganization = define({
  name: "switchOrganization",
  method: "POST",
  path: "/accounts/organizations/switch/",
  tag,
  summary: "Make another organization the one that the browser works in",
  description:
    "Chooses the organization in which the user's browsers work from the next request on. API keys stay in the organization in which they were made. The user must be a member.",
  errors: ["not_found"],
  access: "read",
  body: z.object({ organization_id: id }),
  response: organization,
  example: { organization_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});

export const updateOrganization = define({
  name: "updateOrganization",
  method: "POST",
  path: "/accounts/organizations/update/",
  tag,
  summary: "Rename the organization",
  description: "Renames the organization.",
  errors: ["not_found"],
  access: "admin",
  body: z.object({ name }),
  response: organization,
  example: { name: "Harbour Analytics" },
});

export const member = z
  .object({
    user_id: id,
    name: z.string(),
    email: z.string(),
    role: z.enum(organizationRoles),
    created_at: timestamp.meta({ description: "Since when" }),
  })
  .meta({ id: "Member" });
export type Member = z.infer<typeof member>;

export const listMembers = define({
  name: "listMembers",
  method: "GET",
  path: "/accounts/organization/members/",
  tag,
  summary: "List the organization's members by name",
  description: "A page of the organization's members, by name.",
  envelope: "page",
  query: z.strictObject({
    ...pageQuery,
    search: z.string().max(255).optional().meta({ description: "Part of the name or the email" }),
  }),
  response: page(member),
  example: { search: "ada" },
});

const revokedInvitations = z
  .array(z.string())
  .meta({ description: "Emails of those whom the member had invited to what they may no longer grant" });

export const changeMemberRole = define({
  name: "changeMemberRole",
  method: "POST",
  path: "/accounts/organization/members/role/",
  tag,
  summary: "Give a member another role; their open invitations to what they may no longer grant end",
  description:
    "Gives a member another role, in force with the member's next request; open invitations to what the member may no longer grant end. Only an Owner makes, changes or demotes an Owner. The last Owner stays Owner. The same role again changes nothing.",
  errors: ["not_found", "last_owner"],
  access: "admin",
  body: z.object({ user_id: id, role: z.enum(organizationRoles) }),
  response: member.extend({ revoked_invitations: revokedInvitations }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90", role: "Admin" },
});

export const removeMember = define({
  name: "removeMember",
  method: "POST",
  path: "/accounts/organization/members/remove/",
  tag,
  summary: "Take a member out of the organization; the member's API keys and open invitations end at once",
  description:
    "Takes a member out: the member's API keys in this organization are revoked, also at the gateway, the member's open invitations end, and the member leaves its queues. What the member has annotated stays. Only an Owner removes an Owner, and the last Owner stays.",
  errors: ["not_found", "last_owner"],
  access: "admin",
  body: z.object({ user_id: id }),
  response: z.object({ removed: z.literal(true), revoked_keys: z.int(), revoked_invitations: revokedInvitations }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});
