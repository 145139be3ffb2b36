import { routeOf } from "@/lib/http/route";
import { rerunTestExecutions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(rerunTestExecutions);
