// What a request is called, and what becomes known of it on its way, for the log and for metrics.

export interface RequestFacts {
  /** The client's own if it is well-formed, else a new one. Every answer carries it. */
  readonly id: string;
  /** The contract's name; null until it is known, and for paths that are none. */
  operation: string | null;
  /** Null until the caller is known. */
  organizationId: string | null;
}

const WELL_FORMED = /^[\w.:-]{1,128}$/;

export function factsOf(header: (name: string) => string | null): RequestFacts {
  const own = header("x-request-id") ?? header("x-gateway-request-id") ?? header("x-agentcc-request-id");
  const id = own && WELL_FORMED.test(own) ? own : `req_${crypto.randomUUID().replaceAll("-", "")}`;
  return { id, operation: null, organizationId: null };
}
