import type { LabelFilter } from "@/lib/client/annotation";
import { labelOrders, labelTypes } from "@/lib/contracts/names";
import { type Get, oneOf, orderOf, pageOf } from "../../_components/address";

/** The filter of the label list, read from the address in the same way on the server and in the browser. */
export function labelFilterOf(get: Get): LabelFilter {
  const type = oneOf(labelTypes, get("type"));
  const search = get("search");
  const page = pageOf(get("page"));
  const ordering = orderOf(labelOrders, get("sort"));
  return {
    ...(ordering ? { ordering } : {}),
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("archived") ? { archived: true } : {}),
  };
}
