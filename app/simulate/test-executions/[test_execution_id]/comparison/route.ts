import { routeOf } from "@/lib/http/route";
import { compareExecutions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(compareExecutions);
