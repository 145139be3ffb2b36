// Addresses of sign-in providers. What they answer proves who signs in, so nobody may be able to change it on its way.

/** What an address is, and what the operator allows. */
interface Known {
  /** Whether it leads to the public internet, or to a host that the operator allows. */
  isReachable: boolean;
  isAllowed: boolean;
}

/** Why the server does not call an address; null if it does. */
export function addressProblem(
  { protocol, username, password }: URL,
  { isReachable, isAllowed }: Known,
): string | null {
  if (protocol !== "https:" && !(isAllowed && protocol === "http:")) return "must be an https address";
  if (username || password) return "may not hold a user name or password";
  return isReachable ? null : "must be a public address, or one whose host the operator allows";
}

/** As the provider writes it: exactly, but without what no issuer has. */
export const hasMore = ({ search, hash }: URL): boolean => search !== "" || hash !== "";

/** Where an issuer describes itself. */
export const discoveryAddress = (issuer: string): URL =>
  new URL(`${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`);
