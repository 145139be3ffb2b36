import { z } from "zod";
import { define } from "../define";
import { id, organizationRoles, page, pageQuery, timestamp } from "../shapes";
import { ownName } from "./people";

const tag = "Organizations";

export const organization = z
  .object({
    id,
    name: z.string(),
    display_name: z.string(),
    role: z.enum(organizationRoles).meta({ description: "The calling user's role in it" }),
    is_current: z.boolean().meta({ description: "Whether this is the current organization of the call" }),
    requires_second_factor: z.boolean().meta({ description: "Whether its members need a second factor" }),
    created_at: timestamp,
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof organization>;

export const listOrganizations = define({
  name: "listOrganizations",
  beforeRequirements: true,
  method: "GET",
  path: "/accounts/organizations/",
  tag,
  summary: "List the calling user's organizations",
  description: "Lists every organization of which the calling user is a member, by name, and marks the current one.",
  response: z.object({ organizations: z.array(organization) }),
});

export const switchOrganization = define({
  name: "switchOrganization",
  beforeRequirements: true,
  method: "POST",
  path: "/accounts/organizations/switch/",
  tag,
  summary: "Switch the browser to another organization",
  description:
    "Sets the current organization of the user's browsers, from their next request on. API keys stay in the organization in which they were created. The user must be a member.",
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
  summary: "Change the organization",
  description:
    "Renames the organization, and sets whether its members need a second factor; a field that is left out stays. With `requires_second_factor`, sessions that began with a password alone are refused from their next request on, until their users have set one up. So it takes a session that has one; API keys may only rename, and send the rule as it is. API keys keep working.",
  errors: ["not_found", "conflict", "session_required"],
  access: "admin",
  body: z.object({ name: ownName.optional(), requires_second_factor: z.boolean().optional() }),
  response: organization,
  example: { name: "Harbour Analytics" },
});

export const member = z
  .object({
    user_id: id,
    name: z.string(),
    email: z.string(),
    role: z.enum(organizationRoles),
    has_second_factor: z.boolean(),
    created_at: timestamp.meta({ description: "When the member joined" }),
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

const revokedInvitations = z.array(z.string()).meta({
  description: "Emails of the member's invitations that ended, because the member may no longer grant their role",
});

export const changeMemberRole = define({
  name: "changeMemberRole",
  method: "POST",
  path: "/accounts/organization/members/role/",
  tag,
  summary: "Change a member's role",
  description:
    "Changes a member's role, from the member's next request on. A Viewer's API keys call no models. The member's open invitations to roles that the member may no longer grant end. Only an Owner may appoint, change or demote an Owner. The last Owner stays Owner. Setting the same role changes nothing.",
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
  summary: "Remove a member from the organization, or leave it, and revoke the member's API keys and open invitations",
  description:
    "Removes a member from the organization and its queues. Owners and Admins remove others; everybody may remove themselves. The member's API keys in this organization are revoked, also at the gateway, and open invitations end. The member's annotations are kept. Only an Owner may remove an Owner, and the last Owner cannot be removed. To leave takes neither the second factor nor the company's sign-in that the organization may ask for.",
  errors: ["not_found", "last_owner", "second_factor_missing", "company_sign_in_missing"],
  // Of any role, to leave.
  access: "read",
  scope: "admin",
  beforeRequirements: true,
  body: z.object({
    user_id: id,
    organization_id: id.optional().meta({
      description:
        "The organization to remove the member from. If the caller is no longer in it, nothing happens and the answer is 404",
    }),
  }),
  response: z.object({ removed: z.literal(true), revoked_keys: z.int(), revoked_invitations: revokedInvitations }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});
