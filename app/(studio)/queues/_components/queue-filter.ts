import type { QueueFilter } from "@/lib/client/annotation";
import { queueOrders, queueStatuses } from "@/lib/contracts/names";
import { type Get, oneOf, orderOf, pageOf } from "../../_components/address";

/** The queue list's filter, read from the address in the same way on the server and in the browser. */
export function queueFilterOf(get: Get): QueueFilter {
  const status = oneOf(queueStatuses, get("status"));
  const search = get("search");
  const page = pageOf(get("page"));
  const ordering = orderOf(queueOrders, get("sort"));
  return {
    ...(ordering ? { ordering } : {}),
    ...(get("label") ? { label_id: get("label") } : {}),
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("status") === "archived" ? { archived: true } : {}),
  };
}
