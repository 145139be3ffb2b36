import { getRecordLosses } from "@/lib/gateway-admin/operations";
import { routeOf } from "@/lib/http/route";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getRecordLosses);
