// How an organization's people sign in with their company. An Owner sets the provider: its word is enough to sign an Owner in.
import { companySignIns } from "@/db/schema";
import { recordAct } from "@/lib/audit/record";
import { changedFields } from "@/lib/audit/rules/changed-fields";
import { assertPerson } from "@/lib/auth/access";
import type { CompanySignInRow } from "@/lib/auth/company-identities";
import { seal } from "@/lib/auth/encryption";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import type { Context, Verb } from "@/lib/context";
import type * as contracts from "@/lib/contracts/accounts/company-sign-in";
import type { CompanyProvider } from "@/lib/contracts/accounts/company-sign-in";
import type { Input } from "@/lib/contracts/contract";
import { variable } from "@/lib/env";
import { conflict, invalidField, notFound } from "@/lib/errors";
import { liveParts } from "@/lib/gateway/live";
import { authSecret } from "@/lib/gateway-admin/configs/secrets";
import { inTransaction } from "@/lib/transaction";
import { lockOrganization } from "../memberships";
import { callbackPath, providerId } from "./company-of-request";
import { presentDomain } from "./domains";
import { companySignInOf, domainsOf, organizationOfEmail } from "./load";
import { ProviderFailure, problemOf, providerFetch, readDiscovery } from "./provider-requests";
import { removeCompanySignIn, unlinkPeople } from "./remove";
import { hasMore } from "./rules/issuer";

export const getCompanySignIn: Verb<typeof contracts.getCompanySignIn> = async ({ db, caller }) => {
  const { organizationId } = caller;
  const [row, domains] = await Promise.all([companySignInOf(db, organizationId), domainsOf(db, organizationId)]);
  const path = callbackPath(organizationId);
  const site = variable("ASSAY_URL");
  return {
    provider: row && present(row),
    domains: domains.map(presentDomain),
    callback_path: path,
    callback_url: site ? new URL(path, site).href : null,
  };
};

const present = (row: CompanySignInRow): CompanyProvider => ({
  issuer: row.issuer,
  client_id: row.clientId,
  role: row.role,
  trusts_emails: row.trustsEmails,
  is_required: row.isRequired,
  last_sign_in_at: row.lastSignInAt?.toISOString() ?? null,
  last_failure: row.lastFailure,
  last_failure_at: row.lastFailureAt?.toISOString() ?? null,
  updated_at: row.updatedAt.toISOString(),
});

type Settings = Input<typeof contracts.setCompanySignIn>;

export const setCompanySignIn: Verb<typeof contracts.setCompanySignIn> = async (context, input) => {
  assertPerson(context.caller);
  assertIssuer(input.issuer);
  const secret = input.client_secret === undefined ? null : await seal(input.client_secret, authSecret());
  return inTransaction(context, async (inner) => {
    const { db, caller, now } = inner;
    const { organizationId } = caller;
    await lockOrganization(db, organizationId);
    const before = await companySignInOf(db, organizationId);
    const values = { ...settingsOf(input, before, secret), updatedAt: now() };
    const [row] = await db
      .insert(companySignIns)
      .values({ organizationId, ...values })
      .onConflictDoUpdate({ target: companySignIns.organizationId, set: values })
      .returning();
    if (!row) throw new Error("the provider was not stored");
    // Subjects of another provider are other people.
    if (before && before.issuer !== row.issuer) await unlinkPeople(db, organizationId);
    await recordSettings(inner, before, row);
    return present(row);
  });
};

function assertIssuer(issuer: string): void {
  const url = new URL(issuer);
  const problem = hasMore(url) ? "may have neither a query nor a fragment" : problemOf(url);
  if (problem) throw invalidField("issuer", `This ${problem}.`);
}

/** `secret` is sealed; null where it stays. */
function settingsOf(input: Settings, before: CompanySignInRow | null, secret: string | null) {
  const isSameIssuer = before?.issuer === input.issuer;
  // Another issuer must not get the secret of this one.
  const clientSecret = secret ?? (isSameIssuer ? before.clientSecret : null);
  if (clientSecret === null) throw invalidField("client_secret", "Enter the secret that the provider issued.");
  const isUntouched = isSameIssuer && before.clientId === input.client_id && secret === null;
  if (input.is_required && !before?.isRequired && !(isUntouched && before.lastSignInAt))
    throw conflict("Nobody has signed in with these settings yet. Sign in with your company once, then require it.");
  return {
    issuer: input.issuer,
    clientId: input.client_id,
    clientSecret,
    role: input.role,
    trustsEmails: input.trusts_emails,
    isRequired: input.is_required,
    ...(isUntouched ? {} : { lastSignInAt: null, lastFailure: null, lastFailureAt: null }),
  };
}

const HIDDEN = "[hidden]";

function recordSettings(context: Context, before: CompanySignInRow | null, after: CompanySignInRow | null) {
  const shown = ({ issuer, clientId, role, trustsEmails, isRequired }: CompanySignInRow) => ({
    ...{ issuer, client_id: clientId, role, trusts_emails: trustsEmails, is_required: isRequired },
  });
  const changes = changedFields(before && shown(before), after && shown(after));
  const isReplaced = before && after && before.clientSecret !== after.clientSecret;
  const secret = isReplaced ? { client_secret: HIDDEN } : {};
  return recordAct(context, {
    targetId: context.caller.organizationId,
    before: changes.before && { ...changes.before, ...secret },
    after: changes.after && { ...changes.after, ...secret },
  });
}

export const deleteCompanySignIn: Verb<typeof contracts.deleteCompanySignIn> = (context) => {
  assertPerson(context.caller);
  return inTransaction(context, async (inner) => {
    const { db, caller } = inner;
    const { organizationId } = caller;
    await lockOrganization(db, organizationId);
    const before = await companySignInOf(db, organizationId);
    if (!before) throw noneYet();
    await removeCompanySignIn(db, organizationId);
    await recordSettings(inner, before, null);
    return { deleted: true as const };
  });
};

const noneYet = () => notFound("The organization has no sign-in provider.");

export const checkCompanySignIn: Verb<typeof contracts.checkCompanySignIn> = async ({ db, caller }, input) => {
  const issuer = input.issuer ?? (await companySignInOf(db, caller.organizationId))?.issuer;
  if (issuer === undefined) throw noneYet();
  assertIssuer(issuer);
  const unknown = { authorization_endpoint: null, token_endpoint: null, userinfo_endpoint: null };
  try {
    const { document, problems } = await readDiscovery(providerFetch(liveParts().send), issuer);
    const { authorization_endpoint = null, token_endpoint = null, userinfo_endpoint = null } = document;
    return { issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, problems };
  } catch (error) {
    if (error instanceof ProviderFailure) return { issuer, ...unknown, problems: [error.message] };
    throw error;
  }
};

export const findCompanySignIn: Verb<typeof contracts.findCompanySignIn> = async ({ db, address }, { email }) => {
  if (address) await spendAttempt(db, limits.companySignIn, address);
  const organizationId = await organizationOfEmail(db, email);
  return { provider_id: organizationId && providerId(organizationId) };
};
