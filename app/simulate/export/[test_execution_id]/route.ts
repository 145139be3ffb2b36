import { routeOf } from "@/lib/http/route";
import { exportTestExecution } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(exportTestExecution);
