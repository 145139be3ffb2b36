import { routeOf } from "@/lib/http/route";
import { listRunTestExecutions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(listRunTestExecutions);
