// Sign-in with an organization's own OpenID Connect provider.
import { z } from "zod";
import { define } from "../define";
import { MAX_COMPANY_DOMAINS } from "../limits";
import { companyRoles, deleted, id, timestamp } from "../shapes";
import { email } from "./people";

const tag = "Company sign-in";
const base = "/accounts/organization/company-sign-in/";
const access = "admin";

export const companyProvider = z
  .object({
    issuer: z.string(),
    client_id: z.string(),
    role: z.enum(companyRoles),
    trusts_emails: z.boolean(),
    is_required: z.boolean(),
    last_sign_in_at: timestamp.nullable().meta({ description: "The last sign-in with these settings; null for none" }),
    last_failure: z
      .string()
      .nullable()
      .meta({ description: "What went wrong since then, if anything did; null for nothing" }),
    last_failure_at: timestamp.nullable(),
    updated_at: timestamp,
  })
  .meta({ id: "CompanyProvider" });
export type CompanyProvider = z.infer<typeof companyProvider>;

export const companyDomain = z
  .object({
    id,
    domain: z.string(),
    record_name: z.string().meta({ description: "The name of the TXT record that proves the domain" }),
    record_value: z.string(),
    proven_at: timestamp.nullable().meta({ description: "Null until the record was found" }),
    checked_at: timestamp.nullable(),
    created_at: timestamp,
  })
  .meta({ id: "CompanyDomain" });
export type CompanyDomain = z.infer<typeof companyDomain>;

export const getCompanySignIn = define({
  name: "getCompanySignIn",
  method: "GET",
  path: base,
  tag,
  access,
  summary: "Get how the organization's people sign in with their company",
  description:
    "Returns the organization's OpenID Connect provider without its secret, the mail domains with the state of their proof, and the URL to which the provider sends people back.",
  response: z.object({
    provider: companyProvider.nullable(),
    domains: z.array(companyDomain),
    callback_path: z.string().meta({ description: "Where the provider sends people back, on this server" }),
    callback_url: z.string().nullable().meta({ description: "The same in full; null while `ASSAY_URL` is not set" }),
  }),
});

const issuer = z
  .url({ protocol: /^https?$/, error: "Must be an http or https address." })
  .max(500, "At most 500 characters.");

export const setCompanySignIn = define({
  name: "setCompanySignIn",
  method: "PUT",
  path: base,
  tag,
  access: "owner",
  summary: "Set the organization's sign-in provider",
  description:
    "Sets the OpenID Connect provider with which people at the organization's proven domains sign in. The secret stays if it is left out and the issuer is the same. A new issuer ends the sessions that the old one began, and links people again by email. With `is_required`, other sessions of people at these domains are refused from their next request on, except those of Owners; API keys keep working. That takes a sign-in with the provider first. The provider's URL must be public and https, or on a host that the operator allows.",
  signedInOnly: true,
  errors: ["conflict"],
  body: z.strictObject({
    issuer,
    client_id: z.string().trim().min(1, "May not be blank.").max(500, "At most 500 characters."),
    client_secret: z.string().trim().min(1, "May not be blank.").max(2000, "At most 2000 characters.").optional(),
    role: z.enum(companyRoles).default("Member").meta({ description: "Of people who have no account yet" }),
    trusts_emails: z.boolean().default(false).meta({
      description: "Whether an email counts as verified if the provider sends no `email_verified`",
    }),
    is_required: z.boolean().default(false),
  }),
  response: companyProvider,
  example: { issuer: "https://login.example.com", client_id: "assay", client_secret: "a secret of the provider" },
});

export const deleteCompanySignIn = define({
  name: "deleteCompanySignIn",
  method: "DELETE",
  path: base,
  tag,
  access: "owner",
  summary: "Remove the organization's sign-in provider",
  description:
    "Removes the provider, ends the sessions that it began, and unlinks its accounts. People stay members; those without a password choose one with a link. Domains stay.",
  signedInOnly: true,
  errors: ["not_found"],
  response: deleted,
});

export const checkCompanySignIn = define({
  name: "checkCompanySignIn",
  method: "POST",
  path: `${base}check/`,
  tag,
  access,
  summary: "Check a sign-in provider",
  description:
    "Reads the discovery document of an issuer, by default of the one that is set, and says what Assay could not work with. Changes nothing, and does not use the secret.",
  errors: ["not_found"],
  body: z.strictObject({ issuer: issuer.optional() }),
  response: z.object({
    issuer: z.string(),
    authorization_endpoint: z.string().nullable(),
    token_endpoint: z.string().nullable(),
    userinfo_endpoint: z.string().nullable(),
    problems: z.array(z.string()).meta({ description: "Empty if the provider can be used" }),
  }),
  example: { issuer: "https://login.example.com" },
});

const params = z.object({ domain_id: id });

export const addCompanyDomain = define({
  name: "addCompanyDomain",
  method: "POST",
  path: `${base}domains/`,
  tag,
  access,
  summary: "Add a mail domain",
  description: `Adds a mail domain, without those below it. It counts once a TXT record proves that it is the organization's. An organization has at most ${MAX_COMPANY_DOMAINS}.`,
  signedInOnly: true,
  errors: ["conflict"],
  body: z.strictObject({
    domain: z
      .string()
      .trim()
      .toLowerCase()
      .max(253, "At most 253 characters.")
      .regex(
        /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/,
        "Enter a domain, such as example.com.",
      ),
  }),
  response: companyDomain,
  example: { domain: "example.com" },
});

export const checkCompanyDomain = define({
  name: "checkCompanyDomain",
  method: "POST",
  path: `${base}domains/{domain_id}/check/`,
  tag,
  access,
  summary: "Check the proof of a mail domain",
  description:
    "Reads the domain's TXT record. If it is there, the domain is proven; if it is not, the domain is not proven any more. If DNS cannot be read, nothing changes. Refused while another organization's record is there too.",
  signedInOnly: true,
  errors: ["conflict"],
  params,
  response: companyDomain.extend({
    problem: z.string().nullable().meta({ description: "Why the domain is not proven; null if it is" }),
  }),
});

export const deleteCompanyDomain = define({
  name: "deleteCompanyDomain",
  method: "DELETE",
  path: `${base}domains/{domain_id}/`,
  tag,
  access,
  summary: "Remove a mail domain",
  description: "Removes a mail domain. Nobody at it joins any more; members stay, and go on to sign in.",
  signedInOnly: true,
  params,
  response: deleted,
});

export const findCompanySignIn = define({
  name: "findCompanySignIn",
  method: "POST",
  path: "/accounts/company-sign-in/",
  tag,
  access: "public",
  summary: "Find where an email signs in with its company",
  description:
    "Names the sign-in provider of an email's domain: `POST /api/auth/signin/{provider_id}` begins the sign-in there. The answer depends on the domain alone, and does not tell whether there is an account. Rate limited per IP address.",
  errors: ["rate_limited"],
  body: z.strictObject({ email }),
  response: z.object({ provider_id: z.string().nullable() }),
  example: { email: "ada@example.com" },
});
