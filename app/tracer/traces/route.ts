import { routeOf } from "@/lib/http/route";
import { listTraces } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listTraces);
