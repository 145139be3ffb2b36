// The organization's own provider that a path of sign-in names, as Auth.js uses it.
import { customFetch } from "@auth/core";
import { z } from "zod";
import type { Database } from "@/db/client";
import type { CompanySignInRow } from "@/lib/auth/company-identities";
import type { Company } from "@/lib/auth/config";
import { unseal, whenNotOpened } from "@/lib/auth/encryption";
import { openingSecrets } from "@/lib/auth/session-secret";
import { limits, spendAttempt } from "@/lib/auth/throttle";
import { notFound } from "@/lib/errors";
import type { Exchange } from "@/lib/exchange/exchange";
import { clientAddress } from "@/lib/exchange/origin";
import { liveParts } from "@/lib/gateway/live";
import { companySignInOf } from "./load";
import { ProviderFailure, providerFetch, readDiscovery } from "./provider-requests";
import { secretMethod } from "./rules/discovery";
import { discoveryAddress } from "./rules/issuer";

const PREFIX = "company-";

/** The provider's name in paths. Each organization has its own, so that no provider's answer is taken for another's. */
export const providerId = (organizationId: string): string => PREFIX + organizationId;
export const callbackPath = (organizationId: string): string => `/api/auth/callback/${providerId(organizationId)}`;

const PATH = new RegExp(`^/api/auth/(?:signin|callback)/${PREFIX}([^/]+)$`);

/** Null for a path that names none. */
export async function companyOfRequest(db: Database, request: Exchange): Promise<Company | null> {
  const named = PATH.exec(request.path)?.[1];
  if (named === undefined) return null;
  const address = clientAddress(request);
  if (address) await spendAttempt(db, limits.companySignIn, address);
  const organizationId = z.guid().safeParse(named).data;
  const signIn = organizationId && (await companySignInOf(db, organizationId));
  if (!signIn) throw notFound("No company signs in here. The address may be old.");
  return { signIn, provider: await providerOf(signIn, providerFetch(liveParts().send)) };
}

async function providerOf(signIn: CompanySignInRow, fetch: typeof globalThis.fetch): Promise<Company["provider"]> {
  const { organizationId, issuer, clientId } = signIn;
  const prepared = await prepare(signIn, fetch).catch((failure: unknown) => {
    if (failure instanceof ProviderFailure) return { failure };
    throw failure;
  });
  const described = discoveryAddress(issuer).href;
  // The library asks for the discovery document itself, and reports a failure in its own way.
  const answered: typeof fetch = async (input, init) => {
    if ("failure" in prepared) throw prepared.failure;
    if (String(input) !== described) return fetch(input, init);
    return new Response(prepared.body, { headers: { "content-type": "application/json" } });
  };
  return {
    id: providerId(organizationId),
    name: "Company",
    type: "oidc",
    issuer,
    clientId,
    clientSecret: "failure" in prepared ? "" : prepared.secret,
    client: "failure" in prepared ? {} : { token_endpoint_auth_method: prepared.method },
    checks: ["pkce", "state", "nonce"],
    // Names and emails are at the userinfo endpoint: by the standard they need not be in the ID token.
    idToken: false,
    [customFetch]: answered,
  };
}

async function prepare({ issuer, clientSecret }: CompanySignInRow, fetch: typeof globalThis.fetch) {
  const secret = await unseal(clientSecret, openingSecrets()).catch(whenNotOpened(() => null));
  if (secret === null)
    throw new ProviderFailure("The server's AUTH_SECRET has changed. Enter the client secret again.");
  const { body, document, problems } = await readDiscovery(fetch, issuer);
  const method = secretMethod(document);
  if (problems.length > 0 || !method) throw new ProviderFailure(problems.join(" "));
  return { secret, body, method };
}
