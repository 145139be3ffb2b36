import { routeOf } from "@/lib/http/route";
import { listProjectTable } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listProjectTable);
