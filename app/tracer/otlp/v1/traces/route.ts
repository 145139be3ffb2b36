import { routeOf } from "@/lib/http/route";
import { exportTraces } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(exportTraces);
