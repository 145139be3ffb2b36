import { type Get, oneOf } from "@/app/(studio)/_components/address";
import type { AuditQuery } from "@/lib/client/data/audit";
import { auditTargets } from "@/lib/contracts/names";

export const auditFilters = ["user", "target", "action", "from", "to"] as const;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** What the address asks for. The server and the browser read it alike. */
export function auditQueryOf(get: Get): AuditQuery {
  const moment = (name: string) => (Number.isNaN(Date.parse(get(name) ?? "")) ? undefined : get(name));
  const id = (name: string) => (UUID.test(get(name) ?? "") ? get(name) : undefined);
  const found = {
    user_id: id("user"),
    target_type: oneOf(auditTargets, get("target")),
    action: get("action")?.slice(0, 100),
    from: moment("from"),
    to: moment("to"),
    after: id("after"),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}
