// The database's address as it is given: PostgreSQL's own, or that of a pooler in transaction mode, which lends a session for
// one transaction at a time. `?pgbouncer=true` says so; the parameter is ours, and the server never sees it.

const PARAMETER = "pgbouncer";

export interface Address {
  url: string;
  /** Whether sessions are shared with other clients; undefined when the address does not say. */
  isShared: boolean | undefined;
}

export function readAddress(given: string): Address {
  const url = new URL(given);
  const said = url.searchParams.get(PARAMETER);
  if (said === null) return { url: given, isShared: undefined };
  url.searchParams.delete(PARAMETER);
  return { url: url.href, isShared: said === "true" };
}

/** The address, saying that sessions are shared. */
export function sharedAddress(given: string): string {
  const url = new URL(given);
  url.searchParams.set(PARAMETER, "true");
  return url.href;
}
