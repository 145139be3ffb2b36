import { routeOf } from "@/lib/http/route";
import { getTracingLosses } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getTracingLosses);
