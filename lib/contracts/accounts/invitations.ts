import { z } from "zod";
import { define } from "../define";
import { id, name, organizationRoles, page, pageQuery, timestamp } from "../shapes";
import { email, knownPassword } from "./people";

const tag = "Invitations";
const unusable = ["not_found", "invitation_used", "invitation_revoked", "invitation_expired"] as const;
const token = z.string().min(1, "May not be blank.").max(200, "At most 200 characters.");
const tokenExample = "assay_invitation_9d1c0c8f3f6e4b1d8a5e7c2b9f0a1d3e5c7b9f0a1d3e5c7b";

export const invitation = z
  .object({
    id,
    email: z.string(),
    role: z.enum(organizationRoles),
    invited_by: z.string().meta({ description: "Name of the member who invited" }),
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
  summary:
    "Invite somebody by a link that works once, for seven days; another invitation of the same email replaces the first",
  description:
    "Makes an invitation and answers with its token and link, which are shown only here: nothing is mailed. It works once, for seven days; another invitation of the same email takes its place. Only an Owner invites an Owner. Who is a member already is refused.",
  access: "admin",
  body: z.object({ email, role: z.enum(organizationRoles).default("Member") }),
  response: z.object({
    invitation,
    token: z.string().meta({ description: "Shown only here" }),
    link: z.string().meta({ description: "Path of the screen that accepts it, on the address of the application" }),
  }),
  example: { email: "grace@example.com", role: "Member" },
});

export const listInvitations = define({
  name: "listInvitations",
  method: "GET",
  path: "/accounts/organization/invitations/",
  tag,
  summary: "List invitations that wait to be accepted, newest first",
  description:
    "A page of the invitations that were neither accepted nor taken back, expired ones too, newest first. Tokens are not shown.",
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
  summary: "Take an invitation back",
  description: "Takes an open invitation back, so that its link no longer works.",
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
  summary: "See what an invitation is to",
  description:
    "What an invitation is to, for whoever holds its token: organization, email, role, inviter, and whether the email has an account. Needs no other credentials and changes nothing. Guesses from one address are limited.",
  errors: [...unusable, "rate_limited"],
  access: "public",
  query: z.strictObject({ token }),
  response: z.object({
    organization_name: z.string(),
    email: z.string(),
    role: z.enum(organizationRoles),
    invited_by: z.string(),
    expires_at: timestamp,
    has_account: z.boolean().meta({ description: "Whether the email belongs to a user already" }),
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
    "Makes the invited person a member and uses the invitation up. A new user gives `full_name` and `password`; an existing one the password. Needs only the token. Who signs in through a provider signs in first and joins. Wrong passwords and guesses at tokens are limited.",
  errors: [...unusable, "permission_denied", "rate_limited"],
  access: "public",
  body: z.object({
    token,
    full_name: name.nullish().meta({ description: "Needed by new users" }),
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
    "Makes the calling user a member and uses the invitation up. The user's email must be the invited one. The browser works in the new organization from then on.",
  errors: [...unusable, "other_invitee"],
  access: "read",
  body: z.object({ token }),
  response: accepted,
  example: { token: tokenExample },
});
