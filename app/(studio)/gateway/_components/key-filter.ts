import type { GatewayKeyFilter } from "@/lib/client/gateway";
import type { GatewayKey } from "@/lib/contracts/gateway/keys";
import { type Get, oneOf } from "../../_components/address";

const statuses: readonly GatewayKey["status"][] = ["active", "paused", "expired", "revoked"];

/** The filter of the key list, from the address. */
export function keyFilterOf(get: Get): GatewayKeyFilter {
  const [search, status, after] = [get("search"), oneOf(statuses, get("status")), get("after")];
  return { ...(search ? { search } : {}), ...(status ? { status } : {}), ...(after ? { after } : {}) };
}
