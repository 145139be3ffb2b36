import type { QueueFilter } from "@/lib/client/annotation";
import { queueStatuses } from "@/lib/contracts/names";
import { type Get, oneOf, pageOf } from "../../_components/address";

/** What of the queues is listed, as the address says it. The server and the browser read it alike. */
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
