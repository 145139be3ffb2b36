// A new password for a person who has forgotten theirs.
import { z } from "zod";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { email, newPassword } from "./people";

const tag = "Accounts";
const token = z.string().min(1, "May not be blank.").max(200, "At most 200 characters.");
const tokenExample = "assay_reset_9d1c0c8f3f6e4b1d8a5e7c2b9f0a1d3e5c7b9f0a1d3e5c7b";

export const requestPasswordReset = define({
  name: "requestPasswordReset",
  method: "POST",
  path: "/accounts/password/reset/request/",
  tag,
  summary: "Send a link to reset a password by mail",
  description:
    "Sends a link that works once, for an hour, if a user has this email. The answer does not say whether one does. On a server without mail nothing is sent, and an Owner or Admin makes the link. Rate limited per IP address and per email.",
  errors: ["rate_limited"],
  access: "public",
  body: z.object({ email }),
  response: z.object({ sends_mail: z.boolean().meta({ description: "Whether this server can send mail" }) }),
  example: { email: "grace@example.com" },
});

export const createPasswordReset = define({
  name: "createPasswordReset",
  method: "POST",
  path: "/accounts/organization/members/password-reset/",
  tag,
  summary: "Make a link with which a member resets their password",
  description:
    "Returns a link that works once, for a day, to give to the member. A newer link replaces it. It ends when the caller may no longer make it. Only an Owner may make one for an Owner, and nobody for themselves. Refused for a person who also belongs to another organization, because the password opens that one too.",
  signedInOnly: true,
  errors: ["not_found", "conflict"],
  access: "admin",
  body: z.object({ user_id: id }),
  response: z.object({
    token: z.string().meta({ description: "Returned only once" }),
    link: z.string().meta({ description: "Path of the screen, relative to the application's URL" }),
    expires_at: timestamp,
  }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});

export const previewPasswordReset = define({
  name: "previewPasswordReset",
  method: "GET",
  path: "/accounts/password/reset/preview/",
  tag,
  summary: "Check a link that resets a password",
  description:
    "Returns whose password the link resets. Needs no credentials but the token, and changes nothing. Wrong tokens are rate limited per IP address.",
  errors: ["not_found", "rate_limited"],
  access: "public",
  query: z.strictObject({ token: token.meta({ description: "The reset link's token" }) }),
  response: z.object({ email: z.string(), full_name: z.string() }),
  example: { token: tokenExample },
});

export const resetPassword = define({
  name: "resetPassword",
  method: "POST",
  path: "/accounts/password/reset/",
  tag,
  summary: "Choose a new password with a link",
  description:
    "Sets the password and uses up the link. Failed sign-ins are forgotten. All sessions of the person end; API keys stay. Wrong tokens are rate limited per IP address.",
  errors: ["not_found", "rate_limited"],
  access: "public",
  body: z.object({ token, new_password: newPassword }),
  response: z.object({ email: z.string() }),
  example: { token: tokenExample, new_password: "a long pass phrase" },
});
