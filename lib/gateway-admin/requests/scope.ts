import type { Scope } from "@/lib/context";
import { GatewayFailure } from "@/lib/gateway/errors";

/** The organization whose records are requested; null for all, which only the operator may see. */
export function organizationIn({ organizationId }: Scope, requested: string | undefined): string | null {
  if (organizationId === null) return requested ?? null;
  if (requested === undefined || requested.toLowerCase() === organizationId) return organizationId;
  throw new GatewayFailure("not_found", `There is no organization ${requested} that you administer.`);
}
