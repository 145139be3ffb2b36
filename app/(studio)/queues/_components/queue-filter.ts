import type { QueueFilter } from "@/lib/client/annotation";
import { type QueueStatus, queueStatuses } from "@/lib/contracts/names";

/** What of the queues is listed, as the address says it. The server and the browser read it alike. */
export function queueFilterOf(get: (name: string) => string | undefined): QueueFilter {
  const status = queueStatuses.find((each): each is QueueStatus => each === get("status"));
  const search = get("search");
  const page = Number.parseInt(get("page") ?? "", 10);
  return {
    ...(status ? { status } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("status") === "archived" ? { archived: true } : {}),
  };
}
