import { routeOf } from "@/lib/http/route";
import { getTrace } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getTrace);
