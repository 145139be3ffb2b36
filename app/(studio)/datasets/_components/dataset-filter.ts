import type { DatasetFilter } from "@/lib/client/datasets";
import { type Get, pageOf } from "../../_components/address";

/** A page and a search, as the address says them. The server and the browser read it alike. */
export function datasetFilterOf(get: Get): Required<DatasetFilter> {
  return { page: pageOf(get("page")), search: get("search") ?? "" };
}
