import type { DatasetFilter } from "@/lib/client/datasets";
import { type Get, pageOf } from "../../_components/address";

/** The page and search in the address, read in the same way on the server and in the browser. */
export function datasetFilterOf(get: Get): Required<DatasetFilter> {
  return { page: pageOf(get("page")), search: get("search") ?? "" };
}
