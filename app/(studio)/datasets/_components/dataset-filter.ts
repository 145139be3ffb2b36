import type { DatasetFilter } from "@/lib/client/datasets";
import { datasetOrders } from "@/lib/contracts/names";
import { type Get, orderOf, pageOf } from "../../_components/address";

/** The page, search and order in the address, read in the same way on the server and in the browser. */
export const datasetFilterOf = (get: Get): Required<DatasetFilter> => ({
  page: pageOf(get("page")),
  search: get("search") ?? "",
  ordering: orderOf(datasetOrders, get("sort")) ?? "-created_at",
});
