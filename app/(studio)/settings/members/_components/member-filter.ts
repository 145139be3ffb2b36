import type { MemberFilter } from "@/lib/client/account";
import { type Get, pageOf } from "../../../_components/address";

/** The filter of the member list from the address, for both the server and the browser. */
export function memberFilterOf(get: Get): MemberFilter {
  const page = pageOf(get("page"));
  const search = get("search");
  return { ...(page > 1 ? { page } : {}), ...(search ? { search } : {}) };
}
