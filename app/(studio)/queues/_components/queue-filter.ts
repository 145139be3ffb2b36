import type { QueueFilter } from "@/lib/client/annotation";
import { queueStatuses } from "@/lib/contracts/names";
import { type Get, oneOf, pageOf } from "../../_components/address";

/** The queue list's filter, read from the address in the same way on the server and in the browser. */
export function queueFilterOf(get: Get): QueueFilter {
  const status = oneOf(queueStatuses, get("status"));
  const search = get("search");
  const page = pageOf(get("page"));
  return {
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("status") === "archived" ? { archived: true } : {}),
  };
}
