import type { LabelFilter } from "@/lib/client/annotation";
import { labelTypes } from "@/lib/contracts/names";
import { type Get, oneOf, pageOf } from "../../_components/address";

/** What of the labels is listed, as the address says it. The server and the browser read it alike. */
export function labelFilterOf(get: Get): LabelFilter {
  const type = oneOf(labelTypes, get("type"));
  const search = get("search");
  const page = pageOf(get("page"));
  return {
    ...(type ? { type } : {}),
    ...(search ? { search } : {}),
    ...(page > 1 ? { page } : {}),
    ...(get("archived") ? { archived: true } : {}),
  };
}
