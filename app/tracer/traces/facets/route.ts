import { routeOf } from "@/lib/http/route";
import { listTraceFacets } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listTraceFacets);
