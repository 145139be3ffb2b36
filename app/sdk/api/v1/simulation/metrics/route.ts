import { routeOf } from "@/lib/http/route";
import { getSdkMetrics } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getSdkMetrics);
