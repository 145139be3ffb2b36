import type { MemberFilter } from "@/lib/client/account";
import { type Get, pageOf } from "../../../_components/address";

/** Which of the members are listed, as the address says it. The server and the browser read it alike. */
export function memberFilterOf(get: Get): MemberFilter {
  const page = pageOf(get("page"));
  const search = get("search");
  return { ...(page > 1 ? { page } : {}), ...(search ? { search } : {}) };
}
