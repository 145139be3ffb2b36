import { routeOf } from "@/lib/http/route";
import { getProjectActivity } from "@/lib/traces/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getProjectActivity);
