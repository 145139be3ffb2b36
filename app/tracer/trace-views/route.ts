import { routeOf } from "@/lib/http/route";
import { listTraceViews, saveTraceView } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listTraceViews, saveTraceView);
