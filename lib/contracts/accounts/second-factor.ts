// The second factor of people who sign in with a password: codes of an authenticator app (TOTP).
import { z } from "zod";
import { MAX_CODE } from "@/lib/contracts/limits";
import { define } from "../define";
import { id, timestamp } from "../shapes";
import { knownPassword } from "./people";

const tag = "Accounts";
const base = "/accounts/second-factor/";
const beforeRequirements = true;

const code = z.string().min(1, "May not be blank.").max(MAX_CODE, `At most ${MAX_CODE} characters.`);
const recoveryCodes = z
  .array(z.string())
  .meta({ description: "Ten codes that each sign in once without the app; returned only once" });
const password = knownPassword.meta({ description: "The calling user's password" });
const passwordExample = { password: "a long pass phrase" };

export const getSecondFactor = define({
  name: "getSecondFactor",
  method: "GET",
  path: base,
  tag,
  summary: "Get whether the calling user has a second factor",
  description: "Tells whether sign-in asks the calling user for a second factor, and how many recovery codes are left.",
  signedInOnly: true,
  beforeRequirements,
  response: z.object({
    enabled: z.boolean(),
    enabled_at: timestamp.nullable(),
    recovery_codes_left: z.int(),
    is_required: z.boolean().meta({ description: "Whether the current organization asks its members for one" }),
    is_in_session: z.boolean().meta({ description: "Whether this session began with one, or at a sign-in provider" }),
  }),
});

export const startSecondFactor = define({
  name: "startSecondFactor",
  method: "POST",
  path: `${base}start/`,
  tag,
  summary: "Begin to set up a second factor",
  description: `Makes a secret for an authenticator app (TOTP: SHA-1, six digits, 30 seconds). It protects nothing until \`confirm\` has seen a code; until then, repeating the request replaces it. Needs the password, and is rate limited.`,
  signedInOnly: true,
  errors: ["rate_limited", "conflict"],
  access: "read",
  beforeRequirements,
  body: z.object({ password }),
  response: z.object({
    secret: z.string().meta({ description: "In Base32, to type into the app" }),
    address: z.string().meta({ description: "The `otpauth` URL that the QR code holds" }),
    qr_code: z.string().meta({ description: "An SVG" }),
  }),
  example: passwordExample,
});

export const confirmSecondFactor = define({
  name: "confirmSecondFactor",
  method: "POST",
  path: `${base}confirm/`,
  tag,
  summary: "Finish setting up a second factor",
  description:
    "Turns the second factor on, if the code is the one that the app shows. From then on sign-in with the password asks for a code. This session counts as one with a second factor. Rate limited.",
  signedInOnly: true,
  errors: ["rate_limited", "not_found", "conflict"],
  access: "read",
  beforeRequirements,
  body: z.object({ code }),
  response: z.object({ recovery_codes: recoveryCodes }),
  example: { code: "287082" },
});

export const renewRecoveryCodes = define({
  name: "renewRecoveryCodes",
  method: "POST",
  path: `${base}recovery-codes/`,
  tag,
  summary: "Replace the recovery codes",
  description: "Makes ten new recovery codes; the old ones no longer work. Needs the password, and is rate limited.",
  signedInOnly: true,
  errors: ["rate_limited", "not_found"],
  access: "read",
  body: z.object({ password }),
  response: z.object({ recovery_codes: recoveryCodes }),
  example: passwordExample,
});

export const disableSecondFactor = define({
  name: "disableSecondFactor",
  method: "POST",
  path: `${base}disable/`,
  tag,
  summary: "Turn the second factor off",
  description:
    "Turns the second factor off and deletes its secret and recovery codes. Organizations that ask for one are closed to the user's sessions then. Needs the password, and is rate limited.",
  signedInOnly: true,
  errors: ["rate_limited", "not_found"],
  access: "read",
  body: z.object({ password }),
  response: z.object({ enabled: z.literal(false) }),
  example: passwordExample,
});

export const resetMemberSecondFactor = define({
  name: "resetMemberSecondFactor",
  method: "POST",
  path: "/accounts/organization/members/second-factor-reset/",
  tag,
  summary: "Turn a member's second factor off",
  description:
    "For a member who has lost the app and the recovery codes: turns the second factor off. Only an Owner may do so for an Owner, and nobody for themselves: that takes the password. Refused for a person who also belongs to another organization, because the second factor protects that one too.",
  signedInOnly: true,
  errors: ["not_found", "conflict"],
  access: "admin",
  body: z.object({ user_id: id }),
  response: z.object({ reset: z.literal(true) }),
  example: { user_id: "0d2f7a3c-5b61-4a5e-9f43-6c1d2b7e8a90" },
});
