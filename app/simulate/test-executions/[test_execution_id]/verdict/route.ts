import { routeOf } from "@/lib/http/route";
import { getExecutionVerdict } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(getExecutionVerdict);
