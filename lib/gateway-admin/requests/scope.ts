import type { Scope } from "@/lib/context";
import { GatewayFailure } from "@/lib/gateway/errors";

/** The organization whose records are requested; null for all, which only the operator may see. */
export function organizationIn({ organizationId }: Scope, asked: string | undefined): string | null {
  if (organizationId === null) return asked ?? null;
  if (asked === undefined || asked.toLowerCase() === organizationId) return organizationId;
  throw new GatewayFailure("not_found", `There is no organization ${asked} that you administer.`);
}
