import { z } from "zod";
import { SHORTEST_PASSWORD } from "@/lib/contracts/limits";
import { define } from "../define";
import { id, name, organizationRoles, timestamp } from "../shapes";

const tag = "Accounts";

export const email = z.email("Enter an email address.").max(254, "At most 254 characters.");
/** Of a person or an organization: mails and logs have it inside their own sentences, which it must not turn around. */
export const ownName = name.refine(
  (text) => !/[\u202A-\u202E\u2066-\u2069]/.test(text),
  "May not contain characters that change the direction of text.",
);
/** A new password. */
export const newPassword = z
  .string()
  .min(SHORTEST_PASSWORD, `At least ${SHORTEST_PASSWORD} characters.`)
  .max(200, "At most 200 characters.")
  .meta({ description: "Not easy to guess: a common password, a repetition or the person's own name is refused" });
/** An existing password. */
export const knownPassword = z.string().min(1, "May not be blank.").max(200, "At most 200 characters.");

export const signUp = define({
  name: "signUp",
  method: "POST",
  path: "/accounts/signup/",
  tag,
  summary: "Create a user with an organization of their own",
  description:
    "Creates a user and an organization of which the user is Owner. Without `company_name`, the organization is named after the user. Needs no credentials. An email that already has a user is refused. The server's `ASSAY_SIGNUP` determines who may sign up: anyone, email addresses at certain mail domains, or invited people only. The first person of an installation may always sign up. Attempts are rate limited per IP address.",
  errors: ["rate_limited", "sign_up_closed"],
  access: "public",
  body: z.object({
    email,
    full_name: ownName,
    company_name: ownName.nullish().meta({ description: "Name of the organization" }),
    password: newPassword,
  }),
  response: z.object({ user_id: id, organization_id: id, email: z.string() }),
  example: {
    email: "ada@example.com",
    full_name: "Ada Moreno",
    company_name: "Harbour Analytics",
    password: "a long pass phrase",
  },
});

export const userInfo = z
  .object({
    id,
    email: z.string(),
    name: z.string(),
    has_password: z.boolean().meta({ description: "False for people who only sign in through a provider" }),
    created_at: timestamp,
    organization_role: z.enum(organizationRoles),
    organization: z.object({ id, name: z.string(), display_name: z.string() }),
    default_workspace_id: id,
    default_workspace_name: z.string(),
    org_level: z.int(),
    effective_level: z.int(),
  })
  .meta({ id: "UserInfo" });
export type UserInfo = z.infer<typeof userInfo>;

export const getUserInfo = define({
  name: "getUserInfo",
  beforeRequirements: true,
  method: "GET",
  path: "/accounts/user-info/",
  tag,
  summary: "Get the calling user and current organization",
  description:
    "Returns the user of the credentials, with the organization, workspace and role that apply to this call.",
  errors: ["not_found"],
  envelope: "bare",
  response: userInfo,
});

export const updateProfile = define({
  name: "updateProfile",
  method: "POST",
  path: "/accounts/profile/update/",
  tag,
  summary: "Change the calling user's name",
  description:
    "Renames the calling user. The new name appears in every organization of the user. If the user belongs to several organizations, a session of a company's sign-in is refused.",
  errors: ["not_found", "company_session"],
  access: "read",
  body: z.object({ full_name: ownName }),
  response: userInfo,
  example: { full_name: "Ada L. Moreno" },
});

export const changePassword = define({
  name: "changePassword",
  method: "POST",
  path: "/accounts/password/change/",
  tag,
  summary: "Change the calling user's password and sign out all browsers",
  description:
    "Sets a new password after checking the current one. Users who sign in only through GitHub or Google can set a first password without it; in a session of a company's sign-in, a link by mail sets the first one. All sessions end, and every browser must sign in again; API keys keep working. Wrong passwords are rate limited.",
  signedInOnly: true,
  errors: ["company_session", "rate_limited"],
  access: "read",
  body: z.object({
    current_password: knownPassword.nullish().meta({ description: "Not needed by users without a password" }),
    new_password: newPassword,
  }),
  response: z.object({ changed: z.literal(true) }),
  example: { current_password: "a long pass phrase", new_password: "a longer pass phrase" },
});
