// What a provider says about itself, and what of that Assay cannot work with.
import { z } from "zod";

const text = z.string().max(2000);
const names = z.array(z.string().max(200)).max(200);
const document = z.object({
  issuer: text,
  authorization_endpoint: text.optional(),
  token_endpoint: text.optional(),
  userinfo_endpoint: text.optional(),
  token_endpoint_auth_methods_supported: names.optional(),
  response_types_supported: names.optional(),
  scopes_supported: names.optional(),
});
export type Discovery = z.infer<typeof document>;

/** Null for what is no discovery document. */
export function readDocument(body: string): Discovery | null {
  try {
    return document.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    // Only JSON.parse throws.
    return null;
  }
}

export const endpoints = ["authorization_endpoint", "token_endpoint", "userinfo_endpoint"] as const;
const methods = ["client_secret_basic", "client_secret_post"] as const;

/** How the secret is sent. Without a list it is the first, as the standard says. */
export const secretMethod = ({ token_endpoint_auth_methods_supported: supported }: Discovery) =>
  supported ? methods.find((method) => supported.includes(method)) : methods[0];

/** `problemOf` says why an address may not be called. */
export function discoveryProblems(
  found: Discovery,
  issuer: string,
  problemOf: (address: URL) => string | null,
): string[] {
  const problems: string[] = [];
  if (found.issuer !== issuer)
    problems.push(`The provider calls itself ${found.issuer}. Enter exactly that as issuer.`);
  for (const name of endpoints) {
    const address = found[name];
    if (!address) problems.push(`It names no ${name}.`);
    else if (!URL.canParse(address)) problems.push(`Its ${name} is not an address.`);
    else {
      const problem = problemOf(new URL(address));
      if (problem) problems.push(`Its ${name} ${problem}.`);
    }
  }
  if (!secretMethod(found)) problems.push(`It takes client secrets neither by ${methods.join(" nor by ")}.`);
  if (found.response_types_supported && !found.response_types_supported.includes("code"))
    problems.push("It does not offer the authorization code flow (`code`).");
  if (found.scopes_supported && !found.scopes_supported.includes("email"))
    problems.push("It does not offer the scope `email`, so it names no email.");
  return problems;
}
