// The database's address as it is given: PostgreSQL's own, or that of a pooler in transaction mode, which lends a session for
// one transaction at a time. `?pgbouncer=true` says so; the parameter is ours, and the server never sees it.

const PARAMETER = "pgbouncer";

interface Address {
  url: string;
  /** Whether sessions are shared with other clients; undefined when the address does not say. */
  isShared: boolean | undefined;
}

export function readAddress(address: string): Address {
  const url = new URL(address);
  const shared = url.searchParams.get(PARAMETER);
  if (shared === null) return { url: address, isShared: undefined };
  url.searchParams.delete(PARAMETER);
  return { url: url.href, isShared: shared === "true" };
}

/** The address, saying that sessions are shared. */
export function sharedAddress(address: string): string {
  const url = new URL(address);
  url.searchParams.set(PARAMETER, "true");
  return url.href;
}
