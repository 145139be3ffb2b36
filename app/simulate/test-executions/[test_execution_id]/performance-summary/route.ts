import { routeOf } from "@/lib/http/route";
import { getPerformanceSummary } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getPerformanceSummary);
