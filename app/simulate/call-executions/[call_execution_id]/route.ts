import { routeOf } from "@/lib/http/route";
import { getCallExecution, updateCallExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getCallExecution, updateCallExecution);
