import { routeOf } from "@/lib/http/route";
import { deleteTestExecutions } from "@/lib/simulation/operations";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = routeOf(deleteTestExecutions);
