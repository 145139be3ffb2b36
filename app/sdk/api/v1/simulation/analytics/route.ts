import { routeOf } from "@/lib/http/route";
import { getSdkAnalytics } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getSdkAnalytics);
