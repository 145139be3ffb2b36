import { routeOf } from "@/lib/http/route";
import { getExecutionKpis } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getExecutionKpis);
