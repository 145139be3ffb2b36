import { z } from "zod";
import { define } from "../define";
import { id, organizationRoles, page, pageQuery, timestamp } from "../shapes";
import { email, knownPassword, ownName } from "./people";

const tag = "Invitations";
const unusable = ["not_found", "invitation_used", "invitation_revoked", "invitation_expired"] as const;
const token = z.string().min(1, "May not be blank.").max(200, "At most 200 characters.");
const tokenExample = "assay_invitation_9d1c0c8f3f6e4b1d8a5e7c2b9f0a1d3e5c7b9f0a1d3e5c7b";

export const invitation = z
  .object({
    id,
    email: z.string(),
    role: z.enum(organizationRoles),
    invited_by: z.string().meta({ description: "Name of the inviting member" }),
    expires_at: timestamp,
    is_expired: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: "Invitation" });
export type Invitation = z.infer<typeof invitation>;

export const inviteMember = define({
  name: "inviteMember",
  method: "POST",
  path: "/accounts/organization/invite/",
  tag,
  summary: "Invite a person with a link that works once, for seven days",
  description:
    "Creates an invitation and returns its token and link, which are returned only once. Where the server sends mail, the link is mailed to the person too: at most five an hour to one email, and 200 an hour by one person; `sends_mail` says whether. It works once, for seven days. A new invitation to the same email replaces it. Only an Owner may invite an Owner. An existing member is refused.",
  access: "admin",
  body: z.object({ email, role: z.enum(organizationRoles).default("Member") }),
  response: z.object({
    invitation,
    token: z.string().meta({ description: "Returned only once" }),
    link: z.string().meta({ description: "Path of the screen that accepts it, relative to the application's URL" }),
    sends_mail: z.boolean().meta({ description: "Whether the server mails the link" }),
  }),
  example: { email: "grace@example.com", role: "Member" },
});

export const listInvitations = define({
  name: "listInvitations",
  method: "GET",
  path: "/accounts/organization/invitations/",
  tag,
  summary: "List open invitations, newest first",
  description:
    "A page of the invitations that were neither accepted nor revoked, including expired ones, newest first. Tokens are not returned.",
  access: "admin",
  envelope: "page",
  query: z.strictObject(pageQuery),
  response: page(invitation),
});

export const revokeInvitation = define({
  name: "revokeInvitation",
  method: "POST",
  path: "/accounts/organization/invitations/revoke/",
  tag,
  summary: "Revoke an invitation",
  description: "Revokes an open invitation, so that its link no longer works.",
  errors: ["not_found"],
  access: "admin",
  body: z.object({ invitation_id: id }),
  response: z.object({ revoked: z.literal(true) }),
  example: { invitation_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});

export const previewInvitation = define({
  name: "previewInvitation",
  method: "GET",
  path: "/accounts/invitations/preview/",
  tag,
  summary: "Preview an invitation",
  description:
    "Returns the details of an invitation by its token: organization, email, role, inviter, and whether the email has an account. Needs no credentials but the token, and changes nothing. Wrong tokens are rate limited per IP address.",
  errors: [...unusable, "rate_limited"],
  access: "public",
  query: z.strictObject({ token: token.meta({ description: "The invitation's token" }) }),
  response: z.object({
    organization_name: z.string(),
    email: z.string(),
    role: z.enum(organizationRoles),
    invited_by: z.string(),
    expires_at: timestamp,
    has_account: z.boolean().meta({ description: "Whether a user with this email exists" }),
  }),
  example: { token: tokenExample },
});

const accepted = z.object({ user_id: id, organization_id: id, email: z.string(), role: z.enum(organizationRoles) });

export const acceptInvitation = define({
  name: "acceptInvitation",
  method: "POST",
  path: "/accounts/invitations/accept/",
  tag,
  summary: "Accept an invitation without a session: as a new user, or as an existing one by password",
  description:
    "Makes the invited person a member and uses up the invitation. A new user sends `full_name` and `password`; an existing user sends the password. Needs no credentials besides the token. Users who sign in through a provider sign in first and then join. Wrong passwords and wrong tokens are rate limited.",
  errors: [...unusable, "permission_denied", "rate_limited"],
  access: "public",
  body: z.object({
    token,
    full_name: ownName.nullish().meta({ description: "Required for new users" }),
    password: knownPassword.nullish().meta({
      description: "The existing user's password, or the new user's: at least 10 characters, and not easy to guess",
    }),
  }),
  response: accepted,
  example: { token: tokenExample, full_name: "Grace Okafor", password: "a long pass phrase" },
});

export const joinOrganization = define({
  name: "joinOrganization",
  method: "POST",
  path: "/accounts/invitations/join/",
  tag,
  summary: "Accept an invitation as the calling user",
  description:
    "Makes the calling user a member and uses up the invitation. The user's email must be the invited one. A session of another organization's sign-in is refused. A user who is already a member keeps their role. The browser then switches to the new organization.",
  signedInOnly: true,
  errors: [...unusable, "other_invitee", "company_session"],
  access: "read",
  // What the caller's present organization asks for is no matter of the new one.
  beforeRequirements: true,
  body: z.object({ token }),
  response: accepted,
  example: { token: tokenExample },
});
