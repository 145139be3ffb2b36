import { routeOf } from "@/lib/http/route";
import { getTestExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getTestExecution);
